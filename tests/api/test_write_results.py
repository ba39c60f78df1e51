"""Results that come from another program: one table, a whole round, corrections, two keyings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.callers import Caller, by_session
from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.facts import load
from tournaments.boards.verify import verify
from tournaments.desk.change import Actor
from tournaments.desk.closing import finish_event
from tournaments.desk.judging import ResultPlan
from tournaments.desk.results import record
from tournaments.desk.rounds import close_round
from tournaments.desk.tables import propose
from tournaments.models import Account, Event, JournalLine, Result, Seat, SecondKeying, Source

STRANGE = {
    "ns": {"clean": 1, "closed": True, "took_pozzetto": True, "melded": 250, "left": 5},
    "ew": {"took_pozzetto": True, "melded": 620, "left": 30},
}
"""Melded 620 without a burraco: possible, and asked."""
DOUBTFUL = {"ns_mp": 18_000, "ew_mp": -200}
"""More than four hands can have given: only a referee lets it through."""


@pytest.fixture
def scorer(evening: Event, program: Callable[[str], Caller]) -> Caller:
    return program("scorer")


def at(event: Event, table: int | str, more: str = "", number: int = 2) -> str:
    return f"events/{event.slug}/rounds/{number}/results/{table}/{more}"


def whole(event: Event, number: int = 2) -> str:
    return f"events/{event.slug}/rounds/{number}/results/"


def standing(event: Event, table: int, number: int = 2) -> tuple[int, int] | None:
    found = Result.objects.filter(
        event=event, match__round__number=number, match__table=table, state="confirmed"
    ).first()
    return (found.ns_mp, found.ew_mp) if found else None


def lines(event: Event) -> int:
    return JournalLine.objects.filter(event=event).count()


def test_a_program_records_the_totals_of_a_table(evening: Event, scorer: Caller) -> None:
    answer = scorer.post(at(evening, 2), {"ns_mp": 3000, "ew_mp": 1485})
    assert answer.status_code == 200, answer.content
    told = answer.json()
    assert (told["what"], told["ns_mp"], told["ew_mp"]) == ("recorded", 3000, 1485)
    assert told["ns_vp"] + told["ew_vp"] == 20
    assert 2 not in told["missing"]
    assert told["expected"] == len(told["missing"]) + 1
    assert scorer.get(at(evening, 2)).json()["source"] == "api"
    line = JournalLine.objects.filter(event=evening).latest("number")
    assert (line.verb, line.source, line.number) == ("record_result", "api", told["version"])


def test_hands_are_taken_at_three_depths_and_give_the_totals(evening: Event, scorer: Caller) -> None:
    hands = [
        {"ns_mp": 900, "ew_mp": 410},
        {"ns_base": 300, "ns_points": 480, "ew_base": -100, "ew_points": 210},
        {
            "ns": {"clean": 1, "closed": True, "took_pozzetto": True, "melded": 520, "left": 5},
            "ew": {"dirty": 1, "took_pozzetto": True, "melded": 305, "left": 85},
        },
    ]
    answer = scorer.post(at(evening, 2), {"hands": hands, "confirmed": True})
    assert answer.status_code == 200, answer.content
    told = answer.json()
    assert (told["ns_mp"], told["ew_mp"]) == (900 + 780 + 815, 410 + 110 + 320)
    read = scorer.get(at(evening, 2)).json()["hands"]
    assert [hand["ns_mp"] for hand in read] == [900, 780, 815]
    assert read[2]["ns"]["clean"] == 1


def test_what_cards_cannot_make_is_refused_with_every_finding(evening: Event, scorer: Caller) -> None:
    hand = {"ns": {"closed": True, "melded": 10}, "ew": {"closed": True, "melded": 10}}
    before = lines(evening)
    answer = scorer.post(at(evening, 2), {"hands": [hand, hand]})
    assert answer.status_code == 422
    told = answer.json()
    assert told["code"] == "impossible_result"
    assert {finding["hand"] for finding in told["findings"]} >= {1, 2}
    assert "V2" in {finding["code"] for finding in told["findings"]}
    assert (lines(evening), standing(evening, 2)) == (before, None)


def test_what_is_strange_is_asked_once(evening: Event, scorer: Caller) -> None:
    asked = scorer.post(at(evening, 2), {"hands": [STRANGE]})
    assert (asked.status_code, asked.json()["asks"]) == (409, True), asked.content
    assert asked.json()["code"] == "result_needs_confirmation"
    assert standing(evening, 2) is None
    assert scorer.post(at(evening, 2), {"hands": [STRANGE], "confirmed": True}).status_code == 200


def test_what_only_a_referee_lets_through_needs_a_reason(evening: Event, scorer: Caller) -> None:
    asked = scorer.post(at(evening, 2), {**DOUBTFUL, "confirmed": True})
    assert (asked.status_code, asked.json()["code"]) == (409, "result_needs_reason")
    assert {finding["level"] for finding in asked.json()["findings"]} == {"overridable"}
    answer = scorer.post(at(evening, 2), {**DOUBTFUL, "override_reason": "counted twice"})
    assert answer.status_code == 200, answer.content
    assert scorer.get(at(evening, 2)).json()["override_reason"] == "counted twice"


def test_who_types_over_another_result_is_shown_both(evening: Event, scorer: Caller) -> None:
    seen = scorer.get(at(evening, 2))["ETag"]
    scorer.post(at(evening, 3), {"ns_mp": 2000, "ew_mp": 1000})
    # What happens at another table is in nobody's way.
    assert scorer.post(at(evening, 2), {"ns_mp": 3000, "ew_mp": 1485}, If_Match=seen).status_code == 200
    answer = scorer.post(at(evening, 2), {"ns_mp": 3000, "ew_mp": 1585}, If_Match=seen)
    assert answer.status_code == 412
    told = answer.json()
    assert (told["current"]["ns_mp"], told["current"]["ew_mp"]) == (3000, 1485)
    assert told["sent"]["ew_mp"] == 1585
    assert standing(evening, 2) == (3000, 1485)


def test_the_totals_seen_may_be_sent_instead_of_a_tag(evening: Event, scorer: Caller) -> None:
    missing = {"ns_mp": None, "ew_mp": None}
    assert scorer.post(at(evening, 2), {"ns_mp": 3000, "ew_mp": 1485, "seen": missing}).status_code == 200
    answer = scorer.post(at(evening, 2), {"ns_mp": 3000, "ew_mp": 1585, "seen": missing})
    assert (answer.status_code, answer.json()["code"]) == (412, "changed_meanwhile")
    assert answer.json()["current"] == {"ns_mp": 3000, "ew_mp": 1485}
    assert answer.json()["sent"] == {"ns_mp": 3000, "ew_mp": 1585}


def test_a_correction_says_so_and_what_was_there_stays_on_record(evening: Event, scorer: Caller) -> None:
    scorer.post(at(evening, 2), {"ns_mp": 3000, "ew_mp": 1485})
    answer = scorer.post(at(evening, 2), {"ns_mp": 3000, "ew_mp": 1585, "reason": "misread"})
    assert answer.json()["what"] == "corrected"
    assert scorer.post(at(evening, 2), {"ns_mp": 3000, "ew_mp": 1585}).json()["what"] == "unchanged"
    line = JournalLine.objects.get(event=evening, verb="correct_result")
    assert (line.old, line.reason) == ({"ns": 3000, "ew": 1485}, "misread")
    assert Result.objects.filter(event=evening, state="superseded", match__round__number=2).count() == 1


def test_after_the_last_round_a_correction_needs_a_countersignature(program: Any, evening: Event) -> None:
    event = an_evening(Evening(pairs=8, closed=2, programme="Mitchell 2", name="Sera d'inverno"))
    finish_event(event=event, by=DIRECTOR)
    scorer = program("scorer")
    asked = scorer.post(at(event, 1), {"ns_mp": 3000, "ew_mp": 1585})
    assert (asked.status_code, asked.json()["code"]) == (409, "needs_countersignature")
    signed = {"ns_mp": 3000, "ew_mp": 1585, "countersigned_by": "Aldo Sacchi"}
    assert scorer.post(at(event, 1), signed).json()["what"] == "corrected"


def test_totals_on_the_wrong_lines_are_exchanged_once(evening: Event, scorer: Caller) -> None:
    scorer.post(at(evening, 2), {"ns_mp": 3000, "ew_mp": 1485})
    seen = {"ns_mp": 3000, "ew_mp": 1485}
    assert scorer.post(at(evening, 2, "swap/"), seen).json()["what"] == "corrected"
    assert scorer.post(at(evening, 2, "swap/"), seen).json()["what"] == "unchanged"
    assert standing(evening, 2) == (1485, 3000)
    assert scorer.post(at(evening, 3, "swap/"), seen).json()["code"] == "nothing_to_swap"


def test_a_program_decides_for_what_a_line_handed_in(evening: Event, scorer: Caller) -> None:
    phone = Actor(name="table 2", source=Source.PHONE)
    for line, ew in (("ns", 1485), ("ew", 1585)):
        propose(event=evening, round_number=2, plan=ResultPlan(2, 3000, ew), line=line, by=phone)
    proposals = scorer.get(at(evening, 2)).json()["proposals"]
    theirs = next(one for one in proposals if one["line"] == "ew")
    answer = scorer.post(at(evening, 2, "take/"), {"proposal": theirs["id"]})
    assert answer.status_code == 200, answer.content
    assert standing(evening, 2) == (3000, 1585)
    assert scorer.post(at(evening, 2, "take/"), {"proposal": 999_999}).json()["code"] == "changed_meanwhile"


def test_two_keyings_that_differ_are_decided(evening: Event, scorer: Caller) -> None:
    scorer.post(at(evening, 2), {"ns_mp": 3000, "ew_mp": 1485})
    answer = scorer.post(at(evening, 2, "key-again/"), {"ns_mp": 3000, "ew_mp": 1585})
    assert answer.json() == {"round": 2, "table": 2, "ns_mp": 3000, "ew_mp": 1585}
    assert scorer.post(at(evening, 2, "settle/"), {"stands": "second"}).json()["ew_mp"] == 1585
    assert standing(evening, 2) == (3000, 1585)
    assert SecondKeying.objects.get(event=evening).ew_mp == 1585


def all_tables(event: Event, number: int = 2) -> list[int]:
    return [match.table for match in load(event).matches_of(number) if not match.is_bye]


def test_a_whole_round_comes_at_once_under_one_line(evening: Event, scorer: Caller) -> None:
    tables = all_tables(evening)
    before = lines(evening)
    sent = [{"table": table, "ns_mp": 2000 + 5 * table, "ew_mp": 1000} for table in tables]
    answer = scorer.post(whole(evening), {"results": sent})
    assert answer.status_code == 200, answer.content
    told = answer.json()
    assert (told["recorded"], told["missing"], told["expected"]) == (tables, [], len(tables))
    assert lines(evening) == before + 1
    assert standing(evening, tables[0]) == (2000 + 5 * tables[0], 1000)
    close_round(event=evening, number=2, by=DIRECTOR)
    assert verify(evening) == []


def test_one_impossible_table_refuses_the_round_and_every_table_is_named(
    evening: Event, scorer: Caller
) -> None:
    tables = all_tables(evening)
    bye = next(match.table for match in load(evening).matches_of(2) if match.is_bye)
    before = lines(evening)
    hand = {"ns": {"closed": True, "melded": 10}, "ew": {"closed": True, "melded": 10}}
    sent: list[Any] = [{"table": table, "ns_mp": 2000, "ew_mp": 1000} for table in tables[:2]]
    sent += [
        {"table": tables[2], "hands": [hand]},
        {"table": tables[3], "ns_mp": 2003, "ew_mp": 1000},
        {"table": bye, "ns_mp": 5, "ew_mp": 5},
        {"table": 888, "ns_mp": 5, "ew_mp": 5},
    ]
    answer = scorer.post(whole(evening), {"results": sent})
    assert answer.status_code == 422
    told = answer.json()
    off = {(finding["table"], finding["field"]) for finding in told["findings"]}
    assert off >= {
        (tables[2], "results.2"),
        (tables[3], "results.3"),
        (bye, "results.4"),
        (888, "results.5"),
    }
    assert {(t, f) for t, f in off if t in tables[:2]} == set()
    codes = {finding["code"] for finding in told["findings"]}
    assert codes >= {"V2", "bye_has_no_result", "unknown_table"}
    assert (lines(evening), Result.objects.filter(event=evening, match__round__number=2).count()) == (
        before,
        0,
    )


def test_doubts_of_a_round_are_asked_together_and_let_through_together(
    evening: Event, scorer: Caller
) -> None:
    tables = all_tables(evening)
    sent: list[Any] = [{"table": table, "ns_mp": 2000, "ew_mp": 1000} for table in tables]
    sent[0] = {"table": tables[0], **DOUBTFUL}
    sent[1] = {"table": tables[1], "hands": [STRANGE]}
    asked = scorer.post(whole(evening), {"results": sent})
    assert (asked.status_code, asked.json()["code"]) == (409, "result_needs_reason")
    assert {finding["table"] for finding in asked.json()["findings"]} == set(tables[:2])
    sent[0]["override_reason"] = "counted twice"
    asked = scorer.post(whole(evening), {"results": sent})
    assert (asked.status_code, asked.json()["code"]) == (409, "result_needs_confirmation")
    assert standing(evening, tables[2]) is None
    answer = scorer.post(whole(evening), {"results": sent, "confirmed": True})
    assert answer.status_code == 200, answer.content
    line = JournalLine.objects.filter(event=evening).latest("number")
    assert line.new["overridden"] == [[tables[0], "counted twice"]]


def test_a_round_sent_again_corrects_only_what_is_different(evening: Event, scorer: Caller) -> None:
    tables = all_tables(evening)
    sent = [{"table": table, "ns_mp": 2000, "ew_mp": 1000} for table in tables]
    scorer.post(whole(evening), {"results": sent})
    before = lines(evening)
    again = scorer.post(whole(evening), {"results": sent}).json()
    assert (again["unchanged"], lines(evening)) == (tables, before)
    sent[1]["ew_mp"] = 1005
    told = scorer.post(whole(evening), {"results": sent, "reason": "misread"}).json()
    assert told["corrected"] == [tables[1]]
    line = JournalLine.objects.filter(event=evening).latest("number")
    assert (line.old, line.new["results"]) == (
        {"results": [[tables[1], 2000, 1000]]},
        [[tables[1], 2000, 1005]],
    )
    told = scorer.get(f"events/{evening.slug}/journal/{line.number}/").json()
    assert told["sentence"] == "Round 2: 1 results stored, 1 of them corrected."
    evening.refresh_from_db()
    assert verify(evening) == []


def test_a_table_recorded_by_somebody_else_meanwhile_stops_the_round(evening: Event, scorer: Caller) -> None:
    tables = all_tables(evening)
    record(event=evening, round_number=2, plan=ResultPlan(tables[1], 2500, 5), by=DIRECTOR)
    missing = {"ns_mp": None, "ew_mp": None}
    sent = [{"table": table, "ns_mp": 2000, "ew_mp": 1000, "seen": missing} for table in tables]
    answer = scorer.post(whole(evening), {"results": sent})
    assert answer.status_code == 422
    (finding,) = answer.json()["findings"]
    assert (finding["table"], finding["code"]) == (tables[1], "changed_meanwhile")
    assert standing(evening, tables[0]) is None


def test_a_table_cannot_be_there_twice(evening: Event, scorer: Caller) -> None:
    one = {"table": 2, "ns_mp": 2000, "ew_mp": 1000}
    answer = scorer.post(whole(evening), {"results": [one, one]})
    assert (answer.status_code, answer.json()["findings"][0]["code"]) == (422, "table_twice")


def test_a_round_is_read_back_as_it_was_when_the_tag_is_stale(evening: Event, scorer: Caller) -> None:
    seen = scorer.get(whole(evening))["ETag"]
    record(event=evening, round_number=2, plan=ResultPlan(2, 2500, 5), by=DIRECTOR)
    body = {"results": [{"table": 2, "ns_mp": 2000, "ew_mp": 1000}]}
    answer = scorer.post(whole(evening), body, If_Match=seen)
    assert (answer.status_code, answer.json()["sent"]) == (412, body)
    assert answer.json()["current"] == [{"table": 2, "ns_mp": 2500, "ew_mp": 5}]
    assert standing(evening, 2) == (2500, 5)


def test_a_whole_round_takes_as_many_queries_as_one_table(db: None, program: Any, evening: Event) -> None:
    asked = []
    for pairs in (6, 60):
        event = an_evening(Evening(pairs=pairs, closed=0, open_round="published", name=f"Di {pairs}"))
        caller = program("scorer")
        body = {
            "results": [
                {"table": table, "hands": [{"ns_mp": 500, "ew_mp": 250}] * 3}
                for table in all_tables(event, 1)
            ],
            "confirmed": True,
        }
        with CaptureQueriesContext(
            connection,
        ) as queries:
            answer = caller.post(whole(event, 1), body)
        assert answer.status_code == 200, answer.content
        asked.append(len(queries))
    assert asked[0] == asked[1]
    assert asked[0] <= 26


def test_a_director_who_plays_only_proposes_at_the_own_table(evening: Event) -> None:
    caller = by_session(evening.club, "director", "rosa")
    player = Seat.objects.get(match__round__event=evening, match__round__number=2, match__table=2, line="ns")
    member = player.entry.members.first()
    assert member is not None
    Account.objects.create(user=get_user_model().objects.get(username="rosa"), player=member.player)
    told = caller.post(at(evening, 2), {"ns_mp": 3000, "ew_mp": 1485}).json()
    assert (told["what"], standing(evening, 2)) == ("proposed", None)
    tables = all_tables(evening)
    sent = [{"table": table, "ns_mp": 2000, "ew_mp": 1000} for table in tables]
    answer = caller.post(whole(evening), {"results": sent})
    assert [(one["table"], one["code"]) for one in answer.json()["findings"]] == [(2, "own_table")]
    assert caller.post(whole(evening), {"results": sent[1:]}).json()["recorded"] == tables[1:]

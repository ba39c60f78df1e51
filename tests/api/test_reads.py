"""What is told of an event, to whom, and for how many queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api.callers import ROOT, Caller, by_session
from tests.api.doors import DOORS, House, a_house
from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.api.callers import ANYBODY
from tournaments.boards import live
from tournaments.boards.released import _shared
from tournaments.desk.change import Actor
from tournaments.desk.clock import start_clock
from tournaments.desk.results import HandPlan, ResultPlan, record
from tournaments.models import Event, Player, Result, Source


@pytest.fixture
def house(db: None) -> House:
    return a_house()


@pytest.fixture
def evening(house: House) -> Event:
    return house.running


@pytest.fixture
def reader(program: Callable[[str], Caller]) -> Caller:
    return program("reader")


def told(answer: Any) -> Any:
    assert answer.status_code == 200, answer.content[:300]
    return answer.json()


def test_the_pairs_are_listed_by_number_and_by_state(evening: Event, anybody: Caller) -> None:
    pairs = told(anybody.get(f"events/{evening.slug}/entries/"))
    assert [one["number"] for one in pairs["results"]] == list(range(1, 10))
    assert pairs["results"][0]["pair"]["people"][0]["surname"]
    assert told(anybody.get(f"events/{evening.slug}/entries/?state=withdrawn"))["count"] == 0


def test_a_long_list_comes_in_pages_that_name_each_other(evening: Event, anybody: Caller) -> None:
    first = told(anybody.get(f"events/{evening.slug}/entries/?limit=4"))
    assert (first["count"], len(first["results"]), first["previous"]) == (9, 4, None)
    second = told(anybody.get(first["next"].split(ROOT)[1]))
    third = told(anybody.get(second["next"].split(ROOT)[1]))
    numbers = [one["number"] for page in (first, second, third) for one in page["results"]]
    assert numbers == list(range(1, 10))
    assert third["next"] is None
    assert told(anybody.get(third["previous"].split(ROOT)[1]))["results"] == second["results"]


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=501",
        "limit=x",
        "limit=",
        "limit=1&limit=2",
        "limit=" + "9" * 5000,
        "offset=-1",
        "state=sleeping",
        "state=",
        "stat=active",
        "state=%00",
        "%00=1",
    ],
)
def test_a_query_that_cannot_be_read_is_refused(evening: Event, anybody: Caller, query: str) -> None:
    answer = anybody.get(f"events/{evening.slug}/entries/?{query}")
    assert answer.status_code == 400, answer.content[:200]
    assert set(answer.json()) == {"code", "sentence", "field", "asks", "findings"}
    assert answer.json()["field"]


def test_events_are_found_by_club_dates_state_and_kind(house: House, anybody: Caller) -> None:
    def names(query: str) -> set[str]:
        return {one["name"] for one in told(anybody.get(f"events/?{query}"))["results"]}

    both = {"Burraco d'autunno", "Burraco d'inverno"}
    assert names(f"club={house.running.club.slug}") == both
    assert names("club=nobody") == set()
    assert names("since=2026-11-27&until=2026-11-27") == both
    assert names("since=2026-11-28") == names("until=2026-11-26") == set()
    assert names("state=running") == {"Burraco d'autunno"}
    assert (names("kind=club"), names("kind=national")) == (both, set())
    answer = anybody.get("events/?since=27.11.2026&state=asleep")
    assert answer.status_code == 400
    assert {finding["field"] for finding in answer.json()["findings"]} == {"since", "state"}


def test_a_pair_is_told_with_its_evening_and_what_was_taken_off(evening: Event, anybody: Caller) -> None:
    pair = told(anybody.get(f"events/{evening.slug}/entries/3/"))
    (first,) = pair["rounds"]
    assert (first["played"]["round"], len(first["hands"]), first["place"]) == (1, 4, pair["place"])
    assert [(one["vp"], one["mp"], one["reason"]) for one in pair["taken_off"]] == [(1, 100, "late")]


def test_seats_and_results_of_a_round_tell_who_rests(evening: Event, anybody: Caller) -> None:
    seats = told(anybody.get(f"events/{evening.slug}/rounds/1/matches/"))["results"]
    assert [one["table"] for one in seats] == [1, 2, 3, 4, 5]
    assert sum(one["ew"] is None for one in seats) == 1
    one = told(anybody.get(f"events/{evening.slug}/rounds/1/matches/1/"))
    assert one == seats[0]
    rows = told(anybody.get(f"events/{evening.slug}/rounds/1/results/"))["results"]
    states = [row["state"] for row in rows]
    assert sorted(states) == ["bye", "played", "played", "played", "ruled"]


def test_results_are_found_by_round_and_state(evening: Event, anybody: Caller) -> None:
    def tables(query: str) -> list[tuple[int, int]]:
        rows = told(anybody.get(f"events/{evening.slug}/results/?{query}"))["results"]
        return [(row["round"], row["table"]) for row in rows]

    assert len(tables("")) == 10
    assert tables("round=1&state=ruled") == [(1, 2)]
    assert len(tables("round=2&state=missing")) == 4
    assert tables("round=7") == []


def test_a_result_is_told_with_its_hands_and_the_points_they_make(evening: Event, anybody: Caller) -> None:
    row = told(anybody.get(f"events/{evening.slug}/rounds/1/results/3/"))
    assert sum(hand["ns_mp"] for hand in row["hands"]) == row["ns_mp"]
    assert row["ns_vp"] + row["ew_vp"] == 20
    assert row["ns_net_mp"] == row["ns_mp"] - row["ew_mp"] == -row["ew_net_mp"]


def test_what_tables_hand_in_is_for_the_events_own_people(
    evening: Event, anybody: Caller, reader: Caller
) -> None:
    record(event=evening, round_number=2, plan=ResultPlan(3, 3000, 5), by=Actor("Office", Source.API))
    match = evening.rounds.get(number=2).matches.get(table=2)
    Result.objects.create(
        match=match,
        event=evening,
        ns_mp=10,
        ew_mp=20,
        state="proposed",
        proposed_by_line="ns",
        at=evening.created_at,
    )
    path = f"events/{evening.slug}/rounds/2/results/"
    _rest, second, first = told(reader.get(path))["results"][:3]
    assert (first["source"], first["proposals"]) == ("api", [])
    assert (second["state"], second["proposals"][0]["ns_mp"]) == ("missing", 10)
    assert not {"source", "override_reason", "proposals"} & set(told(anybody.get(path))["results"][0])


def test_a_round_only_drawn_is_told_to_the_events_own_people_alone(anybody: Caller, db: None) -> None:
    event = an_evening(Evening(pairs=9, closed=0, open_round="drawn"))
    own = by_session(event.club, "reader", "rita")
    for path in ("rounds/1/", "rounds/1/matches/", "rounds/1/matches/1/", "rounds/1/results/"):
        assert anybody.get(f"events/{event.slug}/{path}").status_code == 404, path
        assert own.get(f"events/{event.slug}/{path}").status_code == 200, path
    for path in ("rounds/", "results/"):
        assert told(anybody.get(f"events/{event.slug}/{path}"))["count"] == 0
        assert told(own.get(f"events/{event.slug}/{path}"))["count"] > 0
    assert told(anybody.get(f"events/{event.slug}/"))["last_released"] == 0
    states = {row["state"] for row in told(own.get(f"events/{event.slug}/results/"))["results"]}
    assert states == {"missing"}


def test_standings_tell_places_tie_breaks_and_why(evening: Event, anybody: Caller) -> None:
    now = told(anybody.get(f"events/{evening.slug}/standings/"))
    after = told(anybody.get(f"events/{evening.slug}/standings/1/"))
    assert now == after
    about = now["about"]
    assert (about["round"], about["final"], about["publication"], about["changed"]) == (1, False, 1, True)
    rows = now["results"]
    assert [row["place"] for row in rows] == sorted(row["place"] for row in rows)
    level = [row for row in rows if row["tie_breaks"]]
    for row in level:
        assert row["tie_breaks"][0]["key"] == "net_mp"
        assert row["why"]
    assert anybody.get(f"events/{evening.slug}/standings/2/").status_code == 404


def test_standings_of_an_event_without_a_closed_round_are_not_there(house: House, anybody: Caller) -> None:
    assert anybody.get(f"events/{house.preparing.slug}/standings/").status_code == 404


def test_a_publication_keeps_what_was_released(evening: Event, anybody: Caller, reader: Caller) -> None:
    listed = told(anybody.get(f"events/{evening.slug}/publications/"))["results"]
    assert [(one["number"], one["round"]) for one in listed] == [(1, 1)]
    assert len(told(reader.get(f"events/{evening.slug}/publications/1/"))["rows"]) == 9


def test_penalties_and_rulings_are_found_by_pair_round_and_whether_they_hold(
    evening: Event, reader: Caller
) -> None:
    def found(path: str) -> int:
        return int(told(reader.get(f"events/{evening.slug}/{path}"))["count"])

    assert (found("penalties/"), found("penalties/?entry=3"), found("penalties/?entry=4")) == (1, 1, 0)
    assert (found("penalties/?cancelled=false"), found("penalties/?cancelled=true")) == (1, 0)
    assert (found("rulings/?round=1&table=2"), found("rulings/?round=2")) == (1, 0)
    assert (found("rulings/?cancelled=true"), found("rulings/?cancelled=false")) == (0, 1)


def test_the_journal_tells_what_is_new_in_plain_sentences(evening: Event, reader: Caller) -> None:
    lines = told(reader.get(f"events/{evening.slug}/journal/"))
    assert [line["number"] for line in lines["results"]] == list(range(1, evening.version + 1))
    new = told(reader.get(f"events/{evening.slug}/journal/?since={evening.version - 1}"))["results"]
    assert [line["number"] for line in new] == [evening.version]
    (correction,) = told(reader.get(f"events/{evening.slug}/journal/?verb=correct_result"))["results"]
    assert correction["sentence"].startswith("Round 1, table 1: ")
    italian = reader.get(f"events/{evening.slug}/journal/{correction['number']}/", Accept_Language="it")
    assert italian.json()["sentence"] != correction["sentence"]


def test_the_clock_tells_when_the_round_ends(evening: Event, anybody: Caller) -> None:
    assert told(anybody.get(f"events/{evening.slug}/clock/"))["state"] == "none"
    start_clock(event=evening, number=2, minutes=55, by=DIRECTOR)
    clock = told(anybody.get(f"events/{evening.slug}/clock/"))
    assert (clock["state"], clock["round"], clock["length"]) == ("running", 2, 3300)
    assert clock["ends_at"].endswith("Z") or "+" in clock["ends_at"]


def test_players_are_found_by_name_and_card(evening: Event, program: Callable[[str], Caller]) -> None:
    scorer = program("scorer")
    base = f"clubs/{evening.club.slug}/players/"
    (rita,) = told(scorer.get(base + "?name=nicol rita"))["results"]
    assert told(scorer.get(base + "?card=104512"))["results"] == [rita]
    assert told(scorer.get(base + "?card=1045"))["count"] == 0
    assert told(scorer.get(base + f"{rita['id']}/"))["evenings"] == []


PRIVATE = ("333 1234567", "rita@example.org", "1950-04-02")


def test_phone_mail_and_birth_date_are_told_to_directors_alone(
    house: House, anybody: Caller, program: Callable[[str], Caller]
) -> None:
    """Every read there is, by everybody below a director: what is private stands in none of them."""
    rita = Player.objects.get(surname="Nicolosi")
    for caller in (anybody, program("reader"), program("scorer")):
        for door in DOORS.values():
            if door.method == "GET":
                instead = {"pk": rita.pk} if door.name == "api_player" else {}
                text = caller.get(house.address(door, **instead).removeprefix(ROOT)).content.decode()
                assert not [secret for secret in PRIVATE if secret in text], door.name
    base = f"clubs/{house.running.club.slug}/players/"
    scorer = told(program("scorer").get(base + f"{rita.pk}/"))
    assert not {"phone", "email", "birth_date", "sex"} & set(scorer)
    director = told(program("director").get(base + f"{rita.pk}/"))
    assert (director["phone"], director["email"], director["birth_date"]) == PRIVATE


def test_whether_a_pair_has_paid_is_for_the_events_own_people(
    evening: Event, anybody: Caller, reader: Caller
) -> None:
    assert "paid" in told(reader.get(f"events/{evening.slug}/entries/1/"))
    assert not {"paid", "checked_in"} & set(told(anybody.get(f"events/{evening.slug}/entries/1/")))


def test_what_is_kept_about_a_club_is_for_its_own_people(
    evening: Event, anybody: Caller, reader: Caller
) -> None:
    assert set(told(anybody.get(f"clubs/{evening.club.slug}/"))) == {"slug", "name"}
    assert set(told(anybody.get("clubs/"))["results"][0]) == {"slug", "name"}
    assert "federation_code" in told(reader.get(f"clubs/{evening.club.slug}/"))


BUDGET = {
    "api_clubs": 2, "api_club": 1, "api_events": 2, "api_event": 10, "api_entries": 10, "api_entry": 11,
    "api_rounds": 10, "api_round": 10, "api_matches": 10, "api_match": 10, "api_results": 11,
    "api_round_results": 11, "api_result": 11, "api_standings": 12, "api_standings_after": 12,
    "api_publications": 3, "api_clock": 2, "api_publication": 2, "api_penalties": 3, "api_penalty": 2,
    "api_rulings": 3, "api_ruling": 2, "api_journal": 4, "api_journal_line": 3, "api_players": 3,
    "api_player": 4, "api_waiting": 3, "api_waiting_one": 2, "api_wall": 2, "api_calls": 3,
}  # fmt: skip
"""The most queries a read may cost, whatever the size of the event."""
MORE_BY_SESSION = 5
"""Session, account, role; a round only drawn; what tables have handed in."""


@pytest.mark.parametrize("pairs", [9, 40])
def test_a_read_costs_a_fixed_number_of_queries(db: None, pairs: int) -> None:
    house = a_house(pairs=pairs)
    hands = (HandPlan(300, 5),)
    record(event=house.running, round_number=2, plan=ResultPlan(3, 300, 5, hands), by=DIRECTOR)
    own = by_session(house.running.club, "director", "dora")
    for door in DOORS.values():
        if door.method == "GET":
            path = house.address(door).removeprefix(ROOT)
            if door.who == ANYBODY:
                assert cost(Caller(), path) <= BUDGET[door.name], (door.name, pairs)
            assert cost(own, path) <= BUDGET[door.name] + MORE_BY_SESSION, (door.name, pairs)


def cost(caller: Caller, path: str) -> int:
    """The queries of a request after which nothing was kept."""
    _shared.clear()
    live.forget()
    with CaptureQueriesContext(connection) as asked:
        assert caller.get(path).status_code == 200
    return len(asked)


def test_nothing_is_read_for_who_has_it_already(evening: Event, reader: Caller) -> None:
    """The token, the event and its version: two queries, whatever is asked for."""
    path = f"events/{evening.slug}/standings/"
    tag = reader.get(path)["ETag"]
    with CaptureQueriesContext(connection) as asked:
        answer = reader.get(path, If_None_Match=tag)
    assert (answer.status_code, len(asked)) == (304, 2)


def test_moments_are_told_with_their_zone(evening: Event, reader: Caller) -> None:
    line = told(reader.get(f"events/{evening.slug}/journal/1/"))
    assert line["at"][10] == "T"
    assert line["at"].endswith("Z") or line["at"][-6] in "+-"

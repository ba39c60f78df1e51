"""Whatever is done to an evening behind the program is named, and the command ends with 1."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from django.core.management import call_command
from django.db.models import F

from scoring.victory_points import THREE_HANDS
from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.verify import verify
from tournaments.desk.change import Actor
from tournaments.desk.imports import import_event
from tournaments.desk.keying import key_again
from tournaments.desk.penalties import PenaltyPlan, RulingPlan, penalise, rule
from tournaments.desk.results import ResultPlan, record
from tournaments.models import (
    Entry,
    Event,
    HandResult,
    JournalLine,
    Line,
    Match,
    Penalty,
    Result,
    Round,
    Ruling,
    Seat,
    SecondKeying,
    Source,
)
from tournaments.spreadsheets import read_event

pytestmark = pytest.mark.django_db
EVENTS = Path(__file__).parents[2] / "data" / "events"


def at_the_desk() -> Event:
    """Two rounds of eight pairs closed, a result corrected, and what a referee does."""
    event = an_evening(Evening(pairs=8, closed=2, programme="Mitchell 2; Danese modificato 2"))
    record(event=event, round_number=2, plan=ResultPlan(1, 2000, 1500), by=DIRECTOR, confirmed=True)
    rule(event=event, round_number=1, plans=[RulingPlan(2, 12, 300, 8, -300)], by=DIRECTOR)
    penalise(event=event, plans=[PenaltyPlan(5, vp=2, mp=100)], by=DIRECTOR)
    key_again(event=event, round_number=1, table=3, ns_mp=2000, ew_mp=1500, by=DIRECTOR)
    return event


def from_a_workbook() -> Event:
    return import_event(read_event(EVENTS / "stage-1.xlsx"), by=Actor("Ada", Source.IMPORT))


def lines(event: Event, verb: str) -> JournalLine:
    return event.journal.filter(verb=verb).latest("number")


def rewrite(line: JournalLine, **content: object) -> None:
    """As a hand in the database could: the program itself never changes a line."""
    super(type(JournalLine.objects.all()), JournalLine.objects.filter(pk=line.pk)).update(**content)


def strike_last(event: Event) -> JournalLine:
    event.refresh_from_db()
    line = event.journal.get(number=event.version)
    event.journal.filter(pk=line.pk)._raw_delete(using="default")
    Event.objects.filter(pk=event.pk).update(version=F("version") - 1)
    event.refresh_from_db()
    return line


def the_result(event: Event, round_number: int = 1, table: int = 3) -> Result:
    return Result.objects.get(
        event=event, match__round__number=round_number, match__table=table, state=Result.State.CONFIRMED
    )


def a_table_is_deleted(event: Event) -> None:
    Match.objects.get(round__event=event, round__number=1, table=3).delete()


def the_last_table_of_a_round_is_deleted(event: Event) -> None:
    Match.objects.filter(round__event=event, round__number=2).latest("table").delete()


def the_seats_of_a_table_are_deleted(event: Event) -> None:
    Seat.objects.filter(match__round__event=event, round__number=1, match__table=3).delete()


def hands_are_deleted_and_the_total_is_777_more(event: Event) -> None:
    result = the_result(event)
    result.hands.all().delete()
    Result.objects.filter(pk=result.pk).update(ns_mp=F("ns_mp") + 777)


def hands_are_deleted(event: Event) -> None:
    the_result(event).hands.all().delete()


def a_hand_and_the_total_are_500_more(event: Event) -> None:
    result = the_result(event)
    HandResult.objects.filter(result=result, number=1).update(ns_mp=F("ns_mp") + 500)
    Result.objects.filter(pk=result.pk).update(ns_mp=F("ns_mp") + 500)


def a_hand_loses_what_another_wins(event: Event) -> None:
    hands = HandResult.objects.filter(result=the_result(event))
    hands.filter(number=1).update(ns_mp=F("ns_mp") + 50)
    hands.filter(number=2).update(ns_mp=F("ns_mp") - 50)


def the_lines_of_a_table_are_exchanged(event: Event) -> None:
    seats = {seat.line: seat for seat in Seat.objects.filter(match=the_result(event).match)}
    pks = {line: seat.pk for line, seat in seats.items()}
    Seat.objects.filter(pk=pks[Line.NS]).update(chair=9)
    Seat.objects.filter(pk=pks[Line.EW]).update(line=Line.NS)
    Seat.objects.filter(pk=pks[Line.NS]).update(line=Line.EW, chair=0)


def two_pairs_change_seats(event: Event) -> None:
    one, other = (
        Seat.objects.get(match__round__event=event, round__number=1, match__table=table, line=Line.EW)
        for table in (1, 2)
    )
    places = one.match_id, other.match_id
    Seat.objects.filter(pk=one.pk).update(chair=9)
    Seat.objects.filter(pk=other.pk).update(match_id=places[0])
    Seat.objects.filter(pk=one.pk).update(match_id=places[1], chair=0)


def the_scale_is_replaced(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(scale_bounds=list(THREE_HANDS.bounds))


def the_bye_is_worth_more(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(bye_vp=F("bye_vp") + 1)


def the_tie_breaks_change_their_order(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(criteria=["vp", "gross_mp", "net_mp"])


def the_programme_is_another(event: Event) -> None:
    event.phases.filter(position=1).update(rounds=F("rounds") + 3)


def the_programme_is_of_no_movement(event: Event) -> None:
    event.phases.filter(position=1).update(movement="tombola")


def the_programme_is_gone(event: Event) -> None:
    Round.objects.filter(event=event).update(phase=None)
    event.phases.all().delete()


def a_round_is_opened_again(event: Event) -> None:
    Round.objects.filter(event=event, number=2).update(state=Round.State.PUBLISHED)


def the_last_round_is_deleted(event: Event) -> None:
    event.rounds.latest("number").delete()


def a_pair_is_put_on_the_list(event: Event) -> None:
    Entry.objects.create(event=event, number=99)


def a_pair_has_left(event: Event) -> None:
    event.entries.filter(number=4).update(state=Entry.State.WITHDRAWN, left_in_round=2)


def a_score_is_set(event: Event) -> None:
    at = the_result(event).match
    Ruling.objects.create(match=at, event=event, ns_vp=20, at=event.created_at)


def points_are_taken_off(event: Event) -> None:
    Penalty.objects.create(event=event, entry=event.entries.get(number=2), vp=3, at=event.created_at)


def a_line_of_results_is_wiped(event: Event) -> None:
    rewrite(lines(event, "record_round"), old={}, new={})


def a_line_of_seats_is_wiped(event: Event) -> None:
    rewrite(lines(event, "seat_round"), old={}, new={})


def the_first_line_is_wiped(event: Event) -> None:
    rewrite(event.journal.get(number=1), old={}, new={})


def a_line_is_of_no_verb(event: Event) -> None:
    rewrite(event.journal.get(number=3), verb="forged")


def the_last_line_is_struck(event: Event) -> None:
    strike_last(event)


TAMPERINGS: dict[Callable[[Event], None], str] = {
    a_table_is_deleted: "Round 1, table 3: – sit there, but by the journal",
    the_last_table_of_a_round_is_deleted: "no result, but by the journal",
    the_seats_of_a_table_are_deleted: "Round 1, table 3: nobody sits there.",
    hands_are_deleted_and_the_total_is_777_more: "is no multiple of 5.",
    hands_are_deleted: "Round 1, table 3: the hands are not those of the journal.",
    a_hand_and_the_total_are_500_more: "Round 1, table 3: ",
    a_hand_loses_what_another_wins: "Round 1, table 3: the hands are not those of the journal.",
    the_lines_of_a_table_are_exchanged: "Round 1, table 3: ",
    two_pairs_change_seats: "Round 1, table 1: ",
    the_scale_is_replaced: "50 150 250 350 500 650 800 1000 1250 1500 is set, but the journal says 100 300",
    the_bye_is_worth_more: "VP",
    the_tie_breaks_change_their_order: "vp gross_mp net_mp is set, but the journal says vp net_mp",
    the_programme_is_another: "Programme: ",
    the_programme_is_of_no_movement: "Programme: – is set, but the journal says",
    the_programme_is_gone: "Programme: – is set, but the journal says",
    a_round_is_opened_again: "Round 2 is “",
    the_last_round_is_deleted: "is gone, but by the journal it is there.",
    a_pair_is_put_on_the_list: "Pairs on the list of which the journal does not know: 99.",
    a_pair_has_left: "Pair 4 is “",
    a_score_is_set: "Round 1, table 3: the referee’s score is not the one of the journal.",
    points_are_taken_off: "Pair 2: the points taken off are not those of the journal.",
    a_line_of_results_is_wiped: "(record_round) no longer holds what it said.",
    a_line_of_seats_is_wiped: "(seat_round) no longer holds what it said.",
    the_first_line_is_wiped: "Line 1 of the journal (create_event) no longer holds what it said.",
    a_line_is_of_no_verb: "Line 3 of the journal says “forged”",
    the_last_line_is_struck: "",
}


@pytest.mark.parametrize("evening", [at_the_desk, from_a_workbook])
@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda tampering: tampering.__name__)
def test_what_is_done_behind_the_program_is_named(
    evening: Callable[[], Event], tampering: Callable[[Event], None], capsys: pytest.CaptureFixture[str]
) -> None:
    event = evening()
    assert [str(sentence) for sentence in verify(event)] == []
    tampering(event)
    event = Event.objects.get(pk=event.pk)
    said = [str(sentence) for sentence in verify(event)]
    assert any(TAMPERINGS[tampering] in sentence for sentence in said), said
    with pytest.raises(SystemExit) as left:
        call_command("verify", event.slug)
    assert left.value.code == 1
    assert len(capsys.readouterr().err.splitlines()) == len(said)


def test_the_journal_of_all_the_results_tells_which_ones_are_others() -> None:
    event = at_the_desk()
    before = the_result(event)
    a_hand_and_the_total_are_500_more(event)
    ns, ew = before.ns_mp, before.ew_mp
    expected = f"Round 1, table 3: {ns + 500:,} to {ew:,}, but by the journal {ns:,} to {ew:,}."
    assert [str(sentence) for sentence in verify(event)] == [expected]


def a_result(event: Event) -> None:
    record(event=event, round_number=3, plan=ResultPlan(1, 1000, 400), by=DIRECTOR)


def a_penalty(event: Event) -> None:
    penalise(event=event, plans=[PenaltyPlan(1, vp=1)], by=DIRECTOR)


def a_score(event: Event) -> None:
    rule(event=event, round_number=1, plans=[RulingPlan(4, 20, 500, 0, -500)], by=DIRECTOR)


def a_second_keying(event: Event) -> None:
    key_again(event=event, round_number=1, table=2, ns_mp=1500, ew_mp=1200, by=DIRECTOR)


@pytest.mark.parametrize("verb", [a_result, a_penalty, a_score, a_second_keying])
def test_what_has_lost_its_line_at_the_end_of_the_journal_is_named(verb: Callable[[Event], None]) -> None:
    event = an_evening(Evening(pairs=8, closed=2, open_round="published"))
    verb(event)
    assert verify(event) == []
    strike_last(event)
    assert verify(event) != []


def test_a_round_that_no_line_tells_of_is_named_and_so_is_one_that_none_has_closed() -> None:
    drawn = an_evening(Evening(pairs=8, closed=0, open_round="drawn"))
    strike_last(drawn)
    assert "Round 1 is there, but the journal does not say so." in [str(s) for s in verify(drawn)]
    closed = an_evening(Evening(pairs=8, closed=1))
    assert strike_last(closed).verb == "close_round"
    said = [str(sentence) for sentence in verify(closed)]
    assert any(sentence.startswith("Round 1 is “") for sentence in said)
    assert "Standings no. 1 came with line 6, but the event stands at 5." in said


def test_a_second_keying_changed_behind_the_program_is_named() -> None:
    event = at_the_desk()
    SecondKeying.objects.filter(event=event).update(ns_mp=2005)
    assert [str(s) for s in verify(event)] == [
        "Round 1, table 3: the second keying is not the one of the journal."
    ]

"""A result on its way in: sent twice, sent late, sent by two people, corrected after the end."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.facts import load
from tournaments.desk.change import Actor, DeskRefusal, NeedsConfirmationError
from tournaments.desk.penalties import PenaltyPlan, RulingPlan, penalise, rule
from tournaments.desk.results import (
    ChangedMeanwhileError,
    HandPlan,
    ResultPlan,
    Seen,
    record,
    swap_totals,
)
from tournaments.models import Event, JournalLine, Penalty, Result, Round

pytestmark = pytest.mark.django_db
ROSA = Actor(name="Rosa", source="desk")


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=0, open_round="published"))


def lines(event: Event) -> list[str]:
    return list(event.journal.filter(verb__endswith="_result").values_list("verb", flat=True))


def test_the_answer_tells_the_vp_and_which_tables_are_still_missing(event: Event) -> None:
    recorded = record(event=event, round_number=1, plan=ResultPlan(2, 1000, 400), by=DIRECTOR)
    assert recorded.vp == (13, 7)
    assert recorded.progress.missing == (1, 3, 4)
    assert recorded.progress.expected == 4
    assert recorded.version == event.version


def test_the_vp_in_the_answer_count_match_penalties_and_a_ruling(event: Event) -> None:
    late = PenaltyPlan(1, mp=100, round_number=1, scope=Penalty.Scope.MATCH)
    penalise(event=event, plans=[late], by=DIRECTOR)
    assert record(event=event, round_number=1, plan=ResultPlan(1, 1000, 850), by=DIRECTOR).vp == (10, 10)
    rule(event=event, round_number=1, plans=[RulingPlan(1, 12, 305, 8, -305)], by=DIRECTOR)
    assert record(event=event, round_number=1, plan=ResultPlan(1, 2000, 0), by=DIRECTOR).vp == (12, 8)


def test_a_bye_is_never_missing_and_a_ruled_table_neither() -> None:
    event = an_evening(Evening(pairs=7, closed=0, open_round="published"))
    played = [m.table for m in load(event).matches_of(1) if not m.is_bye]
    rule(event=event, round_number=1, plans=[RulingPlan(played[1], 12, 305, 8, -305)], by=DIRECTOR)
    recorded = record(event=event, round_number=1, plan=ResultPlan(played[0], 1000, 400), by=DIRECTOR)
    assert recorded.progress.missing == (played[2],)
    assert recorded.progress.expected == 3


def test_the_same_values_again_succeed_and_leave_no_line(event: Event) -> None:
    for _ in range(3):
        recorded = record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400), by=DIRECTOR)
        assert recorded.vp == (13, 7)
    assert lines(event) == ["record_result"]
    assert Result.objects.count() == 1


def test_the_same_totals_without_their_hands_keep_the_hands(event: Event) -> None:
    hands = (HandPlan(600, 100), HandPlan(400, 300))
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400, hands), by=DIRECTOR)
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400, hands), by=DIRECTOR)
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400), by=DIRECTOR)
    assert Result.objects.get().hands.count() == 2
    other = (HandPlan(500, 100), HandPlan(500, 300))
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400, other), by=DIRECTOR)
    assert lines(event) == ["record_result", "correct_result"]


def test_two_people_enter_results_at_once_from_two_computers_none_is_lost_the_second_is_told(
    event: Event,
) -> None:
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400), by=DIRECTOR, seen=Seen())
    with pytest.raises(ChangedMeanwhileError) as told:
        record(event=event, round_number=1, plan=ResultPlan(1, 1000, 450), by=ROSA, seen=Seen())
    assert (told.value.current.ns_mp, told.value.current.ew_mp) == (1000, 400)
    assert (told.value.mine.ns_mp, told.value.mine.ew_mp) == (1000, 450)
    assert Result.objects.get().ew_mp == 400
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 450), by=ROSA, seen=Seen(1000, 400))
    assert Result.objects.get(state="confirmed").ew_mp == 450


def test_an_entry_sent_again_after_its_answer_was_lost_undoes_no_later_correction(event: Event) -> None:
    first: dict[str, Any] = {"event": event, "round_number": 1, "by": DIRECTOR, "seen": Seen(), "key": "a1"}
    record(plan=ResultPlan(1, 1000, 400), **first)
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 450), by=ROSA, seen=Seen(1000, 400))
    again = record(plan=ResultPlan(1, 1000, 400), **first)
    assert (again.result.ns_mp, again.result.ew_mp) == (1000, 450)
    assert again.line is None
    assert lines(event) == ["record_result", "correct_result"]


def test_totals_entered_on_the_wrong_line_are_swapped_once_however_often_it_is_pressed(event: Event) -> None:
    hands = (HandPlan(600, 100), HandPlan(400, 300))
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400, hands), by=DIRECTOR)
    for _ in range(2):
        swap_totals(event=event, round_number=1, table=1, by=DIRECTOR, seen=Seen(1000, 400))
    result = Result.objects.get(state="confirmed")
    assert (result.ns_mp, result.ew_mp) == (400, 1000)
    assert list(result.hands.values_list("ns_mp", "ew_mp")) == [(100, 600), (300, 400)]
    assert lines(event) == ["record_result", "correct_result"]


def test_nothing_is_swapped_that_somebody_else_has_corrected_meanwhile(event: Event) -> None:
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400), by=DIRECTOR)
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 900), by=ROSA)
    with pytest.raises(ChangedMeanwhileError):
        swap_totals(event=event, round_number=1, table=1, by=DIRECTOR, seen=Seen(1000, 400))


@pytest.fixture
def over() -> Event:
    """All rounds of the programme closed."""
    return an_evening(Evening(pairs=8, closed=4, programme="Mitchell 4", with_hands=False))


def corrected(event: Event, **more: Any) -> Any:
    return record(event=event, round_number=4, plan=ResultPlan(1, 1000, 400), by=DIRECTOR, **more)


def test_after_the_last_round_a_correction_needs_the_referees_countersignature_within_the_time_set_afterwards_it_is_refused(  # noqa: E501
    over: Event,
) -> None:
    with pytest.raises(NeedsConfirmationError, match="countersignature"):
        corrected(over)
    assert corrected(over, countersigned_by="Ada Fiore").line.new["countersigned_by"] == "Ada Fiore"
    Round.objects.filter(event=over, number=4).update(closed_at=timezone.now() - timedelta(minutes=31))
    with pytest.raises(DeskRefusal, match="30 minutes"):
        record(
            event=over,
            round_number=4,
            plan=ResultPlan(1, 1000, 900),
            by=DIRECTOR,
            countersigned_by="Ada Fiore",
        )


def test_before_the_last_round_is_over_corrections_are_free() -> None:
    event = an_evening(Evening(pairs=8, closed=3, programme="Mitchell 4", with_hands=False))
    recorded = record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400), by=DIRECTOR)
    assert recorded.is_correction


def test_recording_one_of_250_tables_takes_a_fixed_few_queries(
    django_assert_max_num_queries: Any,
) -> None:
    event = an_evening(Evening(pairs=500, closed=0, open_round="published"))
    with django_assert_max_num_queries(13):  # in a test there are savepoints around it besides
        recorded = record(
            event=event, round_number=1, plan=ResultPlan(7, 1000, 400), by=DIRECTOR, seen=Seen()
        )
    assert len(recorded.progress.missing) == 249
    assert JournalLine.objects.get(event=event, number=recorded.version).table == 7

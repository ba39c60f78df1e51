"""Everything keyed twice."""

from __future__ import annotations

import pytest

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.desk_scores import grid_of
from tournaments.boards.facts import load
from tournaments.desk.change import Actor, DeskRefusal, NeedsConfirmationError
from tournaments.desk.judging import ImpossibleResultError
from tournaments.desk.keying import (
    FIRST,
    SECOND,
    key_again,
    refuse_open_differences,
    settle_difference,
    switch_double_keying,
)
from tournaments.desk.results import ResultPlan, record, record_round
from tournaments.models import Event, Result, SecondKeying

pytestmark = pytest.mark.django_db
ROSA = Actor(name="Rosa", source="desk")


@pytest.fixture
def event() -> Event:
    """Three of four tables keyed once."""
    event = an_evening(Evening(pairs=8, closed=0, open_round="published"))
    plans = [ResultPlan(table, 1000, 400) for table in (1, 2, 3)]
    record_round(event=event, round_number=1, plans=plans, by=DIRECTOR)
    return event


def again(event: Event, table: int, ns: int, ew: int) -> SecondKeying:
    return key_again(event=event, round_number=1, table=table, ns_mp=ns, ew_mp=ew, by=ROSA)


def differing(event: Event) -> list[int]:
    grid = grid_of(event, 1)
    assert grid is not None
    return [table.table for table in grid.differences]


def test_everything_keyed_twice_to_catch_slips_only_the_differences_are_shown(event: Event) -> None:
    again(event, 1, 1000, 400)
    again(event, 2, 1000, 450)
    assert differing(event) == [2]
    grid = grid_of(event, 1)
    assert grid is not None
    assert [table.table for table in grid.not_keyed_again] == [3]


def test_the_second_keying_counts_for_nothing_by_itself(event: Event) -> None:
    before = load(event).standings()
    again(event, 2, 1000, 450)
    again(event, 4, 2000, 0)
    assert load(event).standings() == before
    assert [m.is_settled for m in load(event).matches_of(1)] == [True, True, True, False]


def test_a_difference_is_decided_for_the_first_or_for_the_second_keying(event: Event) -> None:
    again(event, 1, 1000, 450)
    again(event, 2, 1000, 450)
    settle_difference(event=event, round_number=1, table=1, stands=FIRST, by=DIRECTOR)
    settle_difference(event=event, round_number=1, table=2, stands=SECOND, by=DIRECTOR)
    assert differing(event) == []
    kept = Result.objects.filter(state="confirmed").order_by("match__table").values_list("ew_mp", flat=True)
    assert list(kept) == [400, 450, 400]
    assert event.journal.last().verb == "correct_result"


def test_keying_the_same_again_leaves_no_line_in_the_journal(event: Event) -> None:
    again(event, 1, 1000, 450)
    version = event.version
    again(event, 1, 1000, 450)
    assert event.version == version
    again(event, 1, 1000, 400)
    assert event.journal.last().old == {"ns": 1000, "ew": 450}


def test_a_second_keying_that_is_no_result_is_refused(event: Event) -> None:
    with pytest.raises(ImpossibleResultError, match="2,183"):
        again(event, 1, 2183, 400)
    with pytest.raises(DeskRefusal, match="Nobody plays"):
        again(event, 9, 1000, 400)
    with pytest.raises(DeskRefusal, match="not been keyed twice"):
        settle_difference(event=event, round_number=1, table=1, stands=FIRST, by=DIRECTOR)


def test_a_round_is_not_closed_over_open_differences(event: Event) -> None:
    again(event, 2, 1000, 450)
    with pytest.raises(DeskRefusal, match="tables 2 differ"):
        refuse_open_differences(event, 1, confirmed=True)


def test_with_double_keying_tables_keyed_once_are_asked_about(event: Event) -> None:
    refuse_open_differences(event, 1, confirmed=False)
    switch_double_keying(event=event, on=True, by=DIRECTOR)
    switch_double_keying(event=event, on=True, by=DIRECTOR)
    assert event.journal.filter(verb="switch_double_keying").count() == 1
    for table in (1, 2):
        again(event, table, 1000, 400)
    with pytest.raises(NeedsConfirmationError, match="Tables 3 have been keyed only once"):
        refuse_open_differences(event, 1, confirmed=False)
    refuse_open_differences(event, 1, confirmed=True)


def test_a_table_corrected_after_both_keyings_differs_again(event: Event) -> None:
    again(event, 1, 1000, 400)
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 500), by=DIRECTOR)
    assert differing(event) == [1]

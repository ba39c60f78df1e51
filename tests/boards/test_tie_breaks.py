"""Why are we third: every criterion with its value, and the matches of the direct encounter."""

from __future__ import annotations

import pytest

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.released import load_released
from tournaments.boards.standings import Row, standings_board
from tournaments.desk.results import ResultPlan, record
from tournaments.models import Event

pytestmark = pytest.mark.django_db
KEYS = ["net_mp", "direct_encounter", "gross_mp", "last_round_vp", "lot"]


def rows(event: Event, upto: int) -> dict[int, Row]:
    return {row.number: row for row in standings_board(load_released(event), upto).rows}


def test_a_pair_level_with_nobody_has_nothing_to_open() -> None:
    found = rows(an_evening(Evening(pairs=30, closed=2)), 2).values()
    alone = [row for row in found if [other.vp for other in found].count(row.vp) == 1]
    assert alone
    assert all(row.behind is None for row in alone)


def test_a_level_pair_has_the_value_of_every_criterion_in_their_order() -> None:
    event = an_evening(Evening(pairs=30, closed=2))
    found = [row for row in rows(event, 2).values() if row.behind is not None]
    assert found
    for row in found:
        assert row.behind is not None
        assert [value.key for value in row.behind.values] == KEYS
        assert row.behind.values[0].value == row.mp


def test_who_is_level_on_mp_too_sees_the_matches_between_them() -> None:
    event = an_evening(Evening(pairs=4, closed=2, programme="Mitchell 2; Danese modificato 1"))
    # Every match a draw: all four are level on VP and MP, and whoever met is shown.
    for number in (1, 2):
        for table in (1, 2):
            plan = ResultPlan(table=table, ns_mp=1000, ew_mp=1000)
            record(event=event, round_number=number, plan=plan, by=DIRECTOR, confirmed=True)
    for row in rows(event, 2).values():
        assert row.behind is not None
        assert [(met.round, met.vp, met.their_vp) for met in row.behind.meetings] == [
            (1, 10, 10),
            (2, 10, 10),
        ]


def test_who_is_apart_on_mp_sees_no_direct_encounter() -> None:
    event = an_evening(Evening(pairs=4, closed=1, programme="Mitchell 2"))
    for table, ew in ((1, 600), (2, 650)):  # both 12 to 8, and the MP differ
        plan = ResultPlan(table=table, ns_mp=1000, ew_mp=ew)
        record(event=event, round_number=1, plan=plan, by=DIRECTOR, confirmed=True)
    for row in rows(event, 1).values():
        assert row.behind is not None
        assert row.behind.meetings == ()


def test_places_published_elsewhere_are_explained_by_no_criterion() -> None:
    event = an_evening(Evening(pairs=4, closed=1, programme="Mitchell 2"))
    Event.objects.filter(pk=event.pk).update(official_places=True)
    for place, entry in enumerate(event.entries.order_by("-number"), start=1):
        entry.official_place = place
        entry.save()
    event.refresh_from_db()
    assert all(row.behind is None for row in rows(event, 1).values())

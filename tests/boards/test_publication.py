"""Each published standings has its number and says what changed since the last."""

from __future__ import annotations

import pytest

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.publication import Correction, Published, published
from tournaments.boards.released import load_released
from tournaments.boards.standings import standings_board
from tournaments.desk.publishing import publish_standings
from tournaments.desk.results import ResultPlan, record
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=6, closed=2, programme="Mitchell 3"))


def state(event: Event, upto: int = 2) -> Published:
    released = load_released(event)
    return published(released, upto, standings_board(released, upto).rows)


def correct(event: Event, ns: int, ew: int) -> None:
    plan = ResultPlan(table=2, ns_mp=ns, ew_mp=ew)
    record(event=event, round_number=2, plan=plan, by=DIRECTOR, confirmed=True)


def test_closing_a_round_publishes_its_standings_under_the_next_number(event: Event) -> None:
    assert (state(event, 1).number, state(event, 2).number) == (1, 2)
    assert state(event).changes is None


def test_a_round_without_a_publication_has_a_time_and_no_number(event: Event) -> None:
    event.publications.all().delete()
    found = state(event)
    assert found == Published(None, event.rounds.get(number=2).closed_at)


def test_a_correction_is_told_at_once_with_the_places_it_moved(event: Event) -> None:
    before = {s.entry: s.place for s in load_released(event).facts.standings(2)}
    correct(event, 9000, 0)
    after = {s.entry: s.place for s in load_released(event).facts.standings(2)}
    found = state(event)
    assert found.number == 2
    assert found.changes is not None
    assert (found.changes.since, found.changes.corrections) == (2, (Correction(2, 2),))
    moved = {after[number] for number in after if after[number] != before[number]}
    assert found.changes.places == tuple(sorted(moved))
    assert moved


def test_the_next_number_says_what_changed_since_the_one_before(event: Event) -> None:
    correct(event, 9000, 0)
    publish_standings(event=event, by=DIRECTOR)
    found = state(event)
    assert found.number == 3
    assert found.changes is not None
    assert (found.changes.since, found.changes.corrections) == (2, (Correction(2, 2),))


def test_a_correction_that_moves_nobody_says_so(event: Event) -> None:
    first = load_released(event).facts.matches_of(2)[1]
    assert first.ns_mp is not None
    assert first.ew_mp is not None
    correct(event, first.ns_mp + 5, first.ew_mp)
    found = state(event)
    assert found.changes is not None
    assert (found.changes.corrections, found.changes.places) == ((Correction(2, 2),), ())


def test_the_publication_of_one_round_says_nothing_of_another(event: Event) -> None:
    correct(event, 9000, 0)
    assert state(event, 1) == Published(1, event.publications.get(number=1).at)

"""Standings are published under numbers, and say what has changed."""

import pytest

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.desk.change import DeskRefusal
from tournaments.desk.penalties import PenaltyPlan, penalise
from tournaments.desk.publishing import publish_standings
from tournaments.desk.results import ResultPlan, record
from tournaments.desk.rounds import close_round
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def published(event: Event) -> list[tuple[int, int]]:
    return list(event.publications.order_by("number").values_list("number", "round_number"))


def test_closing_a_round_publishes_its_standings_under_the_next_number() -> None:
    event = an_evening(Evening(pairs=8, closed=3))
    assert published(event) == [(1, 1), (2, 2), (3, 3)]
    last = event.publications.get(number=3)
    assert last.version == event.version
    assert [row["place"] for row in last.rows] == sorted(row["place"] for row in last.rows)
    assert sum(row["vp"] for row in last.rows) == 3 * 4 * 20


def test_closing_leaves_one_line_in_the_journal_although_it_publishes() -> None:
    event = an_evening(Evening(pairs=8, closed=1))
    assert event.journal.filter(verb="close_round").count() == 1
    assert not event.journal.filter(verb="publish_standings").exists()


def test_what_is_corrected_after_the_closing_is_published_under_the_next_number() -> None:
    event = an_evening(Evening(pairs=8, closed=2))
    record(event=event, round_number=1, plan=ResultPlan(1, 3000, 0), by=DIRECTOR, reason="misread")
    found = publish_standings(event=event, by=DIRECTOR)
    assert (found.number, found.round_number, found.version) == (3, 2, event.version)
    assert found.rows != event.publications.get(number=2).rows
    line = event.journal.latest("number")
    assert (line.verb, line.new) == ("publish_standings", {"number": 3})


def test_publishing_pressed_twice_makes_one_publication() -> None:
    event = an_evening(Evening(pairs=8, closed=1))
    penalise(event=event, plans=[PenaltyPlan(3, vp=1, reason="left the table")], by=DIRECTOR)
    publish_standings(event=event, by=DIRECTOR)
    with pytest.raises(DeskRefusal, match=r"Nothing has changed since standings no\. 2"):
        publish_standings(event=event, by=DIRECTOR)
    assert published(event) == [(1, 1), (2, 1)]


def test_nothing_is_published_before_a_round_is_closed() -> None:
    with pytest.raises(DeskRefusal, match="Nothing has been played yet"):
        publish_standings(event=an_event(Evening(pairs=8)), by=DIRECTOR)
    with pytest.raises(DeskRefusal, match="No round is closed yet"):
        publish_standings(event=an_evening(Evening(pairs=8, closed=0, open_round="published")), by=DIRECTOR)


def test_a_round_closed_before_an_earlier_one_is_published_when_that_one_closes() -> None:
    event = an_evening(Evening(pairs=4, closed=1))
    first = event.rounds.get(number=1)
    first.state, first.closed_at = "published", None
    first.save()
    event.publications.all().delete()
    from tests.factories import seat
    from tournaments.desk.rounds import publish_round

    seat(event, Evening(pairs=4), 2)
    publish_round(event=event, number=2, by=DIRECTOR)
    for table in (1, 2):
        record(event=event, round_number=2, plan=ResultPlan(table, 1000, 400), by=DIRECTOR)
    close_round(event=event, number=2, by=DIRECTOR)
    assert published(event) == []
    close_round(event=event, number=1, by=DIRECTOR)
    assert published(event) == [(1, 1), (2, 2)]

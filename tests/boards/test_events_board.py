"""The list of evenings, page by page: each once, the newest first, however many there are."""

from __future__ import annotations

import datetime

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import Evening, an_evening
from tournaments.boards import overview
from tournaments.boards.overview import events_board
from tournaments.models import Club, Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def seven(monkeypatch: pytest.MonkeyPatch) -> list[Event]:
    """Seven evenings on three days, on pages of three."""
    monkeypatch.setattr(overview, "EVENTS_A_PAGE", 3)
    events = [an_evening(Evening(pairs=8, closed=1, name=f"Serata {number}")) for number in range(7)]
    for number, event in enumerate(events):
        Event.objects.filter(pk=event.pk).update(date=datetime.date(2026, 11, 1 + number // 3))
    return list(Event.objects.order_by("-date", "-pk"))


def pages(club: Club | None = None) -> list[list[int]]:
    found, before = [], ""
    while True:
        board = events_board(club, before)
        found.append([event.pk for event in board.events])
        before = board.earlier
        if not before:
            return found


def test_page_after_page_every_evening_is_shown_once_the_newest_first(seven: list[Event]) -> None:
    assert [len(page) for page in pages()] == [3, 3, 1]
    assert [pk for page in pages() for pk in page] == [event.pk for event in seven]


def test_a_club_has_its_own_pages(seven: list[Event]) -> None:
    other = Club.objects.create(name="Un altro circolo", slug="un-altro")
    Event.objects.filter(pk__in=[seven[0].pk, seven[4].pk]).update(club=other)
    assert pages(other) == [[seven[0].pk, seven[4].pk]]
    assert [len(page) for page in pages(seven[1].club)] == [3, 2]


def test_a_page_costs_one_query_and_knows_pairs_and_rounds(seven: list[Event]) -> None:
    with CaptureQueriesContext(connection) as asked:
        board = events_board()
    assert len(asked) == 1
    told = {(event.pairs, event.played, event.total) for event in board.events}  # type: ignore[attr-defined]
    assert told == {(8, 1, 4)}


def test_earlier_evenings_are_a_link_away(seven: list[Event], client: Client) -> None:
    page = client.get("/", headers={"accept-language": "en"}).content.decode()
    assert seven[0].slug in page
    assert seven[3].slug not in page
    link = page.split('rel="next" href="')[1].split('"')[0]
    earlier = client.get(f"/{link}").content.decode()
    assert seven[3].slug in earlier
    assert seven[0].slug not in earlier


@pytest.mark.parametrize("before", ["2026-06-31.4", "yesterday", "2026-11-02", "-1"])
def test_a_page_that_is_none_is_the_first(seven: list[Event], client: Client, before: str) -> None:
    assert seven[0].slug in client.get("/", {"before": before}).content.decode()

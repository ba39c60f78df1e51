"""Finding one's way without an account: a club's evenings, a pair by its code, a seat by a surname."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.boards import live
from tournaments.desk.events import club_named
from tournaments.desk.rounds import publish_round
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    cache.clear()
    live.forget()
    yield
    live.forget()


@pytest.fixture
def english() -> Client:
    return Client(HTTP_ACCEPT_LANGUAGE="en")


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=12, closed=2, open_round="published"))


def text(client: Client, address: str, **asked: str) -> str:
    answer = client.get(address, asked)
    assert answer.status_code == 200
    return answer.content.decode()


def test_a_club_shows_its_own_evenings_and_no_others(english: Client, event: Event) -> None:
    other = an_event(Evening(pairs=4, name="Elsewhere"))
    other.club = club_named("Another club")
    other.save()
    page = text(english, f"/c/{event.club.slug}/")
    assert f'href="/e/{event.slug}/"' in page
    assert "Elsewhere" not in page
    assert english.get("/c/nothing/").status_code == 404


def test_a_club_without_an_evening_says_so(english: Client) -> None:
    club = club_named("A new club")
    assert "no evening here yet" in text(english, f"/c/{club.slug}/")


def test_table_and_line_are_said_at_once_by_a_surname_with_a_slip(english: Client, event: Event) -> None:
    page = text(english, f"/e/{event.slug}/where/", q="Gentlie")
    assert "Perhaps you mean" in page
    assert "Gentile Enrica" in page
    assert re.search(r"Table</small> <b>\d+</b>", page)
    assert "North-South" in page


def test_nobody_of_that_name_is_told_what_else_to_try(english: Client, event: Event) -> None:
    assert "number of the pair" in text(english, f"/e/{event.slug}/where/", q="Wojciechowski")


def test_what_was_typed_is_shown_as_text(english: Client, event: Event) -> None:
    page = text(english, f"/e/{event.slug}/where/", q="<script>alert(1)</script>")
    assert "<script>" not in page


def test_a_round_only_drawn_seats_nobody(english: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="drawn"))
    address = f"/e/{event.slug}/where/"
    assert "Table</small>" not in text(english, address, q="gentile")
    publish_round(event=event, number=2, by=DIRECTOR)
    assert "Table</small>" in text(english, address, q="gentile")


def test_the_search_asks_the_same_few_queries_for_20_pairs_and_for_200(english: Client) -> None:
    counts = []
    for pairs in (20, 200):
        event = an_evening(Evening(pairs=pairs, closed=1, open_round="published", name=f"{pairs}"))
        with CaptureQueriesContext(connection) as asked:
            text(english, f"/e/{event.slug}/where/", q="gentile")
        counts.append(len(asked))
    assert counts[0] == counts[1] <= 12


def test_the_code_of_a_pair_leads_to_its_page(client: Client, event: Event) -> None:
    assert client.get(f"/e/{event.slug}/p/7/")["Location"] == f"/e/{event.slug}/pairs/7/"
    assert client.get(f"/e/{event.slug}/p/99/", follow=True).status_code == 404


def test_a_pair_shows_its_code_on_the_screen_and_on_paper(client: Client, event: Event) -> None:
    page = text(client, f"/e/{event.slug}/pairs/7/")
    assert page.count("<svg") >= 3
    assert f"testserver/e/{event.slug}/p/7/" in page
    assert "data:" not in page


def test_charts_stand_on_the_pages_with_their_figures_behind_them(english: Client, event: Event) -> None:
    for address in (f"/e/{event.slug}/", f"/e/{event.slug}/pairs/7/"):
        page = text(english, address)
        title, says = re.findall(r'role="img" aria-labelledby="(\S+) (\S+)"', page)[0]
        assert f'<title id="{title}">' in page
        assert f'<desc id="{says}">' in page
        assert "The same in figures" in page
        assert "style=" not in page


def test_why_are_we_third_can_be_opened_in_the_row(english: Client, event: Event) -> None:
    page = text(english, f"/e/{event.slug}/standings/")
    values = re.findall(r'<dl class="facts values"[^>]*>(.*?)</dl>', page)
    assert values
    for label in ("Net MP", "Direct encounter", "Gross MP", "VP of the last round", "Lot"):
        assert f"<dt>{label}</dt>" in values[0]

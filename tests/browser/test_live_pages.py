"""Pages that stay true while they are open: the news within two seconds, and nothing moved meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache

from tests.factories import DIRECTOR, Evening, an_evening
from tests.house.browser import Browser
from tournaments.boards import live
from tournaments.desk.results import ResultPlan, record
from tournaments.desk.rounds import close_round
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

TWO_SECONDS = 2_000
MARK = "document.querySelector('main').dataset.notReloaded = 'yes'"
NOT_RELOADED = "document.querySelector('main').dataset.notReloaded"
HIDE = """(hidden) => {
    Object.defineProperty(document, 'hidden', {get: () => hidden, configurable: true});
    document.dispatchEvent(new Event('visibilitychange'));
}"""


@pytest.fixture
def event() -> Iterator[Event]:
    cache.clear()
    live.forget()
    yield an_evening(Evening(pairs=12, closed=2, open_round="published"))
    live.forget()


def play(event: Event, table: int, ns: int = 3215, ew: int = 1480) -> None:
    plan = ResultPlan(table=table, ns_mp=ns, ew_mp=ew)
    record(event=event, round_number=3, plan=plan, by=DIRECTOR, confirmed=True)


def asks(page: Any) -> list[str]:
    """Every question for a mark from now on."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/live/" in request.url else None)
    return asked


def test_a_confirmed_result_is_on_the_open_results_page_within_two_seconds_without_a_reload(
    live_server: Any, browser: Browser, event: Event
) -> None:
    play(event, 1)
    with browser.page(width=360, height=740) as page:
        page.goto(f"{live_server.url}/e/{event.slug}/results/3/")
        page.evaluate("window.notReloaded = true")
        for table, seconds_later in ((2, 0.0), (4, 0.7), (5, 1.2)):
            page.wait_for_timeout(seconds_later * 1000)
            play(event, table, ns=2000 + 5 * table)
            page.get_by_text(f"2.0{5 * table:02}").wait_for(timeout=TWO_SECONDS)
        assert page.evaluate("window.notReloaded")
        assert page.locator(".count").inner_text().startswith("4")


def test_an_open_row_stays_open_and_the_focus_stays_where_it_was(
    live_server: Any, browser: Browser, event: Event
) -> None:
    with browser.page(width=390, height=844) as page:
        page.goto(f"{live_server.url}/e/{event.slug}/standings/")
        row = page.locator("li[data-pair='7'] summary")
        row.focus()
        page.keyboard.press("Enter")
        top = row.bounding_box()
        for table in range(1, 7):
            play(event, table, ns=500 * table)
        close_round(event=event, number=3, by=DIRECTOR)
        page.get_by_text("Dopo il 3º turno di 4").wait_for(timeout=TWO_SECONDS)
        assert page.locator("li[data-pair='7'] details").evaluate("each => each.open")
        assert row.evaluate("each => each === document.activeElement")
        after = row.bounding_box()
        assert top is not None
        assert after is not None
        assert abs(top["y"] - after["y"]) < 2


def test_the_page_says_when_it_was_brought_up_to_date(
    live_server: Any, browser: Browser, event: Event
) -> None:
    with browser.page(locale="en-GB") as page:
        page.goto(f"{live_server.url}/e/{event.slug}/results/")
        status = page.get_by_role("status")
        assert status.inner_text() == "Live: it changes by itself."
        play(event, 3)
        page.get_by_text("Live: updated at").wait_for(timeout=TWO_SECONDS)
        assert status.get_attribute("aria-live") in {None, "polite"}


def test_the_front_of_the_event_and_the_page_of_the_pair_are_as_quick(
    live_server: Any, browser: Browser, event: Event
) -> None:
    table = event.rounds.get(number=3).matches.get(table=2)
    number = table.seats.first().entry.number
    with browser.page() as front, browser.page() as pair:
        front.goto(f"{live_server.url}/e/{event.slug}/")
        pair.goto(f"{live_server.url}/e/{event.slug}/pairs/{number}/")
        play(event, 2)
        front.locator(".deal .now", has_text="1 su 6").wait_for(timeout=TWO_SECONDS)
        pair.get_by_text("Il risultato è arrivato").wait_for(timeout=TWO_SECONDS)


def test_a_result_of_another_table_fetches_neither_the_standings_nor_another_pairs_page(
    live_server: Any, browser: Browser, event: Event
) -> None:
    seat = event.rounds.get(number=3).matches.get(table=2).seats.first()
    with browser.page() as standings, browser.page() as pair:
        fetched: list[str] = []
        for page, address in ((standings, "standings/"), (pair, f"pairs/{seat.entry.number}/")):
            page.goto(f"{live_server.url}/e/{event.slug}/{address}")
            page.on("request", lambda request: fetched.append(request.url) if "/e/" in request.url else None)
        play(event, 5)
        standings.wait_for_timeout(2_000)
        pair.wait_for_timeout(200)
        assert fetched
        assert all("/live/" in url for url in fetched), fetched


def test_a_hidden_page_asks_rarely_and_at_once_when_somebody_looks_again(
    live_server: Any, browser: Browser, event: Event
) -> None:
    with browser.page() as page:
        page.goto(f"{live_server.url}/e/{event.slug}/results/3/")
        asked = asks(page)
        page.wait_for_timeout(3_200)
        assert 2 <= len(asked) <= 3
        page.evaluate(HIDE, True)
        before = len(asked)
        page.wait_for_timeout(4_000)
        assert len(asked) == before
        play(event, 1, ns=2345)
        page.evaluate(HIDE, False)
        page.get_by_text("2.345").wait_for(timeout=700)


def test_without_a_network_the_page_says_so_asks_less_and_recovers(
    live_server: Any, browser: Browser, event: Event
) -> None:
    with browser.page(locale="en-GB") as page:
        page.goto(f"{live_server.url}/e/{event.slug}/results/3/")
        page.context.set_offline(True)
        page.get_by_text("No connection").wait_for(timeout=8_000)
        play(event, 1, ns=2345)
        page.context.set_offline(False)
        page.get_by_text("2,345").wait_for(timeout=TWO_SECONDS)
        assert "No connection" not in page.get_by_role("status").inner_text()


def test_an_event_that_is_gone_is_asked_for_no_more(live_server: Any, browser: Browser, event: Event) -> None:
    with browser.page() as page:
        page.goto(f"{live_server.url}/e/{event.slug}/results/3/")
        Event.objects.filter(pk=event.pk).update(slug="elsewhere")
        live.forget()
        page.wait_for_timeout(1_800)
        asked = asks(page)
        page.wait_for_timeout(2_500)
        assert asked == []


def test_without_scripts_the_page_is_whole_and_a_reload_brings_the_news(
    live_server: Any, browser: Browser, event: Event
) -> None:
    with browser.page(java_script_enabled=False) as page:
        page.goto(f"{live_server.url}/e/{event.slug}/results/3/")
        play(event, 1, ns=2345)
        page.reload()
        assert page.get_by_text("2.345").is_visible()


def test_a_page_changed_in_place_is_the_page_a_reload_would_show(
    live_server: Any, browser: Browser, event: Event
) -> None:
    body = "document.querySelector('main').innerHTML.replace(/ open=\"\"/g, '')"
    for turn, address in enumerate(("results/3/", "standings/", "", "pairs/1/", "seats/")):
        with browser.page() as page:
            page.goto(f"{live_server.url}/e/{event.slug}/{address}")
            page.evaluate(MARK)
            if address == "results/3/":
                for table in range(1, 7):
                    play(event, table, ns=1000 + 700 * table)
            plan = ResultPlan(table=2, ns_mp=1000 + 500 * turn, ew_mp=0)
            record(event=event, round_number=2, plan=plan, by=DIRECTOR, confirmed=True)
            page.wait_for_function(f"() => !{NOT_RELOADED}")  # the mark is no part of the fresh page
            changed = page.evaluate(body)
            page.reload()
            assert changed == page.evaluate(body), address


def test_a_live_page_has_no_barrier(live_server: Any, browser: Browser, event: Event) -> None:
    with browser.page(width=360, height=740) as page:
        page.goto(f"{live_server.url}/e/{event.slug}/results/3/")
        play(event, 1)
        page.get_by_text("Diretta: aggiornat").or_(page.get_by_text("Live: updated")).wait_for(
            timeout=TWO_SECONDS
        )
        assert Axe().run(page).response["violations"] == []

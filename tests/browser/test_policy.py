"""Under the Content-Security-Policy every kind of page works, and asks for nothing the policy stops."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from django.core.cache import cache

from tests.browser.desk import at_the_desk, kept_on_the_phone, session_of
from tests.browser.test_every_desk_page import opened
from tests.factories import Evening, an_evening
from tests.house.browser import Browser
from tests.views.desk.doors import a_house
from tournaments.models import ClubMember, Event, Player, TableCode

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)

# Not the picture: what styles it is the browser's own viewer, whose styles the policy stops as well.
PUBLIC = (
    "", "standings/", "standings/1/", "seats/", "seats/1/?by=name", "results/", "results/1/", "pairs/",
    "pairs/?q=ros", "pairs/1/", "where/", "where/?q=gentile", "counter/", "clock/", "wall/", "wall/tables/",
    "wall/names/", "wall/standings/", "wall/progress/", "wall/clock/",
)  # fmt: skip
HOUSE = ("/", "/sign-in/", "/sign-out/", "/t/", "/t/ZZZZZZZZ/", "/nowhere/", "/welcome/nothing/")
OPEN_EVERYTHING = "document.querySelectorAll('details').forEach(each => { each.open = true })"


@pytest.fixture
def event() -> Event:
    cache.clear()
    made = an_evening(Evening(pairs=9, closed=1, open_round="published"))
    Player.objects.create(surname="Nicolosi", first_name="Rita", club=made.club)
    return made


def walk(page: Page, url: str, addresses: list[str]) -> None:
    """Open each address with everything on it unfolded; the browser tells of what is stopped."""
    for address in addresses:
        answer = page.goto(url + address)
        assert answer is not None
        assert answer.status < 500, address
        assert "default-src 'none'" in answer.headers["content-security-policy"], address
        page.evaluate(OPEN_EVERYTHING)


def test_the_listener_hears_what_the_policy_stops(browser: Browser, live_server: Any) -> None:
    told: list[str] = []
    stopped = pytest.raises(AssertionError, match="stopped by the policy: style-src-attr inline")
    with stopped, browser.page() as page:
        page.goto(live_server.url + "/t/")
        page.on("console", lambda message: told.append(message.text))
        page.evaluate("document.body.setAttribute('style', 'color: red')")
        assert page.evaluate("getComputedStyle(document.body).color") != "rgb(255, 0, 0)"
        page.evaluate("new Promise(resolve => setTimeout(resolve, 0))")
    assert told
    browser.errors.clear()


def test_the_public_pages_ask_for_nothing_the_policy_stops(
    browser: Browser, live_server: Any, event: Event
) -> None:
    with browser.page() as page:
        walk(page, live_server.url, [f"/e/{event.slug}/{rest}" for rest in PUBLIC])
        walk(page, live_server.url, [f"/c/{event.club.slug}/", *HOUSE])


def test_the_page_of_a_table_and_its_worker_live_under_the_policy(
    browser: Browser, live_server: Any, event: Event
) -> None:
    code = TableCode.objects.filter(match__round__state="published", revoked_at=None)[0].code
    with browser.page(width=412, height=915) as page:
        walk(page, live_server.url, [f"/t/{code}/", f"/t/{code}/hand/1/counter/?line=ns"])
        page.goto(f"{live_server.url}/t/{code}/")
        ready = page.evaluate("navigator.serviceWorker.ready.then(found => found.active.scriptURL)")
        assert ready.endswith("/t/worker.js")
        kept_on_the_phone(page, more_than=2)


def test_the_pages_of_the_desk_ask_for_nothing_the_policy_stops(browser: Browser, live_server: Any) -> None:
    event = a_house().running
    seen = set()
    session_of(event, "aldo", ClubMember.Role.OWNER)  # so that every page is there
    with at_the_desk(browser, live_server.url, event) as page:
        for name, _address in opened(page, live_server.url, event):
            seen.add(name)
        # htmx does its work, and adds no style of its own.
        page.goto(f"{live_server.url}/desk/{event.slug}/seats/2/")
        page.locator("details[hx-get] summary").first.click()
        page.wait_for_function(
            "() => document.querySelector('details[hx-get] .why').textContent.trim().length > 0"
        )
        assert page.locator("style").count() == 0
    assert len(seen) >= 20

"""The pages about other programs: their tokens, and what they can do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.desk import at_the_desk, session_of
from tests.factories import Evening, an_evening
from tests.house.browser import Browser
from tournaments.models import ApiToken, Event

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)

AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=6, closed=1))


def without_barriers(page: Page) -> None:
    found = Axe().run(page, options=AXE)
    assert found.violations_count == 0, found.generate_report()
    width = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert width[0] <= width[1]


@pytest.mark.parametrize("width", [360, 1280])
def test_an_owner_makes_a_token_and_copies_it(
    browser: Browser, live_server: Any, event: Event, width: int
) -> None:
    session_of(event, "olga", "owner")
    with at_the_desk(browser, live_server.url, event, name="olga", width=width, locale="en-GB") as page:
        page.goto(f"{live_server.url}/desk/clubs/{event.club.slug}/programs/")
        without_barriers(page)
        page.get_by_label("For which program").fill("Sito della federazione")
        page.get_by_role("button", name="Make the token").click()
        shown = page.get_by_label("Token", exact=True)
        assert shown.input_value().startswith("pzt_")
        without_barriers(page)
        page.get_by_role("button", name="Revoke the token for Sito della federazione").click()
        page.get_by_text("revoked").wait_for()
    assert ApiToken.objects.get().revoked_at is not None


def test_the_documentation_is_drawn_and_an_operation_is_tried(
    browser: Browser, live_server: Any, event: Event
) -> None:
    with browser.page() as page:
        page.goto(f"{live_server.url}/api/v1/")
        operation = page.locator(".opblock", has_text="The events")
        operation.first.locator(".opblock-summary-control").click()
        page.get_by_role("button", name="Try it out").click()
        page.get_by_role("button", name="Execute").click()
        page.locator(".live-responses-table").get_by_text(event.slug).first.wait_for()

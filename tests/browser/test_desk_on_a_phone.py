"""The desk on a phone of 360 pixels: rare, but then no page is wider than it and no figure is cut."""

from __future__ import annotations

from typing import Any

import pytest

from tests.browser.desk import at_the_desk
from tests.factories import DIRECTOR, Evening, an_evening
from tests.house.browser import Browser
from tournaments.desk.results import ResultPlan, record
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = (
    "",
    "entries/",
    "entries/3/",
    "seats/2/",
    "scores/2/",
    "scores/1/",
    "standings/",
    "journal/",
    "clock/",
)
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
# The widest total of a round, typed into every open cell: which of them do not show it whole?
CUT = """[...document.querySelectorAll("[data-grid] input[data-cell]")].filter(cell => {
    cell.value = "-10485"; return cell.scrollWidth > cell.clientWidth })"""


@pytest.mark.parametrize("depth", Event.Depth.values)
@pytest.mark.parametrize("width", [360, 390])
def test_every_page_of_the_desk_holds_on_a_phone(
    browser: Browser, live_server: Any, width: int, depth: str
) -> None:
    event = an_evening(
        Evening(
            pairs=10, closed=1, open_round="published", with_hands=depth != Event.Depth.TOTALS,
            name="Campionato sociale d'autunno-inverno, memorial",
        )
    )  # fmt: skip
    event.depth = depth
    event.save()
    record(event=event, round_number=1, plan=ResultPlan(1, 9000, 5), reason="misread", by=DIRECTOR)
    with at_the_desk(browser, live_server.url, event, width=width, height=740) as page:
        for address in (f"/desk/{event.slug}/{name}" for name in PAGES):
            page.goto(live_server.url + address)
            assert page.evaluate(TOO_WIDE) <= 0, address
            assert page.evaluate(f"{CUT}.length") == 0, address
        page.goto(f"{live_server.url}/desk/")
        assert page.evaluate(TOO_WIDE) <= 0


def test_the_name_of_an_evening_has_the_room_of_the_list(browser: Browser, live_server: Any) -> None:
    event = an_evening(Evening(pairs=4, closed=0, name="Burraco d'autunno al circolo"))
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(f"{live_server.url}/desk/")
        box = page.get_by_role("link", name="Burraco d’autunno al circolo").bounding_box()
        assert box is not None
        assert box["height"] < 40, "the name is on more than one line"


def test_on_a_phone_results_and_clock_are_one_touch_from_the_evening(
    browser: Browser, live_server: Any
) -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="published"))
    with browser.page(width=360, height=740) as page:
        for words, there in (("Risultati", "/results/"), ("Orologio", "/clock/")):
            page.goto(f"{live_server.url}/e/{event.slug}/")
            page.locator("main").get_by_role("link", name=words, exact=True).click()
            page.wait_for_url(f"**{there}")
        page.goto(f"{live_server.url}/e/{event.slug}/seats/")
        page.locator("main").get_by_role("link", name="Risultati").click()
        page.wait_for_url("**/results/2/")
        assert page.evaluate(TOO_WIDE) <= 0


def test_the_clock_is_offered_only_while_a_round_runs(browser: Browser, live_server: Any) -> None:
    event = an_evening(Evening(pairs=8, closed=1))
    with browser.page(width=360, height=740) as page:
        page.goto(f"{live_server.url}/e/{event.slug}/")
        assert page.locator("main").get_by_role("link", name="Risultati", exact=True).is_visible()
        assert page.locator("main").get_by_role("link", name="Orologio").count() == 0


def test_on_paper_sixty_names_are_one_sheet_and_the_hands_of_a_pair_are_seen(
    browser: Browser, live_server: Any
) -> None:
    event = an_evening(Evening(pairs=30, closed=2))
    with browser.page() as page:
        page.goto(f"{live_server.url}/e/{event.slug}/pairs/")
        assert page.pdf(prefer_css_page_size=True).count(b"/Type /Page\n") == 1
        page.emulate_media(media="print")
        assert not page.get_by_role("searchbox").is_visible()
        page.goto(f"{live_server.url}/e/{event.slug}/pairs/3/")
        hands = page.locator(".evening .hand-list")
        assert [hands.nth(number).is_visible() for number in range(hands.count())] == [True, True]
        page.emulate_media(media="screen")
        assert not hands.first.is_visible()

"""The pages as a phone, a laptop and a printer show them."""

from __future__ import annotations

import re
import subprocess
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.contrib.auth import get_user_model
from django.core.cache import cache

from tests.factories import LONG_NAMES, Evening, an_evening
from tests.house.browser import Browser
from tests.house.missing import needs
from tournaments.desk.accounts import first_owner_link
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

EVENT_PAGES = (
    "",
    "standings/",
    "standings/1/",
    "seats/",
    "seats/1/?by=name",
    "results/1/",
    "results/",
    "pairs/",
    "pairs/?q=ros",
    "pairs/1/",
    "where/",
    "where/?q=gentle",
)
OPEN_EVERYTHING = "document.querySelectorAll('details').forEach(each => { each.open = true })"
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture
def evening() -> Event:
    cache.clear()
    return an_evening(Evening(pairs=13, closed=2, open_round="published"))


@pytest.fixture
def long_names() -> Event:
    cache.clear()
    return an_evening(LONG_NAMES)


def addresses(live_server: Any, event: Event) -> list[str]:
    base = f"{live_server.url}/e/{event.slug}/"
    house = [f"{live_server.url}{path}" for path in ("/", "/sign-in/", "/sign-out/", "/nowhere/")]
    link = first_owner_link(live_server.url)
    return [*(base + page for page in EVENT_PAGES), *house, *([link] if link else [])]


@pytest.mark.parametrize(
    ("width", "height"), [(360, 740), (412, 915), (768, 1024), (1280, 800), (1920, 1080)]
)
def test_nothing_is_wider_than_the_screen_however_long_the_names(
    live_server: Any, browser: Browser, long_names: Event, width: int, height: int
) -> None:
    with browser.page(width=width, height=height) as page:
        for address in addresses(live_server, long_names):
            page.goto(address)
            page.evaluate(OPEN_EVERYTHING)
            assert page.evaluate(TOO_WIDE) <= 0, address


def test_with_letters_twice_as_large_rows_fold_instead_of_running_off(
    live_server: Any, browser: Browser, evening: Event
) -> None:
    with browser.page(width=390, height=844) as page:
        for address in addresses(live_server, evening):
            page.goto(address)
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            page.evaluate(OPEN_EVERYTHING)
            assert page.evaluate(TOO_WIDE) <= 0, address


def barriers(page: Any) -> list[tuple[str, str, str]]:
    """What axe finds wrong: the rule, the element, and what is to be mended."""
    found = Axe().run(page).response["violations"]
    return [(one["id"], node["html"][:200], node["failureSummary"]) for one in found for node in one["nodes"]]


@pytest.mark.parametrize(("scheme", "width"), [("light", 360), ("dark", 412), ("dark", 1280)])
def test_whoever_cannot_see_well_finds_no_barrier(
    live_server: Any, browser: Browser, evening: Event, scheme: str, width: int
) -> None:
    with browser.page(width=width, color_scheme=scheme, reduced_motion="reduce") as page:
        page.goto(f"{live_server.url}/e/{evening.slug}/standings/?follow=7")
        for address in addresses(live_server, evening):
            page.goto(address)
            page.evaluate(OPEN_EVERYTHING)
            assert barriers(page) == [], address


def test_the_page_of_problems_has_no_barrier_and_fits_a_phone(live_server: Any, browser: Browser) -> None:
    get_user_model().objects.create_superuser("aldo", password="una lunga serata")
    with browser.page(width=360, height=740, locale="en-GB", reduced_motion="reduce") as page:
        page.goto(f"{live_server.url}/load/")
        page.get_by_label("Username").fill("aldo")
        page.get_by_label("Password").fill("una lunga serata")
        page.get_by_role("button", name="Sign in").click()
        book = {"name": "serata.xlsx", "mimeType": "application/octet-stream", "buffer": b"no workbook"}
        page.get_by_label("Event workbook").set_input_files(files=[book])
        page.get_by_role("button", name="Load", exact=True).click()
        page.get_by_text("serata.xlsx was not loaded").wait_for()
        assert page.evaluate(TOO_WIDE) <= 0
        assert barriers(page) == []


def test_every_page_has_one_title_and_headings_in_order(
    live_server: Any, browser: Browser, evening: Event
) -> None:
    with browser.page() as page:
        titles = []
        for address in addresses(live_server, evening):
            page.goto(address)
            levels = [
                int(tag[1])
                for tag in page.locator("h1, h2, h3").evaluate_all("all => all.map(h => h.tagName)")
            ]
            assert levels.count(1) == 1, address
            assert levels[0] == 1, address
            assert all(after - before <= 1 for before, after in pairwise(levels)), address
            titles.append(page.title())
        assert all(title.endswith("Pozzetto") or title.endswith("autunno") for title in titles)


def test_a_row_opens_by_keyboard_and_says_why(live_server: Any, browser: Browser, evening: Event) -> None:
    with browser.page(locale="en-GB") as page:
        page.goto(f"{live_server.url}/e/{evening.slug}/standings/")
        page.locator("summary").first.focus()
        page.keyboard.press("Enter")
        assert page.get_by_text("Why 1st?").is_visible()


def test_an_english_browser_gets_english_and_an_italian_one_italian(
    live_server: Any, browser: Browser, evening: Event
) -> None:
    for locale, language in (("en-GB", "en"), ("it-IT", "it"), ("de-DE", "it")):
        with browser.page(locale=locale) as page:
            page.goto(f"{live_server.url}/e/{evening.slug}/")
            assert page.locator("html").get_attribute("lang") == language


def test_a_phone_follows_its_pair_from_its_page_to_the_foot_of_the_standings(
    live_server: Any, browser: Browser, evening: Event
) -> None:
    with browser.page(width=390, height=844, locale="en-GB") as page:
        page.goto(f"{live_server.url}/e/{evening.slug}/pairs/7/")
        page.get_by_role("link", name="Follow this pair").click()
        dock = page.locator(".follow")
        assert dock.is_visible()
        assert "Mazza" in dock.inner_text()
        page.get_by_role("link", name="My pair").click()
        assert page.url.endswith("/pairs/7/")
        page.get_by_role("link", name="Stop following").click()
        assert page.get_by_role("link", name="Follow this pair").is_visible()


def printed(page: Any, folder: Path) -> list[str]:
    """The text of each sheet of paper the page prints on."""
    paper = folder / "page.pdf"
    page.pdf(path=str(paper), prefer_css_page_size=True)
    program = needs("pdftotext", for_what="what is printed")
    text = subprocess.run(
        [program, "-layout", str(paper), "-"], capture_output=True, check=True, text=True
    ).stdout
    return [sheet for sheet in text.split("\f") if sheet.strip()]


def test_standings_of_thirty_pairs_print_on_one_sheet_with_check_and_signatures(
    live_server: Any, browser: Browser, tmp_path: Path
) -> None:
    cache.clear()
    event = an_evening(Evening(pairs=30, closed=3))
    with browser.page(locale="en-GB", color_scheme="dark") as page:
        page.goto(f"{live_server.url}/e/{event.slug}/standings/")
        sheets = printed(page, tmp_path)
    assert len(sheets) == 1
    for words in (
        "Standings after the 3rd round",
        "Publication no. 3",
        "Check: VP 900 = 20 × 45 tables; MP 0",
    ):
        assert words in sheets[0]
    for who in ("The referee", "The tournament director", "For the club"):
        assert who in sheets[0]
    assert "Follow your pair" not in sheets[0]
    assert "Sign in" not in sheets[0]


def test_long_standings_repeat_their_headings_on_every_sheet(
    live_server: Any, browser: Browser, tmp_path: Path
) -> None:
    cache.clear()
    event = an_evening(Evening(pairs=120, closed=1, with_hands=False))
    with browser.page(locale="en-GB") as page:
        page.goto(f"{live_server.url}/e/{event.slug}/standings/")
        sheets = printed(page, tmp_path)
    assert len(sheets) > 2
    assert all(re.search(r"Place\s+Pair\s+Club\s+VP\s+MP", sheet) for sheet in sheets)


@pytest.mark.parametrize("order", ["", "?by=name"])
def test_seats_of_thirty_pairs_print_on_one_sheet_in_both_orders(
    live_server: Any, browser: Browser, tmp_path: Path, order: str
) -> None:
    cache.clear()
    event = an_evening(Evening(pairs=30, closed=0, open_round="published"))
    with browser.page(locale="en-GB") as page:
        page.goto(f"{live_server.url}/e/{event.slug}/seats/1/{order}")
        sheets = printed(page, tmp_path)
    assert len(sheets) == 1
    assert "Seats of the 1st round" in sheets[0]
    for surname in ("Gentile", "Dell’Acqua", "Fiorentini"):
        assert surname in sheets[0]
    assert "By table" not in sheets[0]

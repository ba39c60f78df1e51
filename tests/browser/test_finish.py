"""The end of an evening in a browser: publish, print, prizes, finish, archive; by keyboard, open to all."""

from __future__ import annotations

import subprocess
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from scoring.prizes import PrizePlan, Special
from tests.browser.desk import at_the_desk
from tests.factories import DIRECTOR, Evening, an_evening
from tests.house.browser import Browser
from tests.house.missing import needs
from tournaments.boards.prizes import PrizeSettings
from tournaments.desk.closing import archive_event, finish_event
from tournaments.desk.prizes import set_prizes
from tournaments.desk.results import ResultPlan, record
from tournaments.models import Event

pytestmark = pytest.mark.django_db(transaction=True)

AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}


def a_corrected_evening(pairs: int = 30) -> Event:
    """Every round is closed and one result was corrected since: no. 4 is still to be published."""
    event = an_evening(Evening(pairs=pairs, closed=3, programme="Mitchell 3"))
    Event.objects.filter(pk=event.pk).update(fee=Decimal("12.50"))
    event.refresh_from_db()
    plan = ResultPlan(1, 4000, 0)
    record(event=event, round_number=1, plan=plan, by=DIRECTOR, reason="misread", countersigned_by="Lia Neri")
    return event


def tab_to(page: Any, selector: str, most: int = 80) -> None:
    """Press Tab until what is wanted has the focus, as somebody without a mouse does."""
    for _ in range(most):
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with the Tab key")


def test_an_evening_is_brought_to_its_end_with_the_keyboard_alone(browser: Browser, live_server: Any) -> None:
    event = a_corrected_evening()
    with at_the_desk(browser, live_server.url, event) as page:
        desk = f"{live_server.url}/desk/{event.slug}/"
        page.goto(f"{desk}standings/")
        assert "controfirmato da Lia Neri" in page.inner_text(".changes")
        tab_to(page, ".rail button.main")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=Pubblicata la classifica n. 4")
        page.goto(f"{desk}prizes/")
        page.select_option("[name=pot]", "typed")
        tab_to(page, "[name=typed]")
        page.keyboard.type("365")
        tab_to(page, "[name=kept]")
        page.keyboard.press("Control+a")
        page.keyboard.type("10")
        tab_to(page, "[name=places]")
        page.keyboard.press("Control+a")
        page.keyboard.type("40 25 15 12 8")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=Premi salvati")
        euros = [int(text) for text in page.locator(".won-list tbody .won").all_inner_texts()]
        assert euros == [131, 82, 49, 40, 26]
        assert sum(euros) == 328
        page.goto(f"{desk}standings/")
        tab_to(page, ".rail a.main")
        page.keyboard.press("Enter")
        page.wait_for_selector("h1")
        tab_to(page, "form button.main")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=La serata è finita")
        tab_to(page, "form button.main")
        page.keyboard.press("Enter")
        page.wait_for_selector(".finding.ask")
        tab_to(page, "button[name=confirmed]")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=La serata è archiviata")
    event.refresh_from_db()
    assert event.state == "archived"
    assert [p.number for p in event.publications.order_by("number")] == [1, 2, 3, 4]


def test_publish_clicked_twice_quickly_makes_one_publication(browser: Browser, live_server: Any) -> None:
    event = a_corrected_evening(8)
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(f"{live_server.url}/desk/{event.slug}/standings/")
        page.dblclick(".rail button.main")
        page.wait_for_selector(".finding")
    assert event.publications.count() == 4


def test_the_printed_standings_of_thirty_pairs_with_its_changes_is_one_sheet(
    browser: Browser, live_server: Any, tmp_path: Path
) -> None:
    """What changed, the check line and three signatures stand under thirty pairs on one side of A4."""
    event = a_corrected_evening()
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(f"{live_server.url}/desk/{event.slug}/standings/")
        page.click(".rail button.main")
        page.wait_for_selector("text=Pubblicata la classifica n. 4")
        page.goto(f"{live_server.url}/desk/{event.slug}/standings/4/")
        assert page.locator(".sign span").count() == 3
        page.pdf(path=tmp_path / "no-4.pdf", prefer_css_page_size=True)
    tool = needs("pdfinfo", for_what="counting the sheets of a print")
    told = subprocess.run([tool, tmp_path / "no-4.pdf"], capture_output=True, text=True, check=True).stdout
    assert "Pages:           1\n" in told


@pytest.mark.parametrize("width", [1280, 768])
def test_no_page_of_the_finish_puts_up_a_barrier(browser: Browser, live_server: Any, width: int) -> None:
    event = a_corrected_evening(12)
    plan = PrizePlan((50, 30, 20), specials=(Special("Migliore coppia mista", 20, 7), Special("Decana", 10)))
    under_way = an_evening(Evening(pairs=12, closed=1, open_round="published", name="Burraco d'inverno"))
    with at_the_desk(browser, live_server.url, event, width=width, height=900) as page:

        def look(of: Event, *addresses: str) -> None:
            for address in addresses:
                page.goto(f"{live_server.url}/desk/{of.slug}/{address}")
                found = Axe().run(page, options=AXE)
                assert found.violations_count == 0, (address, found.generate_report())
                assert (
                    page.evaluate("document.documentElement.scrollWidth") <= width
                    or "paper" in page.content()
                )

        look(event, "standings/", "prizes/", "prizes/list/", "finish/")
        set_prizes(event=event, settings=PrizeSettings(plan, typed=200), by=DIRECTOR)
        look(event, "standings/3/", "prizes/", "prizes/list/")
        look(under_way, "standings/", "finish/")
        finish_event(event=event, by=DIRECTOR)
        look(event, "standings/", "standings/4/", "finish/")
        archive_event(event=event, confirmed=True, by=DIRECTOR)
        look(event, "standings/", "prizes/", "finish/")

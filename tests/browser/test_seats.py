"""Seating a round in a browser: with the keyboard, open to everybody's eyes, and on paper."""

from __future__ import annotations

import subprocess
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.urls import reverse

from tests.browser.desk import session_of
from tests.desk.test_drawing import play, seats
from tests.factories import DIRECTOR, Evening, an_event
from tests.house.browser import Browser
from tests.house.missing import needs
from tournaments.desk.presence import ABSENT, check_in
from tournaments.desk.rounds import draw_next_round
from tournaments.desk.seating import swap
from tournaments.models import Event, Round

pytestmark = pytest.mark.django_db(transaction=True)

AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}


class Hall:
    """An event, the address of a running server, and a director's session at it."""

    def __init__(self, event: Event, url: str) -> None:
        self.event, self.url = event, url
        self.cookie = {"name": settings.SESSION_COOKIE_NAME, "value": session_of(event), "url": url}

    def open(self, page: Any, name: str, *arguments: int, query: str = "") -> None:
        page.context.add_cookies([self.cookie])
        page.goto(self.url + reverse(name, args=[self.event.slug, *arguments]) + query)


def a_hall(live_server: Any, rounds: int = 0, draw: bool = True, **evening: Any) -> Hall:
    event = an_event(Evening(**evening))
    for number in range(1, rounds + 1):
        draw_next_round(event=event, by=DIRECTOR)
        play(event, number)
    if draw:
        draw_next_round(event=event, by=DIRECTOR)
    return Hall(event, live_server.url)


def tab_to(page: Any, selector: str, most: int = 120) -> None:
    """Press Tab until what is wanted has the focus, as somebody without a mouse does."""
    for _ in range(most):
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached with the Tab key")


def test_a_round_is_drawn_and_published_with_the_keyboard_alone(browser: Browser, live_server: Any) -> None:
    hall = a_hall(live_server, draw=False, pairs=16, programme="Danese puro 2")
    with browser.page() as page:
        hall.open(page, "desk_seats")
        tab_to(page, "[form=draw]")
        page.keyboard.press("Enter")
        page.wait_for_selector(".seating")
        tab_to(page, "#t3 summary")
        page.keyboard.press("Enter")
        page.wait_for_selector("#t3 .why h3")
        assert "Sorteggiat" in page.inner_text("#t3 .why")
        tab_to(page, "form[action$='/publish/'] button")
        page.keyboard.press("Enter")
        page.wait_for_selector("text=Pubblicat")
    assert hall.event.rounds.get().state == Round.State.PUBLISHED


def test_draw_clicked_twice_quickly_makes_one_round(browser: Browser, live_server: Any) -> None:
    hall = a_hall(live_server, draw=False, pairs=16, programme="Mitchell 4")
    with browser.page() as page:
        hall.open(page, "desk_seats")
        page.dblclick("[form=draw]")
        page.wait_for_selector(".seating")
    assert hall.event.rounds.count() == 1


def test_two_pairs_are_swapped_by_hand_with_the_keyboard_after_seeing_what_it_breaks(
    browser: Browser, live_server: Any
) -> None:
    hall = a_hall(live_server, rounds=1, pairs=8, programme="Danese senza ripetizioni 3")
    met = {n: pair for pair in ((ns, ew) for _, ns, ew in seats(hall.event, 1)) for n in pair}
    _, stays, goes = seats(hall.event, 2)[0]
    old = next(n for n in met[stays] if n != stays)
    with browser.page() as page:
        hall.open(page, "desk_seats")
        tab_to(page, "a[href$='/swap/']")
        page.keyboard.press("Enter")
        page.wait_for_selector("#choose")
        first, second = sorted(
            (goes, old), key=lambda n: page.locator("[name=pair]").evaluate_all(
                "(boxes, n) => boxes.findIndex(box => box.value === String(n))", n
            ),
        )  # fmt: skip
        for number in (first, second):
            tab_to(page, f"[name=pair][value='{number}']")
            page.keyboard.press("Space")
        page.keyboard.press("Enter")
        page.wait_for_selector("#effect")
        assert "si sono già incontrate" in page.inner_text("#effect")
        tab_to(page, "#reason")
        page.keyboard.type("Non fa le scale")
        page.keyboard.press("Enter")
        page.wait_for_selector(".seating .by-hand")
        assert page.locator(".seating .by-hand").count() == 2
        assert "Non fa le scale" in page.inner_text(".rail")


def test_a_third_tick_takes_the_place_of_the_first(browser: Browser, live_server: Any) -> None:
    hall = a_hall(live_server, pairs=8, programme="Danese puro 1")
    with browser.page() as page:
        hall.open(page, "desk_swap_seats", 1)
        boxes = page.locator("[name=pair]")
        for place in (0, 3, 5):
            boxes.nth(place).check()
        ticked = [place for place in range(8) if boxes.nth(place).is_checked()]
    assert ticked == [3, 5]


@pytest.mark.parametrize("width", [1280, 768])
def test_nothing_on_the_pages_of_the_seats_stands_in_anybodys_way(
    browser: Browser, live_server: Any, width: int
) -> None:
    hall = a_hall(live_server, rounds=1, pairs=13, programme="Mitchell 1; Danese senza ripetizioni 2")
    (_, first, _), (_, second, _) = seats(hall.event, 2)[:2]
    swap(event=hall.event, round_number=2, first=first, second=second, reason="Scale", by=DIRECTOR)
    check_in(event=hall.event, number=5, presence=ABSENT, by=DIRECTOR)
    axe = Axe()
    with browser.page(width=width, height=900) as page:
        for name, arguments, query in (
            ("desk_seats", (), ""), ("desk_seats_round", (1,), ""), ("desk_why", (2, 1), ""),
            ("desk_swap_seats", (2,), f"?pair={first}&pair={second}"), ("desk_print_seats_tables", (2,), ""),
            ("desk_print_seats_players", (2,), ""), ("desk_print_slips", (2,), ""),
            ("desk_print_guides", (1,), ""),
        ):  # fmt: skip
            hall.open(page, name, *arguments, query=query)
            if name == "desk_seats":
                page.click("#t1 summary")
                page.wait_for_selector("#t1 .why h3")
            found = axe.run(page, options=AXE)
            assert found.violations_count == 0, found.generate_report()
            too_wide = page.evaluate("document.documentElement.scrollWidth > window.innerWidth")
            assert not too_wide or name.startswith("desk_print"), f"{name} is wider than the screen"
    draw_page = a_hall(live_server, draw=False, pairs=11, programme="Mitchell 3")
    with browser.page(width=width, height=900) as page:
        draw_page.open(page, "desk_seats")
        page.check("[value=random]")
        assert page.is_visible("#seed")
        found = axe.run(page, options=AXE)
        assert found.violations_count == 0, found.generate_report()


# ---- paper ---------------------------------------------------------------------------------------------


def printed(page: Any, hall: Hall, folder: Path, name: str, *, query: str = "") -> list[str]:
    """The pages as they come out of the printer, each as its text."""
    hall.open(page, name, 1, query=query)
    file = folder / "paper.pdf"
    page.pdf(path=file, prefer_css_page_size=True)
    program = needs("pdftotext", for_what="what is on paper", places=[Path("/usr/bin")])
    told = subprocess.run([program, "-layout", str(file), "-"], capture_output=True, text=True, check=True)
    return told.stdout.split("\f")[:-1]


def test_fifteen_tables_of_slips_are_eight_sheets_with_two_to_a_sheet(
    browser: Browser, live_server: Any, tmp_path: Path
) -> None:
    hall = a_hall(live_server, pairs=30, programme="Mitchell 2")
    with browser.page() as page:
        sheets = printed(page, hall, tmp_path, "desk_print_slips")
        assert len(sheets) == 8
        for sheet in sheets[:7]:
            assert sheet.count("Firma Nord-Sud") == sheet.count("Firma Est-Ovest") == 2
            assert sheet.count("4ª") == 2
        assert sheets[7].count("Firma Nord-Sud") == 1
        box = page.locator(".slip").first.bounding_box()
        inside = page.locator(".slip .sign").first.bounding_box()
        assert inside["y"] + inside["height"] <= box["y"] + box["height"], "the signatures are on their slip"
        whole = printed(page, hall, tmp_path, "desk_print_slips", query="?rounds=all")
        assert len(whole) == 15


@pytest.mark.parametrize("hands", [2, 3, 6, 7, 12])
def test_slips_have_room_for_every_hand(
    browser: Browser, live_server: Any, tmp_path: Path, hands: int
) -> None:
    event = an_event(Evening(pairs=6, programme="Danese puro 1"))
    Event.objects.filter(pk=event.pk).update(hands_per_round=hands)
    event.refresh_from_db()
    draw_next_round(event=event, by=DIRECTOR)
    hall = Hall(event, live_server.url)
    with browser.page() as page:
        sheets = printed(page, hall, tmp_path, "desk_print_slips")
        for slip in page.locator(".slip").all():
            box, sign = slip.bounding_box(), slip.locator(".sign").bounding_box()
            assert sign["y"] + sign["height"] <= box["y"] + box["height"]
        rows = page.locator(".slip").first.locator("tbody tr").all()
        assert min(row.bounding_box()["height"] for row in rows) >= 24, "a figure written by hand needs 6 mm"
    assert len(sheets) == (2 if hands <= 6 else 3)
    assert "".join(sheets).count(f"{hands}ª") == 3


def test_sixty_players_are_found_by_name_on_one_sheet_in_two_columns(
    browser: Browser, live_server: Any, tmp_path: Path
) -> None:
    hall = a_hall(live_server, pairs=30, programme="Danese puro 1")
    with browser.page() as page:
        sheets = printed(page, hall, tmp_path, "desk_print_seats_players")
    assert len(sheets) == 1
    lines = [line for line in sheets[0].splitlines() if "N‑S" in line or "E‑O" in line]
    assert len(lines) == 30, "two players on each line"
    assert "Bozza" in sheets[0]


def test_a_large_hall_by_name_loses_nobody_between_the_sheets(
    browser: Browser, live_server: Any, tmp_path: Path
) -> None:
    hall = a_hall(live_server, pairs=120, programme="Danese puro 1")
    with browser.page() as page:
        sheets = printed(page, hall, tmp_path, "desk_print_seats_players")
    told = "".join(sheets)
    assert told.count("N‑S") + told.count("E‑O") == 240
    assert len(sheets) == 4


@pytest.mark.parametrize(("pairs", "expected"), [(50, 1), (60, 2)])
def test_tables_are_listed_each_with_its_four_players_and_no_row_is_lost_between_sheets(
    browser: Browser, live_server: Any, tmp_path: Path, pairs: int, expected: int
) -> None:
    hall = a_hall(live_server, pairs=pairs, programme="Danese puro 1")
    with browser.page() as page:
        sheets = printed(page, hall, tmp_path, "desk_print_seats_tables")
    assert len(sheets) == expected
    assert "".join(sheets).count("–") == pairs
    assert all("Nord-Sud" in sheet for sheet in sheets), "the headings stand on every sheet"


def test_a_guide_card_is_never_cut_between_two_sheets(
    browser: Browser, live_server: Any, tmp_path: Path
) -> None:
    hall = a_hall(live_server, pairs=18, programme="Mitchell 8")
    with browser.page() as page:
        sheets = printed(page, hall, tmp_path, "desk_print_guides")
        assert page.locator(".guide").count() == 18
    for sheet in sheets:
        cards = sheet.count("Est-Ovest: ") + sheet.count("Nord-Sud: ")
        assert sheet.count("8º") == cards, "each card ends on the sheet it began on"

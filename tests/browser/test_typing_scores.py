"""The grid of a round, typed by keyboard."""

from __future__ import annotations

import random
import re
import time
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.utils import timezone

from scoring.typed import NotPoints, points
from tests.browser.desk import at_the_desk
from tests.factories import DIRECTOR, Evening, an_evening
from tests.house.browser import Browser
from tournaments.boards.facts import load
from tournaments.desk.keying import key_again
from tournaments.desk.results import ResultPlan, record, record_round
from tournaments.desk.rulings import rule_absent, warn
from tournaments.desk.tables import propose
from tournaments.models import Event, JournalLine, Result, Round, SecondKeying

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

pytestmark = pytest.mark.django_db(transaction=True)


def open_round(tables: int = 4, depth: str = Event.Depth.TOTALS, **more: Any) -> Event:
    event = an_evening(Evening(**{"pairs": 2 * tables, "closed": 0, "open_round": "published", **more}))
    Event.objects.filter(pk=event.pk).update(depth=depth)
    event.refresh_from_db()
    return event


def stored(event: Event) -> dict[int, tuple[int, int]]:
    return {
        r.match.table: (r.ns_mp, r.ew_mp)
        for r in Result.objects.filter(event=event, state="confirmed").select_related("match")
    }


def grid(live_server: Any, event: Event, number: int | str = "") -> str:
    return f"{live_server.url}/desk/{event.slug}/scores/{f'{number}/' if number else ''}"


def arrived(page: Page, tables: int) -> None:
    page.wait_for_function(f"() => document.querySelector('[data-arrived]').textContent === '{tables}'")


def settled(page: Page) -> None:
    """Nothing is on its way any more."""
    page.wait_for_function("() => window.grid.queue.size === 0")


def write(page: Page, *texts: str) -> None:
    for text in texts:
        page.keyboard.type(text)
        page.keyboard.press("Enter")


def start(page: Page, table: int) -> None:
    page.locator(f"#t{table} input").first.focus()


def says(page: Page, table: int) -> str:
    return page.locator(f"#t{table} .finding").inner_text()


def test_forty_tables_of_totals_are_typed_by_keyboard_and_no_entry_waits_for_the_server(
    browser: Browser, live_server: Any
) -> None:
    event = open_round(40)
    luck = random.Random(1)
    totals = {table: (5 * luck.randint(-20, 600), 5 * luck.randint(-20, 600)) for table in range(1, 41)}
    waiting: list[Route] = []
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(grid(live_server, event))
        # The server answers nothing at all until everything has been typed.
        held = [True]
        page.route("**/record/", lambda route: waiting.append(route) if held else route.continue_())
        start(page, 1)
        started = time.monotonic()
        for ns, ew in totals.values():
            write(page, str(ns), str(ew))
        typed = time.monotonic() - started
        assert len(waiting) == 1
        assert page.locator(".unsent").count() == 40
        assert page.evaluate("document.activeElement.closest('[data-close]') !== null")
        assert not stored(event)
        held.clear()
        waiting[0].continue_()
        arrived(page, 40)
        assert page.locator(".unsent").count() == 0
        page.keyboard.press("Enter")
        page.wait_for_url("**/scores/1/")
    assert stored(event) == totals
    assert JournalLine.objects.filter(event=event, verb="record_result").count() == 40
    assert event.rounds.get().state == Round.State.CLOSED
    # As fast as the keys are pressed: 320 of them, with what Chromium itself takes for each.
    assert typed < 20


def test_numbers_written_the_italian_way_are_understood(browser: Browser, live_server: Any) -> None:
    event = open_round()
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(grid(live_server, event))
        start(page, 1)
        write(page, "1.485", "−20", "1485", "-20", "2.000")
        assert page.locator("#t1 .vs").inner_text() == "18 – 2"
        write(page, "1.48")
        assert "1.48" in says(page, 3)
        invalid = page.locator("#t3 [aria-invalid=true]")
        assert invalid.get_attribute("aria-describedby") == "f3"
        page.keyboard.press("Control+a")
        write(page, "1.480")
        settled(page)
    assert stored(event) == {1: (1485, -20), 2: (1485, -20), 3: (2000, 1480)}


def test_page_and_program_read_the_same_numbers(browser: Browser, live_server: Any) -> None:
    written = [
        *("1.485", "1485", " 1,485 ", "-20", "−20", "–20", "+5", "1.48", "14.85", "1.485.5", "1.485.000"),
        *("0", "-0", "", " ", "1 485", "1’485", "0.485", "1.485,000", "x", "-", "12a", "1e3", "٣"),
        "1234567890",
    ]

    def read(text: str) -> int | str | None:
        try:
            return points(text)
        except NotPoints:
            return "not points"

    event = open_round()
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(grid(live_server, event))
        script = "texts => texts.map(Points.read).map(value => (value === undefined ? 'not points' : value))"
        assert page.evaluate(script, written) == [read(text) for text in written]
        differences = [0, 5, 100, 105, 825, 2000, 2005, 9000]
        script = "ds => ds.map(d => Points.award(grid.data.bounds, grid.data.maximum, 0, d))"
        awarded = page.evaluate(script, differences)
        assert [tuple(vp) for vp in awarded] == [event.scale.award(0, d) for d in differences]


def test_arrows_move_escape_restores_and_a_table_is_reached_by_its_number(
    browser: Browser, live_server: Any
) -> None:
    event = open_round(12)
    record(event=event, round_number=1, plan=ResultPlan(2, 1735, 2365), by=DIRECTOR)
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(grid(live_server, event))
        here = "document.activeElement.name"
        start(page, 1)
        page.keyboard.press("ArrowDown")
        assert page.evaluate(here) == "ns-2"
        page.keyboard.press("ArrowRight")
        assert page.evaluate(here) == "ew-2"
        write(page, "99")
        assert "99" in says(page, 2)
        page.keyboard.press("Escape")
        assert page.locator("[name=ew-2]").input_value() == "2.365"
        assert page.locator("#t2 .finding").count() == 0
        for key, table in (("t", "11"), ("/", "7")):
            page.keyboard.press(key)
            write(page, table)
            assert page.evaluate(here) == f"ns-{table}"
        write(page, "1000", "400")
        assert page.evaluate(here) == "ns-8"
        settled(page)
    assert stored(event)[7] == (1000, 400)


def test_the_key_for_the_sign_serves_a_tablet(browser: Browser, live_server: Any) -> None:
    event = open_round()
    with at_the_desk(browser, live_server.url, event, width=768, height=1024, has_touch=True) as page:
        page.goto(grid(live_server, event))
        start(page, 1)
        page.keyboard.type("120")
        page.locator("[data-sign]").tap()
        assert page.locator("[name=ns-1]").input_value() == "−120"
        assert page.evaluate("document.activeElement.name") == "ns-1"
        page.keyboard.press("Enter")
        write(page, "300")
        settled(page)
    assert stored(event) == {1: (-120, 300)}


def test_totals_entered_on_the_wrong_line_one_key_swaps_them_with_a_confirmation(
    browser: Browser, live_server: Any
) -> None:
    event = open_round()
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(grid(live_server, event))
        start(page, 1)
        write(page, "-100", "1000")
        settled(page)
        start(page, 1)
        page.keyboard.press("s")
        assert "1.000" in says(page, 1)
        assert stored(event) == {1: (-100, 1000)}
        page.keyboard.press("Enter")
        settled(page)
        page.wait_for_function("() => document.querySelector('[name=ns-1]').value === '1.000'")
    assert stored(event) == {1: (1000, -100)}


def test_what_a_referee_may_allow_asks_for_the_reason_at_the_row(browser: Browser, live_server: Any) -> None:
    event = open_round()
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(grid(live_server, event))
        start(page, 1)
        write(page, "20000", "400")
        page.locator("#t1 .finding input").wait_for()
        assert page.evaluate("document.activeElement.name") == "ns-2"
        page.locator("#t1 .finding input").focus()
        write(page, "due fogli in uno")
        settled(page)
        arrived(page, 1)
    assert Result.objects.get().override_reason == "due fogli in uno"


def test_two_browsers_type_in_the_same_round_at_once_none_is_lost_the_second_is_told(
    browser: Browser, live_server: Any
) -> None:
    event = open_round(6)
    one = at_the_desk(browser, live_server.url, event)
    other = at_the_desk(browser, live_server.url, event, name="rosa")
    with one as aldo, other as rosa:
        for page in (aldo, rosa):
            page.goto(grid(live_server, event))
        start(aldo, 1)
        start(rosa, 4)
        for table in range(3):
            write(aldo, str(1000 + 5 * table), "400")
            write(rosa, str(2000 + 5 * table), "500")
        # Both screens come to show everything within a few seconds, and all is there.
        arrived(aldo, 6)
        arrived(rosa, 6)
        rosa.wait_for_function("() => document.querySelector('[name=ns-1]').value === '1.000'")
        aldo.wait_for_function("() => document.querySelector('[name=ns-4]').value === '2.000'")
        assert stored(event) == {1: (1000, 400), 2: (1005, 400), 3: (1010, 400),
                                 4: (2000, 500), 5: (2005, 500), 6: (2010, 500)}  # fmt: skip
        # Both correct table 1 without having seen the other's correction.
        start(rosa, 1)
        rosa.keyboard.type("1100")
        start(aldo, 1)
        write(aldo, "1200", "400")
        settled(aldo)
        assert stored(event)[1] == (1200, 400)
        rosa.keyboard.press("Enter")
        rosa.keyboard.press("Enter")
        buttons = rosa.locator("#t1 .finding button")
        buttons.first.wait_for()
        assert re.findall(r"1\.[12]00", says(rosa, 1))[:2] == ["1.200", "1.100"]
        assert stored(event)[1] == (1200, 400)
        buttons.nth(1).click()
        settled(rosa)
        assert stored(event)[1] == (1100, 400)
        aldo.wait_for_function("() => document.querySelector('[name=ns-1]').value === '1.100'")
    verbs = JournalLine.objects.filter(event=event, table=1).values_list("verb", flat=True)
    assert list(verbs) == ["record_result", "correct_result", "correct_result"]


def test_a_row_being_typed_is_left_alone_and_the_others_value_can_stand(
    browser: Browser, live_server: Any
) -> None:
    event = open_round()
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(grid(live_server, event))
        start(page, 1)
        page.keyboard.type("1000")
        record(event=event, round_number=1, plan=ResultPlan(1, 1500, 600), by=DIRECTOR)
        record(event=event, round_number=1, plan=ResultPlan(2, 1600, 700), by=DIRECTOR)
        page.wait_for_function("() => document.querySelector('[name=ns-2]').value === '1.600'")
        assert page.locator("[name=ns-1]").input_value() == "1000"
        page.keyboard.press("Enter")
        write(page, "400")
        page.locator("#t1 .finding button").first.wait_for()
        # Loading the page again decides nothing.
        page.on("dialog", lambda dialog: dialog.accept())
        page.reload()
        page.locator("#t1 .finding button").first.wait_for()
        assert stored(event)[1] == (1500, 600)
        page.locator("#t1 .finding button").first.click()
        assert page.locator("[name=ns-1]").input_value() == "1.500"
        settled(page)
    assert stored(event)[1] == (1500, 600)
    assert JournalLine.objects.filter(event=event, table=1).count() == 1


def test_entries_the_server_never_acknowledged_survive_a_reload(browser: Browser, live_server: Any) -> None:
    event = open_round(6)
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(grid(live_server, event))
        page.route("**/record/", lambda route: route.abort())
        start(page, 1)
        write(page, "1000", "400", "1005", "405", "1010")
        page.wait_for_function("() => !document.querySelector('[data-trouble]').hidden")
        asked: list[str] = []
        page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
        page.reload()
        assert asked == ["beforeunload"]
        assert page.locator("[name=ns-2]").input_value() == "1.005"
        assert page.locator("[name=ns-3]").input_value() == "1010"
        assert page.locator(".unsent").count() == 2
        page.unroute("**/record/")
        arrived(page, 2)
        start(page, 3)
        page.keyboard.press("Enter")
        write(page, "410")
        arrived(page, 3)
        assert page.evaluate("Object.keys(localStorage).filter(k => k.startsWith('pozzetto/')).length") == 0
    assert stored(event) == {1: (1000, 400), 2: (1005, 405), 3: (1010, 410)}


def test_an_answer_lost_on_the_way_stores_nothing_twice(browser: Browser, live_server: Any) -> None:
    event = open_round()
    lost = [True]

    def lose_the_answer(route: Route) -> None:
        if lost.pop() if lost else False:
            route.fetch()
            route.abort()
        else:
            route.continue_()

    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(grid(live_server, event))
        page.route("**/record/", lose_the_answer)
        start(page, 1)
        write(page, "1000", "400")
        arrived(page, 1)
        settled(page)
    assert JournalLine.objects.filter(event=event, table=1).count() == 1
    assert Result.objects.count() == 1


def test_hand_by_hand_the_total_is_reckoned_and_fewer_hands_are_asked_about(
    browser: Browser, live_server: Any
) -> None:
    event = open_round(4, Event.Depth.HANDS)
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(grid(live_server, event))
        start(page, 1)
        write(page, "500", "300", "-50", "1.025", "700", "0", "10", "5")
        assert page.locator("#t1 [data-sum=ns]").inner_text() == "1.160"
        assert page.locator("#t1 [data-sum=ew]").inner_text() == "1.330"
        assert page.evaluate("document.activeElement.name") == "ns-2-1"
        write(page, "500", "300", "600", "200", "", "", "", "")
        assert "2" in says(page, 2)
        page.keyboard.press("Enter")
        settled(page)
    assert stored(event) == {1: (1160, 1330), 2: (1100, 500)}
    hands = Result.objects.get(match__table=1).hands.values_list("ns_mp", "ew_mp")
    assert list(hands) == [(500, 300), (-50, 1025), (700, 0), (10, 5)]


def test_components_are_typed_on_the_slip_that_opens_under_the_row(
    browser: Browser, live_server: Any
) -> None:
    event = open_round(2, Event.Depth.COMPONENTS, hands=3)
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(grid(live_server, event))
        page.locator("#t1 [data-open]").focus()
        page.keyboard.press("Enter")
        for _hand in range(3):
            # North-South: a clean burraco, closed, took its pozzetto, 420 melded, 5 left.
            write(page, "1", "", "")
            page.keyboard.press("Space")
            page.keyboard.press("Enter")
            page.keyboard.press("Space")
            page.keyboard.press("Enter")
            write(page, "420", "5")
            write(page, "", "", "1", "")
            page.keyboard.press("Space")
            page.keyboard.press("Enter")
            write(page, "260", "60")
        settled(page)
        arrived(page, 1)
        assert page.locator("#t1 [data-sum=ns]").inner_text() == "2.145"
        assert page.locator("#t2 .sheet").count() == 1
        # A slip that cannot be: both closed. It is refused and shown again as it was typed.
        page.keyboard.press("Escape")
    assert stored(event) == {1: (3 * 715, 3 * 300)}
    kept = Result.objects.get().hands.first()
    assert kept is not None
    assert kept.components["ns"] == {"clean": 1, "semi_clean": 0, "dirty": 0, "closed": True,
                                     "took_pozzetto": True, "melded": 420, "left": 5}  # fmt: skip


def test_a_slip_that_cannot_be_comes_back_as_it_was_typed(browser: Browser, live_server: Any) -> None:
    event = open_round(2, Event.Depth.COMPONENTS, hands=3)
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(grid(live_server, event))
        page.locator("#t1 [data-open]").click()
        page.locator("#t1 [data-other]").click()
        write(page, *["-50", "100", "350", "-45"] * 3)
        page.locator("#t1 .finding").wait_for()
        assert "−50" in says(page, 1)
        assert page.locator("#t1 [data-cell='1.ns.base']").input_value() == "−50"
        for hand in (1, 2, 3):
            page.locator(f"#t1 [data-cell='{hand}.ns.base']").fill("-100")
        page.locator("#t1 [data-cell='3.ew.net']").focus()
        page.keyboard.press("Enter")
        settled(page)
        arrived(page, 1)
    assert stored(event) == {1: (0, 915)}


def test_differences_between_two_keyings_are_decided_with_one_key_each(
    browser: Browser, live_server: Any
) -> None:
    event = open_round(4)
    plans = [ResultPlan(table, 1000, 400) for table in (1, 2, 3, 4)]
    record_round(event=event, round_number=1, plans=plans, by=DIRECTOR)
    with at_the_desk(browser, live_server.url, event, name="rosa") as page:
        page.goto(f"{grid(live_server, event, 1)}again/")
        start(page, 1)
        write(page, "1000", "400", "1000", "450", "1000", "400", "1100", "400")
        settled(page)
        page.keyboard.press("Enter")
        page.wait_for_url("**/differences/")
        assert page.locator("[data-difference]").count() == 2
        page.keyboard.press("2")
        page.wait_for_function("() => document.querySelectorAll('[data-difference]').length === 1")
        page.keyboard.press("1")
        page.wait_for_function("() => document.querySelectorAll('[data-difference]').length === 0")
    assert stored(event) == {1: (1000, 400), 2: (1000, 450), 3: (1000, 400), 4: (1000, 400)}
    assert SecondKeying.objects.count() == 4


def test_a_correction_after_the_last_round_is_countersigned_at_the_row_and_says_what_it_moves(
    browser: Browser, live_server: Any
) -> None:
    event = open_round(6, closed=3, open_round="", programme="Mitchell 3", with_hands=False)
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(grid(live_server, event, 3))
        start(page, 1)
        write(page, "0", "3000")
        page.locator("#t1 .finding input").fill("Ada Fiore")
        page.locator("#t1 .finding button").first.click()
        page.locator("#moves table").wait_for()
        assert "Ada Fiore" in page.locator("#moves").inner_text()
        assert "3º turno" in page.locator("#moves").inner_text()
        Round.objects.filter(number=3).update(closed_at=timezone.now() - timedelta(hours=1))
        start(page, 1)
        write(page, "0", "3500")
        page.locator("#t1 .finding").wait_for()
        assert page.locator("#t1 .finding input").count() == 0
    assert stored(event)[1] is not None
    assert (
        Result.objects.filter(match__round__number=3, match__table=1, state="confirmed").get().ew_mp == 3000
    )


@pytest.mark.parametrize("depth", Event.Depth.values)
@pytest.mark.parametrize("width", [768, 1280])
def test_no_barrier_on_any_page_of_the_scores(
    browser: Browser, live_server: Any, depth: str, width: int
) -> None:
    event = open_round(7, depth, pairs=13, closed=1)
    first, second, *_ = [m.table for m in load(event).matches_of(2) if not m.is_bye]
    record(event=event, round_number=2, plan=ResultPlan(first, 1000, 400), by=DIRECTOR)
    record(event=event, round_number=2, plan=ResultPlan(first, 1000, 500), by=DIRECTOR)
    key_again(event=event, round_number=2, table=first, ns_mp=0, ew_mp=5, by=DIRECTOR)
    warn(event=event, number=3, round_number=2, reason="parlava", by=DIRECTOR)
    rule_absent(event=event, number=7, round_number=2, by=DIRECTOR)
    base = f"{live_server.url}/desk/{event.slug}/"
    pages = [
        *("scores/", "scores/1/", f"scores/2/tables/{first}/", f"scores/2/tables/{first}/?form=components"),
        *("scores/2/again/", "scores/2/differences/", f"rulings/?round=2&table={second}", "rulings/late/"),
        "rulings/late/?pair=3&round=2&minutes=12",
        "rulings/withdrawn/?pair=3&round=2&justified=no",
    ]
    with at_the_desk(
        browser, live_server.url, event, width=width, height=1000, reduced_motion="reduce"
    ) as page:
        for address in pages:
            page.goto(base + address)
            if address == "scores/":
                opens = page.locator(f"#t{second} [data-open]")
                if opens.count():
                    opens.click()
                page.locator(f"#t{second} [data-cell]").first.fill("99x")
                page.keyboard.press("Enter")
            found = Axe().run(page)
            broken = [
                (v["id"], [n["html"][:120] for n in v["nodes"][:2]]) for v in found.response["violations"]
            ]
            assert broken == [], address
            wide = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert wide <= 0, address


def test_both_sides_report_different_totals_both_stay_side_by_side_until_the_director_decides(
    browser: Browser, live_server: Any
) -> None:
    event = open_round(4)
    for line, ew in (("ns", 400), ("ew", 450)):
        propose(event=event, round_number=1, plan=ResultPlan(1, 1000, ew), line=line, by=DIRECTOR)
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(grid(live_server, event))
        assert page.locator("#t1 .finding button").count() == 2
        assert not stored(event)
        # Another table comes to disagree while the page is open.
        for line, ew in (("ns", 400), ("ew", 450)):
            propose(event=event, round_number=1, plan=ResultPlan(2, 2000, ew), line=line, by=DIRECTOR)
        page.locator("#t2 .finding button").nth(1).click()
        page.locator("#t1 .finding button").first.click()
        settled(page)
        arrived(page, 2)
        assert page.locator(".finding:visible").count() == 0
    assert stored(event) == {1: (1000, 400), 2: (2000, 450)}

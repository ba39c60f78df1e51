"""Results handed in from the tables, on two phones, with a network and without."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.core.cache import cache, caches
from django.test import RequestFactory
from playwright.sync_api import expect

from tests.browser.desk import at_the_desk, kept_on_the_phone
from tests.factories import DIRECTOR, Evening, an_evening
from tests.house.browser import Browser
from tournaments.desk.results import ResultPlan, record_round
from tournaments.desk.rounds import close_round
from tournaments.models import Event, JournalLine, Result, TableCode
from tournaments.views import guesses

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.django_db(transaction=True)

PHONES = [(360, 740), (412, 915)]
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SMALL_TYPE = """[...document.querySelectorAll('body *')].filter(e => e.getClientRects().length
  && [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())
  && parseFloat(getComputedStyle(e).fontSize) < 16 && !e.closest('.sr')).map(e => e.outerHTML.slice(0, 80))"""
SHEET = [
    ((700, 465), (350, 410)),
    ((200, 385), (600, 540)),
    ((450, 470), (300, 455)),
    ((350, 440), (100, 215)),
]


@pytest.fixture
def event() -> Event:
    cache.clear()
    return an_evening(Evening(pairs=8, closed=0, open_round="published"))


def address(live_server: Any, event: Event, line: str, table: int = 1) -> str:
    code = TableCode.objects.get(
        match__round__event=event,
        match__round__state="published",
        match__table=table,
        line=line,
        revoked_at=None,
    )
    return f"{live_server.url}/t/{code.code}/"


@contextlib.contextmanager
def phone(browser: Browser, address: str = "", width: int = 412, height: int = 915) -> Iterator[Page]:
    with browser.page(
        width=width, height=height, has_touch=True, is_mobile=True, reduced_motion="reduce"
    ) as page:
        if address:
            page.goto(address)
        yield page


def fill(page: Page, sheet: list[Any] = SHEET) -> None:
    """Base and points of every hand, as they are written on paper."""
    for number, (ns, ew) in enumerate(sheet, start=1):
        hand = page.locator(f"[data-hand='{number}']")
        if not hand.evaluate("each => each.open"):
            hand.locator("summary").click()
        for side, (base, net) in (("ns", ns), ("ew", ew)):
            line = hand.locator(f"[data-line={side}]")
            line.locator("[data-part=base]").fill(str(base))
            line.locator("[data-part=net]").fill(str(net))
        if number < len(sheet):
            hand.locator("[data-next]").click()


def hand_in(page: Page) -> None:
    page.locator("[data-hand-in]").click(force=True)  # pressed too while it says what is in the way


def stage(page: Page, wanted: str) -> None:
    page.wait_for_function(
        "wanted => JSON.parse(document.getElementById('table-data')?.textContent || '{}').stage === wanted",
        arg=wanted,
    )


def results(event: Event) -> list[tuple[str, int, int]]:
    rows = Result.objects.filter(event=event).order_by("pk")
    return [(row.state, row.ns_mp, row.ew_mp) for row in rows]


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_open_by_the_address_fill_four_hands_the_second_phone_confirms_and_the_standings_move(
    browser: Browser, live_server: Any, event: Event, width: int, height: int
) -> None:
    others = [ResultPlan(table, 2400, 900) for table in (2, 3, 4)]
    record_round(event=event, round_number=1, plans=others, by=DIRECTOR)
    with (
        phone(browser, address(live_server, event, "ns"), width, height) as ns,
        phone(browser, address(live_server, event, "ew"), width, height) as ew,
        browser.page(width=width, height=height) as third,
    ):
        third.goto(f"{live_server.url}/e/{event.slug}/standings/")
        assert third.locator(".empty").count() == 1
        fill(ns)
        assert ns.locator("[data-total=ns]").inner_text() == "3.460"
        assert ns.locator("[data-vp]").inner_text() == "12 – 8"
        hand_in(ns)
        stage(ns, "mine")
        stage(ew, "theirs")  # the other phone hears of it by itself
        assert "3.460" in ew.locator("main").inner_text()
        ew.locator("[data-confirm] button").click()
        stage(ew, "confirmed")
        stage(ns, "confirmed")
        assert results(event)[-1] == ("confirmed", 3460, 2970)
        close_round(event=event, number=1, by=DIRECTOR)
        third.reload()
        assert third.locator(".standings li").count() == 8


def test_a_dispute_stands_on_both_phones_until_one_side_comes_round(
    browser: Browser, live_server: Any, event: Event
) -> None:
    with (
        phone(browser, address(live_server, event, "ns")) as ns,
        phone(browser, address(live_server, event, "ew")) as ew,
    ):
        fill(ns)
        hand_in(ns)
        stage(ew, "theirs")
        ew.locator("[data-other] > summary").click()
        fill(ew, [SHEET[0], ((200, 335), (600, 540)), *SHEET[2:]])
        hand_in(ew)
        stage(ew, "disputed")
        stage(ns, "disputed")
        assert ns.locator(".differs").count() == 2
        assert [row[0] for row in results(event)] == ["proposed", "proposed"]
        ns.locator("[data-confirm] button").click()
        stage(ns, "confirmed")
        assert ("confirmed", 3410, 2970) in results(event)


def test_airplane_mode_in_the_middle_and_the_result_arrives_once(
    browser: Browser, live_server: Any, event: Event
) -> None:
    with phone(browser, address(live_server, event, "ns")) as page:
        fill(page, SHEET[:2])
        page.context.set_offline(True)
        fill(page)
        hand_in(page)
        page.locator("[data-net]").wait_for()
        assert page.locator("[data-hand-in]").get_attribute("aria-disabled") == "true"
        for _ in range(3):
            hand_in(page)
        assert results(event) == []
        page.context.set_offline(False)
        stage(page, "mine")
        assert results(event) == [("proposed", 3460, 2970)]
        assert JournalLine.objects.filter(verb="propose_result").count() == 1


def test_what_was_written_survives_a_reload_and_a_page_opened_once_opens_without_a_network(
    browser: Browser, live_server: Any, event: Event
) -> None:
    with phone(browser, address(live_server, event, "ns")) as page:
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        kept_on_the_phone(page, more_than=4)
        fill(page, SHEET[:3])
        page.context.set_offline(True)
        page.reload()
        assert page.locator("[data-hand='3'] [data-sum=ns]").inner_text() == "920"
        fill(page)
        hand_in(page)
        page.locator("[data-net]").wait_for()
        page.reload()
        page.locator("[data-net]").wait_for()
        page.context.set_offline(False)
        stage(page, "mine")
        assert results(event) == [("proposed", 3460, 2970)]


def test_an_answer_lost_on_the_way_back_is_asked_for_again_and_nothing_is_stored_twice(
    browser: Browser, live_server: Any, event: Event
) -> None:
    with phone(browser, address(live_server, event, "ns")) as page:
        fill(page)
        lost: list[str] = []

        def swallow(route: Any) -> None:
            if route.request.method == "POST" and not route.request.url.endswith("/check/") and not lost:
                lost.append(route.fetch().text())
                route.abort()
            else:
                route.continue_()

        page.route("**/t/**", swallow)
        hand_in(page)
        stage(page, "mine")
        assert len(lost) == 1
        assert len(results(event)) == 1


def test_a_double_tap_hands_in_once_and_confirms_once(
    browser: Browser, live_server: Any, event: Event
) -> None:
    with (
        phone(browser, address(live_server, event, "ns")) as ns,
        phone(browser, address(live_server, event, "ew")) as ew,
    ):
        fill(ns)
        ns.locator("[data-hand-in]").dblclick()
        stage(ns, "mine")
        stage(ew, "theirs")
        ew.locator("[data-confirm] button").dblclick()
        stage(ew, "confirmed")
    verbs = list(JournalLine.objects.filter(table=1).values_list("verb", flat=True))
    assert sorted(verbs) == ["confirm_result", "propose_result"]


def test_what_cannot_be_is_said_at_its_hand_and_nothing_goes_out(
    browser: Browser, live_server: Any, event: Event
) -> None:
    with phone(browser, address(live_server, event, "ns"), 360, 740) as page:
        fill(page, [*SHEET[:2], ((450, 620), (300, 455)), SHEET[3]])
        found = page.locator("[data-hand='3'] .finding")
        page.locator("[data-hand='3'] [data-state].alert").wait_for()
        assert page.locator("[data-hand-in]").get_attribute("aria-disabled") == "true"
        hand_in(page)
        found.wait_for()
        assert "1.075" in found.inner_text()
        assert page.evaluate("document.activeElement.closest('[data-hand]').dataset.hand") == "3"
        page.locator("[data-hand='3'] [data-line=ns] [data-part=net]").fill("462")
        assert "462" in found.inner_text()
        page.locator("[data-hand='3'] [data-line=ns] [data-part=net]").fill("470")
        found.wait_for(state="detached")
        hand_in(page)
        stage(page, "mine")
    assert len(results(event)) == 1


def test_the_sign_key_serves_the_cell_last_touched(browser: Browser, live_server: Any, event: Event) -> None:
    with phone(browser, address(live_server, event, "ns")) as page:
        line = page.locator("[data-hand='1'] [data-line=ns]")
        line.locator("[data-part=base]").fill("100")
        line.locator("[data-sign]").click()
        assert line.locator("[data-part=base]").input_value() == "−100"
        line.locator("[data-part=net]").fill("45")
        line.locator("[data-sign]").click()
        assert line.locator("output").inner_text() == "−145"


def test_few_hands_are_asked_about_once(browser: Browser, live_server: Any, event: Event) -> None:
    with phone(browser, address(live_server, event, "ns")) as page:
        fill(page, SHEET[:3])
        hand_in(page)
        page.locator("[data-asks] button").first.click()
        stage(page, "mine")
    assert results(event) == [("proposed", 2670, 2655)]


def test_the_counter_fills_a_line_of_the_sheet(browser: Browser, live_server: Any, event: Event) -> None:
    with phone(browser, address(live_server, event, "ns"), 360, 740) as page:
        page.locator("[name=form][value=components]").check(force=True)
        page.locator("[data-hand='1'] [data-line=ns] [data-counter]").click()
        page.locator("[data-suit=H]").click()
        for rank in ("3", "4", "5", "6", "7", "8", "9"):
            page.locator(f"[data-rank='{rank}']").click()
        page.locator(".meld .won").wait_for()
        assert "200" in page.locator(".meld.current .won").inner_text()
        page.locator("[data-new]").click()
        for rank in ("K", "Q", "2"):
            page.locator(f"[data-rank='{rank}']").click()
        page.locator("[data-rank='5']").click()
        page.locator(".meld.current .finding").wait_for()
        page.locator("[data-undo]").click()
        page.locator("[data-answer=took_pozzetto]").check()
        page.locator(".meld").last.locator(".choose").click()
        page.locator("[data-rank=JK]").click()
        page.wait_for_function("() => document.querySelector('[data-part=left]').textContent === '30'")
        assert page.locator("[data-total]").inner_text() == "255"
        page.locator("[data-fill]").click()
        stage(page, "open")
        line = page.locator("[data-hand='1'] [data-line=ns]")
        page.wait_for_function("() => document.querySelector('[name=h1-ns-melded]').value === '85'")
        assert line.locator("output").inner_text() == "255"


def test_without_scripts_it_is_a_plain_form(browser: Browser, live_server: Any, event: Event) -> None:
    with (
        browser.page(width=412, height=915, java_script_enabled=False) as ns,
        browser.page(width=412, height=915, java_script_enabled=False) as ew,
    ):
        ns.goto(address(live_server, event, "ns"))
        for number, (one, other) in enumerate(SHEET, start=1):
            hand = ns.locator(f"[data-hand='{number}']")
            if number > 1:
                hand.locator("summary").click()
            for side, (base, net) in (("ns", one), ("ew", other)):
                hand.locator(f"[data-line={side}] [data-part=base]").fill(str(base))
                hand.locator(f"[data-line={side}] [data-part=net]").fill(str(net))
        hand_in(ns)
        assert ns.locator("[data-other]").count() == 1
        ew.goto(address(live_server, event, "ew"))
        ew.locator("[data-confirm] button").click()
    assert results(event) == [("confirmed", 3460, 2970)]


def test_the_director_is_called_once(browser: Browser, live_server: Any, event: Event) -> None:
    with phone(browser, address(live_server, event, "ns")) as page:
        page.locator("[data-call] button").dblclick()
        page.locator(".call .finding").wait_for()
    assert JournalLine.objects.filter(verb="call_director").count() == 1


def stages(live_server: Any, event: Event) -> dict[str, str]:
    """The address of a table at every stage, and of the pages around it."""
    from tournaments.desk.change import Actor
    from tournaments.desk.judging import HandPlan
    from tournaments.desk.tables import propose
    from tournaments.models import Source

    actor = Actor("Gentile – Conti", Source.PHONE)
    hands = tuple(HandPlan(ns[0] + ns[1], ew[0] + ew[1], None, *ns, *ew) for ns, ew in SHEET)
    for table, lines in ((2, ("ns",)), (3, ("ns", "ew")), (4, ("ns", "ew"))):
        for line in lines:
            more = 20 if (table, line) == (3, "ew") else 0
            written = (*hands[:-1], HandPlan(790 + more, 315)) if more else hands
            plan = ResultPlan(table, 3460 + more, 2970, written)
            propose(event=event, round_number=1, plan=plan, line=line, by=actor)
    return {
        "open": address(live_server, event, "ns", 1),
        "mine": address(live_server, event, "ns", 2),
        "theirs": address(live_server, event, "ew", 2),
        "disputed": address(live_server, event, "ns", 3),
        "confirmed": address(live_server, event, "ns", 4),
        "counter": address(live_server, event, "ns", 1) + "hand/2/counter/?line=ew",
        "counter alone": f"{live_server.url}/e/{event.slug}/counter/",
        "start": f"{live_server.url}/t/",
        "nothing": f"{live_server.url}/t/ZZZZZZZZ/",
    }


@pytest.mark.parametrize(("width", "height"), PHONES)
def test_no_page_of_a_table_is_too_wide_or_too_small_to_read_or_closed_to_anybody(
    browser: Browser, live_server: Any, event: Event, width: int, height: int
) -> None:
    with phone(browser, "", width, height) as page:
        for name, where in stages(live_server, event).items():
            page.goto(where)
            for form in ("base", "components", "hands"):
                for radio in page.locator(f"[name=form][value={form}]").all():
                    radio.evaluate(
                        "e => { e.checked = true; e.dispatchEvent(new Event('change', {bubbles: true})) }"
                    )
                page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")
                assert page.evaluate(TOO_WIDE) <= 0, (name, form)
                assert page.evaluate(SMALL_TYPE) == [], (name, form)
                found = Axe().run(page).response["violations"]
                assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], (name, form)
            page.evaluate("document.documentElement.style.fontSize = '200%'")
            assert page.evaluate(TOO_WIDE) <= 0, f"{name} with large letters"


def test_a_page_whose_code_has_ended_says_so_and_asks_no_more(
    browser: Browser, live_server: Any, event: Event
) -> None:
    with phone(browser) as page:
        asked: list[str] = []

        def answer(route: Any) -> None:
            asked.append(route.request.url)
            route.fulfill(status=404, body="")

        page.route("**/state/", answer)
        page.clock.install()
        page.goto(address(live_server, event, "ns"))
        page.clock.run_for(6_500)
        page.wait_for_selector("[data-news]:not([hidden])")
        news = page.locator("[data-news]")
        assert news.locator("p").first.inner_text() == news.get_attribute("data-ended")
        assert news.locator("a").get_attribute("href") == "/t/"
        page.clock.run_for(60_000)
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
        page.wait_for_timeout(300)
        assert len(asked) == 1


def test_the_desk_hears_of_it_at_once(browser: Browser, live_server: Any, event: Event) -> None:
    with (
        at_the_desk(browser, live_server.url, event) as desk,
        phone(browser, address(live_server, event, "ns")) as ns,
        phone(browser, address(live_server, event, "ew")) as ew,
    ):
        desk.goto(f"{live_server.url}/desk/{event.slug}/scores/")
        fill(ns)
        hand_in(ns)
        stage(ew, "theirs")
        ew.locator("[data-confirm] button").click()
        stage(ew, "confirmed")
        desk.wait_for_function("() => document.querySelector('[data-arrived]').textContent === '1'")
        desk.wait_for_function("() => document.querySelector('#t1 [data-sum=ns]').textContent === '3.460'")
        assert desk.locator("#t1 [data-vp=ns]").inner_text() == "12"


def test_a_network_that_tried_too_many_codes_is_told_so_and_until_when(
    browser: Browser, live_server: Any, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page of a table goes on by itself: its code is not over, it is only not heard for a moment."""
    monkeypatch.setattr(guesses, "KEPT", 0)  # as on a phone that keeps no cookie
    with phone(browser) as page:
        page.clock.install()
        page.goto(address(live_server, event, "ns"))
        kept_on_the_phone(page, more_than=2)
        request = RequestFactory().get("/")
        guesses.TYPED.count(request, guesses.MOST_WRONG)
        page.clock.fast_forward(10_000)
        told = page.locator("[data-net] p")
        expect(told).to_contain_text(re.compile(r"\d{2}:\d{2}"))
        expect(page.locator("[data-news]")).to_be_hidden()
        caches["limits"].clear()
        page.clock.fast_forward(700_000)
        expect(page.locator("[data-net]")).to_be_hidden()

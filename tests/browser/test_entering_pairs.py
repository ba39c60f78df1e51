"""Pairs at the door, in a browser: one key a pair, names that complete themselves, a list taken in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.desk import at_the_desk
from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tests.house.browser import Browser
from tournaments.desk.entries import EntryPlan, PersonPlan, enter
from tournaments.desk.presence import wait_for_partner
from tournaments.models import Event, Player

pytestmark = pytest.mark.django_db(transaction=True)

AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]}
ENTRIES = Path(__file__).resolve().parents[1] / "data" / "entries"


def states(event: Event) -> dict[int, tuple[str, bool, bool]]:
    return {
        number: (state, here, paid)
        for number, state, here, paid in event.entries.values_list("number", "state", "checked_in", "paid")
    }


def settled(page: Any, here: int) -> None:
    """Wait until the server has counted so many pairs as here."""
    page.wait_for_function("n => document.querySelector('#counts b').textContent.trim() == n", arg=str(here))


def test_a_pair_is_checked_in_with_one_key(browser: Browser, live_server: Any) -> None:
    event = an_event(Evening(pairs=12))
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(f"{live_server.url}/desk/{event.slug}/entries/")
        page.keyboard.press("ArrowDown")
        for key in ("p", "ArrowDown", " ", "q", "ArrowDown", "a", "ArrowDown", "p", "p", "ArrowDown", "p"):
            page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.pair") == "5"
        # Straight on to another page: what was on its way arrives all the same.
        page.click("#p5 a")
        page.wait_for_selector("h1")
        page.goto(f"{live_server.url}/desk/{event.slug}/entries/")
        for _ in range(50):
            if states(event)[5][1]:
                break
            page.wait_for_timeout(100)
    assert {number: state for number, state in states(event).items() if number < 7} == {
        1: ("active", True, False),
        2: ("active", True, True),
        3: ("absent", False, False),
        4: ("active", False, False),
        5: ("active", True, False),
        6: ("active", False, False),
    }


def test_a_name_typed_finds_its_pair_and_one_key_marks_it(browser: Browser, live_server: Any) -> None:
    event = an_event(Evening(pairs=30))
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(f"{live_server.url}/desk/{event.slug}/entries/")
        for typed in ("dell acq", "DONA"):
            page.keyboard.type(typed)
            page.keyboard.press("Enter")
            page.keyboard.press("p")
            assert page.input_value("#filter") == ""
        settled(page, 2)
    here = [number for number, state in states(event).items() if state[1]]
    surnames = {m.player.surname for m in event.members.filter(entry__number__in=here)}
    assert {"Dell'Acqua", "Donati"} <= surnames


def test_a_key_pressed_while_the_server_is_gone_is_taken_back_and_said(
    browser: Browser, live_server: Any
) -> None:
    event = an_event(Evening(pairs=4))
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(f"{live_server.url}/desk/{event.slug}/entries/")
        page.route("**/check-in/", lambda route: route.abort())
        page.keyboard.press("ArrowDown")
        page.keyboard.press("p")
        page.wait_for_selector("#said:not([hidden])")
        assert page.get_attribute("#p1 [data-sets=here]", "aria-pressed") == "false"
    assert states(event)[1] == ("active", False, False)


def test_without_scripts_the_buttons_still_work(browser: Browser, live_server: Any) -> None:
    event = an_event(Evening(pairs=4))
    with at_the_desk(browser, live_server.url, event, java_script_enabled=False) as page:
        page.goto(f"{live_server.url}/desk/{event.slug}/entries/")
        page.click("#p3 button[data-sets=here]")
        page.click("#p3 button[data-sets=paid]")
        assert page.get_attribute("#p3 [data-sets=here]", "aria-pressed") == "true"
    assert states(event)[3] == ("active", True, True)


def test_a_pair_is_typed_with_completion_and_its_usual_partner(browser: Browser, live_server: Any) -> None:
    before = an_event(Evening(pairs=0))
    people = (PersonPlan("Nicolosi Nicolò"), PersonPlan("D'Angelo Rita"))
    enter(event=before, plans=[EntryPlan(1, people, before.club.name)], by=DIRECTOR)
    event = an_event(Evening(pairs=2))
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(f"{live_server.url}/desk/{event.slug}/entries/add/")
        page.keyboard.type("nicolo", delay=20)
        page.wait_for_selector("#found1 li")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.getElementById('name2').value === \"D'Angelo Rita\"")
        page.keyboard.press("Enter")
        page.wait_for_selector(".finding.done")
    assert Player.objects.filter(surname="Nicolosi").count() == 1
    assert event.members.filter(entry__number=3, player__surname="D'Angelo").exists()


def test_the_proposed_partner_gives_way_to_what_is_typed(browser: Browser, live_server: Any) -> None:
    before = an_event(Evening(pairs=0))
    people = (PersonPlan("Nicolosi Nicolò"), PersonPlan("D'Angelo Rita"))
    enter(event=before, plans=[EntryPlan(1, people, before.club.name)], by=DIRECTOR)
    event = an_event(Evening(pairs=2))
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(f"{live_server.url}/desk/{event.slug}/entries/add/")
        page.keyboard.type("nicolo", delay=20)
        page.wait_for_selector("#found1 li")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        page.wait_for_function("() => document.getElementById('name2').value !== ''")
        page.keyboard.type("Villa Ida")
        assert page.input_value("#name2") == "Villa Ida"
        page.keyboard.press("Enter")
        page.wait_for_selector(".finding.done")
    assert event.members.filter(entry__number=3, player__surname="Villa").exists()


def test_a_newcomer_goes_from_a_list_of_names_to_the_first_seats(browser: Browser, live_server: Any) -> None:
    """Scenario 36: six pages, one list pasted, no setting touched."""
    home = an_event(Evening(pairs=0))
    with at_the_desk(browser, live_server.url, home) as page:
        page.goto(f"{live_server.url}/desk/new/")
        page.fill("[name=name]", "Burraco di primavera")
        page.click("form.settings .btn.main:not([name])")
        page.wait_for_url("**/entries/")
        page.click(".btn.main")
        page.fill("#text", (ENTRIES / "paste.txt").read_text())
        page.click(".btn.main")
        page.wait_for_selector("#preview")
        page.click("#preview .btn.main")
        page.wait_for_url("**/entries/")
        event = Event.objects.get(name="Burraco di primavera")
        assert event.entries.count() == 8
        page.goto(f"{live_server.url}/desk/{event.slug}/seats/")
        page.click("main .btn.main")
        page.wait_for_load_state()
        assert event.rounds.get().matches.count() == 4


PAGES = ["", "add/", "waiting/", "list/", "1/"]


@pytest.mark.parametrize("width", [1280, 768])
def test_every_page_of_the_list_is_open_to_everybody(browser: Browser, live_server: Any, width: int) -> None:
    event = an_event(Evening(pairs=8))
    for name in ("Ferri Pina", "Serra Lia"):
        wait_for_partner(event=event, person=PersonPlan(name), by=DIRECTOR)
    running = an_evening(Evening(pairs=9, closed=1, open_round="published", name="Running"))
    with at_the_desk(browser, live_server.url, event, width=width) as page:
        for which in (event, running):
            for name in PAGES:
                page.goto(f"{live_server.url}/desk/{which.slug}/entries/{name}")
                for summary in page.locator("main summary").all():
                    summary.click()
                found = Axe().run(page, options=AXE)
                assert found.violations_count == 0, f"{name} {found.generate_report()}"
                wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
                assert wide <= 0, f"{name} is {wide} pixels too wide"


@pytest.mark.parametrize("file", ["modulo-iscrizioni.xlsx", "iscritti-excel.csv", "paste.txt"])
def test_the_preview_of_a_list_is_open_to_everybody(browser: Browser, live_server: Any, file: str) -> None:
    event = an_event(Evening(pairs=0))
    Player.objects.create(surname="Marchetti", first_name="Paola", club=event.club)
    with at_the_desk(browser, live_server.url, event, width=768) as page:
        page.goto(f"{live_server.url}/desk/{event.slug}/entries/list/")
        page.set_input_files("#file", ENTRIES / file)
        page.click(".btn.main")
        page.wait_for_selector("#preview")
        found = Axe().run(page, options=AXE)
        assert found.violations_count == 0, found.generate_report()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_a_column_said_to_be_another_reads_the_list_again_at_once(browser: Browser, live_server: Any) -> None:
    event = an_event(Evening(pairs=0))
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(f"{live_server.url}/desk/{event.slug}/entries/list/")
        page.set_input_files("#file", ENTRIES / "iscritti-excel.csv")
        page.click(".btn.main")
        page.wait_for_selector("#preview")
        page.wait_for_load_state("load")
        with page.expect_navigation():
            page.select_option("[name=column-3]", "ignore")
        assert page.input_value("[name=column-3]") == "ignore"
        assert "Il Pozzetto" not in page.inner_text("#preview table")
        page.click("#preview .btn.main")
        page.wait_for_url("**/entries/")
    assert {str(entry.club) for entry in event.entries.all()} == {event.club.name}


def test_a_column_chosen_before_the_page_is_all_there_is_read_as_chosen(
    browser: Browser, live_server: Any
) -> None:
    event = an_event(Evening(pairs=0))
    with at_the_desk(browser, live_server.url, event) as page:
        late: list[Any] = []

        def hold(route: Any) -> None:
            late.append(route)

        page.route("**/list*.js", hold)
        page.goto(f"{live_server.url}/desk/{event.slug}/entries/list/")
        page.set_input_files("#file", ENTRIES / "iscritti-excel.csv")
        page.click(".btn.main")
        page.select_option("#preview [name=column-3]", "ignore")
        while not late:
            page.wait_for_timeout(20)
        with page.expect_navigation():
            late[0].continue_()
            page.unroute("**/list*.js")
        assert page.input_value("[name=column-3]") == "ignore"


@pytest.mark.parametrize("width", [1280, 768])
def test_every_page_of_people_is_open_to_everybody(browser: Browser, live_server: Any, width: int) -> None:
    event = an_event(Evening(pairs=8))
    player = Player.objects.create(surname="Marchetti", first_name="Paolo", club=event.club)
    Player.objects.create(surname="Marcheti", first_name="Paolo", club=event.club)
    pages = ["players/", "players/new/", "players/look-alikes/", f"players/{player.pk}/", "clubs/"]
    with at_the_desk(browser, live_server.url, event, width=width) as page:
        for name in [*pages, f"clubs/{event.club.slug}/"]:
            page.goto(f"{live_server.url}/desk/{name}")
            found = Axe().run(page, options=AXE)
            assert found.violations_count == 0, f"{name} {found.generate_report()}"
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0, name

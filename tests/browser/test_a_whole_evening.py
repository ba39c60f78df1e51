"""A whole evening at the desk, by keyboard alone, against the server as it runs in the hall."""

from __future__ import annotations

import io
import json
from typing import Any

import openpyxl

from tests.browser.desk import at_the_desk
from tests.browser.evening import Director, names
from tests.browser.keyboard import Keyboard
from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tests.house.browser import Browser
from tests.house.real_server import RealServer
from tournaments.desk.entries import PersonPlan
from tournaments.desk.keying import key_again
from tournaments.desk.presence import wait_for_partner
from tournaments.desk.results import ResultPlan, record
from tournaments.models import Event, Result

CLIPBOARD = {"permissions": ["clipboard-read", "clipboard-write"]}
FEE = 20
PAIRS = 25
LATE = 26


def as_computed(director: Director) -> list[tuple[int, int, int, int]]:
    """``manage.py standings --json`` of the same server: place, number, VP, MP."""
    rows = json.loads(director.server.manage("standings", director.slug, "--json"))
    return [(row["place"], row["number"], row["vp"], row["net_mp"]) for row in rows]


def as_in_the_workbook(path: Any) -> list[tuple[int, int, int, int]]:
    """The sheet Classifica of a workbook: place, number, VP, MP."""
    sheet = openpyxl.load_workbook(io.BytesIO(path.read_bytes()))["Classifica"]
    headings, *rows = sheet.iter_rows(values_only=True)
    columns = [headings.index(name) for name in ("Posto", "Coppia", "VP", "MP")]
    return [tuple(row[column] for column in columns) for row in rows]  # type: ignore[misc]


def test_a_whole_evening_is_run_with_the_keyboard_alone(browser: Browser, real_server: RealServer) -> None:
    real_server.start()
    with browser.page(**CLIPBOARD) as page:
        director = Director(page, real_server)
        keyboard = director.keyboard

        director.comes_for_the_first_time()
        director.makes_the_event("Burraco d'autunno", FEE)
        director.pastes_the_list(names(PAIRS))
        director.checks_everybody_in(PAIRS)

        # Round 1. Somebody rests, until a pair comes late and takes the empty chairs.
        director.draws_by_lot(1234)
        director.publishes_the_seats()
        bye = next(table for table, pairs in director.seats(1).items() if None in pairs)
        assert len(director.seats(1)) == 13
        director.enters_a_pair(*names(LATE)[-1])
        assert LATE in director.seats(1)[bye]
        director.plays(1)

        # Round 2. A pair comes seven minutes late to its table.
        director.draws()
        director.publishes_the_seats()
        director.goes_to("scores")
        late_table = director.missing()[4]
        director.opens_the_table(late_table)
        keyboard.send("r")
        keyboard.go("main a[href*='/late/?pair=']")
        keyboard.type("7")
        keyboard.send("Enter")
        assert "100" in page.input_value("[name=mp]")
        keyboard.type("traffico")
        keyboard.send("Enter")
        director.plays(2)

        # Round 3. A pair goes home; its table has its score, the others are played.
        director.draws()
        director.publishes_the_seats()
        gone_table, (gone, _) = next(
            (table, pairs) for table, pairs in director.seats(3).items() if table > 5 and None not in pairs
        )
        director.goes_to("scores")
        director.types({table: director.a_result() for table in director.missing() if table < gone_table})
        director.finds_the_pair(gone)
        keyboard.reach("#leave summary")
        keyboard.press("Enter")
        keyboard.reach("#leave [name=justified]")
        keyboard.press("Space")
        keyboard.reach("#leave [name=reason]")
        keyboard.type("non si sente bene")
        keyboard.send("Enter")
        director.goes_to("scores")
        assert gone_table not in director.missing()
        results = director.plays(3)

        # Round 4 is drawn from the standings, and a result of round 3 was wrong: draw again.
        director.draws()
        drawn = director.seats(4)
        assert not any(gone in pairs for pairs in drawn.values())
        wrong = max(results)
        director.goes_to("scores")
        ns, ew = results[wrong]
        director.corrects(wrong, (ew - 3000, ns + 3000) if ns > ew else (ew + 3000, ns - 3000))
        page.wait_for_selector("#moves form")
        keyboard.go("#moves form button")
        again = director.seats(4)
        assert again != drawn

        # Two pairs are swapped by hand, although they have met: the desk says so and keeps the note.
        first, other = rematch(director, again)
        director.goes_to("seats")
        keyboard.go("main a[href$='/swap/']")
        order = page.locator("[name=pair]").evaluate_all("boxes => boxes.map(box => Number(box.value))")
        for number in sorted((first, other), key=order.index):
            keyboard.reach(f"[name=pair][value='{number}']")
            keyboard.press("Space")
        keyboard.send("Enter")
        assert "si incontrano di nuovo" in page.inner_text("#effect")
        keyboard.reach("#reason")
        keyboard.type("non fa le scale")
        keyboard.send("Enter")
        director.publishes_the_seats()
        assert "Li pubblichi lo stesso?" in director.says_yes()
        published = director.seats(4)
        assert published != again

        # Another wrong result of round 3: the seats are out, so only the result changes.
        director.goes_to("scores")
        keyboard.go("nav.rounds a[href$='/3/']")
        director.corrects(min(results), (1000, 400))
        page.wait_for_selector("#moves h2")
        assert not page.locator("#moves form").count()
        assert director.seats(4) == published
        director.plays(4)

        # After the last round a correction wants the referee beside the director.
        last = min(table for table, pairs in published.items() if None not in pairs)
        director.corrects(last, (5, 4000))
        page.wait_for_selector(f"#t{last} .finding input")
        keyboard.press("Enter")
        assert keyboard.on(f"#t{last} .finding input"), "Enter leads into the question"
        keyboard.write("Ada Fiore")
        page.wait_for_selector("#moves h2")
        assert "Ada Fiore" in page.inner_text("#moves")

        # The end: standings, prizes, finish, the workbook to keep.
        director.goes_to("standings")
        keyboard.go(".rail button.main")
        keyboard.go(".rail a[href$='/prizes/']")
        keyboard.reach("[name=places]")
        keyboard.over("50 30 20")
        keyboard.send("Enter")
        won = [int(text) for text in page.locator(".won-list tbody .won").all_inner_texts()]
        assert won == [250, 150, 100]
        director.goes_to("standings")
        keyboard.go(".rail a.main")
        keyboard.go("form button.main")
        book = keyboard.take("a[href$='/workbook/']")
        assert as_in_the_workbook(book.path()) == as_computed(director)
    real_server.manage("verify", director.slug)


def test_a_pair_that_comes_in_round_2_is_refused_with_the_reason(
    browser: Browser, real_server: RealServer
) -> None:
    real_server.start()
    with browser.page(**CLIPBOARD) as page:
        director = Director(page, real_server)
        director.comes_for_the_first_time()
        director.makes_the_event("Burraco d'autunno", FEE)
        director.pastes_the_list(names(5))
        director.draws_by_lot(7)
        director.publishes_the_seats()
        director.plays(1)
        director.draws()
        director.publishes_the_seats()
        director.goes_to("entries")
        assert not page.locator("main a[href$='/add/']").count()
        page.goto(f"{page.url}add/")
        assert "turni sono sorteggiati" in page.inner_text("main .finding")
        assert not page.locator("main form").count()


def test_a_newcomer_goes_from_the_list_of_names_to_the_first_seats_in_under_five_minutes(
    browser: Browser, real_server: RealServer
) -> None:
    """Ten pages and 254 keys from the link the program prints: under a minute at five keys a second.

    The account, the club, the event, a list of 25 pairs pasted, everybody ticked off with the fee, the draw,
    the seats published. Nothing is set but a name and a fee.
    """
    real_server.start()
    with browser.page(**CLIPBOARD) as page:
        director = Director(page, real_server)
        director.comes_for_the_first_time()
        director.makes_the_event("Burraco d'autunno", FEE)
        director.pastes_the_list(names(PAIRS))
        director.checks_everybody_in(PAIRS)
        director.draws()
        director.publishes_the_seats()
        assert len(director.seats(1)) == 13
    keyboard = director.keyboard
    told = f"{keyboard.seconds:.0f} s, {keyboard.keys} keys, {keyboard.steps} pages; {keyboard.longest_way}"
    assert keyboard.seconds < 300, told
    assert keyboard.steps <= 10, told
    assert keyboard.longest_way[0] <= 15, f"too many Tabs: {told}"


def test_enter_on_one_of_those_who_wait_makes_the_pair_and_strikes_nobody_off(
    browser: Browser, live_server: Any, transactional_db: None
) -> None:
    event = an_event(Evening(pairs=4))
    for name in ("Ferri Pina", "Serra Lia", "Testa Gaia"):
        wait_for_partner(event=event, person=PersonPlan(name), by=DIRECTOR)
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(f"{live_server.url}/desk/{event.slug}/entries/waiting/")
        keyboard = Keyboard(page)
        keyboard.reach("[name=who]")
        keyboard.press("Space")
        keyboard.press("Tab", "Tab", "Space")
        keyboard.send("Enter")
    assert sorted(member.player.surname for member in event.members.filter(entry__number=5)) == [
        "Ferri",
        "Serra",
    ]
    assert [str(waiting.player) for waiting in event.waiting.all()] == ["Testa Gaia"]


def test_enter_in_a_new_event_makes_it_and_adds_no_phase(
    browser: Browser, live_server: Any, transactional_db: None
) -> None:
    home = an_event(Evening(pairs=0))
    with at_the_desk(browser, live_server.url, home) as page:
        page.goto(f"{live_server.url}/desk/new/")
        keyboard = Keyboard(page)
        keyboard.type("Burraco di Natale")
        keyboard.send("Enter")
    made = Event.objects.get(name="Burraco di Natale")
    assert [phase.rounds for phase in made.phases.order_by("position")] == [3, 1]


def test_the_answer_to_a_question_about_the_second_keying_stores_the_second_keying(
    browser: Browser, live_server: Any, transactional_db: None
) -> None:
    event = an_evening(Evening(pairs=8, closed=3, programme="Mitchell 3", with_hands=False))
    first, other = 1000, 400
    record(event=event, round_number=3, plan=ResultPlan(1, first, other), countersigned_by="Ada", by=DIRECTOR)
    key_again(event=event, round_number=3, table=1, ns_mp=other, ew_mp=first, by=DIRECTOR)
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(f"{live_server.url}/desk/{event.slug}/scores/3/differences/")
        keyboard = Keyboard(page)
        keyboard.send("2")
        assert keyboard.on(".finding [name=countersigned]")
        keyboard.type("Ada Fiore")
        keyboard.send("Enter")
    result = Result.objects.get(
        match__round__event=event, match__round__number=3, match__table=1, state="confirmed"
    )
    assert (result.ns_mp, result.ew_mp) == (other, first)


def rematch(director: Director, seats: dict[int, tuple[int | None, int | None]]) -> tuple[int, int]:
    """Two pairs to swap so that one of them meets again whom it met in round 1."""
    met = {number: pairs for pairs in director.seats(1).values() for number in pairs if number}
    for ns, ew in seats.values():
        old = next((number for number in met.get(ns or 0, ()) if number not in (ns, None)), None)
        if ns and ew and old and old != ew and any(old in pairs for pairs in seats.values()):
            return ew, old
    raise AssertionError("nobody can meet again")

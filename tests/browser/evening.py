"""What a director does in an evening, each as one thing, by the keys of the desk alone."""

from __future__ import annotations

import random
import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from tests.browser.keyboard import Keyboard
from tests.factories import FIRST_NAMES, SURNAMES

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.house.real_server import RealServer

PASSWORD = "una lunga serata di burraco"  # noqa: S105
Seats = dict[int, tuple[int | None, int | None]]
Totals = dict[int, tuple[int, int]]


def names(pairs: int) -> list[tuple[str, str]]:
    """So many pairs, surname first, no two people alike."""
    first_names = FIRST_NAMES.split()
    people = [
        f"{surname} {first_names[n * 7 % len(first_names)]}" for n, surname in enumerate(SURNAMES.split())
    ]
    return [(people[2 * n], people[2 * n + 1]) for n in range(pairs)]


class Director:
    """Somebody at the desk of a real server, with a keyboard."""

    def __init__(self, page: Page, server: RealServer) -> None:
        self.page, self.server = page, server
        self.keyboard = Keyboard(page)
        self.slug = ""
        self.luck = random.Random(13)

    # ---- before the evening ----------------------------------------------------------------------------

    def comes_for_the_first_time(self) -> None:
        """By the link the program printed: an account, a club, a new event."""
        link = re.search(r"http://\S+/welcome/\S+", self.server.told())
        assert link is not None, self.server.told()
        self.page.goto(link[0])
        keyboard = self.keyboard
        keyboard.reach("[name=username]")
        keyboard.type("aldo")
        for _ in range(2):
            keyboard.press("Tab")
            keyboard.type(PASSWORD)
        keyboard.send("Enter")
        keyboard.go("a[href$='/desk/new/']")
        keyboard.type("Circolo La Pinella")
        keyboard.send("Enter")

    def makes_the_event(self, name: str, fee: int) -> None:
        """Its name is typed at once; everything else may stay as it is."""
        self.keyboard.type(name)
        self.keyboard.reach("[name=fee]")
        self.keyboard.type(str(fee))
        self.keyboard.send("Enter")
        found = re.search(r"/desk/([^/]+)/entries/$", self.page.url)
        assert found is not None, self.page.url
        self.slug = found[1]

    def pastes_the_list(self, pairs: list[tuple[str, str]]) -> None:
        keyboard = self.keyboard
        keyboard.go("main a[href$='/list/']")
        keyboard.paste(
            "\n".join(f"{number}. {one} + {other}" for number, (one, other) in enumerate(pairs, 1))
        )
        keyboard.go("main form button.main")
        keyboard.go("#preview button.main")

    def checks_everybody_in(self, pairs: int) -> None:
        """One key for here, one for the fee, one for the next."""
        self.keyboard.press("ArrowDown")
        for _ in range(pairs):
            self.keyboard.press("p", "q", "ArrowDown")
        self.page.wait_for_function(
            "n => document.querySelector('#counts b').textContent.trim() == n", arg=str(pairs)
        )

    # ---- a round ---------------------------------------------------------------------------------------

    def goes_to(self, part: str) -> None:
        """By the bar at the top: entries, seats, scores, standings, journal."""
        self.keyboard.go(f"header nav a[href$='/{part}/']")

    def draws(self) -> None:
        self.goes_to("seats")
        self.keyboard.go("[form=draw]")

    def draws_by_lot(self, seed: int) -> None:
        """Round 1, with a number somebody in the hall has called out."""
        self.goes_to("seats")
        self.keyboard.reach("#seed")
        self.keyboard.over(str(seed))
        self.keyboard.send("Enter")

    def publishes_the_seats(self) -> None:
        self.keyboard.go("form[action$='/publish/'] button")

    def says_yes(self) -> str:
        """Answer a question of the desk; what it asked."""
        asked = self.page.inner_text(".finding.ask")
        self.keyboard.go("button[name=confirmed]")
        return asked

    def opens_the_table(self, table: int) -> None:
        """In the grid: T, its number, Enter."""
        self.keyboard.press("t")
        self.keyboard.write(str(table))
        assert self.keyboard.on(f"#t{table}")

    def types(self, totals: Totals) -> None:
        """All these totals, from one table to the next; the desk has them all."""
        self.opens_the_table(min(totals))
        for table in sorted(totals):
            assert self.keyboard.on(f"#t{table}"), f"table {table} is not the next"
            self.keyboard.write(*map(str, totals[table]))
        self.settled()

    def settled(self) -> None:
        """Nothing typed is on its way any more."""
        self.page.wait_for_function("() => window.grid.queue.size === 0")

    def closes_the_round(self) -> None:
        """After the last total the focus stands on the button already."""
        assert self.keyboard.on("[data-close] button"), "the last total leads to the button"
        self.keyboard.send("Enter")

    def plays(self, number: int) -> Totals:
        """Type results for every table of the round that has two lines and none yet, and close it."""
        self.goes_to("scores")
        totals = {table: self.a_result() for table in self.missing()}
        self.types(totals)
        self.closes_the_round()
        return totals

    def a_result(self) -> tuple[int, int]:
        return 5 * self.luck.randint(-20, 640), 5 * self.luck.randint(-20, 640)

    def missing(self) -> list[int]:
        """The tables the page says are missing."""
        return [int(text) for text in self.page.locator("[data-missing] nav a").all_inner_texts()]

    def corrects(self, table: int, totals: tuple[int, int]) -> None:
        """Type over a result that was wrong."""
        self.opens_the_table(table)
        self.keyboard.write(*map(str, totals))

    # ---- the referee -----------------------------------------------------------------------------------

    def finds_the_pair(self, number: int) -> None:
        """In the list: its number, Enter to its row, Enter to its page."""
        self.goes_to("entries")
        self.keyboard.write(str(number))
        self.keyboard.send("Enter")

    def enters_a_pair(self, one: str, other: str) -> None:
        self.goes_to("entries")
        # The focus waits in the field that finds a pair; the button stands before it.
        self.keyboard.go("main a[href$='/add/']", key="Shift+Tab")
        self.keyboard.type(one)
        self.keyboard.press("Tab")
        self.keyboard.type(other)
        self.keyboard.send("Enter")

    # ---- reading what was stored -----------------------------------------------------------------------

    @property
    def database(self) -> Path:
        return self.server.var_dir / "pozzetto.sqlite3"

    def seats(self, number: int) -> Seats:
        """Who sits where in a round, as the server has stored it: table to (North-South, East-West)."""
        found: Seats = {}
        asked = (
            "SELECT m.'table', s.line, e.number FROM tournaments_seat s"
            " JOIN tournaments_match m ON m.id = s.match_id JOIN tournaments_round r ON r.id = m.round_id"
            " JOIN tournaments_entry e ON e.id = s.entry_id WHERE r.number = ? ORDER BY 1"
        )
        with closing(sqlite3.connect(self.database)) as database:
            for table, line, entry in database.execute(asked, [number]):
                ns, ew = found.get(table, (None, None))
                found[table] = (entry, ew) if line == "ns" else (ns, entry)
        return found

    def table_of(self, number: int, pair: int) -> int:
        return next(table for table, pairs in self.seats(number).items() if pair in pairs)

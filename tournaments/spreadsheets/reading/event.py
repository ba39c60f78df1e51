"""Reading an event workbook: everything that is wrong with it at once, or the event it holds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from openpyxl.workbook import Workbook

from scoring.rules import FIBUR, INTERNATIONAL
from scoring.sentences import gettext_noop, say
from tournaments.movements.programme import Programme
from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import (
    EventBook,
    PairRow,
    PenaltyRow,
    RoundSheet,
    RulingRow,
    TableRow,
    settled_state,
    usual_depth,
    usual_state,
)
from tournaments.spreadsheets.problems import Ledger, Place, refuse
from tournaments.spreadsheets.reading import file
from tournaments.spreadsheets.reading.grid import SheetRows, rows_of
from tournaments.spreadsheets.reading.hands import read_details
from tournaments.spreadsheets.reading.meetings import check_meetings, check_programme
from tournaments.spreadsheets.reading.pairs import read_pairs, with_past
from tournaments.spreadsheets.reading.presence import (
    Evening,
    check_presence,
    note_contrary,
    read_absences,
)
from tournaments.spreadsheets.reading.referee import read_penalties, read_places, read_rulings
from tournaments.spreadsheets.reading.rounds import Field, Seated, is_prepared_only, read_round
from tournaments.spreadsheets.reading.settings import Draft, read_settings

Key = TypeVar("Key", str, int)

MOST_SHEETS = 200
_ROUND = re.compile(r"turno (\d{1,3})")
_RULES = {"fibur": FIBUR, "international": INTERNATIONAL}


def read_event(source: bytes | Path, *, most_bytes: int = file.MOST_BYTES) -> EventBook:
    """The event in a workbook, given as bytes or by its path.

    Raises ``WorkbookError`` with every problem found, if there is any. What is left aside (sheets and columns
    nobody knows) and what looks odd is in ``notices``. Source: docs/event-workbook.md.
    """
    ledger = Ledger()
    with closing(file.open_workbook(file.contents(source, most_bytes))) as workbook:
        sheets, round_sheets = _sheets(workbook, ledger)
        book = _Reader(workbook, sheets, round_sheets, ledger).read()
    ledger.refuse_if_wrong()
    if book is None:
        raise ValueError("a workbook without problems makes an event")
    return replace(book, notices=tuple(ledger.notices))


def _sheets(workbook: Workbook, ledger: Ledger) -> tuple[dict[str, str], dict[int, str]]:
    """The titles of the sheets that are read, by what they are; the rounds by their number."""
    known = (
        words.EVENT,
        words.PAIRS,
        words.PENALTIES,
        words.STANDINGS,
        words.RULINGS,
        words.HANDS,
        words.SUBSTITUTIONS,
        words.ABSENCES,
    )
    names = {words.plain(name): name for name in known}
    sheets: dict[str, str] = {}
    rounds: dict[int, str] = {}
    readable = {sheet.title for sheet in workbook.worksheets}
    for title in workbook.sheetnames[:MOST_SHEETS]:
        name = words.plain(title)
        found = _ROUND.fullmatch(name)
        if title not in readable or (name not in names and not (found and int(found[1]))):
            ledger.note(Place(title), say(gettext_noop("this sheet is not known and is left aside.")))
        elif found:
            _take(rounds, int(found[1]), title, ledger)
        else:
            _take(sheets, names[name], title, ledger)
    if words.EVENT not in sheets and words.PAIRS not in sheets:
        found_sheets = say(
            gettext_noop("a workbook with the sheets {sheets}"), sheets=_listed(workbook.sheetnames)
        )
        expected = say(
            gettext_noop("an event workbook, with the sheets {event}, {pairs}, {round} and so on"),
            event=words.EVENT,
            pairs=words.PAIRS,
            round=words.round_title(1),
        )
        raise refuse(found_sheets, expected)
    for name in (words.EVENT, words.PAIRS):
        if name not in sheets:
            ledger.wrong(Place(), None, say(gettext_noop("the sheet {sheet}"), sheet=name))
    return sheets, rounds


def _take(taken: dict[Key, str], key: Key, title: str, ledger: Ledger) -> None:
    if key in taken:
        found = say(gettext_noop("a second sheet of this name"))
        ledger.wrong(Place(title), found, say(gettext_noop("only one")))
    taken.setdefault(key, title)


def _listed(titles: Sequence[str]) -> str:
    shown = ", ".join(titles[:5])
    return f"{shown}, …" if len(titles) > 5 else shown


class _Reader:
    """Reads the sheets one after another, each knowing what the earlier ones said."""

    def __init__(
        self, workbook: Workbook, sheets: Mapping[str, str], round_sheets: Mapping[int, str], ledger: Ledger
    ) -> None:
        self.workbook = workbook
        self.sheets = sheets
        self.round_sheets = round_sheets
        self.ledger = ledger

    def read(self) -> EventBook | None:
        """The event; of no use if the ledger holds problems, and None if it cannot even be put together."""
        draft = Draft()
        pairs: dict[int, PairRow] = {}
        if words.EVENT in self.sheets:
            draft = read_settings(self._rows(words.EVENT), self.ledger)
        if words.PAIRS in self.sheets:
            pairs = read_pairs(self._rows(words.PAIRS), self.ledger)
        if words.SUBSTITUTIONS in self.sheets:
            pairs = with_past(self._rows(words.SUBSTITUTIONS), pairs, self.ledger)
        rounds = self._rounds(draft, pairs)
        if draft.programme is not None:
            self._check(draft.programme, draft.formula_place, pairs, rounds)
        by_round = self._tables(draft, rounds)
        penalties, rulings = self._referee(pairs, by_round)
        pairs = self._with_places(draft, pairs)
        states = self._states(draft, by_round, rulings)
        self._check_presence(draft, pairs, by_round, rulings)
        if self.ledger.problems:
            return None
        sheets = tuple(RoundSheet(number, by_round[number], states[number]) for number in sorted(by_round))
        settings = draft.settings(state=usual_state(sheets), depth=usual_depth(sheets))
        return EventBook(settings, tuple(pairs.values()), sheets, penalties, rulings)

    def _rows(self, name: str) -> SheetRows:
        return rows_of(self.workbook, self.sheets[name], self.ledger)

    def _rounds(self, draft: Draft, pairs: Mapping[int, PairRow]) -> dict[int, list[Seated]]:
        """The rounds that have their sheet, without a gap and no more than the programme has."""
        rows = {
            number: rows_of(self.workbook, title, self.ledger) for number, title in self.round_sheets.items()
        }
        for number in sorted(rows, reverse=True):
            if not is_prepared_only(rows[number]):
                break
            del rows[number]
            told = gettext_noop("nobody is seated yet: this round is left to be drawn.")
            self.ledger.note(Place(words.round_title(number)), say(told))
        last = max(rows, default=0)
        for number in range(1, last):
            if number not in rows:
                expected = say(gettext_noop("the sheet {sheet}"), sheet=words.round_title(number))
                self.ledger.wrong(Place(), None, expected)
        if draft.programme is not None and last > draft.programme.rounds:
            for number in sorted(n for n in rows if n > draft.programme.rounds):
                found = say(gettext_noop("round {number}"), number=str(number))
                told = gettext_noop("no more than the {rounds} rounds of the programme “{programme}”")
                expected = say(told, rounds=draft.programme.rounds, programme=str(draft.programme))
                self.ledger.wrong(Place(words.round_title(number)), found, expected)
        field = Field(pairs, draft.hands, _RULES[draft.variant])
        return {number: read_round(number, rows[number], field, self.ledger) for number in sorted(rows)}

    def _check(
        self,
        programme: Programme,
        place: Place,
        pairs: Mapping[int, PairRow],
        rounds: Mapping[int, Sequence[Seated]],
    ) -> None:
        if pairs:
            check_programme(programme, pairs, rounds, place, self.ledger)
        check_meetings(programme, rounds, self.ledger)

    def _tables(
        self, draft: Draft, rounds: Mapping[int, Sequence[Seated]]
    ) -> dict[int, tuple[TableRow, ...]]:
        tables = {
            (number, seated.table.table): seated.table for number in rounds for seated in rounds[number]
        }
        if words.HANDS in self.sheets:
            tables = read_details(self._rows(words.HANDS), tables, _RULES[draft.variant], self.ledger)
        return {
            number: tuple(tables[number, seated.table.table] for seated in found)
            for number, found in rounds.items()
        }

    def _referee(
        self, pairs: Mapping[int, PairRow], by_round: Mapping[int, tuple[TableRow, ...]]
    ) -> tuple[tuple[PenaltyRow, ...], tuple[RulingRow, ...]]:
        penalties: tuple[PenaltyRow, ...] = ()
        rulings: tuple[RulingRow, ...] = ()
        if words.PENALTIES in self.sheets:
            penalties = read_penalties(self._rows(words.PENALTIES), pairs, by_round, self.ledger)
        if words.RULINGS in self.sheets:
            numbers = {number: {table.table for table in found} for number, found in by_round.items()}
            rulings = read_rulings(self._rows(words.RULINGS), numbers, self.ledger)
        return penalties, rulings

    def _with_places(self, draft: Draft, pairs: dict[int, PairRow]) -> dict[int, PairRow]:
        """The pairs with their official places, where the sheet Torneo says that these count."""
        if not draft.official:
            return pairs
        if words.STANDINGS not in self.sheets:
            wanted = gettext_noop("the sheet {sheet} with the official places")
            self.ledger.wrong(Place(), None, say(wanted, sheet=words.STANDINGS))
            return pairs
        places = read_places(self._rows(words.STANDINGS), pairs, self.ledger)
        without = [str(number) for number, pair in pairs.items() if number not in places]
        if without and places:
            told = gettext_noop("pairs {numbers} have no official place and follow the others.")
            self.ledger.note(Place(words.STANDINGS), say(told, numbers=", ".join(without)))
        return {number: replace(pair, official_place=places.get(number)) for number, pair in pairs.items()}

    def _states(
        self, draft: Draft, by_round: Mapping[int, tuple[TableRow, ...]], rulings: Sequence[RulingRow]
    ) -> dict[int, str]:
        """The state of each round: as the sheet Torneo says, else closed once every table has its score."""
        states: dict[int, str] = {}
        for number, tables in by_round.items():
            ruled = frozenset(ruling.table for ruling in rulings if ruling.round == number)
            usual = settled_state(tables, ruled)
            states[number] = draft.round_states.get(number, usual)
            if states[number] == "closed" and usual != "closed":
                self._say_open(number, tables, ruled)
                states[number] = "published"
            elif usual != "closed" and any(table.is_played for table in tables):
                self._say_open(number, tables, ruled)
            if states[number] == "drawn" and (number < max(by_round) or any(t.is_played for t in tables)):
                found = say(gettext_noop("a round that is only drawn"))
                wanted = gettext_noop("a published round: there are results in it, or a round after it")
                self.ledger.wrong(Place(words.round_title(number)), found, say(wanted))
        return states

    def _check_presence(
        self,
        draft: Draft,
        pairs: Mapping[int, PairRow],
        by_round: Mapping[int, tuple[TableRow, ...]],
        rulings: Sequence[RulingRow],
    ) -> None:
        """That nobody was forgotten in a round that counts as closed, and what speaks against the list."""
        absences: set[tuple[int, int]] = set()
        if words.ABSENCES in self.sheets:
            absences = read_absences(self._rows(words.ABSENCES), pairs, by_round, self.ledger)
        ruled = {(ruling.round, ruling.table) for ruling in rulings}
        settled = {
            number
            for number, tables in by_round.items()
            if settled_state(tables, frozenset(table for at, table in ruled if at == number)) == "closed"
        }
        evening = Evening(pairs, by_round, settled, absences, draft.programme)
        check_presence(evening, self.ledger)
        note_contrary(evening, ruled, self.ledger)

    def _say_open(self, number: int, tables: Sequence[TableRow], ruled: frozenset[int]) -> None:
        missing = [str(t.table) for t in tables if not (t.is_bye or t.is_played or t.table in ruled)]
        told = gettext_noop("tables {tables} have no result yet: the round stays open.")
        self.ledger.note(Place(words.round_title(number)), say(told, tables=", ".join(missing)))

"""A sheet as rows under headings, in whatever order the columns stand and however they are spelled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from openpyxl.workbook import Workbook

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.spreadsheets.problems import Ledger, Place
from tournaments.spreadsheets.reading.cells import EMPTY, Cell, whole
from tournaments.spreadsheets.reading.file import damaged
from tournaments.spreadsheets.vocabulary import key_of, listed, plain

MOST_ROWS = 5_000
MOST_COLUMNS = 200
HEADING_ROWS = 20
"""A title and a blank line may stand above the headings, not a page of text."""

SheetRows = list[tuple[int, dict[int, Cell]]]

NUMBER = gettext_noop("a whole number, without decimals")
VALUE = gettext_noop("its value (copy the cell, then paste the value only)")


def rows_of(workbook: Workbook, title: str, ledger: Ledger) -> SheetRows:
    """The rows of a sheet that hold anything: their number, and their cells by column from 1."""
    sheet = workbook[title]
    sheet.reset_dimensions()
    found: SheetRows = []
    try:
        for number, row in enumerate(sheet.iter_rows(max_row=1_048_576, max_col=MOST_COLUMNS), start=1):
            if number > MOST_ROWS:
                told = gettext_noop("more than {most} rows")
                wanted = gettext_noop("only the rows of the event: delete the empty ones below them")
                ledger.wrong(Place(title), say(told, most=MOST_ROWS), say(wanted))
                break
            cells = {
                column: cell
                for column, raw in enumerate(row, start=1)
                if raw.value is not None and not (cell := Cell(raw.value, str(raw.data_type))).is_empty
            }
            if cells:
                found.append((number, cells))
    except Exception as error:
        raise damaged(error) from error
    return found


@dataclass(frozen=True)
class Row:
    """A row under the headings of its sheet."""

    grid: Grid
    number: int
    cells: Mapping[int, Cell]

    def cell(self, heading: str) -> Cell:
        column = self.grid.columns.get(plain(heading))
        return self.cells.get(column, EMPTY) if column else EMPTY

    def place(self, heading: str = "") -> Place:
        column = self.grid.columns.get(plain(heading)) if heading else None
        return Place(self.grid.title, self.number, column, heading if column else "")

    def is_blank(self, headings: Sequence[str]) -> bool:
        return all(self.cell(heading).is_empty for heading in headings)

    def wrong(
        self,
        heading: str,
        expected: Sentence,
        found: Sentence | str | int | None = None,
        *,
        remark: Sentence | None = None,
    ) -> None:
        """Write a problem down at this cell; ``found`` defaults to what stands in it."""
        cell = self.cell(heading)
        there = found if found is not None else (None if cell.is_empty else cell.told)
        if cell.kind == "f" and found is None:
            expected = say(VALUE)
        self.grid.ledger.wrong(self.place(heading), there, expected, remark)

    def whole(
        self,
        heading: str,
        expected: Sentence | None = None,
        *,
        least: int | None = None,
        most: int | None = None,
        needed: bool = False,
    ) -> int | None:
        """The whole number under a heading; None, with a problem written down, when it is none."""
        cell = self.cell(heading)
        if cell.is_empty:
            if needed:
                self.wrong(heading, expected or say(NUMBER))
            return None
        number = whole(cell)
        if number is None:
            self.wrong(heading, expected or say(NUMBER))
            return None
        if (least is not None and number < least) or (most is not None and number > most):
            wanted = gettext_noop("a whole number from {least} to {most}")
            self.wrong(heading, expected or say(wanted, least=least or 0, most=most or 0))
            return None
        return number

    def text(self, heading: str, most: int, expected: Sentence | None = None) -> str:
        """The text under a heading, tidied; "" when the cell is empty or holds no text."""
        cell = self.cell(heading)
        if cell.is_empty:
            return ""
        if cell.kind == "n" and expected is None and (number := whole(cell)) is not None:
            return str(number)
        if cell.kind != "s":
            self.wrong(heading, expected or say(gettext_noop("a text")))
            return ""
        if len(cell.text) > most:
            self.wrong(heading, say(gettext_noop("a text of at most {most} characters"), most=most))
            return ""
        return cell.text

    def word(self, heading: str, words: Mapping[str, str], otherwise: str) -> str:
        """The key of the word under a heading; ``otherwise`` when the cell is empty or not understood."""
        cell = self.cell(heading)
        if cell.is_empty:
            return otherwise
        key = key_of(words, cell.text) if cell.kind in ("s", "n") else None
        if key is None:
            self.wrong(heading, say(gettext_noop("one of: {words}"), words=listed(words)))
            return otherwise
        return key


class Grid:
    """The rows of a sheet below its headings. Unknown columns are left aside with a notice."""

    def __init__(self, title: str, rows: SheetRows, ledger: Ledger, *, required: Sequence[str]) -> None:
        self.title = title
        self.ledger = ledger
        self.columns: dict[str, int] = {}
        self.found = False
        wanted = {plain(heading) for heading in required}
        for position, (number, cells) in enumerate(rows[:HEADING_ROWS]):
            headings = {column: plain(cell.text) for column, cell in cells.items() if cell.kind == "s"}
            if len(wanted & set(headings.values())) * 2 >= len(wanted):
                self._take(number, headings, cells, required)
                self.rows = [Row(self, below, found) for below, found in rows[position + 1 :]]
                return
        self.rows = []
        expected = say(gettext_noop("a row of headings: {headings}"), headings=", ".join(required))
        ledger.wrong(Place(title), None, expected)

    def _take(
        self, number: int, headings: dict[int, str], cells: Mapping[int, Cell], required: Sequence[str]
    ) -> None:
        for column, heading in headings.items():
            if heading in self.columns:
                place = Place(self.title, number, column, cells[column].text)
                self.ledger.wrong(
                    place,
                    say(gettext_noop("a second column of this name")),
                    say(gettext_noop("only one")),
                )
            elif heading:
                self.columns[heading] = column
        self.heading_row = number
        self.texts = {heading: cells[column].text for heading, column in self.columns.items()}
        missing = [heading for heading in required if plain(heading) not in self.columns]
        for heading in missing:
            expected = say(gettext_noop("the column {heading}"), heading=quoted_heading(heading))
            self.ledger.wrong(Place(self.title, number), None, expected)
        self.found = not missing

    def has(self, heading: str) -> bool:
        return plain(heading) in self.columns

    def leave_aside(self, known: Sequence[str]) -> None:
        """Say which columns are not read."""
        understood = {plain(heading) for heading in known}
        for heading, column in self.columns.items():
            if heading not in understood:
                place = Place(self.title, self.heading_row, column, self.texts[heading])
                self.ledger.note(place, say(gettext_noop("this column is not known and is left aside.")))

    def __iter__(self) -> Iterator[Row]:
        return iter(self.rows)


def quoted_heading(heading: str) -> str:
    return f"“{heading}”"

"""Long tables into files, a row at a time: the memory does not grow with the number of rows.

A table is headings and an iterator; nothing here knows where its rows come from. In a workbook numbers are
numbers and dates are dates; a csv is UTF-8 with a byte order mark, so that Excel opens "Nicolò D'Angiò" as it
is written, and with semicolons where Excel speaks Italian. No text becomes a formula in either.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import IO, Any

from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.workbook import Workbook

from tournaments.spreadsheets.writing.look import (
    DAY,
    POINTS,
    SIGNED,
    harmless,
    looks_like_a_formula,
    on_paper,
)

Value = str | int | date | datetime | None

MOST_ROWS = 1_048_576
"""Rows of one sheet, its headings among them; what is more goes on in another sheet."""
TIME = "dd/mm/yyyy hh:mm:ss"
XLSX, SEMICOLON, COMMA = "xlsx", "semicolon", "comma"
FORMS = (XLSX, SEMICOLON, COMMA)

_BOM = "utf-8-sig"


@dataclass(frozen=True)
class Column:
    """A heading; ``form``: the number format of its numbers, ``width`` in characters."""

    heading: str
    width: int = 12
    form: str = ""


@dataclass(frozen=True)
class Table:
    """A sheet, or a csv file, in the making; ``rows`` can be gone through once."""

    title: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Value]]


def write_tables(path: Path, tables: Sequence[Table], form: str) -> None:
    """All tables into one file: a workbook, a csv, or of several csv a zip."""
    if form == XLSX:
        _write_xlsx(path, tables)
    elif len(tables) == 1:
        with path.open("wb") as file:
            write_csv(file, tables[0], form)
    else:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for table in tables:
                with archive.open(f"{table.title}.csv", "w", force_zip64=True) as file:
                    write_csv(file, table, form)


def extension(form: str, tables: int) -> str:
    """How the name of the file ends.

    >>> extension("xlsx", 3), extension("comma", 1), extension("semicolon", 2)
    ('xlsx', 'csv', 'zip')
    """
    return "xlsx" if form == XLSX else "csv" if tables == 1 else "zip"


def write_csv(file: IO[bytes], table: Table, form: str) -> None:
    """One table as csv; ``file`` stays open."""
    text = io.TextIOWrapper(file, encoding=_BOM, newline="", write_through=False)
    out = csv.writer(text, delimiter="," if form == COMMA else ";", lineterminator="\r\n")
    out.writerow([column.heading for column in table.columns])
    for row in table.rows:
        out.writerow([_as_text(value) for value in row])
    text.flush()
    text.detach()


def _as_text(value: Value) -> str | int:
    """A cell of a csv: whole seconds, days first in no language but the one every program reads.

    >>> _as_text(date(2026, 11, 27)), _as_text(-120), _as_text("=2+2"), _as_text(None)
    ('2026-11-27', -120, "'=2+2", '')
    """
    if value is None:
        return ""
    if isinstance(value, int):
        return value
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    if isinstance(value, date):
        return value.isoformat()
    text = harmless(value)
    return f"'{text}" if looks_like_a_formula(text) else text


def _write_xlsx(path: Path, tables: Sequence[Table]) -> None:
    book = Workbook(write_only=True)
    for table in tables:
        _Sheets(book, table).write()
    book.properties.creator = "Pozzetto"
    book.save(path)


class _Sheets:
    """A table into as many sheets as it takes."""

    def __init__(self, book: Workbook, table: Table) -> None:
        self.book, self.table = book, table
        self.number = 0
        self._styled: dict[tuple[Any, int, str], Any] = {}

    def write(self) -> None:
        rows = iter(self.table.rows)
        first = next(rows, None)
        sheet = self._sheet()
        count = 1
        if first is not None:
            sheet.append(self._row(sheet, first))
            count += 1
        for row in rows:
            if count == MOST_ROWS:
                self._end(sheet, count)
                sheet, count = self._sheet(), 1
            sheet.append(self._row(sheet, row))
            count += 1
        self._end(sheet, count)

    def _sheet(self) -> Any:
        self.number += 1
        title = self.table.title if self.number == 1 else f"{self.table.title} {self.number}"
        sheet: Any = self.book.create_sheet(title[:31])
        sheet.freeze_panes = "A2"
        sheet.print_title_rows = "1:1"
        on_paper(sheet, wide=len(self.table.columns) > 6)
        for index, column in enumerate(self.table.columns, start=1):
            sheet.column_dimensions[get_column_letter(index)].width = column.width
        sheet.append([self._heading(sheet, column.heading) for column in self.table.columns])
        return sheet

    def _end(self, sheet: Any, count: int) -> None:
        sheet.auto_filter.ref = f"A1:{get_column_letter(len(self.table.columns))}{count}"

    @staticmethod
    def _heading(sheet: Any, heading: str) -> Any:
        cell = WriteOnlyCell(sheet, heading)
        cell.font = Font(bold=True)
        cell.fill = PatternFill("solid", fgColor="E7EFEA")
        cell.border = Border(bottom=Side(style="thin", color="5B6B62"))
        cell.alignment = Alignment(wrap_text=True, vertical="center")
        return cell

    def _row(self, sheet: Any, row: Sequence[Value]) -> list[Any]:
        return [
            self._cell(sheet, index, value, column.form)
            for index, (value, column) in enumerate(zip(row, self.table.columns, strict=True))
        ]

    def _cell(self, sheet: Any, index: int, value: Value, form: str) -> Any:
        """A bare value where that is enough; a cell with a format is made once for each column."""
        if value is None or value == "":
            return None
        if isinstance(value, str):
            return self._text(sheet, harmless(value))
        if isinstance(value, datetime):
            form = TIME
        elif isinstance(value, date):
            form = DAY
        if not form:
            return value
        cell = self._styled.get((sheet, index, form))
        if cell is None:
            cell = self._styled[sheet, index, form] = WriteOnlyCell(sheet)
            cell.number_format = form
        # A row is written when it is appended: the next one may use the same cells.
        cell.value = value
        return cell

    @staticmethod
    def _text(sheet: Any, text: str) -> Any:
        if not looks_like_a_formula(text):
            return text
        cell = WriteOnlyCell(sheet, text)
        cell.data_type = "s"
        cell.quotePrefix = True
        return cell


__all__ = [
    "COMMA", "FORMS", "POINTS", "SEMICOLON", "SIGNED", "XLSX", "Column", "Table", "Value",
    "extension", "write_csv", "write_tables",
]  # fmt: skip

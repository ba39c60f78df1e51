"""Small workbooks as a club would keep them, to be spoiled one cell at a time."""

from __future__ import annotations

import io
import random
from collections.abc import Callable
from typing import Any

from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from tournaments.spreadsheets import EventBook, WorkbookError, read_event

Spoil = Callable[[Workbook], None]


def an_evening(
    *, pairs: int = 8, rounds: int = 3, hands: int = 2, formula: str = "Mitchell 3; Danese modificato 1"
) -> Workbook:
    """A Mitchell of ``pairs`` pairs, odd ones North-South, every table played; hands of a seeded luck."""
    luck = random.Random(pairs * 100 + rounds)
    book = Workbook()
    event = book.active
    assert isinstance(event, Worksheet)
    event.title = "Torneo"
    for row in (
        ("Nome", "Serata di prova"),
        ("Data", "2026-11-27"),
        ("Circolo", "Circolo La Pinella"),
        ("Smazzate per turno", hands),
        ("Scala VP", "4 smazzate"),
        ("Formula", formula),
    ):
        event.append(row)
    sheet = book.create_sheet("Coppie")
    sheet.append(("Numero", "Giocatore 1", "Giocatore 2", "Circolo", "Linea"))
    for number in range(1, pairs + 1):
        line = "NS" if number % 2 else "EO"
        sheet.append((number, f"Rossi Ada {number}", f"Bianchi Ugo {number}", "Circolo La Pinella", line))
    tables = pairs // 2
    for number in range(1, rounds + 1):
        sheet = book.create_sheet(f"Turno {number}")
        figures = [f"{line} smazzata {hand}" for hand in range(1, hands + 1) for line in ("NS", "EO")]
        sheet.append(("Tavolo", "NS", "EO", *figures, "NS totale", "EO totale"))
        for table in range(tables):
            moving = 2 * ((table - number + 1) % tables) + 2
            scores = [5 * luck.randint(-20, 200) for _ in range(2 * hands)]
            sheet.append((table + 1, 2 * table + 1, moving, *scores, sum(scores[::2]), sum(scores[1::2])))
    return book


def file_of(book: Workbook) -> bytes:
    buffer = io.BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def reopened(data: bytes) -> Workbook:
    return load_workbook(io.BytesIO(data))


def spoiled(spoil: Spoil, **evening: Any) -> bytes:
    book = an_evening(**evening)
    spoil(book)
    return file_of(book)


def problems(data: bytes) -> list[str]:
    """What the reader has to say, in English; an empty list when the workbook is taken in."""
    try:
        read_event(data)
    except WorkbookError as error:
        return [str(problem.sentence) for problem in error.problems]
    return []


def notices(data: bytes) -> list[str]:
    return [str(notice.sentence) for notice in read_event(data).notices]


def read(book: Workbook) -> EventBook:
    return read_event(file_of(book))


def put(sheet: str, cell: str, value: Any) -> Spoil:
    """Spoil one cell."""

    def spoil(book: Workbook) -> None:
        book[sheet][cell] = value

    return spoil


def put_all(*places: tuple[str, str, Any]) -> Spoil:
    def spoil(book: Workbook) -> None:
        for sheet, cell, value in places:
            book[sheet][cell] = value

    return spoil


def setting(book: Workbook, key: str, *values: Any) -> None:
    """Write a row of the sheet Torneo, instead of the one with this key if there is one."""
    sheet = book["Torneo"]
    for row in sheet.iter_rows(min_row=1, max_row=sheet.max_row):
        if row[0].value == key:
            for column, value in enumerate(values, start=2):
                sheet.cell(row[0].row, column).value = value
            return
    sheet.append((key, *values))

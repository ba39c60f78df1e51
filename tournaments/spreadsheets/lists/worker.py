"""A process of its own that opens one spreadsheet (stdin) and writes its cells (stdout, JSON).

A file made to fill the memory, or one that breaks the parser, ends this process and not the server. Run
as ``python -I worker.py ROWS COLUMNS LETTERS``; it knows nothing else of the program.
"""

from __future__ import annotations

import contextlib
import datetime
import io
import json
import sys
from typing import Any

MOST_MEMORY = 300_000_000
MOST_SECONDS = 15
MOST_SHEETS = 20
MOST_WIDTH = 1_000
"""Columns with anything in them; of a list the first sixty are read, and one with thousands is none."""


def main(rows: int, columns: int, letters: int) -> None:
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - there is none on Windows

        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    import python_calamine as calamine  # noqa: PLC0415 - within the bounds just set

    data = io.BytesIO(sys.stdin.buffer.read())
    try:
        workbook = calamine.CalamineWorkbook.from_filelike(data)
    except calamine.PasswordError:
        told: dict[str, Any] = {"error": "password"}
    else:
        sheets = [workbook.get_sheet_by_name(name) for name in _names(workbook)]
        if any(sheet.width > MOST_WIDTH for sheet in sheets):
            told = {"error": "wide"}
        else:
            told = {"sheets": [_sheet(sheet, rows, columns, letters) for sheet in sheets]}
    sys.stdout.write(json.dumps(told))


def _names(workbook: Any) -> list[str]:
    return list(workbook.sheet_names)[:MOST_SHEETS]


def _sheet(sheet: Any, rows: int, columns: int, letters: int) -> dict[str, Any]:
    found = []
    first = sheet.start[0] if sheet.start else 0
    for number, row in enumerate(sheet.to_python(skip_empty_area=True, nrows=rows + 1), start=first + 1):
        cells = [_text(cell)[:letters] for cell in row[:columns]]
        if any(cells):
            found.append([number, cells])
    return {"name": sheet.name[:80], "rows": found}


def _text(cell: Any) -> str:
    """What a person would read in the cell: no ".0" behind a number, days before months."""
    if cell is None or cell == "":
        return ""
    if isinstance(cell, bool):
        return "sì" if cell else "no"
    if isinstance(cell, float):
        return str(int(cell)) if cell.is_integer() and abs(cell) < 1e15 else repr(cell).replace(".", ",")
    if isinstance(cell, datetime.datetime):
        return cell.strftime("%d/%m/%Y %H:%M:%S")
    if isinstance(cell, datetime.date):
        return cell.strftime("%d/%m/%Y")
    return str(cell)


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:4]))

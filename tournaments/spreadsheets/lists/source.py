"""From a file or a pasted text to rows of cells, within bounds: xlsx, xls, ods, csv, a message."""

from __future__ import annotations

import io
import json
import logging
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scoring.sentences import Refusal, Sentence, gettext_noop, say
from tournaments import names
from tournaments.spreadsheets.lists.delimited import decoded, delimited
from tournaments.spreadsheets.reading.file import MOST_BYTES, MOST_PARTS, MOST_RATIO, MOST_UNPACKED
from tournaments.spreadsheets.reading.grid import MOST_ROWS
from tournaments.spreadsheets.reading.outside import (
    is_locked,
    refused_by_directory,
    refused_by_heads,
    refused_by_streams,
)

log = logging.getLogger(__name__)

MOST_COLUMNS = 60
MOST_LETTERS = 300
MOST_PART = 16_000_000
"""Bytes of one part of a spreadsheet: 20,000 players with everything are 12 million."""
MOST_LINE = 20_000
"""Letters of one line of a text."""
MOST_BLANK = 4
"""So many times more lines than count may be there in all, most of them empty."""
MOST_UNREADABLE = 0.02
"""The share of signs no encoding gives; a text with more is none."""
MOST_TEXT = 1_000_000
"""Letters of a pasted message or of all cells of a list together: 500 pairs with everything are 100,000."""
_PATIENCE = 20
_WORKER = Path(__file__).with_name("worker.py")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_DIRECTORY_RECORD = b"PK\x01\x02"
_XLSX, _ODS = "[Content_Types].xml", "content.xml"

Rows = tuple[tuple[int, tuple[str, ...]], ...]
"""The lines that hold anything: their number in the file, from 1, and their cells as text."""


@dataclass(frozen=True)
class Bounds:
    """How many lines a list may have, and how many letters in all of its cells together."""

    rows: int = MOST_ROWS
    letters: int = MOST_TEXT


PAIRS = Bounds()
PLAYERS = Bounds(rows=20_000, letters=6_000_000)
"""The players of a federation: 20,000 with everything that is kept about them."""


class ListError(Refusal):
    """A file or text that no list can be read from."""


@dataclass(frozen=True)
class Source:
    """A list before anybody knows what its columns mean.

    ``is_message``: one column of free text. ``sheet``: its name in the workbook, if it comes from one.
    """

    rows: Rows
    is_message: bool = False
    sheet: str = ""

    @property
    def width(self) -> int:
        return max((len(cells) for _, cells in self.rows), default=0)


def _refuse(text: str, **values: int | str | Sentence) -> ListError:
    return ListError(say(text, **values))


def from_text(text: str, bounds: Bounds = PAIRS) -> Source:
    """A pasted message, or cells pasted out of a spreadsheet or a csv.

    >>> from_text("1. Amato Bruna + Arena Dario\\n2. Neri Ugo / Villa Ida").is_message
    True
    >>> from_text("Amato Bruna\\tArena Dario\\nNeri Ugo\\tVilla Ida").rows[1]
    (2, ('Neri Ugo', 'Villa Ida'))
    """
    breaks = text.count("\n") + text.count("\r")
    if len(text) > bounds.letters or _longest_line(text) > MOST_LINE or breaks > MOST_BLANK * bounds.rows:
        raise _refuse(gettext_noop("This text is far too long for a list of pairs."))
    table = delimited(text)
    if table is None:
        lines = enumerate(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), start=1)
        return _bounded(((number, (line.strip(),)) for number, line in lines), bounds, is_message=True)
    return _bounded(table, bounds)


def _longest_line(text: str) -> int:
    return max(map(len, text.split("\n")), default=0) if "\n" in text else len(text)


def from_file(data: bytes, bounds: Bounds = PAIRS) -> list[Source]:
    """A spreadsheet or a text file; of a workbook every sheet with anything in it, the fullest first."""
    if not data:
        raise _refuse(gettext_noop("The file is empty."))
    if len(data) > MOST_BYTES:
        raise _refuse(
            gettext_noop("The file is too big for a list: at most {most} kB."), most=MOST_BYTES // 1000
        )
    if data.startswith(b"PK"):
        _refuse_other_zips(data)
        return _spreadsheet(data, bounds)
    if data.startswith(_OLE):
        return _spreadsheet(data, bounds)
    start = data[:512].lstrip().lower()
    if start.startswith((b"%pdf", b"\x89png", b"\xff\xd8\xff", b"gif8", b"{\\rtf")):
        raise _refuse(
            gettext_noop("This is a picture or a document. Wanted: a spreadsheet, a csv or a text.")
        )
    if start.startswith((b"<!doctype", b"<html", b"<?xml")):
        raise _refuse(gettext_noop("This is a web page. Save it as a spreadsheet, or paste the text."))
    text = decoded(data)
    if text.count("\ufffd") > MOST_UNREADABLE * len(text):
        raise _damaged()
    return [from_text(text, bounds)]


def _bounded(
    rows: Iterable[tuple[int, Sequence[str]]], bounds: Bounds, *, is_message: bool = False, sheet: str = ""
) -> Source:
    kept: list[tuple[int, tuple[str, ...]]] = []
    letters = 0
    for number, cells in rows:
        # Cut first, so that a cell as long as a book costs no more than a page of it.
        short = (cell[: 4 * MOST_LETTERS] for cell in cells[:MOST_COLUMNS])
        tidy = tuple(names.tidy(_printable(cell))[:MOST_LETTERS] for cell in short)
        while tidy and not tidy[-1]:
            tidy = tidy[:-1]
        if not tidy:
            continue
        letters += sum(map(len, tidy))
        kept.append((number, tidy))
        if len(kept) > bounds.rows:
            raise _refuse(gettext_noop("More than {most} lines: no list of pairs."), most=bounds.rows)
        if letters > bounds.letters:
            raise _refuse(gettext_noop("This text is far too long for a list of pairs."))
    if not kept:
        raise _refuse(gettext_noop("Nothing is written there."))
    return Source(tuple(kept), is_message=is_message, sheet=sheet)


def _printable(text: str) -> str:
    """Without control and direction signs, which come along with pasted chats."""
    return "".join(
        " " if sign in "\t\n\r" else sign for sign in text if sign.isprintable() or sign in "\t\n\r"
    )


def _refuse_other_zips(data: bytes) -> None:
    """Bounds read from the zip's own directory, before anything is unpacked."""
    # Counted in the bytes: the directory of a zip with a million members is itself a bomb.
    if data.count(_DIRECTORY_RECORD) > MOST_PARTS:
        raise _bomb()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _refuse_by_directory(archive)
            fault = refused_by_directory(archive) or refused_by_heads(archive)
    except ListError:
        raise
    except Exception as error:  # whatever a damaged zip makes of its reader
        raise _damaged() from error
    if fault is not None:
        raise ListError(fault)


def _refuse_by_directory(archive: zipfile.ZipFile) -> None:
    members = archive.infolist()
    inside = {member.filename for member in members}
    if _XLSX not in inside and _ODS not in inside:
        raise _refuse(gettext_noop("A zip archive that holds no spreadsheet: unpack it first."))
    if any(member.flag_bits & 0x1 for member in members):
        raise _locked()
    if sum(member.file_size for member in members) > MOST_UNPACKED:
        raise _bomb()
    for member in members:
        if member.file_size > MOST_PART:
            raise _bomb()
        if member.file_size > 1_000_000 and member.file_size > MOST_RATIO * max(member.compress_size, 1):
            raise _bomb()


def _bomb() -> ListError:
    return _refuse(
        gettext_noop(
            "Unpacked this file is far larger than a list of pairs can be: copy the list and paste it."
        )
    )


def _damaged() -> ListError:
    return _refuse(
        gettext_noop("The file is damaged or of a kind not known here: save it again, or paste the list.")
    )


def _locked() -> ListError:
    return _refuse(gettext_noop("The file is protected by a password: save it without."))


def _spreadsheet(data: bytes, bounds: Bounds) -> list[Source]:
    if data.startswith(_OLE) and is_locked(data):
        raise _locked()
    fault = refused_by_streams(data) if data.startswith(_OLE) else None
    if fault is not None:
        raise ListError(fault)
    sheets = sorted(_opened(data, bounds.rows), key=lambda sheet: -len(sheet[1]))
    found: list[Source] = []
    letters = 0
    for name, rows in sheets:
        if rows:
            source = _bounded(rows, bounds, sheet=name)
            letters += sum(len(cell) for _, cells in source.rows for cell in cells)
            if letters <= bounds.letters:
                found.append(source)
    if not found:
        raise _refuse(gettext_noop("The spreadsheet is empty."))
    return found


def _opened(data: bytes, most_rows: int) -> list[tuple[str, list[tuple[int, list[str]]]]]:
    command = [sys.executable, "-I", str(_WORKER), str(most_rows), str(MOST_COLUMNS), str(MOST_LETTERS)]
    try:
        done = subprocess.run(  # noqa: S603 - this program's own file, the data goes in by a pipe
            command, input=data, capture_output=True, timeout=_PATIENCE, check=True
        )
        told = json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError) as error:
        # Its kind alone: what a parser says may quote the file.
        log.info("a list was refused: %s", type(error).__name__)
        raise _damaged() from error
    if told.get("error") == "password":
        raise _locked()
    if told.get("error") == "wide":
        raise _bomb()
    return [(sheet["name"], sheet["rows"]) for sheet in told["sheets"]]

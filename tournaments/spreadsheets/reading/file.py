"""Is this a workbook that may be opened at all? Asked of the bytes, before any parser sees them.

A workbook is a zip of XML parts. Size, number and packing of the parts are read from the zip's own
directory, and no part is ever unpacked beyond what the directory declares (``zipfile`` stops there and
then finds the checksum wrong). Parts are parsed by defusedxml, which refuses entities.
"""

from __future__ import annotations

import io
import logging
import os
import warnings
import zipfile
from pathlib import Path

# Of the two parsers openpyxl knows, only this one refuses entities: never the other, even if installed.
os.environ.setdefault("OPENPYXL_LXML", "False")

from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]
from openpyxl import load_workbook
from openpyxl.workbook import Workbook

from scoring.sentences import gettext_noop, say
from tournaments.spreadsheets.problems import WorkbookError, refuse
from tournaments.spreadsheets.reading.outside import is_locked, refused_by_directory, refused_by_heads

# openpyxl tells of every feature it does not carry over; nothing of that is read here.
warnings.filterwarnings("ignore", module="openpyxl")

log = logging.getLogger(__name__)

MOST_BYTES = 8_000_000
MOST_UNPACKED = 100_000_000
MOST_PART = 3_400_000
"""A round of 500 pairs unpacks to 200 kB. Parsing takes a second per MB, and memory 30 times the part."""
MOST_TEXT = 16_000_000
MOST_PARTS = 1_000
MOST_RATIO = 200
"""How far XML of figures may shrink; only asked of parts above 1 MB."""

_WANTED = gettext_noop("an event workbook (.xlsx)")
_DIRECTORY_RECORD = b"PK\x01\x02"
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def contents(source: bytes | Path, most_bytes: int = MOST_BYTES) -> bytes:
    """The bytes of a workbook, refused when there are too many or none."""
    if isinstance(source, bytes):
        data, size = source, len(source)
    else:
        try:
            size = source.stat().st_size
            data = source.read_bytes() if size <= most_bytes else b""
        except OSError as error:
            told = gettext_noop("it cannot be read ({reason}).")
            raise refuse("", "", say(told, reason=error.strerror or str(error))) from error
    if size > most_bytes:
        found = say(gettext_noop("{size} kB"), size=size // 1000)
        raise refuse(found, say(gettext_noop("a workbook of at most {most} kB"), most=most_bytes // 1000))
    if not size:
        raise refuse(say(gettext_noop("an empty file")), say(_WANTED))
    return data


def open_workbook(data: bytes) -> Workbook:
    """Open a workbook for reading, row by row; raises ``WorkbookError`` for whatever is none."""
    _refuse_other_kinds(data)
    # Counted in the bytes: the directory of a zip with a million members is itself a bomb.
    if data.count(_DIRECTORY_RECORD) > MOST_PARTS:
        raise _bomb()
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            _refuse_other_zips(archive)
            _refuse_bombs(archive)
            _refuse_odd_parts(archive)
            text_only = _text_only(archive)
        return load_workbook(text_only, read_only=True, data_only=False, keep_links=False)
    except WorkbookError:
        raise
    except Exception as error:
        raise damaged(error) from error


def _text_only(archive: zipfile.ZipFile) -> io.BytesIO:
    """The XML parts alone: pictures, macros and whatever calls itself so never reach a parser."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_STORED) as copy:
        for member in archive.infolist():
            if _is_text(member):
                copy.writestr(member.filename, archive.read(member))
    return buffer


def _is_text(member: zipfile.ZipInfo) -> bool:
    return member.filename.lower().endswith((".xml", ".rels"))


def damaged(error: Exception) -> WorkbookError:
    """What to say when a parser stumbled over the inside of the file."""
    # Its kind alone: what a parser says may quote the file.
    log.info("workbook refused: %s", type(error).__name__)
    if isinstance(error, DefusedXmlException) or isinstance(error.__cause__, DefusedXmlException):
        found = say(gettext_noop("a workbook with entities in its XML, which may be an attack"))
    else:
        found = say(gettext_noop("a damaged workbook"))
    return refuse(found, say(gettext_noop("an event workbook (.xlsx) saved again by a spreadsheet program")))


def _refuse_other_kinds(data: bytes) -> None:
    if data.startswith(b"PK"):
        return
    if data.startswith(_OLE):
        # A workbook with a password and one in the format of before 2007 share this wrapping; the
        # stream names in it, in UTF-16, tell them apart.
        if is_locked(data):
            found = say(gettext_noop("a workbook protected by a password"))
            raise refuse(found, say(gettext_noop("the workbook saved without a password")))
        found = say(gettext_noop("a document in an old format (.xls)"))
        raise refuse(found, say(gettext_noop("the workbook saved as .xlsx")))
    if data.startswith(b"%PDF"):
        raise refuse(say(gettext_noop("a PDF")), say(_WANTED))
    raise refuse(say(gettext_noop("something that is no workbook")), say(_WANTED))


def _refuse_other_zips(archive: zipfile.ZipFile) -> None:
    names = set(archive.namelist())
    if "[Content_Types].xml" not in names:
        found = say(gettext_noop("a zip archive that holds no workbook"))
        if "mimetype" in names:
            found = say(gettext_noop("an OpenDocument file (.ods)"))
        raise refuse(found, say(gettext_noop("the workbook saved as .xlsx")))
    if any(member.flag_bits & 0x1 for member in archive.infolist()):
        found = say(gettext_noop("a zip archive protected by a password"))
        raise refuse(found, say(gettext_noop("the workbook saved without a password")))
    fault = refused_by_directory(archive)
    if fault is not None:
        raise refuse("", "", fault)


def _refuse_odd_parts(archive: zipfile.ZipFile) -> None:
    fault = refused_by_heads(archive)
    if fault is not None:
        raise refuse("", "", fault)


def _refuse_bombs(archive: zipfile.ZipFile) -> None:
    members = archive.infolist()
    text = [member.file_size for member in members if _is_text(member)]
    if sum(member.file_size for member in members) > MOST_UNPACKED:
        raise _bomb()
    if sum(text) > MOST_TEXT or max(text, default=0) > MOST_PART:
        raise _bomb()
    if any(m.file_size > 1_000_000 and m.file_size > MOST_RATIO * max(m.compress_size, 1) for m in members):
        raise _bomb()


def _bomb() -> WorkbookError:
    told = gettext_noop(
        "unpacked it is far larger than an event can be. Delete the empty rows and columns beyond the data"
        " and save it again."
    )
    return refuse("", "", say(told))

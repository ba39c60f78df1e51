"""What is no workbook, or one that means harm, is refused in words before anything is read from it."""

from __future__ import annotations

import io
import random
import resource
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import pytest

from tests.spreadsheets.workbooks import an_evening, file_of, problems
from tournaments.spreadsheets import WorkbookError, read_event

ROOT = Path(__file__).resolve().parents[2]
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
WORKSHEET = f'<worksheet xmlns="{MAIN}">'


def repacked(change: Callable[[str, bytes], bytes], *more: tuple[str, bytes]) -> bytes:
    """The evening's file with its parts changed, and more parts put in."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(file_of(an_evening()))) as source,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as target,
    ):
        for name in source.namelist():
            target.writestr(name, change(name, source.read(name)))
        for name, data in more:
            target.writestr(name, data)
    return buffer.getvalue()


def with_part(part: str, data: bytes) -> bytes:
    return repacked(lambda name, old: data if name == part else old)


def with_shared_strings(doctype: str) -> bytes:
    """Texts kept in a part of their own, as other spreadsheet programs do."""
    part = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    override = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{part}"/></Types>'.encode()
    strings = f'{doctype}<sst xmlns="{MAIN}"><si><t>x</t></si></sst>'.encode()
    return repacked(lambda _, data: data.replace(b"</Types>", override), ("xl/sharedStrings.xml", strings))


def ole(stream: str) -> bytes:
    return b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504) + stream.encode("utf-16-le") + bytes(2000)


def a_zip(*parts: tuple[str, bytes]) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts:
            archive.writestr(name, data)
    return buffer.getvalue()


def an_entries_list() -> bytes:
    book = openpyxl.Workbook()
    book.worksheets[0].title = "Risposte del modulo 1"
    book.worksheets[0].append(("Cognome e nome 1° giocatore", "Cognome e nome 2° giocatore", "Circolo"))
    return file_of(book)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        pytest.param(b"", "found an empty file", id="empty"),
        pytest.param(b"Tavolo;NS;EO\n1;1;2\n", "found something that is no workbook", id="text"),
        pytest.param(b"%PDF-1.7\n%%EOF", "found a PDF", id="pdf"),
        pytest.param(ole("Workbook"), "found a document in an old format (.xls)", id="xls"),
        pytest.param(ole("EncryptedPackage"), "found a workbook protected by a password", id="password"),
        pytest.param(file_of(an_evening())[:-300], "found a damaged workbook", id="truncated"),
        pytest.param(file_of(an_evening())[:40], "found a damaged workbook", id="barely begun"),
        pytest.param(a_zip(("foto.jpg", b"x")), "found a zip archive that holds no workbook", id="zip"),
        pytest.param(a_zip(("mimetype", b"x")), "found an OpenDocument file (.ods)", id="ods"),
        pytest.param(
            an_entries_list(), "found a workbook with the sheets Risposte del modulo 1", id="entries list"
        ),
        pytest.param(with_part("xl/workbook.xml", b"<a"), "found a damaged workbook", id="broken part"),
        pytest.param(
            with_part("xl/worksheets/sheet3.xml", b"<worksheet><sheetData><row"),
            "found a damaged workbook",
            id="broken sheet",
        ),
        pytest.param(bytes(8_000_001), "found 8,000 kB", id="too many bytes"),
    ],
)
def test_what_is_no_event_workbook_is_called_by_its_name(data: bytes, told: str) -> None:
    found = problems(data)
    assert len(found) == 1
    assert found[0].startswith("The file: ")
    assert told in found[0]


def test_a_file_that_is_not_there_is_told_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(WorkbookError, match="The file: it cannot be read"):
        read_event(tmp_path / "nessuno.xlsx")
    with pytest.raises(WorkbookError, match="The file: it cannot be read"):
        read_event(tmp_path)


def test_macros_are_neither_read_nor_run_and_a_file_that_holds_some_is_sent_back() -> None:
    types = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    macro = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
    carried = repacked(lambda _, part: part, ("xl/vbaProject.bin", b"\0" * 100))
    declared = repacked(lambda _, part: part.replace(types, macro))
    for data in (carried, declared):
        (told,) = problems(data)
        assert told.startswith("The file: The file holds macros.")


@pytest.mark.parametrize(
    "part",
    [
        "xl/workbook.xml",
        "xl/styles.xml",
        "xl/sharedStrings.xml",
        "xl/worksheets/sheet1.xml",
        "[Content_Types].xml",
    ],
)
@pytest.mark.parametrize(
    "doctype",
    [
        '<!DOCTYPE x [<!ENTITY a "ah"><!ENTITY b "&a;&a;&a;&a;">]>',
        '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/hostname">]>',
    ],
    ids=["entities that multiply", "an entity from outside"],
)
def test_entities_are_refused_in_every_part(part: str, doctype: str) -> None:
    def poisoned(name: str, data: bytes) -> bytes:
        if name != part:
            return data
        body = data.split(b"?>", 1)[1] if data.startswith(b"<?xml") else data
        return doctype.encode() + body

    data = repacked(poisoned)
    if part == "xl/sharedStrings.xml":
        data = with_shared_strings(doctype)
    assert "entities in its XML, which may be an attack" in problems(data)[0]


def bomb_of(parts: int, size: int) -> bytes:
    return a_zip(
        ("[Content_Types].xml", b"<Types/>"), *((f"xl/media/image{n}.png", bytes(size)) for n in range(parts))
    )


def lying(data: bytes, part: str, declared: int) -> bytes:
    """The same zip, whose directory declares another size for a part."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        info = archive.getinfo(part)
    name = part.encode()
    changed = bytearray(data)
    central = data.rindex(name) - 46
    assert data[central : central + 4] == b"PK\x01\x02"
    changed[central + 24 : central + 28] = declared.to_bytes(4, "little")
    local = info.header_offset
    changed[local + 22 : local + 26] = declared.to_bytes(4, "little")
    return bytes(changed)


def a_sheet_of(megabytes: int) -> bytes:
    return (WORKSHEET + "<sheetData>" + "<row><c><v>5</v></c></row>" * (megabytes * 40_000)).encode()


BOMBS: dict[str, Callable[[], bytes]] = {
    "together too large": lambda: bomb_of(11, 9_900_000),
    "packed too well": lambda: bomb_of(1, 5_000_000),
    "too many parts": lambda: bomb_of(1_001, 1),
    "one part too large": lambda: with_part("xl/worksheets/sheet3.xml", a_sheet_of(11)),
}


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_zip_bomb_is_refused_by_its_directory_alone(bomb: str) -> None:
    data = BOMBS[bomb]()
    start = time.process_time()
    assert "unpacked it is far larger than an event can be" in problems(data)[0]
    assert time.process_time() - start < 0.5


def test_a_directory_that_lies_about_a_size_gains_nothing() -> None:
    bomb = lying(with_part("xl/worksheets/sheet3.xml", a_sheet_of(30)), "xl/worksheets/sheet3.xml", 1_000)
    assert len(bomb) < 1_000_000
    assert "found a damaged workbook" in problems(bomb)[0]


def rows_of_a_sheet(rows: str) -> bytes:
    return with_part(
        "xl/worksheets/sheet3.xml", f"{WORKSHEET}<sheetData>{rows}</sheetData></worksheet>".encode()
    )


HEADINGS = (
    '<row r="1">'
    + "".join(
        f'<c r="{letter}1" t="inlineStr"><is><t>{name}</t></is></c>'
        for letter, name in zip("ABC", ("Tavolo", "NS", "EO"), strict=True)
    )
    + "</row>"
)


def test_more_rows_than_an_event_can_have_are_not_read() -> None:
    many = HEADINGS + "".join(f'<row r="{n}"><c r="A{n}"><v>{n}</v></c></row>' for n in range(2, 20_000))
    assert "Sheet Turno 1: found more than 5,000 rows, expected only the rows of the event" in "\n".join(
        problems(rows_of_a_sheet(many))
    )


def test_a_value_a_million_rows_down_is_found_without_walking_there() -> None:
    far = HEADINGS + '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    start = time.process_time()
    assert "Sheet Turno 1: found more than 5,000 rows" in "\n".join(problems(rows_of_a_sheet(far)))
    assert time.process_time() - start < 2


def test_a_sheet_that_only_claims_to_be_huge_is_read() -> None:
    def claim(name: str, data: bytes) -> bytes:
        if not name.startswith("xl/worksheets/"):
            return data
        start, end = data.index(b"<dimension"), data.index(b"/>", data.index(b"<dimension"))
        return data[:start] + b'<dimension ref="A1:XFD1048576"' + data[end:]

    assert problems(repacked(claim)) == []


def a_row_of(cells: int) -> bytes:
    luck = random.Random(1)
    return rows_of_a_sheet(
        f"{HEADINGS}<row>{''.join(f'<c><v>{luck.randint(1, 9)}</v></c>' for _ in range(cells))}</row>"
    )


def test_the_worst_that_is_let_in_stays_below_200_mb_and_some_seconds(tmp_path: Path) -> None:
    """One row of 212,000 cells, just below what a part may have, in a process of its own."""
    path = tmp_path / "worst.xlsx"
    path.write_bytes(a_row_of(212_000))
    script = (
        "import sys, django; django.setup()\n"
        "from pathlib import Path\n"
        "from tournaments.spreadsheets import WorkbookError, read_event\n"
        "try: read_event(Path(sys.argv[1]))\n"
        "except WorkbookError as error: print(error.problems[0].sheet)\n"
        "from tests.bench.memory import peak_memory\n"
        "print(round(peak_memory()))\n"
    )
    start = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run(
        [sys.executable, "-c", script, str(path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    sheet, megabytes = done.stdout.split()
    assert sheet == "Torneo"  # it was read to the end: the programme does not fit the one table found
    assert int(megabytes) < 200
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - start < 15


def test_a_part_under_a_false_name_never_reaches_a_parser() -> None:
    def renamed(name: str, data: bytes) -> bytes:
        return data.replace(b"sheet3.xml", b"sheet3.png")

    sheet = zipfile.ZipFile(io.BytesIO(a_row_of(10))).read("xl/worksheets/sheet3.xml")
    told = problems(repacked(renamed, ("xl/worksheets/sheet3.png", sheet)))
    assert told == ["The file: found nothing, expected the sheet Turno 1."]


def test_another_workbook_is_told_which_sheets_an_event_has_in_a_sentence_that_ends_once() -> None:
    other = openpyxl.Workbook()
    (told,) = problems(file_of(other))
    assert told.endswith("expected an event workbook, with the sheets Torneo, Coppie, Turno 1 and so on.")

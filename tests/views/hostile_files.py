"""Files that are damaged or mean harm, made from sound ones by a seeded generator."""

from __future__ import annotations

import io
import random
import struct
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from openpyxl import Workbook

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(200)
EXE = b"MZ\x90\x00" + bytes(60) + b"PE\x00\x00" + bytes(400)
HTML = b"<!doctype html><html><body><script>alert(1)</script><table><tr><td>Rossi</td></tr></table>"

LAUGHS = '<!DOCTYPE x [<!ENTITY a "ahahahahah">' + "".join(
    f'<!ENTITY {name} "{f"&{before};" * 10}">' for before, name in zip("abcdefgh", "bcdefghi", strict=True)
) + "]>"  # fmt: skip
OUTSIDE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd"><!ENTITY b SYSTEM "http://127.0.0.1:9/x">]>'


@dataclass(frozen=True)
class Hostile:
    """``maybe_sound``: the damage may have hit nothing that is read; then it counts as the sound one."""

    kind: str
    name: str
    data: bytes
    maybe_sound: bool = False


def parts(book: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(book)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(members: dict[str, bytes]) -> bytes:
    kept = io.BytesIO()
    with zipfile.ZipFile(kept, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return kept.getvalue()


def with_part(book: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    members = parts(book)
    return packed(members | {name: change(members.get(name, b""))})


def _sheet_name(book: bytes) -> str:
    return sorted(name for name in parts(book) if name.startswith("xl/worksheets/sheet"))[0]


def a_sheet(rows: Iterator[str] | list[str]) -> bytes:
    body = "".join(rows)
    return f'<worksheet xmlns="{MAIN}"><sheetData>{body}</sheetData></worksheet>'.encode()


# ---- of a workbook ---------------------------------------------------------------------------------------


def _poisoned(doctype: str) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        head, _, body = data.partition(b"?>") if data.startswith(b"<?xml") else (b"", b"", data)
        inside = body.replace(b"<v>", b"<v>&a;", 1) if b"<v>" in body else body
        return head + (b"?>" if head else b"") + doctype.encode() + inside

    return change


def overlapping(book: bytes) -> bytes:
    """A zip whose directory names the same bytes two hundred times: a little file that unpacks to a lot."""
    mountain = packed({"[Content_Types].xml": parts(book)["[Content_Types].xml"], "a.xml": b" " * 900_000})
    end = mountain.rindex(b"PK\x05\x06")
    start = struct.unpack("<I", mountain[end + 16 : end + 20])[0]
    directory = mountain[start:end]
    last = directory[directory.rindex(b"PK\x01\x02") :]
    more = b"".join(last.replace(b"a.xml", bytes([97 + n // 26, 97 + n % 26]) + b"xml") for n in range(100))
    directory += more
    count = 102
    return (
        mountain[:start]
        + directory
        + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, count, count, len(directory), start, 0)
    )


def lying(book: bytes) -> bytes:
    """The directory says a thousand bytes, the stream holds thirty million."""
    name = _sheet_name(book)
    data = bytearray(with_part(book, name, lambda _: a_sheet(["<row><c><v>5</v></c></row>"] * 1_100_000)))
    central = data.rindex(name.encode()) - 46
    data[central + 24 : central + 28] = (1_000).to_bytes(4, "little")
    return bytes(data)


def shared_strings(book: bytes, strings: bytes) -> bytes:
    members = parts(book)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    override = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'.encode()
    types = members["[Content_Types].xml"]
    if b"sharedStrings" not in types:
        types = types.replace(b"</Types>", override)
    return packed(members | {"[Content_Types].xml": types, "xl/sharedStrings.xml": strings})


def a_million_strings(book: bytes) -> bytes:
    strings = "".join(f"<si><t>s{number}</t></si>" for number in range(1_000_000))
    return shared_strings(book, f'<sst xmlns="{MAIN}">{strings}</sst>'.encode())


def a_million_rows(book: bytes) -> bytes:
    luck = random.Random(1)
    rows = (f'<row><c t="n"><v>{luck.randint(1, 99999)}</v></c></row>' for _ in range(1_000_000))
    return with_part(book, _sheet_name(book), lambda _: a_sheet(rows))


def wide_rows(book: bytes) -> bytes:
    luck = random.Random(2)
    row = "".join(f"<c><v>{luck.randint(1, 9)}</v></c>" for _ in range(16_384))
    return with_part(book, _sheet_name(book), lambda _: a_sheet([f"<row>{row}</row>"] * 8))


def of_workbooks(book: bytes) -> Iterator[Hostile]:
    """Everything that is sent where a workbook is wanted, and where a list may be one."""
    sheet, types = _sheet_name(book), "[Content_Types].xml"
    nested = packed(
        {"[Content_Types].xml": b"<Types/>", "a.zip": packed({"b.zip": packed({"c": b"0" * 9_000_000})})}
    )
    macro = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
    plain = b"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"
    made: dict[str, Callable[[], bytes]] = {
        "a zip bomb, 1000 to 1": lambda: with_part(book, sheet, lambda _: a_sheet([" " * 60_000_000])),
        "a zip bomb of many parts": lambda: packed(
            parts(book) | {f"xl/media/{n}.png": bytes(9_900_000) for n in range(11)}
        ),
        "a zip in a zip in a zip": lambda: nested,
        "members on top of each other": lambda: overlapping(book),
        "a directory that lies": lambda: lying(book),
        "two thousand members": lambda: packed(parts(book) | {f"xl/{n}.xml": b"" for n in range(2_000)}),
        "entities that multiply, in a sheet": lambda: with_part(book, sheet, _poisoned(LAUGHS)),
        "entities that multiply, in the strings": lambda: shared_strings(
            book, f'{LAUGHS}<sst xmlns="{MAIN}"><si><t>&i;</t></si></sst>'.encode()
        ),
        "entities that multiply, in the workbook": lambda: with_part(
            book, "xl/workbook.xml", _poisoned(LAUGHS)
        ),
        "entities that multiply, in the styles": lambda: with_part(book, "xl/styles.xml", _poisoned(LAUGHS)),
        "entities that multiply, in the parts": lambda: with_part(book, types, _poisoned(LAUGHS)),
        "an entity from outside": lambda: with_part(book, sheet, _poisoned(OUTSIDE)),
        "a million rows": lambda: a_million_rows(book),
        "sixteen thousand columns": lambda: wide_rows(book),
        "a million strings": lambda: a_million_strings(book),
        "ten thousand elements in each other": lambda: with_part(
            book, sheet, lambda _: b"<a>" * 10_000 + b"</a>" * 10_000
        ),
        "macros": lambda: packed(parts(book) | {"xl/vbaProject.bin": OLE + bytes(5_000)}),
        "macros that are declared": lambda: with_part(book, types, lambda old: old.replace(plain, macro)),
        "a name that leads elsewhere": lambda: packed(parts(book) | {"../../etc/cron.d/x": b"x"}),
        "a name from the root": lambda: packed(parts(book) | {"/etc/passwd": b"x"}),
        "a name of Windows": lambda: packed(parts(book) | {"..\\..\\x.xml": b"x"}),
        "a zip of something else": lambda: packed({"foto.jpg": PNG}),
        "a locked workbook": lambda: OLE + bytes(504) + "EncryptedPackage".encode("utf-16-le") + bytes(2_000),
        "a picture": lambda: PNG,
        "a program": lambda: EXE,
        "a web page": lambda: HTML,
        "nothing": lambda: b"",
        "nine million bytes": lambda: b"PK\x03\x04" + bytes(9_000_000),
        "one byte": lambda: b"P",
        "noise": lambda: random.Random(3).randbytes(50_000),
        "noise that begins like a zip": lambda: b"PK\x03\x04" + random.Random(4).randbytes(50_000),
    }
    for kind, make in made.items():
        yield Hostile(kind, "serata.xlsx", make())
    for name in ("serata.xlsm", "serata.csv", "serata.exe", "serata.html", "serata.png", "serata.xlsx.exe"):
        yield Hostile(f"a sound workbook called {name}", name, book)


def damaged(sound: bytes, name: str, *, cuts: int, flips: int, seed: int) -> Iterator[Hostile]:
    """Cut off at many points, bits turned, stretches overwritten."""
    luck = random.Random(seed)
    for number in range(cuts):
        at = 1 + (len(sound) - 2) * number // cuts
        yield Hostile(f"{name} cut at {at}", name, sound[:at])
    for number in range(flips):
        hurt = bytearray(sound)
        for _ in range(luck.choice((1, 1, 2, 8, 64))):
            hurt[luck.randrange(len(hurt))] ^= 1 << luck.randrange(8)
        if number % 4 == 0:
            at = luck.randrange(len(hurt))
            hurt[at : at + 40] = luck.randbytes(len(hurt[at : at + 40]))
        yield Hostile(f"{name} hurt, no. {number}", name, bytes(hurt), maybe_sound=True)


# ---- of a list -------------------------------------------------------------------------------------------

ODS_NAMES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{long}:1.0"'
    for short, long in (("office", "office"), ("table", "table"), ("text", "text"))
)


def an_ods(rows: str, doctype: str = "", more: dict[str, bytes] | None = None) -> bytes:
    content = (
        f"{doctype}<office:document-content {ODS_NAMES}><office:body><office:spreadsheet>"
        f'<table:table table:name="Elenco">{rows}</table:table>'
        "</office:spreadsheet></office:body></office:document-content>"
    )
    kind = b"application/vnd.oasis.opendocument.spreadsheet"
    return packed({"mimetype": kind, "content.xml": content.encode()} | (more or {}))


def ods_row(more_rows: str = "", more_cells: str = "") -> str:
    cell = (
        f'<table:table-cell office:value-type="string"{more_cells}>'
        "<text:p>Rossi Ada</text:p></table:table-cell>"
    )
    return f"<table:table-row{more_rows}>{cell}{cell}</table:table-row>"


def a_list_book(rows: int, columns: int = 2) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    for number in range(rows):
        sheet.append([f"Rossi{number} Ada"] * columns)
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def of_lists(book: bytes, old: bytes) -> Iterator[Hostile]:
    """What is sent where a list is wanted, besides the workbooks. ``old``: a sound .xls."""
    rows, cells = ' table:number-rows-repeated="1048576"', ' table:number-columns-repeated="16384"'
    million = "\n".join(f"Rossi{n} Ada;Neri{n} Ugo" for n in range(300_000)).encode()
    made: dict[str, tuple[str, Callable[[], bytes]]] = {
        "a million lines": ("a.csv", lambda: million),
        "a line of five million signs": ("a.csv", lambda: b"x" * 5_000_000),
        "a line of a million cells": ("a.csv", lambda: b"a;b\n" + b"x;" * 1_000_000),
        "nothing but zeros": ("a.csv", lambda: bytes(300_000)),
        "zeros between the signs": ("a.txt", lambda: b"\x00".join([b"Rossi Ada + Neri Ugo" * 40_000] * 2)),
        "quotation marks nobody closes": ("a.csv", lambda: b'"a;"b\n' * 200_000),
        "utf-16 broken off": ("a.csv", lambda: b"\xff\xfe" + b"\x00\xd8" * 500_000),
        "nothing visible": ("a.txt", lambda: "\u200b\u202e\ufeff\x07".encode() * 1_000),
        "a spreadsheet of repeated rows": ("a.ods", lambda: an_ods(ods_row(rows))),
        "a spreadsheet of repeated cells": ("a.ods", lambda: an_ods(ods_row(rows, cells))),
        "entities in a spreadsheet": (
            "a.ods", lambda: an_ods(ods_row().replace("Ada", "&i;"), doctype=LAUGHS)
        ),
        "a spreadsheet with macros": (
            "a.ods", lambda: an_ods(ods_row(), more={"Basic/script-lb.xml": b"<x/>"})
        ),
        "a mountain of spaces": ("a.ods", lambda: an_ods(" " * 60_000_000)),
        "an old spreadsheet with macros": ("a.xls", lambda: old + "_VBA_PROJECT".encode("utf-16-le")),
        "an old spreadsheet of noise": ("a.xls", lambda: OLE + random.Random(5).randbytes(60_000)),
        "a sound workbook called a.csv": ("a.csv", lambda: book),
        "a sound workbook called a.xls": ("a.xls", lambda: book),
        "an old spreadsheet called a.xlsx": ("a.xlsx", lambda: old),
        "a text called a.xlsx": ("a.xlsx", lambda: b"Rossi Ada + Neri Ugo\n"),
        "a text called a.html": ("a.html", lambda: b"Rossi Ada + Neri Ugo\n"),
        "a workbook of two hundred thousand rows": ("a.xlsx", lambda: a_list_book(200_000)),
    }  # fmt: skip
    for kind, (name, make) in made.items():
        yield Hostile(kind, name, make())

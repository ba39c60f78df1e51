"""What can be told of a file from outside: its name against its content, and the directory of a zip.

Nothing is unpacked and no parser is asked. Macros are never run here; a file that carries some is refused all
the same, since nobody who is given a list of names has any use for them.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Mapping, Sequence
from pathlib import PurePosixPath

from scoring.sentences import Sentence, gettext_noop, say

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = b"PK"
_LOCAL_HEADER = 30  # bytes before the name of a member
_HEAD = 20_000  # bytes of a part in which it would declare its entities
_KINDS: Mapping[str, str] = {".xlsx": "zip", ".ods": "zip", ".xls": "ole", ".zip": "zip"}
_MACROS = ("vbaproject.bin", "vbadata.xml", "basic/script-lb.xml", "xl/macrosheets/")
_TYPES = "[Content_Types].xml"
_MACRO_NAMES = (".xlsm", ".xltm", ".xlam", ".xlsb")

_RENAMED = gettext_noop(
    "The name of the file ends in {ending}, but that is not what is inside: perhaps it was renamed. Open it"
    " where it was made and save it again."
)
_WITH_MACROS = gettext_noop("The file holds macros. Save it without them (as .xlsx), or paste the list.")
_ODD_NAMES = gettext_noop("The file is packed in a way no spreadsheet program packs it: save it again.")
_ENTITIES = gettext_noop(
    "The file holds entities in its XML, which may be an attack: save it again with a spreadsheet program."
)
_UNKNOWN_NAME = gettext_noop("A file that ends in {ending} is not taken here. Wanted: {wanted}.")


def refused_by_name(name: str, data: bytes, wanted: Sequence[str]) -> Sentence | None:
    """Why a file of this name is not read, if it is not; a name without an ending says nothing.

    ``wanted``: the endings that are taken here.

    >>> refused_by_name("serata.xlsx", b"PK", [".xlsx"]), refused_by_name("serata", b"PK", [".xlsx"])
    (None, None)
    >>> [
    ...     refused_by_name(*file, [".xlsx", ".csv"]).template[:22]
    ...     for file in (("a.csv", b"PK"), ("a.xlsx", b"a;b"), ("a.exe", b"MZ"), ("a.xlsm", b"PK"))
    ... ]
    ['The name of the file e', 'The name of the file e', 'A file that ends in {e', 'The file holds macros.']
    """
    ending = PurePosixPath(name.replace("\\", "/")).suffix.lower()
    if not ending or ending == ".":
        return None
    if ending in _MACRO_NAMES:
        return say(_WITH_MACROS)
    if ending not in wanted:
        return say(_UNKNOWN_NAME, ending=ending[:12], wanted=", ".join(wanted))
    kind = "zip" if data.startswith(_ZIP) else "ole" if data.startswith(OLE) else "text"
    # A locked workbook lies in an old wrapping whatever it is called: that is said elsewhere, and better.
    if not data or (kind == "ole" and is_locked(data)):
        return None
    return say(_RENAMED, ending=ending) if kind != _KINDS.get(ending, "text") else None


def is_locked(data: bytes) -> bool:
    """Whether a document of old wrapping is a workbook with a password: its stream says so, in UTF-16."""
    return "EncryptedPackage".encode("utf-16-le") in data


def refused_by_directory(archive: zipfile.ZipFile) -> Sentence | None:
    """Why a zip is not read, if it is not: macros, names that lead elsewhere, members over each other."""
    members = archive.infolist()
    names = [member.filename for member in members]
    if len(set(names)) < len(names) or any(_leads_elsewhere(name) for name in names) or _overlap(members):
        return say(_ODD_NAMES)
    if any(part in name.lower() for name in names for part in _MACROS):
        return say(_WITH_MACROS)
    return None


def refused_by_heads(archive: zipfile.ZipFile) -> Sentence | None:
    """The same by how its parts begin: declared macros, and XML with entities, as no spreadsheet has.

    Not even the parser that knows no entities is given them: what it makes of them is its own affair.
    """
    for member in archive.infolist():
        # The list of parts of an old OpenDocument file names its document type, and nobody parses it.
        if member.filename.startswith("META-INF/") or not member.filename.lower().endswith((".xml", ".rels")):
            continue
        with archive.open(member) as part:
            head = part.read(_HEAD).replace(b"\x00", b"")  # in UTF-16 every other byte is a zero
        if b"<!DOCTYPE" in head or b"<!ENTITY" in head:
            return say(_ENTITIES)
        if member.filename == _TYPES and b"macroenabled" in head.lower():
            return say(_WITH_MACROS)
    return None


def refused_by_streams(data: bytes) -> Sentence | None:
    """The same of a document in the format of before 2007, whose streams are named in UTF-16."""
    return say(_WITH_MACROS) if "_VBA_PROJECT".encode("utf-16-le") in data else None


def _leads_elsewhere(name: str) -> bool:
    parts = name.split("/")
    return name.startswith("/") or "\\" in name or ":" in parts[0] or ".." in parts or "\x00" in name


def _overlap(members: Iterable[zipfile.ZipInfo]) -> bool:
    """Whether one member's bytes are another's too: how a small zip unpacks to more than a ratio shows."""
    end = 0
    for member in sorted(members, key=lambda one: one.header_offset):
        if member.header_offset < end:
            return True
        end = member.header_offset + _LOCAL_HEADER + len(member.filename) + member.compress_size
    return False

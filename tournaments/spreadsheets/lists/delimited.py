"""Text with separators: which encoding, which separator, and whether it is a table at all."""

from __future__ import annotations

import csv
import io
from collections import Counter

from charset_normalizer import from_bytes

_SEPARATORS = "\t;|,"
_LEAST_IN_STEP = 0.6
"""The share of lines that must have the same number of cells before a text counts as a table."""
_CODEPAGES = ("cp1252", "mac_roman", "cp850")
_USUAL = frozenset("àèéìòùÀÈÉÌÒÙ’‘“”–€°ºª’")


def decoded(data: bytes) -> str:
    """The text of a file that does not say how it was written.

    UTF-8 and UTF-16 are recognised for certain; of the old code pages the one in which the letters beyond
    ASCII are those of Italian.

    >>> decoded("Però".encode("cp1252")), decoded("Città".encode("mac_roman")), decoded("Niccolò".encode())
    ('Però', 'Città', 'Niccolò')
    """
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    if b"\x00" in data[:400]:
        return data.decode("utf-16-le" if data[1:2] == b"\x00" else "utf-16-be", errors="replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _old_text(data)


def _old_text(data: bytes) -> str:
    tried = [data.decode(page, errors="replace") for page in _CODEPAGES]
    strange = [sum(sign > "\x7f" and sign not in _USUAL for sign in text) for text in tried]
    if min(strange) == 0:
        return tried[strange.index(0)]
    best = from_bytes(data).best()
    return str(best) if best is not None else tried[0]


def delimited(text: str) -> list[tuple[int, list[str]]] | None:
    """The cells of a table, by the number of the line each row begins in; None for free text.

    >>> delimited("Coppia;A;B\\n1;\\"Costa, Maria\\";Neri Ugo")
    [(1, ['Coppia', 'A', 'B']), (2, ['1', 'Costa, Maria', 'Neri Ugo'])]
    >>> delimited("Amato Bruna + Arena Dario\\nGatti Mirko; Galli Olga\\nNeri Ugo / Villa Ida") is None
    True
    """
    best: tuple[float, list[tuple[int, list[str]]]] | None = None
    for separator in _SEPARATORS:
        rows = _split(text, separator)
        share = _in_step(rows)
        if share >= _LEAST_IN_STEP and (best is None or share > best[0]):
            best = share, rows
    return best[1] if best else None


def _in_step(rows: list[tuple[int, list[str]]]) -> float:
    """The share of rows as wide as most are, if that is two cells or more; one line alone is no table."""
    filled = [cells for _, cells in rows if any(cell.strip() for cell in cells)]
    if len(filled) < 2:
        return 0
    width, count = Counter(len(cells) for cells in filled).most_common(1)[0]
    return count / len(filled) if width > 1 else 0


def _split(text: str, separator: str) -> list[tuple[int, list[str]]]:
    quoted = _rows(text, separator, csv.QUOTE_MINIMAL)
    # A quotation mark that nobody closed swallows lines: then it is a sign like any other.
    if any("\n" in cell for _, cells in quoted for cell in cells):
        return _rows(text, separator, csv.QUOTE_NONE)
    return quoted


def _rows(text: str, separator: str, quoting: int) -> list[tuple[int, list[str]]]:
    lines = io.StringIO(text.replace("\r\n", "\n").replace("\r", "\n"), newline="")
    reader = csv.reader(lines, delimiter=separator, quoting=quoting, skipinitialspace=True)  # type: ignore[arg-type]
    try:
        return [(reader.line_num, row) for row in reader]
    except csv.Error:
        return []

"""A cell as it was found, and what can be made of it: a whole number, a text, a date, a yes or no.

Clubs write numbers the Italian way and often as text ("1.485", "− 20"): those are understood. A formula
is not: its result is only as good as the program that last computed it, so its value is asked for.
"""

from __future__ import annotations

import re
from datetime import date, datetime
from typing import Any, NamedTuple

from scoring.sentences import Sentence, gettext_noop, say
from tournaments import names
from tournaments.spreadsheets.problems import quoted
from tournaments.spreadsheets.vocabulary import plain

_SPACES = "\N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}\N{THIN SPACE}\N{FIGURE SPACE}\t "
_MINUS = "-\N{MINUS SIGN}\N{EN DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}"
_WHOLE = re.compile(
    rf"([+{re.escape(_MINUS)}]?)[{_SPACES}]*(\d+|\d{{1,3}}(?:[.'’{_SPACES}]\d{{3}})+)(?:,0+)?", re.ASCII
)
_DAY_FIRST = re.compile(r"(\d{1,2})\s*[-/. ]\s*(\d{1,2}|[a-z]{3,9})\.?\s*[-/. ]\s*(\d{4}|\d{2})", re.ASCII)
_MONTHS = ("gen", "feb", "mar", "apr", "mag", "giu", "lug", "ago", "set", "ott", "nov", "dic")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")


class Cell(NamedTuple):
    """A value and the kind the file gives it: n(umber), s(tring), b(oolean), d(ate), e(rror), f(ormula)."""

    value: Any = None
    kind: str = "n"

    @property
    def is_empty(self) -> bool:
        return self.kind != "f" and (self.value is None or (self.kind == "s" and not self.text))

    @property
    def text(self) -> str:
        """A text without control characters and doubled spaces."""
        return names.tidy(_CONTROL.sub("", str(self.value)))

    @property
    def told(self) -> Sentence | int:
        """What is there, for a message."""
        if self.kind == "f":
            formula = str(getattr(self.value, "text", self.value))
            return say(gettext_noop("the formula {formula}"), formula=quoted(formula))
        if self.kind == "e":
            return say(gettext_noop("the error {error}"), error=str(self.value))
        if self.kind == "b":
            return say(gettext_noop("the logical value {value}"), value="VERO" if self.value else "FALSO")
        if isinstance(self.value, date):
            return say(gettext_noop("the date {date}"), date=f"{self.value:%d/%m/%Y}")
        if self.kind == "n" and isinstance(self.value, int) and abs(self.value) < 10**15:
            return self.value
        if self.kind == "n" and isinstance(self.value, float):
            return quoted(f"{self.value:.12g}".replace(".", ","))
        return quoted(str(self.value))


EMPTY = Cell()


def whole(cell: Cell) -> int | None:
    """The whole number in a cell, however it is written; None when there is none.

    >>> [whole(Cell(text, "s")) for text in ("1.485", "−20", "- 20", "+1 485", "1.48", "12a", "1.485,00")]
    [1485, -20, -20, 1485, None, None, 1485]
    >>> whole(Cell(815.0)), whole(Cell(1.485)), whole(Cell(True, "b")), whole(Cell("=1+1", "f"))
    (815, None, None, None)
    """
    value = cell.value
    if cell.kind == "n":
        if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
            return int(value)
        return value if isinstance(value, int) and not isinstance(value, bool) else None
    if cell.kind != "s":
        return None
    found = _WHOLE.fullmatch(str(value).strip(_SPACES + "\n\r"))
    if found is None or len(found[2]) > 20:
        return None
    size = int(re.sub(r"\D", "", found[2]))
    return -size if found[1] and found[1] in _MINUS else size


def day(cell: Cell) -> date | None:
    """The date in a cell: a real one, or text such as "2026-01-11", "11/1/2026", "11 gennaio 2026".

    >>> [str(day(Cell(text, "s"))) for text in ("2026-01-11", "11/1/26", "11 Gennaio 2026", "31.2.2026")]
    ['2026-01-11', '2026-01-11', '2026-01-11', 'None']
    """
    if isinstance(cell.value, datetime):
        return _in_reach(cell.value.date())
    if isinstance(cell.value, date):
        return _in_reach(cell.value)
    if cell.kind != "s":
        return None
    text = str(cell.value).strip().casefold()
    try:
        return _in_reach(date.fromisoformat(text[:10]) if text[:4].isdigit() else _day_first(text))
    except ValueError:
        return None


def _day_first(text: str) -> date:
    found = _DAY_FIRST.fullmatch(text)
    if found is None:
        raise ValueError(text)
    month = int(found[2]) if found[2].isdigit() else _MONTHS.index(found[2][:3]) + 1
    year = int(found[3])
    return date(year if year > 99 else 2000 + year, month, int(found[1]))


def _in_reach(found: date) -> date | None:
    return found if 1950 <= found.year <= 2200 else None


def yes_or_no(cell: Cell) -> bool | None:
    """A yes or no as people write it; None when it is neither."""
    if cell.kind == "b":
        return bool(cell.value)
    word = plain(cell.text) if not cell.is_empty else ""
    if word in ("si", "s", "x", "yes", "y", "vero", "true", "1"):
        return True
    return False if word in ("no", "n", "falso", "false", "0") else None

"""Match points as people write them: "1.485", "1485", "−20" (docs/rules.md 2: points go by fives, never by
decimals, so a point or comma can only set off thousands)."""

from __future__ import annotations

import re

from scoring.sentences import Refusal, as_typed, gettext_noop, say

_SIGNS = "-\N{MINUS SIGN}\N{EN DASH}"
_PLAIN = re.compile(r"\d{1,9}", re.ASCII)
_GROUPED = re.compile(r"[1-9]\d{0,2}([.,'\u2019 \u00a0\u202f])\d{3}(?:\1\d{3})?", re.ASCII)
_SEPARATORS = re.compile(r"[^\d]", re.ASCII)


class NotPoints(Refusal):
    """Something typed where points belong that is no number of points."""


def points(text: str) -> int | None:
    """The points in a cell; None where nothing was typed. Raises ``NotPoints``.

    A separator is understood only where it sets off thousands: 1.48 could be a slip for 1.480 or for 148,
    and nobody but the typist knows.

    >>> points("1.485"), points("1485"), points(" 1,485 "), points("−20"), points("+100"), points("")
    (1485, 1485, 1485, -20, 100, None)
    >>> points("1.48")
    Traceback (most recent call last):
    scoring.typed.NotPoints: “1.48” is not a number of points. Write it without a separator, as 1485, or \
with thousands, as 1.485.
    """
    written = text.strip()
    if not written:
        return None
    negative = written[0] in _SIGNS
    figures = written[1:].strip() if negative or written[0] == "+" else written
    if not (_PLAIN.fullmatch(figures) or _GROUPED.fullmatch(figures)):
        told = gettext_noop(
            "“{typed}” is not a number of points. Write it without a separator, as 1485, or with thousands,"
            " as 1.485."
        )
        raise NotPoints(say(told, typed=as_typed(written)))
    value = int(_SEPARATORS.sub("", figures))
    return -value if negative else value

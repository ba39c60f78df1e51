"""What the sheet Torneo says for the desk: fee, pairs kept apart, corrections, what lateness costs."""

from __future__ import annotations

import re
from decimal import Decimal

from scoring.sentences import gettext_noop, say
from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import Amount, Wishes
from tournaments.spreadsheets.reading.cells import Cell, whole
from tournaments.spreadsheets.reading.keys import Keys

_EUROS = re.compile(r"(?:€ ?)?(\d{1,5})(?:[.,](\d{1,2}))?(?: ?€)?", re.ASCII)
_APART = re.compile(r"(\d{1,4})\s*[-–/]\s*(\d{1,4})", re.ASCII)
_TWO_FIGURES = ("late_loses", "left_justified", "left_unjustified", "two_warnings")
MOST_MP, MOST_VP = 10_000, 200


def read_wishes(keys: Keys) -> Wishes:
    """The settings of the desk; what is not there is as usual."""
    awards = [(name, amount) for name in words.AWARDS if (amount := _award(keys, name)) is not None]
    minutes = keys.whole(words.CORRECTION_MINUTES, 0, 10_000)
    return Wishes(
        fee=_fee(keys),
        apart_rounds=keys.whole(words.APART_ROUNDS, 0, 99) or 0,
        apart_pairs=_apart(keys),
        double_keying=keys.yes(words.DOUBLE_KEYING),
        correction_minutes=Wishes.correction_minutes if minutes is None else minutes,
        awards=tuple(awards),
    )


def _fee(keys: Keys) -> Decimal | None:
    cell = keys.cell(words.FEE)
    if cell.is_empty:
        return None
    amount = _euros(cell)
    if amount is None:
        keys.wrong(words.FEE, say(gettext_noop("an amount in euros, such as 15 or 12,50")))
    return amount


def _euros(cell: Cell) -> Decimal | None:
    """An amount to the cent, at most 99,999.99.

    >>> _euros(Cell("€ 12,50", "s")), _euros(Cell(15)), _euros(Cell(12.5)), _euros(Cell("dieci", "s"))
    (Decimal('12.50'), Decimal('15.00'), Decimal('12.50'), None)
    """
    if cell.kind == "n" and isinstance(cell.value, int | float):
        cents = round(cell.value * 100) if abs(cell.value) < 100_000 else -1
        return Decimal(cents) / 100 + Decimal("0.00") if cents >= 0 else None
    found = _EUROS.fullmatch(cell.text) if cell.kind == "s" else None
    return Decimal(f"{found[1]}.{(found[2] or '').ljust(2, '0')}") if found else None


def _apart(keys: Keys) -> tuple[tuple[int, int], ...]:
    expected = say(gettext_noop("pairs of numbers such as {example}"), example="1-5; 3-8")
    text = keys.text(words.APART_PAIRS, 2_000, expected)
    found = [_APART.fullmatch(part.strip()) for part in re.split(r"[;,]", text) if part.strip()]
    if None in found:
        keys.wrong(words.APART_PAIRS, expected)
        return ()
    return tuple((int(each[1]), int(each[2])) for each in found if each)


def _award(keys: Keys, name: str) -> Amount | None:
    key = words.AWARDS[name]
    cells = keys.cells(key)
    if not cells:
        return None
    figures = [whole(cell) for cell in cells]
    wanted = 2 if name in _TWO_FIGURES else 1
    sound = [figure for figure in figures if figure is not None and abs(figure) <= MOST_MP]
    if len(sound) != wanted or len(figures) != wanted or (wanted == 2 and abs(sound[0]) > MOST_VP):
        two = gettext_noop("two figures in two cells: VP and MP")
        one = gettext_noop("a whole number, without decimals")
        keys.wrong(key, say(two if wanted == 2 else one))
        return None
    return (sound[0], sound[1]) if wanted == 2 else sound[0]

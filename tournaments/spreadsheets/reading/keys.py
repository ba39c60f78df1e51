"""The two columns of the sheet Torneo: keys, and what stands beside them."""

from __future__ import annotations

import re
from collections.abc import Mapping

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.problems import Ledger, Place
from tournaments.spreadsheets.reading.cells import EMPTY, Cell, whole, yes_or_no
from tournaments.spreadsheets.reading.grid import NUMBER, VALUE, SheetRows

KNOWN = (
    *(words.NAME, words.DATE, words.VENUE, words.CLUB, words.HANDS_PER_ROUND, words.SCALE, words.BOUNDS),
    *(words.SCALE_MAXIMUM, words.FORMULA, words.BYE_VP, words.BYE_MP, words.TIE_BREAKS, words.OFFICIAL),
    *(words.KIND, words.STATE, words.RULES, words.DEPTH, words.SEED, words.FEE, words.APART_ROUNDS),
    *(words.APART_PAIRS, words.DOUBLE_KEYING, words.CORRECTION_MINUTES, *words.AWARDS.values()),
)
ROUND_KEY = re.compile(r"turno (\d{1,3})")


class Keys:
    """The two columns of the sheet: a key, its value, and for the bounds further values beside it."""

    def __init__(self, rows: SheetRows, ledger: Ledger) -> None:
        self.ledger = ledger
        self.rows: dict[str, tuple[int, list[Cell]]] = {}
        known = {words.plain(key): key for key in KNOWN}
        for number, cells in rows:
            first = cells.get(1)
            if first is None or first.kind != "s":
                continue
            key = words.plain(first.text)
            if key not in known and not ROUND_KEY.fullmatch(key):
                remark = say(gettext_noop("“{key}” is not known and is left aside."), key=first.text)
                ledger.note(Place(words.EVENT, number, 1), remark)
            elif key in self.rows:
                place = Place(words.EVENT, number, 1, first.text)
                ledger.wrong(
                    place, say(gettext_noop("the same key again")), say(gettext_noop("each key once"))
                )
            else:
                self.rows[key] = number, [cell for column, cell in sorted(cells.items()) if column > 1]

    def cells(self, key: str) -> list[Cell]:
        return self.rows.get(words.plain(key), (0, []))[1]

    def cell(self, key: str) -> Cell:
        return next(iter(self.cells(key)), EMPTY)

    def place(self, key: str) -> Place:
        number = self.rows.get(words.plain(key), (None, []))[0]
        return Place(words.EVENT, number, 2 if number else None, key if number else "")

    def wrong(self, key: str, expected: Sentence, remark: Sentence | None = None) -> None:
        cell = self.cell(key)
        if cell.is_empty and words.plain(key) not in self.rows:
            expected = say(gettext_noop("the row “{key}” with {expected}"), key=key, expected=expected)
        if cell.kind == "f":
            expected, remark = say(VALUE), None
        self.ledger.wrong(self.place(key), None if cell.is_empty else cell.told, expected, remark)

    def text(self, key: str, most: int, expected: Sentence, *, needed: bool = False) -> str:
        cell = self.cell(key)
        if cell.is_empty:
            if needed:
                self.wrong(key, expected)
            return ""
        number = whole(cell) if cell.kind == "n" else None
        if cell.kind != "s" and number is None:
            self.wrong(key, expected)
            return ""
        text = cell.text if number is None else str(number)
        if len(text) > most:
            self.wrong(key, say(gettext_noop("a text of at most {most} characters"), most=most))
            return ""
        return text

    def whole(self, key: str, least: int, most: int) -> int | None:
        cell = self.cell(key)
        if cell.is_empty:
            return None
        number = whole(cell)
        if number is None:
            self.wrong(key, say(NUMBER))
        elif not least <= number <= most:
            wanted = gettext_noop("a whole number from {least} to {most}")
            self.wrong(key, say(wanted, least=least, most=most))
            number = None
        return number

    def word(self, key: str, meanings: Mapping[str, str], otherwise: str) -> str:
        cell = self.cell(key)
        if cell.is_empty:
            return otherwise
        found = words.key_of(meanings, cell.text) if cell.kind in ("s", "n") else None
        if found is None:
            self.wrong(key, say(gettext_noop("one of: {words}"), words=words.listed(meanings)))
        return found or otherwise

    def yes(self, key: str) -> bool:
        cell = self.cell(key)
        if cell.is_empty:
            return False
        answer = yes_or_no(cell)
        if answer is None:
            self.wrong(key, say(gettext_noop("sì or no")))
        return bool(answer)

"""The sheet Torneo: what the organizer decided about the event.

Needed: Nome, Data, Circolo, Formula. Left out: 4 hands a round; the scale and the bye usual for that many
hands; the tie-breaks, rules and kind an event starts with (docs/event-workbook.md, docs/rules.md 3, 5, 7).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date

from scoring import victory_points
from scoring.sentences import Sentence, gettext_noop, say
from scoring.victory_points import Scale, ScaleError
from tournaments.movements.pairing import MovementError
from tournaments.movements.programme import Movement, Programme, parse
from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import Settings
from tournaments.spreadsheets.problems import Ledger, Place
from tournaments.spreadsheets.reading.cells import EMPTY, Cell, day, whole, yes_or_no
from tournaments.spreadsheets.reading.grid import NUMBER, VALUE, SheetRows

MOST_HANDS = 12
_KEYS = (
    *(words.NAME, words.DATE, words.VENUE, words.CLUB, words.HANDS_PER_ROUND, words.SCALE, words.BOUNDS),
    *(words.SCALE_MAXIMUM, words.FORMULA, words.BYE_VP, words.BYE_MP, words.TIE_BREAKS, words.OFFICIAL),
    *(words.KIND, words.STATE, words.RULES, words.DEPTH, words.SEED),
)
_ROUND_KEY = re.compile(r"turno (\d{1,3})")


@dataclass
class Draft:
    """What the sheet said, as far as it could be understood."""

    name: str = ""
    date: date | None = None
    place: str = ""
    club: str = ""
    hands: int | None = None
    scale: Scale | None = None
    programme: Programme | None = None
    bye: tuple[int, int] | None = None
    criteria: tuple[str, ...] = ()
    official: bool = False
    kind: str = "club"
    state: str = ""
    variant: str = "fibur"
    depth: str = ""
    seed: int = 0
    round_states: dict[int, str] = field(default_factory=dict)
    formula_place: Place = field(default_factory=lambda: Place(words.EVENT))

    def settings(self, *, state: str, depth: str) -> Settings:
        """The settings, once nothing is wrong with them."""
        if self.date is None or self.programme is None or self.scale is None or self.bye is None:
            raise ValueError("a sheet Torneo with problems makes no settings")
        return Settings(
            name=self.name,
            date=self.date,
            club=self.club,
            programme=self.programme,
            scale=self.scale,
            bye_vp=self.bye[0],
            bye_mp=self.bye[1],
            place=self.place,
            hands_per_round=self.hands or 4,
            criteria=self.criteria or Settings.criteria,
            official_places=self.official,
            kind=self.kind,
            state=self.state or state,
            rules_variant=self.variant,
            depth=self.depth or depth,
            seed=self.seed,
        )


class _Keys:
    """The two columns of the sheet: a key, its value, and for the bounds further values beside it."""

    def __init__(self, rows: SheetRows, ledger: Ledger) -> None:
        self.ledger = ledger
        self.rows: dict[str, tuple[int, list[Cell]]] = {}
        known = {words.plain(key): key for key in _KEYS}
        for number, cells in rows:
            first = cells.get(1)
            if first is None or first.kind != "s":
                continue
            key = words.plain(first.text)
            if key not in known and not _ROUND_KEY.fullmatch(key):
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

    def word(self, key: str, meanings: dict[str, str], otherwise: str) -> str:
        cell = self.cell(key)
        if cell.is_empty:
            return otherwise
        found = words.key_of(meanings, cell.text) if cell.kind in ("s", "n") else None
        if found is None:
            self.wrong(key, say(gettext_noop("one of: {words}"), words=words.listed(meanings)))
        return found or otherwise


def read_settings(rows: SheetRows, ledger: Ledger) -> Draft:
    """Understand the sheet Torneo, writing down everything that is wrong with it."""
    keys = _Keys(rows, ledger)
    draft = Draft(
        name=keys.text(words.NAME, 140, say(gettext_noop("the name of the event")), needed=True),
        club=keys.text(words.CLUB, 120, say(gettext_noop("the club that organizes it")), needed=True),
        place=keys.text(words.VENUE, 140, say(gettext_noop("where it is played"))),
        kind=keys.word(words.KIND, dict(words.KINDS), "club"),
        state=keys.word(words.STATE, dict(words.EVENT_STATES), ""),
        variant=keys.word(words.RULES, dict(words.VARIANTS), "fibur"),
        depth=keys.word(words.DEPTH, dict(words.DEPTHS), ""),
        seed=keys.whole(words.SEED, 0, 2**53) or 0,
    )
    draft.date = day(keys.cell(words.DATE))
    if draft.date is None:
        keys.wrong(words.DATE, say(gettext_noop("a date such as {example}"), example="27/11/2026"))
    draft.official = _official(keys)
    draft.hands = (
        4 if keys.cell(words.HANDS_PER_ROUND).is_empty else keys.whole(words.HANDS_PER_ROUND, 1, MOST_HANDS)
    )
    draft.scale = _scale(keys, draft.hands)
    draft.bye = _bye(keys, draft.hands, draft.scale)
    draft.criteria = _criteria(keys)
    draft.formula_place = keys.place(words.FORMULA)
    draft.programme = _programme(keys)
    draft.round_states = _round_states(keys)
    return draft


def _official(keys: _Keys) -> bool:
    cell = keys.cell(words.OFFICIAL)
    if cell.is_empty:
        return False
    answer = yes_or_no(cell)
    if answer is None:
        keys.wrong(words.OFFICIAL, say(gettext_noop("sì or no")))
    return bool(answer)


def _programme(keys: _Keys) -> Programme | None:
    expected = say(gettext_noop("a programme such as {example}"), example="Mitchell 3; Danese modificato 1")
    text = keys.text(words.FORMULA, 500, expected, needed=True)
    if not text:
        return None
    try:
        programme = parse(text)
    except MovementError as error:
        keys.wrong(words.FORMULA, expected, error.sentence)
        return None
    for notice in programme.notices:
        keys.ledger.note(keys.place(words.FORMULA), notice)
    if any(phase.movement is Movement.INDIVIDUALE for phase in programme.phases):
        remark = say(gettext_noop("a workbook of pairs cannot hold individual rounds."))
        keys.wrong(words.FORMULA, expected, remark)
        return None
    return programme


def _scale(keys: _Keys, hands: int | None) -> Scale | None:
    cell = keys.cell(words.SCALE)
    custom = not cell.is_empty and words.plain(cell.text) == words.CUSTOM_SCALE
    if custom or (cell.is_empty and keys.cells(words.BOUNDS)):
        return _custom_scale(keys)
    if cell.is_empty:
        if hands is None:
            return None
        try:
            return victory_points.for_hands(hands)
        except ScaleError as error:
            keys.wrong(words.SCALE, say(gettext_noop("a scale")), error.sentence)
            return None
    key = words.key_of(words.SCALES, cell.text) if cell.kind in ("s", "n") else None
    if key is None:
        known = f"{words.listed(words.SCALES)}, {words.CUSTOM_SCALE}"
        keys.wrong(words.SCALE, say(gettext_noop("one of: {words}"), words=known))
        return None
    return victory_points.NAMED[key]


def _custom_scale(keys: _Keys) -> Scale | None:
    expected = say(
        gettext_noop("the upper ends of the bands, increasing multiples of 5 such as {example}"),
        example="100 300 500 700 900 1100 1300 1500 1700 2000",
    )
    cells = keys.cells(words.BOUNDS)
    if len(cells) == 1 and cells[0].kind == "s":
        cells = [Cell(part, "s") for part in re.split(r"[\s;,/|]+", cells[0].text) if part]
    bounds = [whole(cell) for cell in cells]
    if not bounds or None in bounds:
        bad = next((cell for cell, bound in zip(cells, bounds, strict=True) if bound is None), None)
        found = bad.told if bad else None
        if bad is not None and bad.kind == "f":
            expected = say(VALUE)
        elif not keys.cells(words.BOUNDS):
            expected = say(
                gettext_noop("the row “{key}” with {expected}"), key=words.BOUNDS, expected=expected
            )
        keys.ledger.wrong(keys.place(words.BOUNDS), found, expected)
        return None
    maximum = keys.whole(words.SCALE_MAXIMUM, 2, victory_points.MOST_VP) or 20
    try:
        return Scale([bound for bound in bounds if bound is not None], maximum=maximum)
    except ScaleError as error:
        keys.wrong(words.BOUNDS, expected, error.sentence)
        return None


def _bye(keys: _Keys, hands: int | None, scale: Scale | None) -> tuple[int, int] | None:
    most = scale.maximum if scale else victory_points.MOST_VP
    vp = keys.whole(words.BYE_VP, 0, most)
    mp = keys.whole(words.BYE_MP, -10_000, 10_000)
    if mp is not None and mp % 5:
        keys.wrong(words.BYE_MP, say(gettext_noop("a multiple of 5")))
    if vp is not None and mp is not None:
        return vp, mp
    if hands is None or scale is None:
        return None
    try:
        usual = victory_points.bye(hands, scale)
    except ScaleError as error:
        if keys.cell(words.BYE_VP).is_empty or keys.cell(words.BYE_MP).is_empty:
            keys.wrong(words.BYE_VP, say(gettext_noop("the VP of a bye")), error.sentence)
        return None
    return (usual[0] if vp is None else vp), (usual[1] if mp is None else mp)


def _criteria(keys: _Keys) -> tuple[str, ...]:
    expected = say(gettext_noop("tie-breaks from: {words}"), words=words.listed(words.CRITERIA))
    text = keys.text(words.TIE_BREAKS, 300, expected)
    found = [words.key_of(words.CRITERIA, part) for part in re.split(r"[;,>\n]", text) if part.strip()]
    if None in found or len(set(found)) < len(found):
        keys.wrong(words.TIE_BREAKS, expected)
        return ()
    return tuple(key for key in found if key)


def _round_states(keys: _Keys) -> dict[int, str]:
    states: dict[int, str] = {}
    for key in keys.rows:
        found = _ROUND_KEY.fullmatch(key)
        if found:
            heading = words.round_title(int(found[1]))
            states[int(found[1])] = keys.word(heading, dict(words.ROUND_STATES), "")
    return {number: state for number, state in states.items() if state}

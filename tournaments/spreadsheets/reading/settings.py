"""The sheet Torneo: what the organizer decided about the event.

Needed: Nome, Data, Circolo, Formula. Left out: 4 hands a round; the scale and the bye usual for that many
hands; the tie-breaks, rules and kind an event starts with (docs/event-workbook.md, docs/rules.md 3, 5, 7).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date

from scoring import victory_points
from scoring.sentences import gettext_noop, say
from scoring.victory_points import Scale, ScaleError
from tournaments import names
from tournaments.movements.pairing import MovementError
from tournaments.movements.programme import Movement, Programme, parse
from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import Settings, Wishes
from tournaments.spreadsheets.problems import Ledger, Place
from tournaments.spreadsheets.reading.cells import Cell, day, whole
from tournaments.spreadsheets.reading.grid import VALUE, SheetRows
from tournaments.spreadsheets.reading.keys import ROUND_KEY, Keys
from tournaments.spreadsheets.reading.wishes import read_wishes

MOST_HANDS = 12


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
    wishes: Wishes = field(default_factory=Wishes)
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
            wishes=self.wishes,
        )


def read_settings(rows: SheetRows, ledger: Ledger) -> Draft:
    """Understand the sheet Torneo, writing down everything that is wrong with it."""
    keys = Keys(rows, ledger)
    draft = Draft(
        name=keys.text(words.NAME, 140, say(gettext_noop("the name of the event")), needed=True),
        club=keys.text(words.CLUB, 120, say(gettext_noop("the club that organizes it")), needed=True),
        place=keys.text(words.VENUE, 140, say(gettext_noop("where it is played"))),
        kind=keys.word(words.KIND, words.KINDS, "club"),
        state=keys.word(words.STATE, words.EVENT_STATES, ""),
        variant=keys.word(words.RULES, words.VARIANTS, "fibur"),
        depth=keys.word(words.DEPTH, words.DEPTHS, ""),
        seed=keys.whole(words.SEED, 0, 2**53) or 0,
    )
    if draft.club and not names.key(draft.club):
        keys.wrong(words.CLUB, say(gettext_noop("the name of a club, in letters")))
    draft.date = day(keys.cell(words.DATE))
    if draft.date is None:
        keys.wrong(words.DATE, say(gettext_noop("a date such as {example}"), example="27/11/2026"))
    draft.official = keys.yes(words.OFFICIAL)
    draft.hands = (
        4 if keys.cell(words.HANDS_PER_ROUND).is_empty else keys.whole(words.HANDS_PER_ROUND, 1, MOST_HANDS)
    )
    draft.scale = _scale(keys, draft.hands)
    draft.bye = _bye(keys, draft.hands, draft.scale)
    draft.criteria = _criteria(keys)
    draft.formula_place = keys.place(words.FORMULA)
    draft.programme = _programme(keys)
    draft.round_states = _round_states(keys)
    draft.wishes = read_wishes(keys)
    return draft


def _programme(keys: Keys) -> Programme | None:
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


def _scale(keys: Keys, hands: int | None) -> Scale | None:
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


def _custom_scale(keys: Keys) -> Scale | None:
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


def _bye(keys: Keys, hands: int | None, scale: Scale | None) -> tuple[int, int] | None:
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


def _criteria(keys: Keys) -> tuple[str, ...]:
    expected = say(gettext_noop("tie-breaks from: {words}"), words=words.listed(words.CRITERIA))
    text = keys.text(words.TIE_BREAKS, 300, expected)
    found = [words.key_of(words.CRITERIA, part) for part in re.split(r"[;,>\n]", text) if part.strip()]
    if None in found or len(set(found)) < len(found):
        keys.wrong(words.TIE_BREAKS, expected)
        return ()
    return tuple(key for key in found if key)


def _round_states(keys: Keys) -> dict[int, str]:
    states: dict[int, str] = {}
    for key in keys.rows:
        found = ROUND_KEY.fullmatch(key)
        if found:
            heading = words.round_title(int(found[1]))
            states[int(found[1])] = keys.word(heading, words.ROUND_STATES, "")
    return {number: state for number, state in states.items() if state}

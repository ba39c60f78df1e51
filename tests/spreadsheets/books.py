"""Random events as values: any programme, byes, penalties, rulings, half a last round, nasty names."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal

from hypothesis import strategies as st

from scoring.victory_points import FOUR_HANDS, TEAMS, THREE_HANDS, Scale
from tournaments import names
from tournaments.movements import danish, mitchell, round_robin
from tournaments.movements.pairing import Pairing
from tournaments.movements.programme import Movement, PhasePlan, Programme
from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import (
    EventBook,
    HandScore,
    PairRow,
    PastPlayer,
    PenaltyRow,
    Person,
    RoundSheet,
    RulingRow,
    Settings,
    TableRow,
    Wishes,
    settled_state,
    usual_state,
)

NASTY = (
    "=cmd|' /C calc'!A0",
    "+39 333",
    "@SUM(1)",
    "-1",
    "1485",
    "1.485",
    "#REF!",
    "VERO",
    "2026-11-27",
    "D’Angelo Nicolò",
    "D'Angelo Nicolo'",
    "Lo Presti Anna Maria",
    "Ferrari & Figli <b>",
    '"Rossi"; drop',
    "{name} %s %(x)s",
    "Æsir Łukasz",
    "_x000D_ Rossi",
)
texts = st.one_of(
    st.sampled_from(NASTY),
    st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=30),
).filter(lambda text: names.tidy(text) == text and bool(names.key(text)))
mps = st.integers(-60, 600).map(lambda fives: 5 * fives)
scales = st.one_of(
    st.sampled_from([THREE_HANDS, FOUR_HANDS, TEAMS]),
    st.lists(st.integers(1, 600), min_size=10, max_size=10, unique=True).map(
        lambda fives: Scale([5 * five for five in sorted(fives)])
    ),
    st.lists(st.integers(1, 600), min_size=6, max_size=6, unique=True).map(
        lambda fives: Scale([5 * five for five in sorted(fives)], maximum=12)
    ),
)
KEYS = Settings.criteria


@st.composite
def events(draw: st.DrawFn) -> EventBook:
    """An event that the desk could have run, in any stage of it."""
    numbers = sorted(draw(st.sets(st.integers(1, 60), min_size=4, max_size=9)))
    programme, seats = draw(evenings(numbers))
    hands = draw(st.sampled_from([2, 3, 4]))
    depth = draw(st.sampled_from(["hands", "totals"]))
    rounds = [
        draw(played(number, pairings, hands if depth == "hands" else 0, last=number == len(seats)))
        for number, pairings in enumerate(seats, start=1)
    ]
    rulings = draw(rulings_at(rounds))
    sheets = tuple(_with_state(sheet, rulings) for sheet in rounds)
    settings = draw(settings_for(programme, hands, depth, sheets))
    pairs = draw(lists(numbers, settings.club, official=settings.official_places, rounds=len(sheets)))
    return EventBook(settings, pairs, sheets, draw(penalties(numbers, len(sheets))), rulings)


@st.composite
def evenings(draw: st.DrawFn, numbers: Sequence[int]) -> tuple[Programme, list[list[Pairing]]]:
    """A programme and its seats: Mitchell and round robin as they are, Danish draws of a random ranking."""
    tables = (len(numbers) + 1) // 2
    first = draw(st.sampled_from([Movement.MITCHELL, Movement.ALL_ITALIANA, Movement.DANESE_PURO]))
    second = draw(
        st.sampled_from([Movement.DANESE_PURO, Movement.DANESE_MODIFICATO, Movement.SENZA_RIPETIZIONI])
    )
    phases = (PhasePlan(first, draw(st.integers(1, tables))), PhasePlan(second, draw(st.integers(1, 2))))
    programme = Programme(phases)
    seats: list[list[Pairing]] = []
    met: dict[int, set[int]] = {}
    before: dict[int, set[int]] = {}
    for number in range(1, draw(st.integers(0, programme.rounds)) + 1):
        movement = programme.phase_of(number).movement
        if movement is Movement.MITCHELL:
            seats.append(mitchell.round_pairing(numbers[:tables], numbers[tables:], number - 1))
        elif movement is Movement.ALL_ITALIANA:
            seats.append(list(round_robin.schedule(list(numbers))[number - 1]))
        else:
            banned = {Movement.SENZA_RIPETIZIONI: met, Movement.DANESE_MODIFICATO: before}.get(movement, {})
            if programme.is_last(number) and movement is Movement.DANESE_MODIFICATO:
                banned = {}
            seats.append(_danish(draw(st.permutations(numbers)), banned))
        before = {}
        for pairing in seats[-1]:
            if not pairing.is_bye:
                for one, other in ((pairing.ns, pairing.ew), (pairing.ew, pairing.ns)):
                    met.setdefault(int(str(one)), set()).add(int(str(other)))
                    before.setdefault(int(str(one)), set()).add(int(str(other)))
    return programme, seats


def _danish(ranking: Sequence[int], banned: dict[int, set[int]]) -> list[Pairing]:
    resting = ranking[-1] if len(ranking) % 2 else None
    drawn = danish.pair(ranking[: len(ranking) // 2 * 2], banned)
    seats = [Pairing(table, ns, ew) for table, (ns, ew) in enumerate(drawn, start=1)]
    return [*seats, *([] if resting is None else [Pairing(len(seats) + 1, None, resting)])]


@st.composite
def played(draw: st.DrawFn, number: int, pairings: list[Pairing], hands: int, *, last: bool) -> RoundSheet:
    """A round with its results; of the last one some tables may still play, or it is only drawn."""
    missing = draw(st.sampled_from([0, 0, 1, 99])) if last else 0
    only_drawn = missing == 99 and draw(st.booleans())
    tables = []
    for pairing in pairings:
        row = TableRow(
            pairing.table,
            None if pairing.ns is None else int(str(pairing.ns)),
            None if pairing.ew is None else int(str(pairing.ew)),
            section=draw(st.sampled_from([1, 1, 1, 2])),
        )
        if row.is_bye or missing > len(tables):
            tables.append(row)
            continue
        scores = tuple(HandScore(draw(mps), draw(mps)) for _ in range(hands))
        ns = sum(score.ns_mp for score in scores) if hands else draw(mps)
        ew = sum(score.ew_mp for score in scores) if hands else draw(mps)
        tables.append(replace(row, ns_mp=ns, ew_mp=ew, hands=scores))
    return RoundSheet(number, tuple(tables), "drawn" if only_drawn else "")


def _with_state(sheet: RoundSheet, rulings: Sequence[RulingRow]) -> RoundSheet:
    if sheet.state:
        return sheet
    ruled = frozenset(ruling.table for ruling in rulings if ruling.round == sheet.number)
    return replace(sheet, state=settled_state(sheet.tables, ruled))


@st.composite
def rulings_at(draw: st.DrawFn, rounds: Sequence[RoundSheet]) -> tuple[RulingRow, ...]:
    found = []
    for sheet in rounds:
        for table in sheet.tables:
            if sheet.state != "drawn" and not table.is_bye and draw(st.integers(0, 9)) == 0:
                ruling = RulingRow(
                    sheet.number,
                    table.table,
                    draw(st.integers(0, 12)),
                    draw(mps),
                    draw(st.integers(0, 12)),
                    draw(mps),
                    draw(st.sampled_from(["adjusted", "late", "absent", "withdrawal"])),
                    draw(st.one_of(st.just(""), texts)),
                )
                found.append(ruling)
    return tuple(found)


@st.composite
def settings_for(
    draw: st.DrawFn, programme: Programme, hands: int, depth: str, rounds: tuple[RoundSheet, ...]
) -> Settings:
    scale = draw(scales)
    closed = bool(rounds) and all(sheet.state == "closed" for sheet in rounds)
    state = draw(st.sampled_from(["running", "finished", "archived"])) if closed else usual_state(rounds)
    return Settings(
        name=draw(texts),
        date=draw(st.dates(datetime.date(1990, 1, 1), datetime.date(2100, 1, 1))),
        club=draw(texts),
        programme=programme,
        scale=scale,
        bye_vp=draw(st.integers(0, scale.maximum)),
        bye_mp=draw(mps),
        place=draw(st.one_of(st.just(""), texts)),
        hands_per_round=hands,
        criteria=draw(st.one_of(st.just(KEYS), st.permutations(KEYS).map(lambda keys: tuple(keys[:4])))),
        official_places=draw(st.booleans()) and bool(rounds),
        kind=draw(st.sampled_from(["club", "federal", "regional", "national"])),
        state=state,
        rules_variant=draw(st.sampled_from(["fibur", "international"])),
        depth=depth,
        seed=draw(st.sampled_from([0, 7, 2**31])),
        wishes=draw(wishes()),
    )


@st.composite
def wishes(draw: st.DrawFn) -> Wishes:
    if draw(st.booleans()):
        return Wishes()
    two = st.tuples(st.integers(0, 20), mps)
    awards = {
        name: draw(two if "VP" in heading else st.integers(0, 100))
        for name, heading in words.AWARDS.items()
        if draw(st.booleans())
    }
    return Wishes(
        fee=draw(st.sampled_from([None, Decimal("15.00"), Decimal("12.50")])),
        apart_rounds=draw(st.integers(0, 3)),
        apart_pairs=draw(st.sampled_from([(), ((1, 5), (3, 8))])),
        double_keying=draw(st.booleans()),
        correction_minutes=draw(st.sampled_from([0, 30, 45])),
        awards=tuple(awards.items()),
    )


@st.composite
def lists(
    draw: st.DrawFn, numbers: Sequence[int], home: str, *, official: bool, rounds: int
) -> tuple[PairRow, ...]:
    """The pairs. Two people of a pair differ in name, a card has one holder, namesakes are welcome."""
    pairs = []
    cards = iter(draw(st.permutations(range(10_000, 10_000 + 4 * len(numbers)))))
    drawn = draw(st.lists(texts, min_size=1, max_size=2, unique_by=names.key))
    # A club is one club however it is spelled, and keeps the spelling it came with first.
    clubs = [home if names.key(club) == names.key(home) else club for club in drawn]
    for place, number in enumerate(numbers, start=1):
        people = draw(st.lists(texts, min_size=3, max_size=3, unique_by=names.key))
        held = [str(next(cards)) if draw(st.booleans()) else "" for _ in people]
        state = draw(st.sampled_from(["active", "active", "active", "absent", "withdrawn"]))
        past = PastPlayer(draw(st.sampled_from([1, 2])), Person(people[2], held[2]), 1, 1)
        pairs.append(
            PairRow(
                number,
                (Person(people[0], held[0]), Person(people[1], held[1])),
                club=draw(st.sampled_from(["", *clubs])),
                line=draw(st.sampled_from(["", "ns", "ew"])),
                section=draw(st.sampled_from([1, 1, 2])),
                state=state,
                left_in_round=draw(st.sampled_from([None, 2])) if state == "withdrawn" else None,
                left_justified=draw(st.booleans()) if state == "withdrawn" else False,
                drawn_lot=draw(st.sampled_from([None, place])),
                official_place=place if official else None,
                past=(past,) if rounds > 1 and draw(st.integers(0, 5)) == 0 else (),
            )
        )
    return tuple(pairs)


@st.composite
def penalties(draw: st.DrawFn, numbers: Sequence[int], rounds: int) -> tuple[PenaltyRow, ...]:
    found = []
    for _ in range(draw(st.integers(0, 3))):
        in_match = bool(rounds) and draw(st.booleans())
        mp = draw(st.integers(0, 40).map(lambda fives: 5 * fives))
        vp = 0 if in_match else draw(st.integers(0, 5))
        number = draw(st.integers(1, rounds)) if rounds and (in_match or draw(st.booleans())) else None
        warned = not mp and not vp
        found.append(
            PenaltyRow(
                draw(st.sampled_from(numbers)),
                number,
                mp,
                vp,
                draw(st.one_of(st.just(""), texts)),
                "match" if in_match else "standings",
                "warning" if warned else draw(st.sampled_from(["other", "late", "two_warnings"])),
            )
        )
    return tuple(found)

"""Mitchell: North-South stays, East-West moves up each round (docs/rules.md 4, docs/seating.md)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import gcd

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.movements.pairing import MovementError, Pairing, distinct, even_parts, listed

Line = Sequence[Hashable | None]


def most_rounds(tables: int, step: int = 1) -> int:
    """How many rounds ``tables`` tables can play before somebody meets the same opponents again.

    East-West comes back to its first table after t / gcd(t, step) rounds, whatever the parity of t: no cards
    travel. Source: docs/seating.md, "Mitchell".

    >>> most_rounds(8), most_rounds(8, step=2), most_rounds(7, step=2)
    (8, 4, 7)
    """
    _check_step(step)
    return tables // gcd(tables, step) if tables > 0 else 0


def check(tables: int, rounds: int, step: int = 1) -> None:
    """Refuse a Mitchell in which somebody would meet the same opponents twice, saying what would do.

    >>> check(5, 6)
    Traceback (most recent call last):
    tournaments.movements.pairing.MovementError: 6 rounds of Mitchell on 5 tables with step 1 would \
repeat a meeting: at most 5 rounds are possible. Instead: 5 rounds of Mitchell; a round robin of 9 rounds; \
Danish rounds after the Mitchell.
    """
    if rounds < 1:
        raise MovementError(say(gettext_noop("A Mitchell has at least one round.")))
    if tables < 1:
        raise MovementError(say(gettext_noop("A Mitchell needs at least one table.")))
    most = most_rounds(tables, step)
    if rounds <= most:
        return
    text = gettext_noop(
        "{rounds} rounds of Mitchell on {tables} tables with step {step} would repeat a meeting: "
        "at most {most} rounds are possible. Instead: {alternatives}."
    )
    others = listed(alternatives(tables, rounds, step))
    raise MovementError(say(text, rounds=rounds, tables=tables, step=step, most=most, alternatives=others))


def alternatives(tables: int, rounds: int, step: int = 1) -> list[Sentence]:
    """What can be played where ``rounds`` rounds of Mitchell on so many tables cannot, the nearest first.

    >>> [str(s) for s in alternatives(8, 6, step=2)]
    ['Mitchell with step 1', '4 rounds of Mitchell', 'Danish rounds after the Mitchell']
    >>> [str(s) for s in alternatives(3, 5)]
    ['3 rounds of Mitchell', 'a round robin of 5 rounds', 'Danish rounds after the Mitchell']
    """
    found: list[Sentence] = []
    if rounds <= tables:
        other = next(other for other in range(1, tables + 1) if gcd(tables, other) == 1)
        found.append(say(gettext_noop("Mitchell with step {step}"), step=other))
    found.append(say(gettext_noop("{rounds} rounds of Mitchell"), rounds=most_rounds(tables, step)))
    if tables < rounds <= 2 * tables - 1:
        found.append(say(gettext_noop("a round robin of {rounds} rounds"), rounds=2 * tables - 1))
    found.append(say(gettext_noop("Danish rounds after the Mitchell")))
    return found


def schedule(ns: Line, ew: Line, rounds: int, step: int = 1) -> list[list[Pairing]]:
    """All the rounds of a Mitchell: one list of tables a round, in the order of the tables.

    In round k = 0, 1, ... North-South i meets East-West (i - k * step) mod t at table i + 1. Lines that
    differ by one get a phantom at the end of the shorter: each round another entry of the longer line
    rests.

    Raises ``MovementError`` for lines that do not match, an entry listed twice, or more rounds than can be
    played without meeting the same opponents again. Source: docs/rules.md 4.

    >>> for tables in schedule(["A", "B", "C"], ["x", "y", "z"], rounds=2):
    ...     print([(p.table, p.ns, p.ew) for p in tables])
    [(1, 'A', 'x'), (2, 'B', 'y'), (3, 'C', 'z')]
    [(1, 'A', 'z'), (2, 'B', 'x'), (3, 'C', 'y')]
    """
    check(max(len(ns), len(ew)), rounds, step)
    return [round_pairing(ns, ew, number, step) for number in range(rounds)]


def round_pairing(ns: Line, ew: Line, number: int, step: int = 1) -> list[Pairing]:
    """Round ``number`` (counted from 0) alone. It does not ask how many rounds will be played: see ``check``.

    >>> [(p.table, p.ns, p.ew) for p in round_pairing([1, 2], [3], number=1)]
    [(1, 1, None), (2, 2, 3)]
    """
    _check_step(step)
    north_south, east_west = _filled(ns, ew)
    tables = len(north_south)
    return [
        Pairing(i + 1, pair, east_west[(i - number * step) % tables]) for i, pair in enumerate(north_south)
    ]


def sections(tables: int, rounds: int, wanted: int | None = None, step: int = 1) -> list[int]:
    """The tables of each section when a hall plays a Mitchell in sections, the larger sections first.

    ``wanted``: how many sections; without it as many as can be played, at most tables / rounds. Sections
    differ by one table at most and nobody meets twice in any of them. Source: docs/seating.md, "Mitchell".

    >>> sections(15, 4), sections(15, 4, wanted=2)
    ([5, 5, 5], [8, 7])
    >>> sections(15, 4, wanted=4)
    Traceback (most recent call last):
    tournaments.movements.pairing.MovementError: 15 tables cannot make 4 sections of 4 rounds without a \
repeated meeting: at most 3.
    """
    check(tables, rounds, step)
    possible = [
        count
        for count in range(1, tables // rounds + 1)
        if all(rounds <= most_rounds(size, step) for size in even_parts(tables, count))
    ]
    if wanted is None:
        return even_parts(tables, possible[-1])
    if wanted in possible:
        return even_parts(tables, wanted)
    text = gettext_noop(
        "{tables} tables cannot make {wanted} sections of {rounds} rounds without a repeated meeting: "
        "at most {most}."
    )
    raise MovementError(say(text, tables=tables, wanted=wanted, rounds=rounds, most=possible[-1]))


def section_lines(ns: Line, ew: Line, sizes: Sequence[int]) -> list[tuple[Line, Line]]:
    """Both lines cut into sections of so many tables each, in the order given; the last holds the phantom.

    >>> section_lines([1, 2, 3, 4], [5, 6, 7], [2, 2])
    [([1, 2], [5, 6]), ([3, 4], [7, None])]
    """
    north_south, east_west = _filled(ns, ew)
    if sum(sizes) != len(north_south):
        text = gettext_noop("The sections have {seats} tables, the lines {tables}.")
        raise MovementError(say(text, seats=sum(sizes), tables=len(north_south)))
    cut: list[tuple[Line, Line]] = []
    start = 0
    for size in sizes:
        cut.append((north_south[start : start + size], east_west[start : start + size]))
        start += size
    return cut


def schedule_sections(ns: Line, ew: Line, rounds: int, count: int, step: int = 1) -> list[list[Pairing]]:
    """All the rounds of a Mitchell in ``count`` sections, the tables numbered through the hall.

    >>> second_round = schedule_sections([1, 2, 3, 4], [5, 6, 7, 8], rounds=2, count=2)[1]
    >>> [(p.table, p.ns, p.ew) for p in second_round]
    [(1, 1, 6), (2, 2, 5), (3, 3, 8), (4, 4, 7)]
    """
    sizes = sections(max(len(ns), len(ew)), rounds, count, step)
    hall: list[list[Pairing]] = [[] for _ in range(rounds)]
    for line_ns, line_ew in section_lines(ns, ew, sizes):
        first = len(hall[0])
        for tables, played in zip(hall, schedule(line_ns, line_ew, rounds, step), strict=True):
            tables.extend(Pairing(first + p.table, p.ns, p.ew) for p in played)
    return hall


def _check_step(step: int) -> None:
    if step < 1:
        text = gettext_noop("The step of a Mitchell is 1 or more tables, not {step}.")
        raise MovementError(say(text, step=step))


def _filled(ns: Line, ew: Line) -> tuple[list[Hashable | None], list[Hashable | None]]:
    if abs(len(ns) - len(ew)) > 1:
        text = gettext_noop(
            "North-South has {ns} entries and East-West {ew}: the lines may differ by one at most, who "
            "then rests."
        )
        raise MovementError(say(text, ns=len(ns), ew=len(ew)))
    distinct(entry for entry in (*ns, *ew) if entry is not None)
    if (*ns, *ew).count(None) + abs(len(ns) - len(ew)) > 1:
        raise MovementError(say(gettext_noop("Two empty places in a Mitchell: close one table instead.")))
    tables = max(len(ns), len(ew))
    return [*ns, *[None] * (tables - len(ns))], [*ew, *[None] * (tables - len(ew))]

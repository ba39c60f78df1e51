"""Four lines of players, three of them moving on by offsets (docs/seating.md "Individual").

t tables; in each round table j seats N_j, S_(j+s), E_(j+e), W_(j+w), all mod t. When each of the six
sequences s, e, w, s-e, s-w and e-w takes a new value every round, no two people ever share a table twice in
any role.
"""

from __future__ import annotations

from math import gcd

Offsets = tuple[int, int, int]

STEPS = 60_000
"""Triples of offsets looked at before the search gives up."""


def offsets(tables: int, rounds: int) -> list[Offsets] | None:
    """The offsets (south, east, west) of each round by which nobody shares a table twice, or ``None``.

    >>> offsets(7, 3)
    [(0, 0, 0), (1, 2, 3), (2, 4, 6)]
    >>> offsets(3, 4) is None
    True
    """
    if rounds > tables:
        return None
    if tables > 3 * (rounds - 1) or gcd(tables, 6) == 1:
        return [(k % tables, 2 * k % tables, 3 * k % tables) for k in range(rounds)]
    return _searched(tables, rounds)


def seats(tables: int, shift: Offsets) -> list[tuple[int, int, int, int]]:
    """The numbers (from 0) of North, South, East and West at each table; line by line 0..t-1, t..2t-1, ...

    >>> seats(2, (1, 0, 1))
    [(0, 3, 4, 7), (1, 2, 5, 6)]
    """
    south, east, west = shift
    return [
        (
            table,
            tables + (table + south) % tables,
            2 * tables + (table + east) % tables,
            3 * tables + (table + west) % tables,
        )
        for table in range(tables)
    ]


def _differences(tables: int, shift: Offsets) -> tuple[int, ...]:
    south, east, west = shift
    return (south, east, west, (south - east) % tables, (south - west) % tables, (east - west) % tables)


def _searched(tables: int, rounds: int) -> list[Offsets] | None:
    """Round after round the first triple whose six differences are all new, going back when there is none.

    Players of a line may be numbered so that the first round has offsets 0 and South moves by one each round.
    """
    chosen: list[Offsets] = [(0, 0, 0)]
    used = [{0} for _ in range(6)]
    tried = [0]
    work = 0
    while len(chosen) < rounds:
        found: Offsets | None = None
        start = tried[-1]
        for code in range(start, tables * tables):
            work += 1
            candidate = (len(chosen), *divmod(code, tables))
            if all(d not in seen for d, seen in zip(_differences(tables, candidate), used, strict=True)):
                found, tried[-1] = candidate, code + 1
                break
        if found is not None:
            chosen.append(found)
            tried.append(0)
            for difference, seen in zip(_differences(tables, found), used, strict=True):
                seen.add(difference)
        elif len(chosen) == 1 or work > STEPS:
            return None
        else:
            tried.pop()
            for difference, seen in zip(_differences(tables, chosen.pop()), used, strict=True):
                seen.remove(difference)
    return chosen

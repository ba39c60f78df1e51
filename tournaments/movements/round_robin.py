"""All'italiana: everybody meets everybody once in a section (docs/rules.md 4, docs/seating.md)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from scoring.sentences import gettext_noop, say
from tournaments.movements.pairing import MovementError, Pairing, distinct, even_parts


def rounds_needed(entries: int) -> int:
    """How many rounds until all have met: one less than an even number of entries, as many as an odd one.

    >>> rounds_needed(8), rounds_needed(7)
    (7, 7)
    """
    return entries - 1 if entries % 2 == 0 else entries


def schedule(entries: Sequence[Hashable], first_table: int = 1) -> list[list[Pairing]]:
    """All the rounds of a round robin: one list of tables a round, in the order of the tables.

    The circle method. n entries (even) meet in n - 1 rounds; with an odd number each rests once, at the
    last table. Nobody sits on one line more than once oftener than on the other.

    Raises ``MovementError`` for fewer than two entries or one listed twice. Source: docs/rules.md 4.

    >>> for tables in schedule(["A", "B", "C", "D"]):
    ...     print([(p.table, p.ns, p.ew) for p in tables])
    [(1, 'A', 'D'), (2, 'C', 'B')]
    [(1, 'D', 'B'), (2, 'A', 'C')]
    [(1, 'C', 'D'), (2, 'B', 'A')]
    >>> [(p.table, p.ns, p.ew) for p in schedule(["A", "B", "C"])[1]]
    [(1, 'A', 'C'), (2, 'B', None)]
    """
    circle = distinct(entries)
    if len(circle) < 2:
        raise MovementError(say(gettext_noop("A round robin needs two entries at least.")))
    fixed = circle.pop() if len(circle) % 2 == 0 else None
    return [_round(circle, fixed, number, first_table) for number in range(len(circle))]


def sections(entries: Sequence[Hashable], count: int) -> list[list[Hashable]]:
    """The entries cut into ``count`` sections in their order, equal or larger by one, the larger first.

    >>> sections(range(7), 2)
    [[0, 1, 2, 3], [4, 5, 6]]
    """
    listed = distinct(entries)
    if not 1 <= count <= max(1, len(listed) // 2):
        text = gettext_noop("{entries} entries cannot make {count} sections of two or more.")
        raise MovementError(say(text, entries=len(listed), count=count))
    cut: list[list[Hashable]] = []
    start = 0
    for size in even_parts(len(listed), count):
        cut.append(listed[start : start + size])
        start += size
    return cut


def schedule_sections(entries: Sequence[Hashable], count: int) -> list[list[Pairing]]:
    """A round robin in each of ``count`` sections, the tables numbered through the hall.

    A smaller section may be done rounds before a larger one; its tables are then left out.

    >>> [len(tables) for tables in schedule_sections(range(10), 2)]
    [6, 6, 6, 6, 6]
    """
    hall: list[list[Pairing]] = []
    first_table = 1
    for section in sections(entries, count):
        played = schedule(section, first_table)
        hall += [[] for _ in range(len(played) - len(hall))]
        for tables, added in zip(hall, played, strict=False):
            tables.extend(added)
        first_table += (len(section) + 1) // 2
    return hall


def _round(
    circle: Sequence[Hashable], fixed: Hashable | None, number: int, first_table: int
) -> list[Pairing]:
    """Round ``number`` from 0: who stands opposite on the circle meets; lines alternate along it."""
    size = len(circle)
    alone = circle[number]
    if fixed is None:
        seats: list[tuple[Hashable | None, Hashable | None]] = []
    else:
        seats = [(alone, fixed) if number % 2 == 0 else (fixed, alone)]
    for distance in range(1, size // 2 + 1):
        ahead, behind = circle[(number + distance) % size], circle[(number - distance) % size]
        seats.append((ahead, behind) if distance % 2 == 0 else (behind, ahead))
    if fixed is None:
        seats.append((alone, None))
    return [Pairing(table, ns, ew) for table, (ns, ew) in enumerate(seats, start=first_table)]

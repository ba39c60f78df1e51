"""The field cut into sections: by the list or the lot at the start, by ranking for later phases.

Contiguous blocks of the ranking at the first round of the phase; the later rounds keep them, and a player who
comes back joins the last. Source: docs/rules.md 4.
"""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.boards.facts import Facts
from tournaments.desk.drawing.past import section_of
from tournaments.desk.drawing.places import Choice, Place
from tournaments.movements import round_robin
from tournaments.movements.first_round import shuffled
from tournaments.movements.pairing import even_parts


def cut(facts: Facts, place: Place, ranking: Sequence[int], choice: Choice) -> list[list[int]]:
    """The sections of a round, each in the order of ``ranking``; one of everybody where the phase has one."""
    count = place.position.phase.sections
    if count == 1:
        return [list(ranking)]
    began = section_of(facts, place)
    if began:
        return _grouped(ranking, began, count)
    if place.number == 1:
        listed = {number: facts.entries[number].section for number in ranking}
        if set(listed.values()) == set(range(1, count + 1)):
            return _grouped(ranking, listed, count)
        if choice.by_lot:
            ranking = shuffled(list(ranking), choice.seed)
    blocks = round_robin.sections(list(ranking), count)
    if place.movement.is_danish:
        # Whole tables first: of an even field nobody rests merely because it was cut.
        return _blocks(ranking, [2 * tables for tables in even_parts((len(ranking) + 1) // 2, count)])
    return [[number for number in ranking if number in set(block)] for block in blocks]


def tables_of(section: Sequence[int]) -> int:
    """How many tables a section fills, that of the bye counted."""
    return (len(section) + 1) // 2


def first_tables(sections: Sequence[Sequence[int]]) -> list[int]:
    """The number of the first table of each section, counted through the hall.

    >>> first_tables([[1, 2, 3], [4, 5], [6, 7]])
    [1, 3, 4]
    """
    firsts, first = [], 1
    for section in sections:
        firsts.append(first)
        first += tables_of(section)
    return firsts


def _grouped(ranking: Sequence[int], section: dict[int, int], count: int) -> list[list[int]]:
    """By the section each began in; whoever is new to the phase joins the last."""
    groups: list[list[int]] = [[] for _ in range(count)]
    for number in ranking:
        groups[min(section.get(number, count), count) - 1].append(number)
    return groups


def _blocks(ranking: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    blocks, start = [], 0
    for size in sizes:
        blocks.append(list(ranking[start : start + size]))
        start += size
    return blocks

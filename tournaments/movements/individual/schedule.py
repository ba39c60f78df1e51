"""Individual tournaments: partners change every round (docs/rules.md 4, docs/seating.md "Individual")."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.movements.individual import lines, small
from tournaments.movements.individual.meetings import Repeats, count
from tournaments.movements.pairing import MovementError, distinct

MOST_ROUNDS = 40
WORK = 20_000
"""Seats looked at for a player beyond a multiple of four before the search begins anew elsewhere."""


@dataclass(frozen=True, slots=True)
class Table:
    """Four players at a table; North and South are partners, East and West."""

    table: int
    north: Hashable
    south: Hashable
    east: Hashable
    west: Hashable

    @property
    def ns(self) -> tuple[Hashable, Hashable]:
        """The partners North-South."""
        return self.north, self.south

    @property
    def ew(self) -> tuple[Hashable, Hashable]:
        """The partners East-West."""
        return self.east, self.west


@dataclass(frozen=True)
class Round:
    """One round of an individual: its tables and who rests."""

    tables: tuple[Table, ...]
    resting: tuple[Hashable, ...]


@dataclass(frozen=True)
class Schedule:
    """All the rounds, and what they repeat: known before the first is played."""

    rounds: tuple[Round, ...]
    repeats: Repeats

    @property
    def notes(self) -> tuple[Sentence, ...]:
        """What repeats, in words; empty when nobody shares a table in a role twice and nobody rests twice."""
        found: list[Sentence] = []
        if self.repeats.partners:
            text = gettext_noop("Partners repeat {times} times: there are more rounds than partners.")
            found.append(say(text, times=self.repeats.partners))
        if self.repeats.rests:
            text = gettext_noop("Players rest again {times} times: there are more rests than players.")
            found.append(say(text, times=self.repeats.rests))
        if self.repeats.opponents:
            found.append(say(gettext_noop("Opponents repeat {times} times."), times=self.repeats.opponents))
        if self.repeats.both_roles:
            text = gettext_noop("{pairs} pairs of players are partners once and opponents once.")
            found.append(say(text, pairs=self.repeats.both_roles))
        return tuple(found)


def schedule(players: Sequence[Hashable], rounds: int) -> Schedule:
    """Who sits where in each round, so that nobody partners twice, opponents spread, and rests are even.

    Wanted in this order: nobody partners twice; nobody rests twice; opponents do not repeat; partner and
    opponent are not the same person. ``repeats`` and ``notes`` say how far that went. Of players beyond a
    multiple of four as many rest each round. The same players give the same schedule.

    Raises ``MovementError`` for fewer than four players, one listed twice, or no rounds.

    >>> drawn = schedule(range(1, 9), rounds=7)
    >>> [(t.ns, t.ew) for t in drawn.rounds[1].tables], drawn.repeats.partners, drawn.repeats.opponents
    ([((2, 4), (6, 7)), ((1, 3), (5, 8))], 0, 28)
    >>> schedule(range(29), rounds=5).notes
    ()
    """
    listed = distinct(players)
    if len(listed) < 4:
        raise MovementError(say(gettext_noop("An individual needs four players at least.")))
    if not 1 <= rounds <= MOST_ROUNDS:
        text = gettext_noop("An individual has 1 to {most} rounds, not {rounds}.")
        raise MovementError(say(text, most=MOST_ROUNDS, rounds=rounds))
    seats = _seats(len(listed), rounds)
    return Schedule(tuple(_named(row, listed) for row in seats), count(seats, len(listed)))


def _seats(players: int, rounds: int) -> list[list[int]]:
    tables = players // 4
    shifts = lines.offsets(tables, rounds)
    if shifts is not None:
        placed = _with_extras(_by_lines(tables, shifts), players)
        if placed is not None:
            return placed
    kept = small.kept(players, rounds)
    if kept is not None:
        return kept
    known = shifts or _longest(tables, rounds)
    base = [[*row, *range(4 * tables, players)] for row in _by_lines(tables, known)]
    start = base + [list(range(players)) for _ in range(rounds - len(base))]
    return small.improved(start, players, fixed=len(base) if players % 4 == 0 else 0)


def _longest(tables: int, rounds: int) -> list[lines.Offsets]:
    for fewer in range(min(rounds, tables), 1, -1):
        found = lines.offsets(tables, fewer)
        if found is not None:
            return found
    return [(0, 0, 0)]


def _by_lines(tables: int, shifts: Sequence[lines.Offsets]) -> list[list[int]]:
    return [[player for table in lines.seats(tables, shift) for player in table] for shift in shifts]


def _with_extras(rows: list[list[int]], players: int) -> list[list[int]] | None:
    """The players beyond a multiple of four, each in the seat of another base player every round, who rests.

    ``None`` when some extra player cannot be seated so without sharing a table with somebody twice.
    """
    base = len(rows[0])
    seats = [list(row) for row in rows]
    rested: set[int] = set()
    for extra in range(base, players):
        places = _places_of_extra(seats, base, rested)
        if places is None:
            return None
        for row, place in zip(seats, places, strict=True):
            rested.add(row[place])
            row.append(row[place])
            row[place] = extra
    return seats


def _places_of_extra(seats: Sequence[Sequence[int]], base: int, rested: set[int]) -> list[int] | None:
    """A seat of each round in which an extra player meets only new people; going back when there is none."""
    places: list[int] = []
    start, work = 0, 0
    while len(places) < len(seats):
        row = seats[len(places)]
        met = {mate for earlier, place in zip(seats, places, strict=False) for mate in _mates(earlier, place)}
        gone = rested | {earlier[place] for earlier, place in zip(seats, places, strict=False)}
        found = None
        for place in range(start, base):
            work += 1
            if row[place] < base and row[place] not in gone and met.isdisjoint(_mates(row, place)):
                found = place
                break
        if found is not None:
            places.append(found)
            start = 0
        elif not places or work > WORK:
            return None
        else:
            start = places.pop() + 1
    return places


def _mates(row: Sequence[int], place: int) -> list[int]:
    first = place - place % 4
    return [row[seat] for seat in range(first, first + 4) if seat != place]


def _named(row: Sequence[int], players: Sequence[Hashable]) -> Round:
    tables = len(players) // 4
    seated = tuple(
        Table(table + 1, *(players[number] for number in row[4 * table : 4 * table + 4]))
        for table in range(tables)
    )
    return Round(seated, tuple(players[number] for number in row[4 * tables :]))

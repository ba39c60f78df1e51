"""A hall of two lines in which club-mates are moved apart, by exchanging places within a line."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from fractions import Fraction

from tournaments.movements.pairing import EW, NS

MEETING = 1_000_000
"""What a meeting of two to be kept apart weighs against two of a club sitting near each other."""

WORK = 600_000
"""Comparisons of two places, at most, for one hall: beyond it the seats found so far stand."""

Seat = tuple[str, int]


def spread_order(order: Sequence[Hashable], groups: Sequence[Sequence[Hashable]]) -> list[Hashable]:
    """The entries so that each group is spread evenly over the whole, keeping their order otherwise.

    >>> spread_order(["A", "B", "C", "D", "E", "F"], [["A", "B"]])
    ['A', 'C', 'D', 'B', 'E', 'F']
    """
    if not groups:
        return list(order)
    club: dict[Hashable, Sequence[Hashable]] = {}
    for group in groups:
        for entry in group:
            club.setdefault(entry, group)
    place = {entry: number for number, entry in enumerate(order)}
    alone = [entry for entry in order if entry not in club]
    where: dict[Hashable, Fraction] = {}
    for members in [*groups, alone]:
        offset = Fraction(place[members[0]], len(order)) if members else Fraction(0)
        for number, entry in enumerate(members):
            where.setdefault(entry, (number + offset) / len(members))
    return sorted(order, key=lambda entry: (where[entry], place[entry]))


class Hall:
    """Two lines at their first tables; ``settle`` moves apart those who should not meet soon or sit near."""

    def __init__(
        self,
        ns: Sequence[Hashable],
        ew: Sequence[Hashable],
        groups: Sequence[Sequence[Hashable]],
        wishes: Sequence[Sequence[Hashable]],
        *,
        apart_rounds: int,
        step: int,
    ) -> None:
        self._seats: dict[str, list[Hashable]] = {NS: list(ns), EW: list(ew)}
        self._at: dict[Hashable, Seat] = {
            entry: (line, table)
            for line, entries in self._seats.items()
            for table, entry in enumerate(entries)
        }
        self._tables = max(len(ns), len(ew))
        self._apart_rounds = apart_rounds
        self._round = self._rounds_of_meeting(step)
        self._left = WORK
        self._mates: dict[Hashable, dict[Hashable, int]] = {entry: {} for entry in self._at}
        self._wished: list[tuple[Hashable, Hashable]] = [(a, b) for a, b in wishes]
        for group in groups:
            spacing = self._tables // len(group)
            for entry in group:
                self._mates[entry].update((mate, spacing) for mate in group if mate != entry)
        for a, b in self._wished:
            self._mates[a].setdefault(b, 0)
            self._mates[b].setdefault(a, 0)

    def line(self, line: str) -> list[Hashable]:
        """The entries of a line in the order of their tables."""
        return self._seats[line]

    def settle(self) -> None:
        """Exchange places within the lines: first while that puts a meeting off, then once to sit less near.

        The work is bounded.
        """
        while self._pass(MEETING):
            pass
        self._pass(1)

    def meetings(self) -> Iterator[tuple[Hashable, Hashable, int, int, str]]:
        """Those who still meet in the rounds asked for: both, round and table (from 1), why it matters."""
        wished = {frozenset(pair) for pair in self._wished}
        for table, first in enumerate(self._seats[NS]):
            for second in self._mates[first]:
                line, other = self._at[second]
                if line == NS:
                    continue
                number = self._round[(table - other) % self._tables]
                if number < self._apart_rounds:
                    code = "wish" if frozenset((first, second)) in wished else "club_mates"
                    yield first, second, number + 1, table + 1, code

    def _pass(self, worst: int) -> bool:
        """Move everybody who suffers so much or more; whether anything was gained."""
        improved = False
        for entry in list(self._at):
            if self._left > 0 and self._cost(entry, self._at[entry]) >= worst:
                improved = self._move(entry) or improved
        return improved and self._left > 0

    def _rounds_of_meeting(self, step: int) -> list[int]:
        """By how many tables North-South sits above East-West: the round (from 0) in which they meet."""
        never = self._tables * (step + 1)
        rounds = [never] * self._tables
        for number in reversed(range(self._tables)):
            rounds[number * step % self._tables] = number
        return rounds

    def _cost(self, entry: Hashable, seat: Seat) -> int:
        """What this entry would suffer at this seat from its club-mates where they sit."""
        line, table = seat
        cost = 0
        self._left -= len(self._mates[entry])
        for mate, spacing in self._mates[entry].items():
            other_line, other = self._at[mate]
            if other_line != line:
                above = table - other if line == NS else other - table
                number = self._round[above % self._tables]
                if number < self._apart_rounds:
                    cost += MEETING * (self._apart_rounds - number)
            cost += max(0, spacing - abs(table - other))
        return cost

    def _move(self, entry: Hashable) -> bool:
        """Exchange this entry with the one of its line with whom both gain most; False: nothing to gain."""
        seat = self._at[entry]
        line, table = seat
        here = self._cost(entry, seat)
        best: tuple[int, Hashable] | None = None
        for offset in range(1, len(self._seats[line])):
            other = self._seats[line][(table + offset) % len(self._seats[line])]
            before = here + self._cost(other, self._at[other])
            self._swap(entry, other)
            gain = before - self._cost(entry, self._at[entry]) - self._cost(other, self._at[other])
            self._swap(entry, other)
            if gain > 0 and (best is None or gain > best[0]):
                best = (gain, other)
            if self._left <= 0:
                break
        if best is None:
            return False
        self._swap(entry, best[1])
        return True

    def _swap(self, first: Hashable, second: Hashable) -> None:
        (line, a), (_, b) = self._at[first], self._at[second]
        self._seats[line][a], self._seats[line][b] = second, first
        self._at[first], self._at[second] = (line, b), (line, a)

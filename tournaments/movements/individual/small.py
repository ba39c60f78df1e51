"""Small fields with many rounds: schedules that are kept, and a bounded local search."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from random import Random

from tournaments.movements.individual.meetings import (
    BOTH_ROLES,
    OPPONENT_TWICE,
    PARTNER_TWICE,
    REST_TWICE,
    count,
)

KEPT = {
    8: ("abcdefgh bdfgaceh adfhbceg bedhafcg aebfchdg ahbgcedf agdebhcf",),
    12: (
        "aehlcgdikjbf jhiclefdagkb kgehaljcbdfi lcgbkhdjiafe hiflajgdbcke",
        "kaighdefcjlb ilhfbegkcadj jkfcdeibhlag cdfgeklaihjb abfliegckdhj egfjlkidcbah",
    ),
    16: (
        """gniohdacmekfbljp oedlinmhjcafbpgk njpcbafimdglhoek ampodknfhejglcbi nalemohbcfpgdikj
        gclkfjoneabmpdhi""",
    ),
    20: (
        """kmgdhrbocseapiqnljtf pardikofnchgmljebsqt qlhogsdfkantjreimpcb krmjdnecqoaghtpfblsi
        ihsmgnrtabfepdlojkqc cditlhgroabjkpesfnqm gjbpimatkcrlfsnohqde""",
    ),
}
"""By players, schedules that repeat least: a letter a player, North South East West of each table in turn.

Eight players, seven rounds: each partnership once, each opponent twice (docs/rules.md 4). The others come
from a long search with ``improved``: no partners repeat, and no more opponents than must.
"""


def kept(players: int, rounds: int) -> list[list[int]] | None:
    """So many rounds of a kept schedule, chosen so that opponents repeat least; ``None``: none is kept.

    >>> [count(kept(8, rounds), 8).opponents for rounds in (3, 4, 5, 6, 7)]
    [0, 4, 12, 20, 28]
    >>> kept(8, 8) is None
    True
    """
    long_enough = [
        schedule.split() for schedule in KEPT.get(players, ()) if schedule.count(" ") + 1 >= rounds
    ]
    choices = [
        [[ord(letter) - ord("a") for letter in seats] for seats in chosen]
        for schedule in long_enough
        for chosen in combinations(schedule, rounds)
    ]
    return min(choices, key=lambda chosen: _opponents_then_roles(chosen, players), default=None)


def _opponents_then_roles(rounds: Sequence[Sequence[int]], players: int) -> tuple[int, int]:
    repeats = count(rounds, players)
    return repeats.opponents, repeats.both_roles


STEPS = 15_000
"""Exchanges tried by one run of the local search: half a second at most."""

RUNS = 2

_HOT, _COLD = 60.0, 4.0


def improved(rounds: Sequence[Sequence[int]], players: int, fixed: int = 0) -> list[list[int]]:
    """These rounds with players exchanged so that less repeats; the best of a few runs.

    Exchanges within a round that cost nothing are taken, those that cost little sometimes (annealing).
    ``fixed``: so many first rounds are known to be good together; every other run leaves them as they are.
    The lot is seeded: the same field gives the same schedule.

    >>> count(improved([[0, 1, 2, 3, 4, 5, 6, 7]] * 3, 8), 8).partners
    0
    """
    best: tuple[int, list[list[int]]] | None = None
    for run in range(RUNS):
        search = _Search([list(seats) for seats in rounds], players)
        found = search.run(fixed if run % 2 else 0, Random(run * 1_000_000 + len(rounds) * 1_000 + players))
        if best is None or found[0] < best[0]:
            best = found
        if best[0] == 0:
            break
    return best[1] if best else []


class _Search:
    """The rounds with their tally; ``cost`` follows every exchange."""

    def __init__(self, rounds: list[list[int]], players: int) -> None:
        self.rounds = rounds
        self.players = players
        self.together = [[0] * players for _ in range(players)]
        self.against = [[0] * players for _ in range(players)]
        self.rests = [0] * players
        self.cost = 0
        for seats in rounds:
            for table in range(self._tables + 1):
                self._tally(seats, table, 1)

    @property
    def _tables(self) -> int:
        return self.players // 4

    def run(self, fixed: int, lot: Random) -> tuple[int, list[list[int]]]:
        """The least cost met and the rounds that have it."""
        best_cost, best = self.cost, [list(seats) for seats in self.rounds]
        free = len(self.rounds) - fixed
        for step in range(STEPS):
            if not best_cost or not free:
                break
            seats = self.rounds[fixed + int(lot.random() * free)]
            a, b = int(lot.random() * self.players), int(lot.random() * self.players)
            before = self.cost
            self._exchange(seats, a, b)
            heat = _HOT * (_COLD / _HOT) ** (step / STEPS)
            if self.cost > before and lot.random() >= 2.0 ** ((before - self.cost) / heat):
                self._exchange(seats, a, b)
            elif self.cost < best_cost:
                best_cost, best = self.cost, [list(kept) for kept in self.rounds]
        return best_cost, best

    def _exchange(self, seats: list[int], a: int, b: int) -> None:
        tables = {min(a // 4, self._tables), min(b // 4, self._tables)}
        for table in tables:
            self._tally(seats, table, -1)
        seats[a], seats[b] = seats[b], seats[a]
        for table in tables:
            self._tally(seats, table, 1)

    def _tally(self, seats: Sequence[int], table: int, by: int) -> None:
        """Count a table in or out; the table after the last is those who rest."""
        if table == self._tables:
            for player in seats[4 * table :]:
                times = self.rests[player] = self.rests[player] + by
                self.cost += by * REST_TWICE * (times if by < 0 else times - 1)
            return
        north, south, east, west = seats[4 * table : 4 * table + 4]
        for a, b in ((north, south), (east, west)):
            self._count(self.together, self.against, (min(a, b), max(a, b)), by, PARTNER_TWICE)
        for a, b in ((north, east), (north, west), (south, east), (south, west)):
            self._count(self.against, self.together, (min(a, b), max(a, b)), by, OPPONENT_TWICE)

    def _count(
        self, counted: list[list[int]], other: list[list[int]], pair: tuple[int, int], by: int, weight: int
    ) -> None:
        a, b = pair
        times = counted[a][b] = counted[a][b] + by
        earlier = times if by < 0 else times - 1
        self.cost += by * weight * earlier
        if earlier == 0 and other[a][b]:
            self.cost += by * BOTH_ROLES

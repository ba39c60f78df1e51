"""Counting who was with whom: the measure of an individual schedule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

Round = Sequence[int]
"""Seats in order: North, South, East, West of table 1, of table 2, ...; after them those who rest."""

PARTNER_TWICE = 1_000_000
REST_TWICE = 10_000
OPPONENT_TWICE = 100
BOTH_ROLES = 1


@dataclass(frozen=True)
class Repeats:
    """What a schedule repeats: pairs counted once for each time beyond the first; 0 is what is wanted.

    ``partners``: the same two partners again. ``rests``: a player resting again. ``opponents``: the same two
    opponents again. ``both_roles``: two players who are partners once and opponents once.
    """

    partners: int
    rests: int
    opponents: int
    both_roles: int


def count(rounds: Sequence[Round], players: int) -> Repeats:
    """What these rounds repeat.

    >>> count([[0, 1, 2, 3], [0, 2, 1, 3]], 4)
    Repeats(partners=0, rests=0, opponents=2, both_roles=4)
    """
    partners = [[0] * players for _ in range(players)]
    opponents = [[0] * players for _ in range(players)]
    rests = [0] * players
    tables = players // 4
    for seats in rounds:
        for first in range(0, 4 * tables, 4):
            north, south, east, west = seats[first : first + 4]
            for a, b in ((north, south), (east, west)):
                partners[min(a, b)][max(a, b)] += 1
            for a, b in ((north, east), (north, west), (south, east), (south, west)):
                opponents[min(a, b)][max(a, b)] += 1
        for player in seats[4 * tables :]:
            rests[player] += 1
    pairs = [(partners[a][b], opponents[a][b]) for a in range(players) for b in range(a + 1, players)]
    return Repeats(
        sum(max(0, times - 1) for times, _ in pairs),
        sum(max(0, times - 1) for times in rests),
        sum(max(0, times - 1) for _, times in pairs),
        sum(1 for together, against in pairs if together and against),
    )

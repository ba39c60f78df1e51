"""The Danish draw: large fields, and the hard tail of a small one.

The simplest alternative runs beside each: walking down the standings without looking ahead. It is fast and
wrong: it leaves entries without an opponent they may meet, where a complete draw exists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tests.bench.measure import Figure, cpu, figure
from tournaments.movements import Pairing, danish, first_round

Met = dict[int, set[int]]
ROUNDS = 8
GREEDY = "best opponent left, no looking ahead"


def figures() -> list[Figure]:
    """The draws that have a goal, after eight rounds without a repeat."""
    return [
        *(_strict(pairs, goal) for pairs, goal in ((20, 50), (1_000, 20), (5_000, 100))),
        *(_whole(pairs, goal) for pairs, goal in ((1_000, 20), (5_000, 100))),
    ]


def _strict(pairs: int, goal: int) -> Figure:
    ranking, met, _ = evening(pairs)
    took, simplest = cpu(lambda: danish.pair(ranking, met)), cpu(lambda: greedy(ranking, met))
    return figure(f"who meets whom, {pairs:,} pairs after 8 rounds", f"{goal} ms CPU", took, simplest, GREEDY)


def _whole(pairs: int, goal: int) -> Figure:
    ranking, met, history = evening(pairs)
    took, simplest = cpu(lambda: danish.draw(ranking, history), 5), cpu(lambda: greedy(ranking, met), 5)
    what = f"the whole draw with sides and notes, {pairs:,} pairs"
    return figure(what, f"{goal} ms CPU", took, simplest, GREEDY)


def evening(pairs: int) -> tuple[list[int], Met, list[Sequence[Pairing]]]:
    """A field after eight drawn rounds: its standings, who met whom, and the tables played."""
    history: list[Sequence[Pairing]] = []
    met: Met = {entry: set() for entry in range(pairs)}
    for number in range(ROUNDS):
        tables = danish.draw(first_round.shuffled(range(pairs), number), history).pairings
        for table in tables:
            for entry in table.entries:
                met[entry].update(set(table.entries) - {entry})  # type: ignore[arg-type,index]
        history.append(tables)
    return first_round.shuffled(range(pairs), ROUNDS), met, history


def greedy(ranking: Sequence[int], met: Mapping[int, set[int]]) -> list[tuple[int, int]]:
    """The best-placed opponent one may meet, or the next one when there is none left."""
    left = list(ranking)
    pairs = []
    while left:
        top = left.pop(0)
        other = next((entry for entry in left if entry not in met[top]), left[0])
        left.remove(other)
        pairs.append((top, other))
    return pairs

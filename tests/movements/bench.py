"""How long a draw takes: plain functions for ``make bench``; figures are medians of CPU time in milliseconds.

The simplest alternative runs beside each: walking down the standings without looking ahead. It is fast and
wrong: it leaves entries without an opponent they may meet, where a complete draw exists.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import process_time

from tournaments.movements import Pairing, danish, first_round

Met = dict[int, set[int]]


@dataclass(frozen=True)
class Figure:
    """One line of the bench: what, how long, how long at most, how many times the simplest alternative."""

    name: str
    milliseconds: float
    limit: float
    ratio: float


def evening(pairs: int, rounds: int) -> tuple[list[int], Met, list[Sequence[Pairing]]]:
    """A field after ``rounds`` drawn rounds: its standings, who met whom, and the tables played."""
    history: list[Sequence[Pairing]] = []
    met: Met = {entry: set() for entry in range(pairs)}
    for number in range(rounds):
        tables = danish.draw(first_round.shuffled(range(pairs), number), history).pairings
        for table in tables:
            for entry in table.entries:
                met[entry].update(set(table.entries) - {entry})  # type: ignore[arg-type,index]
        history.append(tables)
    return first_round.shuffled(range(pairs), rounds), met, history


def without_looking_ahead(ranking: Sequence[int], met: Mapping[int, set[int]]) -> list[tuple[int, int]]:
    """The best-placed opponent one may meet, or the next one when there is none left."""
    left = list(ranking)
    pairs = []
    while left:
        top = left.pop(0)
        other = next((entry for entry in left if entry not in met[top]), left[0])
        left.remove(other)
        pairs.append((top, other))
    return pairs


def timed(call: Callable[[], object], runs: int = 7) -> float:
    """The median CPU time of a call, in milliseconds."""
    times = []
    for _ in range(runs):
        start = process_time()
        call()
        times.append((process_time() - start) * 1000)
    return median(times)


def strict_draw(pairs: int, rounds: int, limit: float) -> Figure:
    """``danish.pair`` on a field after so many rounds."""
    ranking, met, _ = evening(pairs, rounds)
    simplest = timed(lambda: without_looking_ahead(ranking, met))
    taken = timed(lambda: danish.pair(ranking, met))
    return Figure(
        f"Danish pairing, {pairs} pairs after {rounds} rounds", taken, limit, taken / max(simplest, 1e-3)
    )


def whole_draw(pairs: int, rounds: int, limit: float) -> Figure:
    """``danish.draw`` with bye, sides and notes, the history read as well."""
    ranking, met, history = evening(pairs, rounds)
    simplest = timed(lambda: without_looking_ahead(ranking[: pairs // 2 * 2], met))
    taken = timed(lambda: danish.draw(ranking, history))
    return Figure(
        f"Danish draw whole, {pairs} pairs after {rounds} rounds", taken, limit, taken / max(simplest, 1e-3)
    )


def figures() -> list[Figure]:
    """All figures of the draws, with the limits they are held to."""
    return [
        strict_draw(20, 8, 50),
        strict_draw(1_000, 8, 20),
        strict_draw(5_000, 8, 100),
        whole_draw(20, 8, 50),
        whole_draw(501, 8, 100),
        whole_draw(1_000, 8, 20),
        whole_draw(5_000, 8, 100),
    ]

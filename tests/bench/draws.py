"""The Danish draw: large fields, and the hard tail of a small one.

The simplest alternative that is never wrong runs beside each: one maximum-weight matching of the whole field,
in which near places are preferred. (It is not the same draw: which of several optima it finds is chance.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import rustworkx

from tests.bench.measure import Figure, cpu, figure
from tournaments.movements import Pairing, danish, first_round

Met = dict[int, set[int]]
ROUNDS = 8
MATCHING = "one matching of the whole field"
WINDOW = 40


def figures() -> list[Figure]:
    """The draws that have a goal, after eight rounds without a repeat."""
    return [
        *(_strict(pairs, goal) for pairs, goal in ((20, 50), (1_000, 20), (5_000, 100))),
        *(_whole(pairs, goal) for pairs, goal in ((1_000, 20), (5_000, 100))),
    ]


def _strict(pairs: int, goal: int) -> Figure:
    ranking, met, _ = evening(pairs)
    took, other = cpu(lambda: danish.pair(ranking, met)), cpu(lambda: whole_matching(ranking, met), 1)
    return figure(f"who meets whom, {pairs:,} pairs after 8 rounds", f"{goal} ms CPU", took, other, MATCHING)


def _whole(pairs: int, goal: int) -> Figure:
    ranking, met, history = evening(pairs)
    took, other = cpu(lambda: danish.draw(ranking, history), 5), cpu(lambda: whole_matching(ranking, met), 1)
    what = f"the whole draw with sides and notes, {pairs:,} pairs"
    return figure(what, f"{goal} ms CPU", took, other, MATCHING)


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


def whole_matching(ranking: Sequence[int], met: Mapping[int, set[int]]) -> object:
    """Everybody paired, nobody with whom they have met, as near in the standings as all together can be."""
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(list(ranking))
    for place, one in enumerate(ranking):
        for other in range(place + 1, min(place + WINDOW, len(ranking))):
            if ranking[other] not in met[one]:
                graph.add_edge(place, other, WINDOW**2 - (other - place) ** 2)
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)

"""The Danish draw: large fields, and the hard tail of a small one."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Mapping, Sequence

import rustworkx

from tests.bench.measure import Figure, cpu, figure
from tournaments.movements import danish

ROUNDS = 8


def figures() -> list[Figure]:
    found = []
    for pairs, goal in ((1000, "20 ms CPU"), (5000, "100 ms CPU")):
        ranking, met = after(pairs, ROUNDS)
        runs = 5 if pairs < 2000 else 3
        took = cpu(lambda r=ranking, m=met: danish.pair(r, m), runs)  # type: ignore[misc]
        other = cpu(lambda r=ranking, m=met: whole_matching(r, m), 1) if pairs < 2000 else None  # type: ignore[misc]
        found.append(
            figure(f"draw without repeats, {pairs:,} pairs after 8 rounds", goal, took, other, "one matching of all")
        )
    ranking, met = after(20, ROUNDS)
    took = cpu(lambda: danish.pair(ranking, met))
    other = cpu(lambda: backtracking(ranking, met))
    found.append(figure("draw without repeats, 20 pairs after 8 rounds", "50 ms CPU", took, other, "backtracking"))
    worst = max(_tail(seed) for seed in range(40))
    found.append(figure("the same, the slowest of 40 seasons", "50 ms CPU", worst))
    return found


def _tail(seed: int) -> float:
    ranking, met = after(20, ROUNDS, seed=seed)
    return cpu(lambda: danish.pair(ranking, met), 3)


def after(pairs: int, rounds: int, seed: int = 1) -> tuple[list[int], dict[int, set[int]]]:
    """A field after so many Danish rounds, its standings kept close so that neighbours have often met."""
    luck = random.Random(seed)
    score = dict.fromkeys(range(pairs), 0.0)
    met: dict[int, set[int]] = defaultdict(set)
    for _ in range(rounds):
        ranking = sorted(score, key=lambda entry: -score[entry])
        for one, other in danish.pair(ranking, met):
            met[one].add(other)
            met[other].add(one)
            points = luck.triangular(0, 20)
            score[one] += points
            score[other] += 20 - points
    return sorted(score, key=lambda entry: -score[entry]), met


def whole_matching(ranking: Sequence[int], met: Mapping[int, set[int]]) -> object:
    """The simplest alternative: one maximum-weight matching of the whole field, near places preferred."""
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(list(ranking))
    span = 40
    for place, one in enumerate(ranking):
        for other_place in range(place + 1, min(place + span, len(ranking))):
            if ranking[other_place] not in met[one]:
                graph.add_edge(place, other_place, span * span - (other_place - place) ** 2)
    return rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)


def backtracking(ranking: Sequence[int], met: Mapping[int, set[int]]) -> list[tuple[int, int]] | None:
    """The simplest alternative for a small field: try opponents from the top, go back when stuck."""
    if not ranking:
        return []
    first, *rest = ranking
    for other in rest:
        if other not in met[first]:
            below = backtracking([entry for entry in rest if entry != other], met)
            if below is not None:
                return [(first, other), *below]
    return None

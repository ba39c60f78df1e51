"""The pairing behind every Danish draw: seat from the top, look ahead only where it is in doubt.

Entries are their ranks 0, 1, ... (0 is the best placed). What two entries have against each other is a
whole number whose bits are faults, the higher bit the graver; no number, no fault. Graver faults are
avoided first, whatever the count of lighter ones, and among the draws with the fewest faults the first by
(fault, rank) from the top is taken.

Guarded greedy: if m entries remain after a choice and each has something against at most D of them, then
with m >= 2 (D + 1) each may meet at least half of the others, so they can all be paired without a fault
(Dirac): no test needed. Only the last entries need an exact search: one matching whose weights make the
lightest pairing the first from the top. A club of about half of the field that is to be kept apart makes the
whole field such an end: some 0.1 s at 200 entries, a second or two at 500. Source: docs/seating.md, "Danish
draws".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import prod

import rustworkx

Faults = Sequence[Mapping[int, int]]
"""By rank: the ranks this entry has something against, and what (bits). Symmetric."""

WEIGHT_BITS = 120  # beyond this the matching library is silently wrong
_SPARE_BITS = 2
_FEW = 4


def best_pairs(faults: Faults, ranks: Iterable[int] | None = None) -> list[tuple[int, int]]:
    """Everybody in pairs (better placed, other), from the top; an even number of entries.

    ``ranks``: only these, in ascending order (without: all).

    >>> best_pairs([{1: 1}, {0: 1}, {}, {}])
    [(0, 2), (1, 3)]
    >>> best_pairs([{1: 1, 2: 1, 3: 1}, {0: 1}, {0: 1}, {0: 1}])
    [(0, 1), (2, 3)]
    """
    pairs: list[tuple[int, int]] = []
    left = list(range(len(faults)) if ranks is None else ranks)
    while left:
        most = most_faults(left, faults)
        if len(left) - 2 >= 2 * (most + 1):
            left = _seat_freely(left, faults, most, pairs)
        else:
            left = _seat_exactly(left, faults, pairs)
    return pairs


def lowest_rest(faults: Faults, turn: Sequence[int]) -> tuple[int, list[tuple[int, int]]]:
    """Who rests of an odd field, and the pairs of the others.

    ``turn``: those whose turn it is, the lowest placed first. The first of them for which the others have as
    few faults as they can have with any of them resting.

    >>> lowest_rest([{1: 1}, {0: 1}, {}], [2, 1])
    (1, [(0, 2)])
    """
    others = [rank for rank in range(len(faults)) if rank != turn[0]]
    pairs = best_pairs(faults, others)
    if len(turn) == 1 or not any(second in faults[first] for first, second in pairs):
        return turn[0], pairs
    everybody = list(range(len(faults)))
    prices, _ = _prices(everybody, faults)
    phantom, unit = len(faults), len(turn) + 1
    edges = [(rank, phantom, order) for order, rank in enumerate(turn)]
    edges += [
        (rank, other, prices[rank].get(other, 0) * unit)
        for rank in everybody
        for other in range(rank + 1, len(faults))
    ]
    resting = lightest(phantom + 1, edges)[phantom]
    if resting == turn[0]:
        return resting, pairs
    return resting, best_pairs(faults, [rank for rank in everybody if rank != resting])


def most_faults(left: Sequence[int], faults: Faults) -> int:
    """D: the largest number of entries, among those left, that one of them has something against."""
    most = max(len(faults[rank]) for rank in left)
    if len(left) == len(faults) or most == 0:
        return most
    present = set(left)
    return max(sum(other in present for other in faults[rank]) for rank in left)


def _seat_freely(left: list[int], faults: Faults, most: int, pairs: list[tuple[int, int]]) -> list[int]:
    """Pair from the top without looking ahead while the guard holds; who is left comes back."""
    following = [*left[1:], -1]
    after = dict(zip(left, following, strict=True))
    top, remaining, enough = left[0], len(left), 2 * (most + 1)
    while remaining - 2 >= enough:
        against = faults[top]
        before, other = top, after[top]
        while other in against:
            before, other = other, after[other]
        pairs.append((top, other))
        after[before] = after[other]
        top = after[top]
        remaining -= 2
    rest = []
    while top != -1:
        rest.append(top)
        top = after[top]
    return rest


def _seat_exactly(left: list[int], faults: Faults, pairs: list[tuple[int, int]]) -> list[int]:
    """Pair as many from the top as one optimum decides (up to some 25 entries); who is left comes back."""
    prices, worst = _prices(left, faults)
    told = told_apart(len(left), worst)
    partner = _optimum(len(left), prices, told)
    seated: set[int] = set()
    for position, depth in enumerate(told):
        if position in seated:
            continue
        other = partner[position]
        if depth < len(left) - position - 1 and _order(position, len(left), prices).index(other) >= depth:
            break
        seated |= {position, other}
        pairs.append((left[position], left[other]))
    return [rank for position, rank in enumerate(left) if position not in seated]


def _order(position: int, count: int, prices: Sequence[Mapping[int, int]]) -> list[int]:
    """The candidates of a position among those below it: the least fault first, then the better placed."""
    against = prices[position]
    return sorted(range(position + 1, count), key=lambda other: against.get(other, 0))


def _prices(left: Sequence[int], faults: Faults) -> tuple[list[dict[int, int]], int]:
    """What each fault costs, one graver outweighing all lighter ones together; and a bound of the whole."""
    place = {rank: position for position, rank in enumerate(left)}
    found = [{place[other]: bits for other, bits in faults[rank].items() if other in place} for rank in left]
    kinds = sorted({bits for against in found for bits in against.values()})
    tables = len(left) // 2
    used = [
        bit for bit in range(max(kinds, default=0).bit_length()) if any(bits >> bit & 1 for bits in kinds)
    ]
    price = {
        bits: sum((tables + 1) ** level for level, bit in enumerate(used) if bits >> bit & 1)
        for bits in kinds
    }
    worst = (tables + 1) ** len(used)
    return [{other: price[bits] for other, bits in against.items()} for against in found], worst


def told_apart(count: int, worst: int) -> list[int]:
    """For the entries from the top: how many of the first candidates get weights of their own.

    All of them where the bits allow. In larger fields the top entry tells all its candidates apart and the
    next ones a few: who is paired further down its list than that waits for another optimum.
    """
    room = WEIGHT_BITS - _SPARE_BITS - worst.bit_length() - count.bit_length()
    every = [count - position - 1 for position in range(count - 1)]
    if prod(depth + 1 for depth in every).bit_length() <= room:
        return every
    told = [every[0]]
    product = every[0] + 1
    for position, depth in enumerate(every[1:], start=1):
        few = min(depth, position + _FEW)  # those above may have taken as many of its first candidates
        product *= few + 1
        if product.bit_length() > room:
            break
        told.append(few)
    return told


def _optimum(count: int, prices: Sequence[Mapping[int, int]], told: Sequence[int]) -> dict[int, int]:
    """Positions and their partners in the pairing of least faults, first from the top among equals.

    A step down the list of candidates of one entry outweighs every choice of all the entries below it, and
    a fault outweighs all steps: the lightest pairing is then the lexicographically first.
    """
    steps = [1] * len(told)
    for position in range(len(told) - 2, -1, -1):
        steps[position] = steps[position + 1] * (told[position + 1] + 1)
    unit = steps[0] * (told[0] + 1)
    edges: list[tuple[int, int, int]] = []
    for position in range(count - 1):
        against = prices[position]
        if position >= len(told):
            edges += [(position, other, against.get(other, 0) * unit) for other in range(position + 1, count)]
            continue
        step, depth = steps[position], told[position]
        edges += [
            (position, other, against.get(other, 0) * unit + min(place, depth) * step)
            for place, other in enumerate(_order(position, count, prices))
        ]
    return lightest(count, edges)


def lightest(count: int, edges: Sequence[tuple[int, int, int]]) -> dict[int, int]:
    """Everybody and their partner in the complete pairing of the lightest sum."""
    top = max(cost for _, _, cost in edges) + 1
    if top >= 1 << WEIGHT_BITS:
        raise OverflowError("weights of a matching beyond what the library computes exactly")
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(first, second, top - cost) for first, second, cost in edges])
    matched = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return {a: b for first, second in matched for a, b in ((first, second), (second, first))}

"""The strict Danish draw: from the top, looking ahead, with the fewest repeats."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.movements import MovementError, danish, first_round, mitchell

CASES = json.loads((Path(__file__).parents[1] / "cases" / "danish.json").read_text())

Pairs = list[tuple[Any, Any]]


def both_ways(meetings: list[Any]) -> dict[Any, set[Any]]:
    met: dict[Any, set[Any]] = {}
    for a, b in meetings:
        met.setdefault(a, set()).add(b)
        met.setdefault(b, set()).add(a)
    return met


def all_pairings(ranking: list[Any]) -> Iterator[Pairs]:
    """Every complete pairing, in lexicographic order of the ranks."""
    if not ranking:
        yield []
        return
    top, *others = ranking
    for other in others:
        for rest in all_pairings([entry for entry in others if entry != other]):
            yield [(top, other), *rest]


@st.composite
def fields(draw: st.DrawFn, largest: int = 10) -> tuple[list[int], list[tuple[int, int]]]:
    size = 2 * draw(st.integers(1, largest // 2))
    ranking = draw(st.permutations(range(1, size + 1)))
    possible = [(a, b) for a in range(1, size + 1) for b in range(a + 1, size + 1)]
    density = draw(st.integers(0, len(possible)))
    return list(ranking), draw(st.lists(st.sampled_from(possible), max_size=density, unique=True))


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_the_known_draws_come_out(case: dict[str, Any]) -> None:
    met = both_ways(case["met"])
    drawn = danish.pair(case["ranking"], met)
    if case["expected"] is None:
        assert sorted(entry for pair in drawn for entry in pair) == sorted(case["ranking"])
        fewest = min(len(danish.repeats(p, met)) for p in all_pairings(case["ranking"]))
        assert len(danish.repeats(drawn, met)) == fewest > 0
    else:
        assert drawn == [tuple(pair) for pair in case["expected"]]
        assert not danish.repeats(drawn, met)


@settings(max_examples=120, deadline=None)
@given(fields())
def test_a_draw_is_the_first_complete_pairing_without_a_repeat_or_has_the_fewest(
    field: tuple[list[int], list[tuple[int, int]]],
) -> None:
    ranking, meetings = field
    met = both_ways(meetings)
    drawn = danish.pair(ranking, met)
    fewest, first = 99, []
    place = {entry: position for position, entry in enumerate(ranking)}

    def order(pairs: Pairs) -> list[tuple[bool, int]]:
        return [(b in met.get(a, set()), place[b]) for a, b in pairs]

    for pairing in all_pairings(ranking):
        count = len(danish.repeats(pairing, met))
        if (count, order(pairing)) < (fewest, order(first)):
            fewest, first = count, pairing
    assert drawn == first


@settings(max_examples=60, deadline=None)
@given(fields(24), st.randoms(use_true_random=False))
def test_one_side_of_a_meeting_is_enough(field: tuple[list[int], list[tuple[int, int]]], coin: Any) -> None:
    ranking, meetings = field
    one_sided: dict[int, set[int]] = {}
    for a, b in meetings:
        first, second = (a, b) if coin.random() < 0.5 else (b, a)
        one_sided.setdefault(first, set()).add(second)
    assert danish.pair(ranking, one_sided) == danish.pair(ranking, both_ways(meetings))


def fewest(entries: list[int], met: dict[int, set[int]]) -> int:
    """The fewest repeats of any complete draw, by one plain matching."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(entries)
    for a in range(len(entries)):
        graph.add_edges_from(
            [(a, b, int(entries[b] not in met[entries[a]])) for b in range(a + 1, len(entries))]
        )
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return sum(entries[b] in met[entries[a]] for a, b in matching)


def one_by_one(ranking: list[int], met: dict[int, set[int]]) -> list[tuple[int, int]]:
    """From the top, the first candidate with which the rest still has as few repeats as the whole needs."""
    left, pairs = list(ranking), []
    while left:
        top, *others = left
        needed = fewest(left, met)
        for other in sorted(others, key=lambda entry: entry in met[top]):
            rest = [entry for entry in others if entry != other]
            if (other in met[top]) + fewest(rest, met) == needed:
                pairs.append((top, other))
                left = rest
                break
    return pairs


@settings(max_examples=25, deadline=None)
@given(
    st.integers(6, 24), st.integers(0, 10_000), st.sampled_from([0.3, 0.5, 0.7, 0.85, "club", "odd tables"])
)
def test_large_tight_fields_are_drawn_as_by_trying_one_after_the_other(
    tables: int, seed: int, kind: Any
) -> None:
    ranking = first_round.shuffled(range(2 * tables), seed)
    lots = first_round.shuffled(range(2 * tables * 2 * tables), -seed)
    met: dict[int, set[int]] = {entry: set() for entry in ranking}
    for a in ranking:
        for b in range(a):
            if kind == "club":
                forbidden = max(a, b) < 1.2 * tables
            elif kind == "odd tables":
                forbidden = (a < tables) != (b < tables)
            else:
                forbidden = lots[a * 2 * tables + b] < kind * len(lots)
            if forbidden:
                met[a].add(b)
                met[b].add(a)
    assert danish.pair(ranking, met) == one_by_one(ranking, met)


def test_entries_the_ranking_does_not_know_are_no_obstacle() -> None:
    assert danish.pair(["A", "B"], {"A": {"gone"}, "gone": {"B"}}) == [("A", "B")]
    assert danish.pair(["A", "B"]) == [("A", "B")]
    assert danish.pair([], {}) == []


def test_an_odd_field_is_told_that_one_rests_first() -> None:
    with pytest.raises(MovementError, match="3 entries cannot all be paired"):
        danish.pair([1, 2, 3], {})


def test_an_entry_listed_twice_is_refused() -> None:
    with pytest.raises(MovementError, match="Entry 7 is listed twice"):
        danish.pair([7, 8, 7, 9], {})


@pytest.mark.parametrize("tables", [3, 5, 7, 11, 13, 15, 25, 35])
def test_after_a_full_mitchell_of_odd_tables_one_repeat_falls_on_the_last_table(tables: int) -> None:
    ns, ew = list(range(1, tables + 1)), list(range(tables + 1, 2 * tables + 1))
    played = mitchell.schedule(ns, ew, tables)
    met = both_ways([p.entries for table in played for p in table])
    ranking = [entry for both in zip(ns, reversed(ew), strict=True) for entry in both]
    drawn = danish.pair(ranking, met)
    assert danish.repeats(drawn, met) == [drawn[-1]]


@pytest.mark.parametrize("pairs", [8, 20, 30, 64])
def test_half_the_field_in_rounds_is_always_possible_without_a_repeat(pairs: int) -> None:
    met: dict[int, set[int]] = {entry: set() for entry in range(pairs)}
    for number in range(pairs // 2):
        ranking = sorted(range(pairs), key=lambda entry: (entry * 7919 + number * 104729) % 1009)
        drawn = danish.pair(ranking, met)
        assert not danish.repeats(drawn, met)
        for a, b in drawn:
            met[a].add(b)
            met[b].add(a)

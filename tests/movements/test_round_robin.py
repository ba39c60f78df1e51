"""All'italiana: everybody once, sides in balance, one bye each."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tournaments.movements import MovementError, round_robin


@pytest.mark.parametrize("count", range(2, 24))
def test_everybody_meets_everybody_once_and_sides_stay_in_balance(count: int) -> None:
    entries = [f"P{i:02}" for i in range(count)]
    played = round_robin.schedule(entries)
    assert len(played) == round_robin.rounds_needed(count)
    met = Counter(tuple(sorted(map(str, p.entries))) for tables in played for p in tables if not p.is_bye)
    assert met == Counter(combinations(entries, 2))
    ns = Counter(p.ns for tables in played for p in tables if not p.is_bye)
    ew = Counter(p.ew for tables in played for p in tables if not p.is_bye)
    assert all(abs(ns[entry] - ew[entry]) <= 1 for entry in entries)
    for tables in played:
        assert [p.table for p in tables] == list(range(1, (count + 1) // 2 + 1))
        assert sorted(str(e) for p in tables for e in p.entries) == entries


@pytest.mark.parametrize("count", [3, 7, 15])
def test_in_an_odd_section_each_rests_once_at_the_last_table(count: int) -> None:
    played = round_robin.schedule(range(count))
    assert sorted(tables[-1].resting for tables in played) == list(range(count))  # type: ignore[type-var]
    assert not any(p.is_bye for tables in played for p in tables[:-1])


def test_sections_share_the_hall_and_meet_only_among_themselves() -> None:
    played = round_robin.schedule_sections(range(11), 2)
    assert [[p.table for p in tables] for tables in played] == [[1, 2, 3, 4, 5, 6]] * 5
    met = {frozenset(map(int, map(str, p.entries))) for tables in played for p in tables if not p.is_bye}
    assert met == {frozenset(pair) for size in (range(6), range(6, 11)) for pair in combinations(size, 2)}


def test_a_smaller_section_is_done_before_a_larger_one() -> None:
    assert [len(tables) for tables in round_robin.schedule_sections(range(9), 2)] == [5, 5, 5, 3, 3]


def test_too_few_for_a_round_robin_or_its_sections_is_said() -> None:
    with pytest.raises(MovementError, match="two entries at least"):
        round_robin.schedule(["A"])
    with pytest.raises(MovementError, match="5 entries cannot make 3 sections"):
        round_robin.sections(range(5), 3)

"""The speed a director relies on, held loosely here (the bench prints the exact figures)."""

from __future__ import annotations

import pytest

from tests.movements import bench


@pytest.mark.parametrize(("pairs", "rounds", "limit"), [(20, 8, 50), (1_000, 8, 20)])
def test_a_draw_is_there_before_the_director_looks_up(pairs: int, rounds: int, limit: float) -> None:
    figure = bench.strict_draw(pairs, rounds, limit)
    # A busy machine may take a few times as long; a search that explodes takes a thousand times.
    assert figure.milliseconds < 5 * figure.limit


def test_walking_down_without_looking_ahead_repeats_where_the_draw_does_not() -> None:
    ranking, met = [1, 2, 3, 4], {1: set[int](), 2: set[int](), 3: {4}, 4: {3}}
    assert bench.without_looking_ahead(ranking, met) == [(1, 2), (3, 4)]
    assert bench.danish.pair(ranking, met) == [(1, 3), (2, 4)]

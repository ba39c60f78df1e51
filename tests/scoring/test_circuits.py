"""A season ranking: the best n of m, doubled stages, ties, attendances."""

from __future__ import annotations

import random

from scoring.circuits import CircuitStanding, StageResult, count_circuit


def places(lines: list[CircuitStanding]) -> list[tuple[int | None, object]]:
    return [(line.place, line.player) for line in lines]


def test_only_the_best_of_each_player_count() -> None:
    stages = [StageResult("A", n, vp, 0) for n, vp in enumerate((10, 40, 30, 20))]
    assert count_circuit(stages, best_of=2)[0].vp == 70
    assert count_circuit(stages, best_of=2)[0].counted == (1, 2)
    assert count_circuit(stages)[0].vp == 100


def test_a_doubled_stage_counts_twice_in_points_and_once_as_an_attendance() -> None:
    line = count_circuit([StageResult("A", 1, 30, 100, factor=2), StageResult("A", 2, 40, 50)], best_of=1)[0]
    assert (line.vp, line.net_mp, line.attendances, line.counted) == (60, 200, 2, (1,))


def test_who_came_too_rarely_is_listed_without_a_place() -> None:
    stages = [StageResult("A", 1, 10, 0), StageResult("A", 2, 10, 0), StageResult("B", 1, 60, 0)]
    assert places(count_circuit(stages, minimum_attendances=2)) == [(1, "A"), (None, "B")]


def test_ties_are_decided_by_direct_encounter_then_mp_then_attendances() -> None:
    level = [StageResult("A", 1, 40, 10), StageResult("B", 1, 40, 90)]
    met = {"A": {"B": [12]}, "B": {"A": [8]}}
    assert places(count_circuit(level, met=met)) == [(1, "A"), (2, "B")]
    assert places(count_circuit(level)) == [(1, "B"), (2, "A")]
    same = [StageResult("A", 1, 40, 10), StageResult("B", 1, 40, 10), StageResult("B", 2, 0, 0)]
    assert places(count_circuit(same, best_of=1)) == [(1, "B"), (2, "A")]


def test_direct_encounter_decides_only_where_each_met_each_equally_often() -> None:
    level = [StageResult(player, 1, 40, mp) for player, mp in (("A", 10), ("B", 20), ("C", 30))]
    met = {"A": {"B": [20]}, "B": {"A": [0]}}
    assert places(count_circuit(level, met=met)) == [(1, "C"), (2, "B"), (3, "A")]


def test_who_is_level_after_everything_shares_the_place_until_lots_are_drawn() -> None:
    level = [StageResult("A", 1, 40, 10), StageResult("B", 1, 40, 10), StageResult("C", 1, 30, 10)]
    lines = count_circuit(level)
    assert [line.place for line in lines] == [1, 1, 3]
    assert [line.shared for line in lines] == [True, True, False]
    assert places(count_circuit(level, lots={"A": 2, "B": 1})) == [(1, "B"), (2, "A"), (3, "C")]


def test_the_best_of_a_player_are_never_worth_less_than_any_other_choice() -> None:
    luck = random.Random(11)
    for _season in range(200):
        stages = [
            StageResult("A", n, luck.randint(0, 80), luck.randint(-900, 900), luck.choice((1, 1, 2)))
            for n in range(luck.randint(1, 9))
        ]
        best_of = luck.randint(1, 9)
        worth = sorted((one.vp * one.factor for one in stages), reverse=True)[:best_of]
        line = count_circuit(stages, best_of=best_of)[0]
        assert line.vp == sum(worth)
        assert len(line.counted) == min(best_of, len(stages))

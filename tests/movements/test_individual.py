"""Individual tournaments: partners change, rests are even, and what repeats is said beforehand."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from tournaments.movements import MovementError, individual
from tournaments.movements.individual import Repeats, Schedule


def measured(schedule: Schedule) -> Repeats:
    """Counted afresh from the tables people would sit at."""
    together: Counter[frozenset[object]] = Counter()
    against: Counter[frozenset[object]] = Counter()
    rests: Counter[object] = Counter()
    for played in schedule.rounds:
        for table in played.tables:
            together.update([frozenset(table.ns), frozenset(table.ew)])
            against.update(frozenset((a, b)) for a in table.ns for b in table.ew)
        rests.update(played.resting)
    return Repeats(
        *(sum(times - 1 for times in counter.values()) for counter in (together, rests, against)),
        len(together.keys() & against.keys()),
    )


@pytest.mark.parametrize(
    ("players", "rounds"),
    [
        (16, 2),
        (17, 2),
        (19, 2),
        (20, 5),
        (22, 5),
        (28, 7),
        (31, 6),
        (40, 8),
        (40, 9),
        (57, 6),
        (100, 9),
        (199, 9),
    ],
)
def test_nobody_shares_a_table_twice_in_any_role_and_nobody_rests_twice(players: int, rounds: int) -> None:
    schedule = individual.schedule(range(players), rounds)
    assert schedule.repeats == measured(schedule) == Repeats(0, 0, 0, 0)
    assert schedule.notes == ()


@pytest.mark.parametrize("players", range(4, 40, 3))
def test_everybody_has_one_seat_each_round(players: int) -> None:
    names = [f"P{i}" for i in range(players)]
    for played in individual.schedule(names, 2).rounds:
        seated = [player for table in played.tables for player in (*table.ns, *table.ew)]
        assert sorted([*seated, *played.resting]) == sorted(names)
        assert len(played.resting) == players % 4
        assert [table.table for table in played.tables] == list(range(1, players // 4 + 1))


def test_eight_players_play_seven_rounds_each_partnership_once_each_opponent_twice() -> None:
    schedule = individual.schedule(range(1, 9), 7)
    partners = Counter(frozenset(pair) for r in schedule.rounds for t in r.tables for pair in (t.ns, t.ew))
    assert partners == Counter(map(frozenset, combinations(range(1, 9), 2)))
    opponents = Counter(
        frozenset((a, b)) for r in schedule.rounds for t in r.tables for a in t.ns for b in t.ew
    )
    assert opponents == Counter(dict.fromkeys(map(frozenset, combinations(range(1, 9), 2)), 2))


@pytest.mark.parametrize(("rounds", "opponents"), [(3, 0), (4, 4), (5, 12), (6, 20), (7, 28)])
def test_eight_players_repeat_as_few_opponents_as_can_be(rounds: int, opponents: int) -> None:
    schedule = individual.schedule(range(8), rounds)
    assert schedule.repeats == measured(schedule)
    assert (schedule.repeats.partners, schedule.repeats.opponents) == (0, opponents)


@pytest.mark.parametrize(
    ("players", "rounds", "opponents"),
    [(12, 3, 0), (12, 4, 0), (12, 5, 2), (12, 6, 6), (16, 4, 0), (16, 6, 0), (20, 6, 0), (20, 7, 0)],
)
def test_small_fields_with_many_rounds_never_repeat_partners(
    players: int, rounds: int, opponents: int
) -> None:
    schedule = individual.schedule(range(players), rounds)
    assert schedule.repeats == measured(schedule)
    assert schedule.repeats.partners == 0
    assert schedule.repeats.opponents <= opponents


@pytest.mark.parametrize("players", [9, 14])
def test_a_field_without_a_known_schedule_is_searched_and_comes_out_the_same_again(players: int) -> None:
    schedule = individual.schedule(range(players), 4)
    assert schedule.repeats == measured(schedule)
    assert (schedule.repeats.partners, schedule.repeats.rests) == (0, 0)
    assert schedule == individual.schedule(range(players), 4)


def test_rests_are_even_when_there_are_more_than_players() -> None:
    schedule = individual.schedule("ABCDE", 7)
    rests = Counter(player for played in schedule.rounds for player in played.resting)
    assert sorted(rests.values()) == [1, 1, 1, 2, 2]
    assert any("rest again 2 times" in str(note) for note in schedule.notes)


def test_what_repeats_is_said_before_the_first_round() -> None:
    notes = [str(note) for note in individual.schedule("ABCD", 4).notes]
    assert notes == [
        "Partners repeat 2 times: there are more rounds than partners.",
        "Opponents repeat 10 times.",
        "6 pairs of players are partners once and opponents once.",
    ]


@pytest.mark.parametrize(
    ("players", "rounds", "says"),
    [("ABC", 2, "four players"), ("ABCA", 2, "listed twice"), ("ABCD", 0, "1 to 40 rounds, not 0")],
)
def test_an_individual_that_cannot_be_is_refused(players: str, rounds: int, says: str) -> None:
    with pytest.raises(MovementError, match=says):
        individual.schedule(players, rounds)

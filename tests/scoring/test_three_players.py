"""The game for three, its mini-tournament, free play."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.three_players import (
    FREE_PLAY,
    NotThree,
    Target,
    free_play,
    hand_points,
    mini_tournament,
    pair_share,
    play,
    pozzetti,
    stage,
)


@pytest.mark.parametrize(
    ("points", "share"), [(-15, -5), (-20, -10), (-5, 0), (0, 0), (5, 5), (10, 5), (15, 10), (735, 370)]
)
def test_the_pairs_points_are_halved_and_rounded_up_to_a_multiple_of_five(points, share):
    assert pair_share(points) == share


@given(st.integers(-500, 1000).map(lambda number: number * 5))
def test_two_shares_give_the_pairs_points_or_five_more(points):
    assert 2 * pair_share(points) - points in (0, 5)
    assert pair_share(points) % 5 == 0


def test_the_lone_player_keeps_all():
    assert hand_points("ABC", "C", lone_points=-40, pair_points=905) == {"A": 455, "B": 455, "C": -40}


@pytest.mark.parametrize(
    ("players", "lone", "points"),
    [("AB", "A", 10), ("AAB", "A", 10), ("ABC", "D", 10), ("ABC", "A", 12), ("ABC", "A", 2.5)],
)
def test_what_is_no_game_for_three_is_refused(players, lone, points):
    with pytest.raises(NotThree):
        hand_points(players, lone, points, 100)


def test_from_the_hand_after_1000_everyone_plays_alone_and_1505_ends_the_game():
    assert [stage({"A": best, "B": 0, "C": -50}) for best in (995, 1000, 1500, 1505)] == [
        "one_against_two",
        "everyone_alone",
        "everyone_alone",
        "ended",
    ]
    assert [stage({"A": best, "B": 0, "C": 0}, FREE_PLAY) for best in (1495, 1500, 2000, 2005)] == [
        "one_against_two",
        "everyone_alone",
        "everyone_alone",
        "ended",
    ]
    assert sum(pozzetti("one_against_two")) == 29
    assert pozzetti("everyone_alone") == (11, 11, 11)


def test_nobody_goes_back_to_pairs_after_falling_below_the_threshold():
    game = play([{"A": 1000, "B": 0, "C": 0}, {"A": -100, "B": 0, "C": 0}, {"A": 5, "B": 0, "C": 0}])
    assert [how for how, _ in game] == ["one_against_two", "everyone_alone", "everyone_alone"]


def test_no_hand_is_played_after_the_end_or_by_other_players():
    with pytest.raises(NotThree, match="ended with hand 1"):
        play([{"A": 1505, "B": 0, "C": 0}, {"A": 5, "B": 0, "C": 0}])
    with pytest.raises(NotThree, match="Hand 2 is not of the same three players"):
        play([{"A": 5, "B": 0, "C": 0}, {"A": 5, "B": 0, "D": 0}])
    with pytest.raises(NotThree, match="no multiple of 5"):
        play([{"A": 7, "B": 0, "C": 0}])


def test_thresholds_in_the_wrong_order_are_refused():
    with pytest.raises(NotThree, match="multiples of 5"):
        Target(1505, 1000)


def test_the_worked_example_gives_28_23_9():
    standings = mini_tournament({"A": 1350, "B": 1550, "C": 850})
    assert [(each.place, each.entry, each.vp, each.net_mp) for each in standings] == [
        (1, "B", 28, 900),
        (2, "A", 23, 300),
        (3, "C", 9, -1200),
    ]


def test_two_players_with_the_same_total_share_the_place():
    standings = mini_tournament({"A": 900, "B": 1505, "C": 900})
    assert [(each.place, each.entry) for each in standings] == [(1, "B"), (2, "A"), (2, "C")]


@given(st.lists(st.integers(-100, 400).map(lambda number: number * 5), min_size=3, max_size=3))
def test_the_three_always_share_sixty_vp(totals):
    standings = mini_tournament(dict(zip("ABC", totals, strict=True)))
    assert sum(each.vp for each in standings) == 60
    assert sum(each.net_mp for each in standings) == 0


def test_free_play_ends_at_2005_and_the_higher_total_wins():
    assert free_play([(1000, 500), (1000, 700)]) == (2000, 1200, None)
    assert free_play([(1000, 500), (1005, 700)]) == (2005, 1200, "ns")
    assert free_play([(1000, 1100), (1005, 910)]) == (2005, 2010, "ew")
    assert free_play([(1005, 1005), (1000, 1000)]) == (2005, 2005, None)
    with pytest.raises(ValueError, match="ended with hand 1"):
        free_play([(2005, 500), (5, 5)])

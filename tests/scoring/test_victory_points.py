"""Scales, byes and awards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.awards import Award, awards
from scoring.victory_points import (
    FOUR_HANDS,
    NAMED,
    TEAMS,
    THREE_HANDS,
    THREE_PLAYERS,
    Scale,
    ScaleError,
    bye,
    for_hands,
)

MULTIPLES = st.integers(-1000, 1000).map(lambda number: number * 5)


@st.composite
def scales(draw):
    half = draw(st.integers(1, 20))
    bounds = draw(st.sets(st.integers(1, 600), min_size=half, max_size=half))
    return Scale(sorted(bound * 5 for bound in bounds), 2 * half)


@given(scales(), MULTIPLES, MULTIPLES)
def test_vp_of_both_lines_add_to_the_maximum_and_do_not_depend_on_the_side(scale, ns, ew):
    ns_vp, ew_vp = scale.award(ns, ew)
    assert ns_vp + ew_vp == scale.maximum
    assert min(ns_vp, ew_vp) >= 0
    assert scale.award(ew, ns) == (ew_vp, ns_vp)
    assert (ns_vp > scale.level) <= (ns > ew)


@given(scales(), st.integers(0, 700))
def test_every_difference_lies_in_exactly_one_band(scale, fives):
    difference = fives * 5
    bands = [
        (winner, loser)
        for start, end, winner, loser in scale.bands()
        if start <= difference and (end is None or difference <= end)
    ]
    assert bands == [scale.award(difference, 0)]


@given(scales(), MULTIPLES)
def test_a_larger_difference_never_gives_fewer_vp(scale, difference):
    assert scale.award(difference + 5, 0)[0] >= scale.award(difference, 0)[0]


@given(scales())
def test_the_lower_edge_is_the_smallest_difference_with_these_vp(scale):
    for vp in range(scale.level + 1, scale.maximum + 1):
        edge = scale.lower_edge(vp)
        assert scale.award(edge, 0)[0] == vp
        assert scale.award(edge - 5, 0)[0] == vp - 1
        assert scale.lower_edge(scale.maximum - vp) == -edge
    assert scale.lower_edge(scale.level) == 0


@pytest.mark.parametrize(
    ("scale", "difference", "winner"),
    [
        (THREE_HANDS, 0, 10), (THREE_HANDS, 50, 10), (THREE_HANDS, 55, 11), (THREE_HANDS, 800, 16),
        (THREE_HANDS, 825, 17), (THREE_HANDS, 1500, 19), (THREE_HANDS, 1505, 20), (THREE_HANDS, 9000, 20),
        (FOUR_HANDS, 100, 10), (FOUR_HANDS, 105, 11), (FOUR_HANDS, 2000, 19), (FOUR_HANDS, 2005, 20),
        (TEAMS, 150, 10), (TEAMS, 2505, 20),
        (THREE_PLAYERS, 200, 12), (THREE_PLAYERS, 500, 15), (THREE_PLAYERS, 700, 16),
    ],
)  # fmt: skip
def test_the_published_scales_give_the_published_vp(scale, difference, winner):
    assert scale.award(difference, 0) == (winner, 20 - winner)


def test_a_scale_is_a_value_that_can_be_kept_and_compared():
    typed = Scale([50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500])
    assert typed == THREE_HANDS
    assert hash(typed) == hash(THREE_HANDS)
    assert typed.bounds == THREE_HANDS.bounds
    with pytest.raises(AttributeError):
        typed.maximum = 30


@pytest.mark.parametrize(
    ("bounds", "maximum", "why"),
    [
        ((50, 150), 20, "10 bounds, and 2 are written"),
        ((), 20, "10 bounds, and 0 are written"),
        ((50, 50), 4, "Bound 2 is 50, and must be above the one before it, 50"),
        ((150, 50), 4, "Bound 2 is 50"),
        ((52, 150), 4, "Bound 1 is “52”"),
        ((0, 150), 4, "Bound 1 is “0”"),
        ((-50, 150), 4, "Bound 1 is “-50”"),
        ((50.0, 150), 4, "Bound 1 is “50.0”"),
        (("50", 150), 4, "Bound 1 is “50”"),
        ((True, 150), 4, "Bound 1 is “True”"),
        ("50 150", 4, "a list of numbers"),
        (None, 4, "a list of numbers"),
        ((50,), 3, "an even number of VP"),
        ((), 0, "an even number of VP"),
        ((50, 150), "4", "an even number of VP"),
    ],
)
def test_a_scale_that_leaves_a_gap_or_cannot_be_read_is_refused(bounds, maximum, why):
    with pytest.raises(ScaleError, match=why):
        Scale(bounds, maximum)


def test_no_scale_for_two_hands_is_made_up():
    assert (for_hands(3), for_hands(4)) == (THREE_HANDS, FOUR_HANDS)
    with pytest.raises(ScaleError, match="type in the one your organizer publishes"):
        for_hands(2)
    assert set(NAMED) == {"three_hands", "four_hands", "teams", "three_players"}


def test_a_bye_is_worth_the_lower_edge_of_its_band():
    assert bye(2) == bye(3) == (14, 355)
    assert bye(4) == (12, 305)
    assert bye(4, Scale([10, 20], 4)) == (2, 0)
    with pytest.raises(ScaleError, match="type in its VP and MP"):
        bye(5)


def test_a_line_over_ten_minutes_late_loses_by_the_byes_score():
    assert awards(2).late_loses == awards(3).late_loses == Award(6, -355)
    assert awards(4).late_loses == Award(8, -305)
    kinds = [awards(4).lateness(minutes) for minutes in (-1, 0, 1, 5, 6, 10, 11)]
    assert kinds == ["none", "none", "warning", "warning", "match_penalty", "match_penalty", "lost"]


def test_who_withdraws_with_good_reason_never_profits_from_it():
    four = awards(4)
    assert four.withdrawal(True) == (Award(12, 305), Award(8, -305))
    assert four.withdrawal(True, Award(18, 1600), Award(2, -1600)) == (Award(18, 1600), Award(2, -1600))
    assert four.withdrawal(True, Award(4, -1200), Award(16, 1200)) == (Award(12, 305), Award(8, -305))


def test_who_withdraws_without_reason_gets_nothing_and_the_other_keeps_the_better_score():
    assert awards(3).withdrawal(False, Award(20, 1600), Award(0, -1600)) == (Award(20, 1600), Award(0, 0))

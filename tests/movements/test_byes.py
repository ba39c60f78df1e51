"""Who rests, and what the screen says about it."""

from __future__ import annotations

import pytest

from tournaments.movements import MovementError, byes


def test_the_pair_that_rested_and_lies_last_does_not_rest_again() -> None:
    rest = byes.who_rests(["A", "B", "C", "D", "E"], {"E": 1})
    assert (rest.entry, rest.place, rest.times) == ("D", 4, 1)
    assert str(rest.reason) == "D rests: the lowest placed of the 4 entries that have not rested yet."
    assert [(s.entry, s.place, s.code, str(s.reason)) for s in rest.skipped] == [
        ("E", 5, "rested", "has already rested once")
    ]


def test_the_third_rests_when_the_other_two_already_did() -> None:
    rest = byes.who_rests(["A", "B", "C"], {"B": 1, "C": 1})
    assert rest.entry == "A"
    assert str(rest.reason) == "A rests: the only one that has not rested yet."


def test_with_more_rounds_than_pairs_rests_are_spread_evenly() -> None:
    rested: dict[str, int] = {}
    for number in range(11):
        rest = byes.who_rests(["A", "B", "C"], rested)
        rested[str(rest.entry)] = rested.get(str(rest.entry), 0) + 1
        if number >= 3:
            assert "rests again: all have rested" in str(rest.reason)
    assert sorted(rested.values()) == [3, 4, 4]


def test_a_draw_that_passes_over_the_lowest_placed_says_why() -> None:
    rest = byes.who_rests(["A", "B", "C"], {}, chosen="B")
    assert "with which the others can be paired best" in str(rest.reason)
    assert [(s.entry, s.code) for s in rest.skipped] == [("C", "rest_of_field")]
    again = byes.who_rests(["A", "B", "C"], dict.fromkeys("ABC", 2), chosen="B")
    assert "all have rested twice at least, and with it resting" in str(again.reason)


def test_nobody_is_made_to_rest_out_of_turn() -> None:
    with pytest.raises(MovementError, match="C does not rest now"):
        byes.who_rests(["A", "B", "C"], {"C": 1}, chosen="C")


@pytest.mark.parametrize("field", [[], ["A", "B"]])
def test_an_even_field_has_nobody_resting(field: list[str]) -> None:
    with pytest.raises(MovementError, match="Nobody rests among"):
        byes.who_rests(field, {})

"""Places and what decides them."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.criteria import CriterionError
from scoring.match import MatchError
from scoring.standings import (
    DEFAULT_CRITERIA,
    LineResult,
    MatchResult,
    Ruling,
    StandingsPenalty,
    criteria_named,
    line_results,
    rank,
)
from scoring.sums import sums_off
from scoring.victory_points import FOUR_HANDS, bye


def evening(*matches, scale=FOUR_HANDS):
    return [result for match in matches for result in line_results(match, scale, bye(4))]


def won(number, winner, loser, vp, net=0):
    """A match by its VP and net MP, whatever scale gave them."""
    return [
        LineResult(winner, number, vp, net, 1000 + net, loser),
        LineResult(loser, number, 20 - vp, -net, 1000, winner),
    ]


def places(standings):
    return [(standing.place, standing.entry) for standing in standings]


def test_vp_come_first_then_net_mp():
    results = evening(MatchResult(1, "A", "B", 1500, 1000), MatchResult(1, "C", "D", 1000, 1450))
    assert places(rank(results)) == [(1, "A"), (2, "D"), (3, "C"), (4, "B")]
    assert [each.decided_by for each in rank(results)] == [None, "net_mp", "vp", "net_mp"]


def test_genuine_ties_share_the_place_and_leave_the_next_one_empty():
    results = [LineResult(entry, 1, vp, 0) for entry, vp in [("A", 12), ("B", 10), ("C", 10), ("D", 8)]]
    standings = rank(results)
    assert places(standings) == [(1, "A"), (2, "B"), (2, "C"), (4, "D")]
    assert [each.shared for each in standings] == [False, True, True, False]
    assert str(standings[1].reason) == "Place 2 is shared: no criterion decides between those who are level."


def test_entries_on_one_place_keep_the_order_they_were_entered_in():
    assert places(rank([], entries=[3, 1, 2])) == [(1, 3), (1, 1), (1, 2)]


def test_who_won_the_direct_encounter_goes_before():
    results = [*won(1, "B", "A", 12), *won(2, "A", "C", 12), *won(2, "D", "B", 12)]
    results += [*won(3, "A", "D", 14, 100), *won(3, "B", "C", 14, 100)]
    standings = rank(results)
    assert places(standings)[:2] == [(1, "B"), (2, "A")]
    assert str(standings[1].reason) == "Place 2, behind B: direct encounter 8 against 12."
    assert str(standings[0].reason) == "Place 1, ahead of A: direct encounter 12 against 8."


def three_level(encounters):
    """A, B and C level on VP and net MP after the given encounters, evened out against outsiders."""
    results = [result for match in encounters for result in won(*match)]
    totals = {entry: sum(each.vp for each in results if each.entry == entry) for entry in "ABC"}
    return [*results, *[LineResult(entry, 9, 50 - totals[entry], 0, 0, f"X{entry}") for entry in "ABC"]]


def test_among_three_the_encounters_decide_only_if_all_met_each_other():
    some = three_level([(1, "C", "B", 14), (2, "B", "A", 14)])
    assert places(rank(some, entries="ABC", criteria=criteria_named(["vp", "direct_encounter"]))) == [
        (1, "A"),
        (1, "B"),
        (1, "C"),
    ]
    everyone = three_level([(1, "C", "B", 14), (2, "B", "A", 14), (3, "C", "A", 14)])
    assert places(rank(everyone, entries="ABC")) == [(1, "C"), (2, "B"), (3, "A")]


def test_encounters_do_not_decide_if_some_met_more_often():
    results = three_level([(1, "C", "B", 14), (2, "B", "A", 14), (3, "C", "A", 14), (4, "A", "C", 11)])
    undecided = rank(results, entries="ABC", criteria=criteria_named(["vp", "direct_encounter"]))
    assert {each.place for each in undecided} == {1}


def test_a_small_table_that_leaves_two_level_asks_their_own_encounter():
    results = three_level([(1, "A", "B", 12), (2, "C", "A", 14), (3, "C", "B", 10)])
    small = {"A": 12 + 6, "B": 8 + 10, "C": 14 + 10}
    assert small["A"] == small["B"] < small["C"]
    assert places(rank(results, entries="BAC")) == [(1, "C"), (2, "A"), (3, "B")]


def test_a_direct_encounter_is_told_with_the_values_of_those_who_were_level_when_it_was_asked():
    met = [*won(1, "A", "B", 15), *won(2, "A", "C", 15), *won(3, "A", "D", 15)]
    met += [*won(4, "B", "C", 12), *won(5, "C", "D", 12), *won(6, "D", "B", 12)]
    first = met + [LineResult(entry, 9, 20, 0, 0, f"X{entry}") for entry in "BCD"]
    standings = rank(first, entries="ABCD", criteria=criteria_named(["vp", "net_mp", "direct_encounter"]))
    assert places(standings) == [(1, "A"), (2, "B"), (2, "C"), (2, "D")]
    a, b = standings[:2]
    assert str(a.reason) == "Place 1, ahead of B: direct encounter 45 against 25."
    assert (b.behind.mine, b.behind.theirs) == (25, 45)
    assert [standing.values[2].value for standing in standings] == [45, 25, 25, 25]


def test_gross_mp_then_the_last_round_decide_where_nobody_met():
    gross = [LineResult("A", 1, 10, 0, 900, "X"), LineResult("B", 1, 10, 0, 905, "Y")]
    assert rank(gross)[0].entry == "B"
    assert rank(gross)[1].decided_by == "gross_mp"
    last = [LineResult("A", 1, 12, 0, 900, "X"), LineResult("B", 1, 8, 0, 900, "Y")]
    last += [LineResult("A", 2, 8, 0, 900, "Y"), LineResult("B", 2, 12, 0, 900, "X")]
    assert places(rank(last)) == [(1, "B"), (2, "A")]
    assert rank(last)[1].decided_by == "last_round_vp"


def test_a_drawn_lot_decides_and_without_one_the_place_is_shared():
    level = [LineResult(entry, 1, 10, 0, 900) for entry in "ABC"]
    assert {each.place for each in rank(level)} == {1}
    assert {each.place for each in rank(level, lots={"A": 2, "B": 1})} == {1}, "C has not drawn yet"
    drawn = rank(level, lots={"A": 3, "B": 1, "C": 2})
    assert places(drawn) == [(1, "B"), (2, "C"), (3, "A")]
    assert str(drawn[1].reason) == "Place 2, behind B: lot 2 against 1."


def test_the_organizer_chooses_the_criteria_and_their_order():
    results = [LineResult("A", 1, 10, 100, 500), LineResult("B", 1, 10, -100, 900)]
    assert rank(results)[0].entry == "A"
    assert rank(results, criteria=criteria_named(["vp", "gross_mp", "net_mp"]))[0].entry == "B"
    assert rank(results, criteria=criteria_named(["vp"]))[1].place == 1
    assert [criterion.key for criterion in DEFAULT_CRITERIA] == [
        "vp",
        "net_mp",
        "direct_encounter",
        "gross_mp",
        "last_round_vp",
        "lot",
    ]
    for wrong in (["vp", "vp"], [], ["age"]):
        with pytest.raises(CriterionError):
            criteria_named(wrong)


def test_a_player_who_asks_sees_every_value():
    [first, second] = rank(won(1, "A", "B", 12, 400))
    assert [(each.key, each.value) for each in first.values] == [
        ("vp", 12),
        ("net_mp", 400),
        ("direct_encounter", None),
        ("gross_mp", 1400),
        ("last_round_vp", 12),
        ("lot", None),
    ]
    assert second.behind is not None
    assert (second.behind.other, second.behind.mine, second.behind.theirs) == ("A", 8, 12)
    assert str(second.explained(lambda entry: f"pair {entry}")) == "Place 2, behind pair A: VP 8 against 12."


def test_a_bye_counts_with_its_vp_and_mp():
    [resting] = rank(evening(MatchResult(1, "A", None)))
    assert (resting.vp, resting.net_mp, resting.gross_mp, resting.played, resting.byes) == (12, 305, 0, 0, 1)
    [other_side] = evening(MatchResult(2, None, "B"))
    assert (other_side.entry, other_side.kind, other_side.opponent) == ("B", "bye", None)


def test_a_match_penalty_changes_the_vp_of_both_lines():
    fair = evening(MatchResult(1, "A", "B", 1100, 1000))
    late = evening(MatchResult(1, "A", "B", 1100, 1000, ns_off=205))
    assert [each.vp for each in fair] == [10, 10]
    assert [(each.vp, each.net_mp, each.gross_mp) for each in late] == [(9, -105, 895), (11, 105, 1000)]


def test_a_standings_penalty_costs_one_entry_and_gains_nobody_anything():
    results = evening(MatchResult(1, "A", "B", 1500, 1000))
    penalised = {
        each.entry: each for each in rank(results, penalties=[StandingsPenalty("A", vp=1, mp=55, round=1)])
    }
    before = {each.entry: each for each in rank(results)}
    assert (penalised["A"].vp, penalised["A"].net_mp) == (before["A"].vp - 1, before["A"].net_mp - 55)
    assert replace(penalised["B"], behind=None) == replace(before["B"], behind=None)


def test_an_adjusted_score_need_not_add_to_the_maximum():
    ruled = evening(MatchResult(1, "A", "B", 900, 700, ruling=Ruling(12, 0, 305, -305)))
    assert [(each.vp, each.net_mp, each.kind) for each in ruled] == [(12, 305, "ruled"), (0, -305, "ruled")]
    assert sums_off(ruled) == []


def test_a_match_nobody_can_have_played_is_refused():
    with pytest.raises(MatchError, match="against itself"):
        evening(MatchResult(1, "A", "A", 5, 5))
    with pytest.raises(MatchError, match="no result yet"):
        evening(MatchResult(1, "A", "B", 5, None))
    with pytest.raises(MatchError, match="nobody at it"):
        evening(MatchResult(1, None, None))


def test_official_places_are_kept_even_against_net_mp():
    results = [LineResult("A", 1, 10, 500), LineResult("B", 1, 10, 900), LineResult("C", 1, 15, 0)]
    standings = rank(results, official_places={"A": 1, "B": 2, "C": 2})
    assert places(standings) == [(1, "A"), (2, "B"), (2, "C")]
    assert [each.shared for each in standings] == [False, True, True]
    assert str(standings[0].reason) == "Place 1 is the official one, as published."
    assert places(rank(results, official_places={"A": 1})) == [(1, "A"), (2, "C"), (3, "B")]


def random_field(seed, entries=20, rounds=5):
    rng = random.Random(seed)
    matches = []
    for number in range(1, rounds + 1):
        seats = list(range(entries))
        rng.shuffle(seats)
        for ns, ew in zip(seats[::2], seats[1::2], strict=True):
            matches.append(
                MatchResult(number, ns, ew, rng.randrange(-200, 4000, 5), rng.randrange(-200, 4000, 5))
            )
    return evening(*matches)


@given(st.integers(0, 10**6))
def test_in_any_field_vp_and_net_mp_add_up_and_places_follow_the_order(seed):
    results = random_field(seed, entries=8, rounds=3)
    standings = rank(results)
    assert sum(each.vp for each in standings) == 20 * 4 * 3
    assert sum(each.net_mp for each in standings) == 0
    assert sums_off(results, standings=standings) == []
    keys = [(-each.vp, -each.net_mp) for each in standings]
    assert keys == sorted(keys)
    for position, each in enumerate(standings):
        better = sum((other.vp, other.net_mp) > (each.vp, each.net_mp) for other in standings)
        assert better + 1 <= each.place <= position + 1


@given(st.integers(0, 10**6), st.randoms())
def test_the_order_results_are_loaded_in_changes_nothing(seed, rng):
    results = random_field(seed, entries=8, rounds=3)
    before = rank(results, entries=range(8))
    rng.shuffle(results)
    assert rank(results, entries=range(8)) == before


def test_sums_that_do_not_hold_are_named():
    good = won(1, "A", "B", 12, 200)
    assert sums_off(good, standings=rank(good)) == []
    wrong_vp = [good[0], good[1]._replace(vp=9)]
    wrong_net = [good[0], good[1]._replace(net_mp=-150)]
    assert [str(each) for each in sums_off(wrong_vp)] == [
        "Round 1, A against B: the VP add to 21, not to 20."
    ]
    assert [str(each) for each in sums_off(wrong_net)] == [
        "Round 1, A against B: the net MP add to 50, not to 0."
    ]
    assert [str(each) for each in sums_off([good[0]])] == [
        "Round 1: A has a result against B, who has none against it."
    ]
    assert "A has more than one result" in str(sums_off([*good, good[0]])[0])
    other_field = rank(won(1, "A", "B", 13, 200))
    assert sums_off(good, standings=other_field) == []
    assert [str(each) for each in sums_off(good, standings=rank(wrong_vp))] == [
        "The VP of the standings add to 21, those of the results to 20."
    ]


def test_byes_and_penalties_are_reckoned_with_in_the_sums():
    results = evening(MatchResult(1, "A", "B", 1500, 1000), MatchResult(1, "C", None))
    penalties = [StandingsPenalty("A", vp=1, mp=105)]
    standings = rank(results, penalties=penalties)
    assert sums_off(results, standings=standings, penalties=penalties) == []
    assert len(sums_off(results, standings=standings)) == 2

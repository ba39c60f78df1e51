"""A player that follows the rules never leaves a hand that V1 to V11 refuse."""

from collections import Counter
from functools import lru_cache

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.hand import check, match_points
from scoring.rules import FIBUR, INTERNATIONAL, Rules
from scoring.score_sheet import BaseAndNet, check_base_and_net, check_total
from tests.scoring.random_player import STYLES, random_hand

SEEDS = range(250)


@lru_cache(maxsize=len(SEEDS))
def federation_hand(seed):
    return random_hand(seed)


def impossible(hand, rules=FIBUR):
    return [finding.message for finding in check(hand, rules) if finding.level != "warning"]


def test_no_hand_legally_played_is_ever_refused():
    for seed in SEEDS:
        assert impossible(federation_hand(seed)) == [], seed


def test_no_hand_legally_played_by_the_international_variant_is_ever_refused():
    for seed in SEEDS:
        assert impossible(random_hand(seed, INTERNATIONAL), INTERNATIONAL) == [], seed


@settings(max_examples=40)
@given(st.integers(min_value=1000), st.tuples(*[st.sampled_from(STYLES)] * 4))
def test_no_four_styles_at_a_table_leave_a_hand_that_is_refused(seed, styles):
    assert impossible(random_hand(seed, styles=styles)) == []


def test_the_poorer_score_sheets_of_a_hand_legally_played_are_not_refused_either():
    neither = Rules(no_pozzetto_penalty_if_neither_took=True)
    for seed in SEEDS:
        hand = federation_hand(seed)
        for rules in (FIBUR, neither):
            totals = match_points(hand, rules)
            nets = [line.melded - line.left for _, line in hand.lines()]
            lines = [BaseAndNet(total - net, net) for total, net in zip(totals, nets, strict=True)]
            assert check_base_and_net(*lines, rules) == [], seed
            assert check_total(*totals, rules=rules) == [], seed


def test_the_player_reaches_every_kind_of_end():
    """A test of the tests: hands that never closed or never took a pozzetto would prove nothing."""
    seen = Counter()
    for seed in SEEDS:
        hand = federation_hand(seed)
        seen[f"{hand.ns.took_pozzetto + hand.ew.took_pozzetto} pozzetti"] += 1
        seen["closed" if hand.ns.closed or hand.ew.closed else "stock or referee"] += 1
        for _, line in hand.lines():
            seen.update({"clean": line.clean, "semi-clean": line.semi_clean, "dirty": line.dirty})
            seen["no meld"] += not line.melded
    kinds = ["0 pozzetti", "1 pozzetti", "2 pozzetti", "closed", "stock or referee"]
    assert all(seen[kind] >= 20 for kind in [*kinds, "clean", "semi-clean", "dirty", "no meld"]), seen

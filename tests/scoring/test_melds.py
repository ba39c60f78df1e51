"""Melds beyond the samples: every reading against a second, naive one, and the reasons in words."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.cards import RANKS, SUITS, NotACard, deck, parse, points
from scoring.melds import Meld, NotAMeld, classify
from scoring.rules import FIBUR, INTERNATIONAL, Rules
from tests.scoring.naive_melds import naive

ALL = [str(card) for card in deck()]
EXACTLY = Rules(semi_clean_set="exactly")


def of(suit, *ranks):
    return [f"{rank}{suit}" for rank in ranks]


@st.composite
def nearly_runs(draw):
    """A stretch of one suit, perhaps with a card missing, twos and jokers added."""
    suit = draw(st.sampled_from(SUITS))
    start = draw(st.integers(0, 12))
    run = of(suit, *[*RANKS, "A"][start : start + draw(st.integers(1, 14))])
    for _ in range(draw(st.integers(0, 2))):
        if len(run) > 1:
            run.pop(draw(st.integers(0, len(run) - 1)))
    extra = st.sampled_from(["JK", f"2{suit}", "2H", f"A{suit}", "5D"])
    return draw(st.permutations(run + draw(st.lists(extra, max_size=2))))


@st.composite
def nearly_sets(draw):
    rank = draw(st.sampled_from(RANKS))
    same = of_rank(rank)[: draw(st.integers(1, 8))]
    return draw(st.permutations(same + draw(st.lists(st.sampled_from(["JK", "2S", "2H", "9D"]), max_size=2))))


def of_rank(rank):
    return [f"{rank}{suit}" for suit in SUITS] * 2


@given(st.one_of(nearly_runs(), nearly_sets(), st.lists(st.sampled_from(ALL), max_size=9)))
@example(["2H", "2H", "AH"])
@example(["2H", "JK", "4H"])
@example(["AS", *of("S", *RANKS[2:]), "JK", "2S"])
def test_every_pile_of_cards_is_read_as_a_naive_reader_reads_it(cards):
    for rules in (FIBUR, EXACTLY):
        expected = naive(cards, rules.semi_clean_set)
        if expected is None:
            with pytest.raises(NotAMeld):
                classify(cards, rules)
        else:
            meld = classify(cards, rules)
            assert (meld.kind, meld.burraco) == expected
            assert meld.points == points(cards)
            assert sorted(map(str, meld.cards)) == sorted(cards)


def test_every_run_with_every_wild_is_read_as_a_naive_reader_reads_it():
    """Exhaustive: each stretch of hearts of 2 to 14 cards, each card missing in turn, each pair of wilds."""
    for start in range(14):
        for length in range(1, 15 - start):
            stretch = of("H", *[*RANKS, "A"][start : start + length])
            for missing in [None, *range(length)]:
                run = [card for at, card in enumerate(stretch) if at != missing]
                for wilds in ([], ["JK"], ["2S"], ["2H"], ["2H", "JK"], ["2H", "2H"], ["2S", "JK"]):
                    _agrees([*run, *wilds])


def _agrees(cards):
    expected = naive(cards)
    try:
        meld = classify(cards)
    except NotAMeld:
        assert expected is None, cards
    else:
        assert (meld.kind, meld.burraco) == expected, cards


def test_the_two_of_the_suit_is_natural_where_it_pays_more():
    assert classify(of("H", "2", "3", "4", "5", "6", "7", "8")).burraco == "clean"
    assert classify(of("H", "A", "2", "3", "4", "5", "6", "7")).burraco == "clean"


def test_a_natural_two_leaves_room_for_one_wild():
    seven_and_wild = [*of("H", "2", "3", "4", "5", "6", "7", "8"), "2S"]
    assert classify(seven_and_wild).burraco == "semi_clean"
    assert classify([*of("H", "2", "3", "4"), "2H"]).kind == "run"
    assert classify([*of("H", "2", "2", "A")]).kind == "run"


def test_a_wild_in_the_gap_is_semi_clean_only_with_seven_naturals_on_one_side():
    assert classify([*of("C", "3", "4", "5", "6", "7", "8", "9", "J"), "JK"]).burraco == "semi_clean"
    assert classify([*of("C", "3", "4", "5", "6", "7", "8", "10", "J"), "JK"]).burraco == "dirty"


def test_a_whole_suit_is_a_run_of_thirteen_and_fourteen_cards_are_none():
    low_ace = of("D", *RANKS)
    assert classify(low_ace).burraco == "clean"
    assert classify(of("D", *RANKS[1:], "A")).burraco == "clean"
    with pytest.raises(NotAMeld, match="13 cards at most"):
        classify([*low_ace, "JK"])
    with pytest.raises(NotAMeld):
        classify([*low_ace, "AD"])
    assert classify([*of("D", *RANKS[2:]), "AD", "JK"]).points == 130


def test_a_run_does_not_wrap_round_the_ace():
    with pytest.raises(NotAMeld, match="not consecutive"):
        classify(of("S", "Q", "K", "A", "3"))
    with pytest.raises(NotAMeld):
        classify(of("S", "K", "A", "2", "3"))


def test_sets_run_from_three_to_nine_cards_with_one_wild():
    kings = of_rank("K")
    assert classify(kings).burraco == "clean"
    assert classify([*kings, "JK"]).burraco == "semi_clean"
    assert classify([*kings[:7], "2C"]).burraco == "semi_clean"
    assert classify([*kings[:6], "2C"]).burraco == "dirty"
    assert classify([*kings[:2], "2C"]).burraco is None


def test_with_exactly_eight_a_set_of_nine_is_dirty_again():
    assert classify([*of_rank("K"), "JK"], EXACTLY).burraco == "dirty"
    assert classify([*of_rank("K")[:7], "JK"], EXACTLY).burraco == "semi_clean"


def test_the_international_variant_pays_the_semi_clean_as_dirty():
    meld = classify([*of_rank("K"), "JK"], INTERNATIONAL)
    assert (meld.burraco, meld.bonus) == ("dirty", 100)
    assert classify([*of_rank("K"), "JK"]).bonus == 150


@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (["5S", "5D"], "A meld has 3 cards or more, and here are 2: 5S 5D."),
        (["2S", "2D", "JK"], "Twos and jokers alone are no meld: 2S 2D JK."),
        (["JK", "JK", "JK", "JK", "JK"], "There are only 4 JK in play, and here are 5."),
        (["8H", "8H", "8H"], "There are only 2 8H in play, and here are 3."),
        (["KS", "KH", "2H", "JK"], "A set has one wild at most, and KS KH with 2H JK has 2."),
        (["9H", "10S", "JD"], "9H 10S JD are neither of one rank nor of one suit."),
        (["9H", "9H", "10H", "JH"], "A run holds each card once, and 9H 9H 10H JH has 9H 2 times."),
        (["9H", "5H", "6H"], "5H 6H 9H are not consecutive."),
        (["9H", "5H", "6H", "JK"], "5H 6H 9H are not consecutive, and JK cannot fill what is missing."),
        (
            ["9H", "10H", "JK", "2S"],
            "A run has one wild at most besides a two in its own place, and 9H 10H with JK 2S has more.",
        ),
        ([], "A meld has 3 cards or more, and here are 0: –."),
    ],
)
def test_what_is_no_meld_says_why_with_its_cards(cards, why):
    with pytest.raises(NotAMeld) as refused:
        classify(cards)
    assert str(refused.value) == why


def test_a_typing_slip_among_the_cards_is_told_apart_from_a_wrong_meld():
    with pytest.raises(NotACard, match="“9X” is not a card"):
        classify(["9H", "9X", "9S"])


def test_cards_and_their_notation_are_read_alike():
    assert classify([parse("9H"), "9C", parse("9D")]) == classify(["9H", "9C", "9D"])
    assert isinstance(classify(["9H", "9C", "9D"]), Meld)

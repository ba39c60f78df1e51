"""The bounds of docs/rules.md 2.1 are tight: rigged deals, legally played, that end on them.

Each game ends exactly on a bound (or as near as the stock allows) without a finding; the same result one
card's value beyond is found. So no bound is too strict, and none is needlessly loose.
"""

import random
from collections import Counter
from dataclasses import replace

import pytest

from scoring.cards import SUITS, deck, parse
from scoring.hand import Hand, Line, check
from tests.scoring.random_player import IDLE, NATURAL_RANKS, Deal, Game, Style, shuffled_deal

QUIET = Style(wilds=0.0, picks_up=0.0, discards="drawn", closes=False)
COLLECTOR = Style(wilds=0.0, picks_up=1.0, discards="cheapest", closes=False)
FIVES = [rank for rank in "34567" for _ in range(8)]
TENS = [rank for rank in ("8", "9", "10", "J", "Q", "K") for _ in range(8)]


def only(*ranks, **habits):
    return replace(QUIET, ranks=frozenset(ranks), **habits)


def rig(*, n=(), e=(), s=(), w=(), ns_pozzetto=(), ew_pozzetto=(), face_up=(), last=(), stock=()):
    """A deal with these ranks in these places; the rest goes where it disturbs least.

    Tens are what is drawn first, wilds lie in hands that are not named. ``last``: the two cards never drawn.
    ``stock``: the ranks drawn last, the very last first.
    """
    piles = [n, e, s, w, ns_pozzetto, ew_pozzetto, face_up, (*last, *stock)]
    left = deck()
    laid = [[_take(left, rank) for rank in pile] for pile in piles]
    left.sort(key=lambda card: (card.can_be_wild, card.value != 10, card.rank, card.suit))
    for pile, size in zip(laid[:6], [11] * 6, strict=True):
        while len(pile) < size:
            pile.append(left.pop())
    if not laid[6]:
        laid[6].append(left.pop())
    return Deal(laid[:4], laid[4:6], laid[6][0], [*laid[7], *reversed(left)])


def _take(left, rank):
    suits = [suit for suit in SUITS if parse(rank + suit) in left] if rank != "JK" else [""]
    most = Counter(card for card in left if card.rank == rank)
    card = max((parse(rank + suit) for suit in suits), key=lambda each: most[each])
    left.remove(card)
    return card


def played(deal, n=IDLE, e=IDLE, s=IDLE, w=IDLE):
    hand = Game(deal, (n, e, s, w), random.Random(1)).play()
    assert [finding.message for finding in check(hand) if finding.level != "warning"] == []
    return hand


def beyond(hand, **change):
    """The codes found once North-South's result is moved beyond the bound."""
    moved = replace(hand.ns, **{name: getattr(hand.ns, name) + by for name, by in change.items()})
    return {finding.code for finding in check(Hand(moved, hand.ew))}


@pytest.mark.parametrize(
    ("cards", "wilds", "kind", "melded"),
    [("3333333", 0.0, "clean", 35), ("33333332", 1.0, "semi_clean", 55), ("3333332", 1.0, "dirty", 50)],
)
def test_the_cheapest_burraco_of_each_kind_can_be_played(cards, wilds, kind, melded):
    deal = rig(n=cards, s=("8", "9", "10"), w="3" * (8 - cards.count("3")))
    hand = played(deal, n=only("3", wilds=wilds, order="dearest"))
    assert hand.ns == Line(**{kind: 1}, melded=melded, left=hand.ns.left)
    assert "V4" in beyond(hand, melded=-5)


def test_the_pozzetto_can_be_taken_with_55_melded():
    deal = rig(n="33335555777", ns_pozzetto=TENS[:11])
    hand = played(deal, n=only("3", "5", "7"))
    assert (hand.ns.took_pozzetto, hand.ns.melded) == (True, 55)
    assert "V5" in beyond(hand, melded=-5)


@pytest.mark.parametrize(
    ("first", "second", "burraco", "melded"),
    [("33333334444", "66666667777", "clean", 110), ("33333324444", "66666677777", "dirty", 125)],
)
def test_a_line_can_close_with_the_cheapest_22_cards(first, second, burraco, melded):
    deal = rig(n=first, ns_pozzetto=second)
    wilds = 1.0 if burraco == "dirty" else 0.0
    hand = played(deal, n=only("3", "4", "6", "7", wilds=wilds, order="dearest", closes=True))
    assert hand.ns.closed
    assert getattr(hand.ns, burraco) >= 1
    assert hand.ns.melded == melded
    assert "V5" in beyond(hand, melded=-5)


def test_a_line_that_closes_can_have_5_left_and_one_that_does_not_10():
    south, others = [*["8"] * 5, *["10"] * 5, "7"], [*["8"] * 3, *["10"] * 3]
    deal = rig(n="33333334444", ns_pozzetto="66666667777", s=south, e=others)
    hand = played(deal, n=only("3", "4", "6", "7", closes=True), s=only("8", "10", discards="dearest"))
    assert (hand.ns.closed, hand.ns.left) == (True, 5)
    assert "V6" in beyond(hand, left=-5)

    north, south = [*["J"] * 5, *["K"] * 5, "7"], [*["J"] * 3, *["K"] * 3, *["8"] * 4, "7"]
    deal = rig(n=north, s=south, e=["8"] * 4)
    hand = played(deal, n=only("J", "K", discards="dearest"), s=only("J", "K", "8", discards="dearest"))
    assert (hand.ns.closed, hand.ns.left) == (False, 10)
    assert "V6" in beyond(hand, left=-5)


def test_a_line_can_have_had_its_22_or_33_cheapest_cards_and_no_more():
    hand = played(rig(n=FIVES[:11], s=FIVES[11:22]))
    assert hand.ns.melded + hand.ns.left == 110
    assert "V7" in beyond(hand, left=-5)

    deal = rig(n="33333334444", s="44445555555", ns_pozzetto="56666666677")
    hand = played(deal, n=only("3", "4"))
    assert hand.ns.took_pozzetto
    assert hand.ns.melded + hand.ns.left == 165
    assert "V7" in beyond(hand, left=-5)


def test_a_line_can_have_had_all_but_the_cheapest_cards():
    """5 and 10 below the bound: the hand ends on a card drawn, so two cards lie in the discard pile."""
    fives = [*"3333333", *"4444444", *"5555555", *"6666666", *"77777"]
    ew = {"e": fives[:11], "w": fives[11:22], "ew_pozzetto": fives[22:33]}
    deal = rig(n=TENS[16:27], **ew, last="34", stock="5", face_up="6")
    hand = played(deal, n=COLLECTOR, s=COLLECTOR)
    assert hand.ns.took_pozzetto
    assert hand.ns.melded + hand.ns.left == 900 - 5
    assert "V8" in beyond(hand, left=10)

    ew = {"e": FIVES[:11], "w": FIVES[11:22], "ew_pozzetto": FIVES[22:33]}
    deal = rig(**ew, ns_pozzetto=[*FIVES[33:37], *TENS[:7]], last="77", face_up="7")
    hand = played(deal, n=replace(COLLECTOR, melds=0.0), s=replace(COLLECTOR, melds=0.0))
    assert not hand.ns.took_pozzetto
    assert hand.ns.melded + hand.ns.left == 810 - 10
    assert "V8" in beyond(hand, left=15)


def test_both_lines_can_have_had_the_cheapest_cards_of_the_deck():
    hands = {"n": "33333333444", "e": "55555555666", "s": "44444666667", "w": [*"7777777", *TENS[:4]]}
    deal = rig(**hands, ns_pozzetto=TENS[4:15], ew_pozzetto=TENS[15:26])
    nobody = played(deal)
    one = played(deal, n=only("3", "4"))
    both = played(deal, n=only("3", "4"), e=only("5", "6"))
    for hand, least in ((nobody, 240), (one, 350), (both, 460)):
        assert hand.ns.melded + hand.ns.left + hand.ew.melded + hand.ew.left == least
        assert "V9" in beyond(hand, left=-5)


def test_both_lines_can_have_had_nearly_all_cards():
    """5 below the bound: two cards lie in the discard pile when the last draw ends the hand."""
    deal = rig(n=TENS[16:27], e=TENS[:11], last="33", stock="4", face_up="5")
    hand = played(deal, n=COLLECTOR, s=COLLECTOR, e=replace(QUIET, ranks=frozenset(["8", "9"])))
    total = hand.ns.melded + hand.ns.left + hand.ew.melded + hand.ew.left
    assert hand.ns.took_pozzetto and hand.ew.took_pozzetto
    assert total == 1065 - 5
    assert "V9" in beyond(hand, left=10)


def test_two_lines_that_collect_different_ranks_can_use_up_the_cards_and_the_wilds():
    """One deal found among three thousand: room for not one burraco more, and for no wild more."""
    rng = random.Random(2540)
    ranks = sorted(NATURAL_RANKS)
    rng.shuffle(ranks)
    collector = Style(wilds=0.9, picks_up=0.6, closes=False)
    lines = [replace(collector, ranks=frozenset(half)) for half in (ranks[:6], ranks[6:])]
    hand = Game(shuffled_deal(rng), lines * 2, rng).play()

    assert [finding for finding in check(hand) if finding.level != "warning"] == []
    assert sum(7 * (line.clean + line.dirty) + 8 * line.semi_clean for _, line in hand.lines()) == 101 - 6
    assert "V10" in beyond(hand, clean=1)
    assert sum(line.semi_clean + line.dirty for _, line in hand.lines()) == 12
    assert "V11" in beyond(hand, dirty=1)

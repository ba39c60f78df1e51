"""Is this a meld, which kind, and what burraco does it make (docs/rules.md 2).

A set is 3 to 9 cards of one rank with at most one wild. A run is 3 to 13 consecutive cards of one suit,
its one ace high or low, with at most one wild besides a two of the suit in its natural place. Cards come
in any order; where they can be read in more than one way, the reading that pays most wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from scoring.cards import RANKS, Card, as_card
from scoring.rules import FIBUR, BurracoKind, Rules
from scoring.sentences import Refusal, gettext_noop, say

MeldKind = Literal["set", "run"]

FEWEST, LONGEST_SET, LONGEST_RUN, BURRACO = 3, 9, 13, 7
SEMI_CLEAN_SET = 8
LOW_ACE, HIGH_ACE = 1, 14


class NotAMeld(Refusal):
    """The cards make no meld; the sentence says why, with the cards in it."""


@dataclass(frozen=True)
class Meld:
    """Cards on the table, as they are best read.

    ``kind``: "set" or "run". ``burraco``: None below 7 cards, else "clean", "semi_clean" or "dirty".
    ``points``: what the cards count, in MP, the bonus not included. ``cards``: as they are laid out, a run
    from low to high. ``wild``: the card that stands for another, if any. ``bonus``: what the burraco pays.
    """

    kind: MeldKind
    burraco: BurracoKind | None
    points: int
    cards: tuple[Card, ...]
    wild: Card | None
    bonus: int


# A run laid out: its cards from low to high and where its wild stands among them, None without one.
Layout = tuple[tuple[Card, ...], int | None]


def classify(cards: Iterable[Card | str], rules: Rules = FIBUR) -> Meld:
    """The meld these cards make; raises ``NotAMeld`` if they make none, ``NotACard`` for wrong notation.

    >>> meld = classify(["QS", "7S", "2S", "JS", "10S", "8S", "AS", "9S", "KS"])
    >>> meld.kind, meld.burraco, meld.points  # the two stands for the 6, seven cards and more beyond it
    ('run', 'semi_clean', 100)
    >>> classify(["2H", "3H", "4H", "5H", "6H", "7H", "8H"]).burraco  # a two in its own place
    'clean'
    >>> classify(["5S", "JK", "2H", "5C"])
    Traceback (most recent call last):
    scoring.melds.NotAMeld: A set has one wild at most, and 5S 5C with JK 2H has 2.
    """
    laid = [as_card(card) for card in cards]
    _cards_of_one_game(laid)
    naturals = [card for card in laid if not card.can_be_wild]
    wilds = [card for card in laid if card.can_be_wild]
    if len(laid) < FEWEST:
        raise _not_a_meld(gettext_noop("A meld has 3 cards or more, and here are {count}: {cards}."), laid)
    if not naturals:
        raise _not_a_meld(gettext_noop("Twos and jokers alone are no meld: {cards}."), laid)
    if len(naturals) > 1 and len({card.rank for card in naturals}) == 1:
        return _set(naturals, wilds, rules)
    if len({card.suit for card in naturals}) == 1:
        return _run(naturals, wilds, rules)
    told = gettext_noop("{cards} are neither of one rank nor of one suit.")
    raise _not_a_meld(told, naturals)


def _not_a_meld(template: str, cards: Sequence[Card], **values: int | str) -> NotAMeld:
    shown = " ".join(map(str, cards)) or "–"
    return NotAMeld(say(template, count=len(cards), cards=shown, **values))


def _cards_of_one_game(cards: Sequence[Card]) -> None:
    for card, count in Counter(cards).items():
        if count > card.copies:
            told = gettext_noop("There are only {copies} {card} in play, and here are {found}.")
            raise NotAMeld(say(told, copies=card.copies, card=str(card), found=count))


def _set(naturals: list[Card], wilds: list[Card], rules: Rules) -> Meld:
    if len(wilds) > 1:
        told = gettext_noop("A set has one wild at most, and {cards} with {wilds} has {wild_count}.")
        raise _not_a_meld(told, naturals, wilds=" ".join(map(str, wilds)), wild_count=len(wilds))
    cards = (*naturals, *wilds)
    if len(cards) < BURRACO:
        return _meld("set", None, cards, wilds, rules)
    if not wilds:
        return _meld("set", "clean", cards, wilds, rules)
    enough = len(cards) == SEMI_CLEAN_SET or (
        len(cards) > SEMI_CLEAN_SET and rules.semi_clean_set == "at_least"
    )
    return _meld("set", "semi_clean" if enough else "dirty", cards, wilds, rules)


def _meld(
    kind: MeldKind, burraco: BurracoKind | None, cards: tuple[Card, ...], wilds: Sequence[Card], rules: Rules
) -> Meld:
    if burraco and not rules.has(burraco):
        burraco = "dirty"
    points = sum(card.value for card in cards)
    return Meld(
        kind, burraco, points, cards, wilds[0] if wilds else None, rules.pays(burraco) if burraco else 0
    )


def _run(naturals: list[Card], wilds: list[Card], rules: Rules) -> Meld:
    suit = naturals[0].suit
    for card, count in Counter(naturals).items():
        if count > 1:
            told = gettext_noop("A run holds each card once, and {cards} has {card} {times} times.")
            raise _not_a_meld(told, naturals, card=str(card), times=count)
    best: Meld | None = None
    for cards, wild_at in _layouts(naturals, wilds, suit):
        burraco = _run_burraco(len(cards), wild_at)
        standing_in = [] if wild_at is None else [cards[wild_at]]
        meld = _meld("run", burraco, cards, standing_in, rules)
        if best is None or meld.bonus > best.bonus:
            best = meld
    if best is None:
        raise _no_run(naturals, wilds, suit)
    return best


def _run_burraco(length: int, wild_at: int | None) -> BurracoKind | None:
    if length < BURRACO:
        return None
    if wild_at is None:
        return "clean"
    naturals_on_one_side = max(wild_at, length - 1 - wild_at)
    return "semi_clean" if naturals_on_one_side >= BURRACO else "dirty"


def _layouts(naturals: list[Card], wilds: list[Card], suit: str) -> Iterator[Layout]:
    """Every way to lay the cards out as a run: ace low or high, a two of the suit natural or wild."""
    two = Card("2", suit)
    for natural_two in (True, False) if two in wilds else (False,):
        standing_in = list(wilds)
        in_place = list(naturals)
        if natural_two:
            standing_in.remove(two)
            in_place.append(two)
        if len(standing_in) > 1:
            continue
        for ace in (LOW_ACE, HIGH_ACE) if Card("A", suit) in naturals else (LOW_ACE,):
            places = {_place(card, ace): card for card in in_place}
            yield from _fill(places, standing_in[0] if standing_in else None)


def _place(card: Card, ace: int) -> int:
    return ace if card.rank == "A" else RANKS.index(card.rank) + 1


def _fill(places: dict[int, Card], wild: Card | None) -> Iterator[Layout]:
    """The run with the wild in its gap or, if it has none, at either end."""
    low, high = min(places), max(places)
    gaps = [place for place in range(low, high) if place not in places]
    if len(gaps) > (wild is not None) or len(places) + (wild is not None) > LONGEST_RUN:
        return
    if wild is None:
        yield tuple(places[place] for place in range(low, high + 1)), None
        return
    for place in gaps or [low - 1, high + 1]:
        if LOW_ACE <= place <= HIGH_ACE:
            filled = places | {place: wild}
            start = min(low, place)
            yield tuple(filled[at] for at in range(start, start + len(filled))), place - start


def _no_run(naturals: list[Card], wilds: list[Card], suit: str) -> NotAMeld:
    """Why cards of one suit, each there once, still make no run."""
    in_order = sorted(naturals, key=lambda card: RANKS.index(card.rank))
    own_twos = wilds.count(Card("2", suit))
    if len(wilds) - min(own_twos, 1) > 1:
        told = gettext_noop(
            "A run has one wild at most besides a two in its own place, and {cards} with {wilds} has more."
        )
    elif len(naturals) + len(wilds) > LONGEST_RUN:
        told = gettext_noop("A run has 13 cards at most, and {cards} with {wilds} has {all}.")
    elif wilds:
        told = gettext_noop("{cards} are not consecutive, and {wilds} cannot fill what is missing.")
    else:
        told = gettext_noop("{cards} are not consecutive.")
    shown = " ".join(map(str, wilds))
    return _not_a_meld(told, in_order, wilds=shown, all=len(naturals) + len(wilds))

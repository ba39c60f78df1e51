"""The 108 cards, their values and their notation.

Two French decks and four jokers (docs/rules.md 2). A joker is worth 30, a two 20, also when it
stands in its natural place, an ace 15, king to eight 10, seven to three 5: 1080 in all.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from scoring.sentences import Refusal, as_typed, gettext_noop, say

SUITS = ("S", "H", "D", "C")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER = "JK"
JOKERS_IN_PLAY = 4
COPIES_IN_PLAY = 2

_VALUES = {
    JOKER: 30, "2": 20, "A": 15,
    "K": 10, "Q": 10, "J": 10, "10": 10, "9": 10, "8": 10,
    "7": 5, "6": 5, "5": 5, "4": 5, "3": 5,
}  # fmt: skip


class NotACard(Refusal):
    """What was written is not one of the 108 cards; the sentence says how cards are written."""


class Card(NamedTuple):
    """One card: ``rank`` "A", "2".."10", "J", "Q", "K" with ``suit`` S H D C, or a joker without suit.

    Cards are plain values: the two queens of hearts are equal, and a card can be a key.

    >>> Card("10", "H").value, str(Card("10", "H")), Card("JK").is_joker
    (10, '10H', True)
    """

    rank: str
    suit: str = ""

    @property
    def value(self) -> int:
        """What the card counts, melded or left in hand, in match points (docs/rules.md 2)."""
        return _VALUES[self.rank]

    @property
    def is_joker(self) -> bool:
        return self.rank == JOKER

    @property
    def can_be_wild(self) -> bool:
        """A joker always stands for another card; a two may (docs/rules.md 2)."""
        return self.rank in (JOKER, "2")

    @property
    def copies(self) -> int:
        """How many of this card are in play."""
        return JOKERS_IN_PLAY if self.is_joker else COPIES_IN_PLAY

    def __str__(self) -> str:
        return self.rank + self.suit


def parse(text: str) -> Card:
    """The card written ``text``: rank and suit ("10H", "as"), or "JK" for a joker.

    Capitals and spaces round it do not matter. Raises ``NotACard`` for anything else.

    >>> parse("10H"), parse(" jk ")
    (Card(rank='10', suit='H'), Card(rank='JK', suit=''))
    >>> parse("11H")
    Traceback (most recent call last):
    scoring.cards.NotACard: “11H” is not a card. Write A, 2 to 10, J, Q or K, then S, H, D or C, or JK.
    """
    if not isinstance(text, str):
        raise _not_a_card(as_typed(text))
    return _parse(text)


@lru_cache(maxsize=512)
def _parse(text: str) -> Card:
    written = text.strip().upper()
    if written == JOKER:
        return Card(JOKER)
    if written[:-1] in RANKS and written[-1:] in SUITS:
        return Card(written[:-1], written[-1])
    raise _not_a_card(text.strip())


def _not_a_card(written: str) -> NotACard:
    return NotACard(
        say(
            gettext_noop("“{written}” is not a card. Write A, 2 to 10, J, Q or K, then S, H, D or C, or JK."),
            written=as_typed(written),
        )
    )


def points(cards: Iterable[Card | str]) -> int:
    """What the cards add to, in match points; cards may be given in notation.

    >>> points(["JK", "2S", "AH", "10D", "3C"])
    80
    >>> points(deck())
    1080
    """
    return sum(as_card(card).value for card in cards)


def as_card(card: Card | str) -> Card:
    """A card as it is, or the card a notation stands for; raises ``NotACard``.

    >>> as_card("QS") == as_card(Card("Q", "S"))
    True
    >>> as_card(Card("1", "S"))
    Traceback (most recent call last):
    scoring.cards.NotACard: “1S” is not a card. Write A, 2 to 10, J, Q or K, then S, H, D or C, or JK.
    """
    if isinstance(card, Card):
        if (card.rank in RANKS and card.suit in SUITS) or card == (JOKER, ""):
            return card
        raise _not_a_card(str(card))
    return parse(card)


def deck() -> list[Card]:
    """The 108 cards, always in the same order.

    >>> len(deck()), deck().count(parse("QH")), deck().count(parse("JK"))
    (108, 2, 4)
    """
    one_deck = [Card(rank, suit) for suit in SUITS for rank in RANKS]
    return one_deck * COPIES_IN_PLAY + [Card(JOKER)] * JOKERS_IN_PLAY

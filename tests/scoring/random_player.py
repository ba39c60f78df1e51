"""A small player of burraco that follows the rules: four seats, a deal, legal turns until the hand ends.

Not a good player. Its use is that whatever it leaves on the table was legally played, so no rule of
docs/rules.md 2.1 may refuse it. Styles push it to the edges: little melded, much left, many burrachi.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.cards import RANKS, SUITS, Card, deck
from scoring.hand import Hand, Line
from scoring.melds import Meld, NotAMeld, classify
from scoring.rules import FIBUR, Rules

NATURAL_RANKS = frozenset(RANKS) - {"2"}
LONGEST_GAME = 300


@dataclass(frozen=True)
class Style:
    """How a player plays; chances are between 0 and 1.

    ``melds``: chance to lay what could be laid. ``picks_up``: chance to take the discard pile.
    ``wilds``: chance to use a wild. ``closes``: goes out when it can. ``order``, ``discards``: which meld,
    which discard ("cheapest", "dearest", "random"; "drawn": the card just drawn). ``ranks``: the only
    ranks it melds, and keeps. ``stops``: chance that the referee ends the hand after its turn.
    """

    melds: float = 1.0
    picks_up: float = 0.3
    wilds: float = 0.6
    closes: bool = True
    order: str = "random"
    discards: str = "random"
    ranks: frozenset[str] = NATURAL_RANKS
    stops: float = 0.0


EAGER = Style()
HOARDER = Style(melds=0.05, picks_up=0.9, discards="cheapest")
CHEAP = Style(order="cheapest", discards="dearest", wilds=0.05)
DEAR = Style(order="dearest", discards="cheapest", wilds=1.0, picks_up=0.6)
IDLE = Style(melds=0.0, picks_up=0.0, discards="drawn")
DISCARDER = Style(melds=0.0, picks_up=0.0, discards="dearest")
IMPATIENT = Style(stops=0.05, picks_up=0.5)
LOWCARDS = Style(ranks=frozenset("34567"), discards="dearest", wilds=0.2)
HIGHCARDS = Style(ranks=NATURAL_RANKS - frozenset("34567"), discards="cheapest", picks_up=0.8)
ENDLESS = Style(closes=False, picks_up=0.7, wilds=0.9)
PATIENT = Style(closes=False, picks_up=1.0, wilds=0.0, discards="random")
STYLES = (
    EAGER, HOARDER, CHEAP, DEAR, IDLE, DISCARDER, IMPATIENT, LOWCARDS, HIGHCARDS, ENDLESS, PATIENT,
)  # fmt: skip


@dataclass(frozen=True)
class Deal:
    """The 108 cards as they lie: hands (N, E, S, W), pozzetti (NS, EW), face-up card, stock (top last)."""

    hands: Sequence[Sequence[Card]]
    pozzetti: Sequence[Sequence[Card]]
    face_up: Card
    stock: Sequence[Card]


def shuffled_deal(rng: random.Random) -> Deal:
    cards = deck()
    rng.shuffle(cards)
    elevens = [cards[start : start + 11] for start in range(0, 66, 11)]
    return Deal(elevens[:4], elevens[4:], cards[66], cards[67:])


class Game:
    """One hand being played; ``play()`` returns its result."""

    def __init__(self, deal: Deal, styles: Sequence[Style], rng: random.Random, rules: Rules = FIBUR) -> None:
        self.hands = [list(hand) for hand in deal.hands]
        self.pozzetti: list[list[Card] | None] = [list(pozzetto) for pozzetto in deal.pozzetti]
        self.pile = [deal.face_up]
        self.stock = list(deal.stock)
        self.melds: list[list[Meld]] = [[], []]
        self.closed: int | None = None
        self.styles, self.rng, self.rules = styles, rng, rules

    def play(self) -> Hand:
        for number in range(LONGEST_GAME):
            seat = number % 4
            self.turn(seat)
            stopped = self.rng.random() < self.styles[seat].stops
            if self.closed is not None or len(self.stock) <= 2 or stopped:
                break
        in_play = [*self.pile, *self.stock]
        in_play += [card for cards in (*self.hands, *self.pozzetti) for card in cards or ()]
        in_play += [card for melds in self.melds for meld in melds for card in meld.cards]
        assert sorted(in_play) == sorted(deck()), "a card was lost or made up"
        return Hand(self.result(0), self.result(1))

    def result(self, line: int) -> Line:
        kinds = [meld.burraco for meld in self.melds[line]]
        return Line(
            clean=kinds.count("clean"),
            semi_clean=kinds.count("semi_clean"),
            dirty=kinds.count("dirty"),
            closed=self.closed == line,
            took_pozzetto=self.pozzetti[line] is None,
            melded=sum(meld.points for meld in self.melds[line]),
            left=sum(card.value for seat in (line, line + 2) for card in self.hands[seat]),
        )

    def turn(self, seat: int) -> None:
        """Draw, meld as often as wanted, discard; the pozzetto in flight or on the discard."""
        hand, style, line = self.hands[seat], self.styles[seat], seat % 2
        if self.rng.random() < style.picks_up:
            drawn = self.pile[-1]
            hand += self.pile
            self.pile = []
        else:
            drawn = self.stock.pop()
            hand.append(drawn)
        while self.rng.random() < style.melds and (choice := self.choose(seat)):
            place, meld, laid = choice
            if place is None:
                self.melds[line].append(meld)
            else:
                self.melds[line][place] = meld
            for card in laid:
                hand.remove(card)
            if not hand:
                self.take_pozzetto(seat)
        self.discard(seat, drawn)

    def take_pozzetto(self, seat: int) -> None:
        pozzetto = self.pozzetti[seat % 2]
        assert pozzetto is not None, "a hand was emptied that may not be"
        self.hands[seat] += pozzetto
        self.pozzetti[seat % 2] = None

    def discard(self, seat: int, drawn: Card) -> None:
        hand, style, line = self.hands[seat], self.styles[seat], seat % 2
        unwanted = [card for card in hand if card.rank not in style.ranks and not card.can_be_wild] or hand
        if style.discards == "drawn":
            card = drawn if drawn in hand else hand[0]
        elif style.discards == "random":
            card = self.rng.choice(unwanted)
        else:
            pick = min if style.discards == "cheapest" else max
            card = pick(unwanted, key=lambda each: each.value)
        hand.remove(card)
        self.pile.append(card)
        if hand:
            return
        if self.pozzetti[line] is not None:
            self.take_pozzetto(seat)
        else:
            assert self.may_close(line, self.melds[line], card), "closed without the right to"
            self.closed = line

    def may_close(self, line: int, melds: Sequence[Meld], last: Card) -> bool:
        kinds = {meld.burraco for meld in melds} - {None}
        enough = "clean" in kinds if self.rules.closing_needs_clean else bool(kinds)
        return enough and self.pozzetti[line] is None and not last.can_be_wild

    def choose(self, seat: int) -> tuple[int | None, Meld, list[Card]] | None:
        """A meld or a laying off that leaves the player able to go on; None if there is none, or no wish."""
        hand, style, line = self.hands[seat], self.styles[seat], seat % 2
        choices = []
        for place, laid in self.candidates(seat):
            rest = _without(hand, laid)
            if rest is None or (not rest and self.pozzetti[line] is None):
                continue
            before = () if place is None else self.melds[line][place].cards
            try:
                meld = classify([*before, *laid], self.rules)
            except NotAMeld:
                continue
            melds = [meld, *(each for at, each in enumerate(self.melds[line]) if at != place)]
            last_card = len(rest) == 1 and self.pozzetti[line] is None
            if last_card and not (style.closes and self.may_close(line, melds, rest[0])):
                continue
            choices.append((place, meld, laid))
        if not choices:
            return None
        if style.order == "random":
            return self.rng.choice(choices)
        pick = min if style.order == "cheapest" else max
        return pick(choices, key=lambda choice: sum(card.value for card in choice[2]))

    def candidates(self, seat: int) -> Iterator[tuple[int | None, list[Card]]]:
        """Cards worth trying: sets and runs from the hand, single cards onto the line's melds."""
        hand, style = self.hands[seat], self.styles[seat]
        naturals = [card for card in hand if card.rank in style.ranks]
        wild = next((card for card in hand if card.can_be_wild), None)
        if self.rng.random() >= style.wilds:
            wild = None
        for rank in sorted({card.rank for card in naturals}):
            same = [card for card in naturals if card.rank == rank]
            yield from ((None, same[:count]) for count in sorted({3, len(same)}) if 3 <= count <= len(same))
            if wild and len(same) >= 2:
                yield None, [*same, wild]
        for suit in SUITS:
            yield from ((None, run) for run in _runs(hand, suit, style.ranks, wild))
        for place, meld in enumerate(self.melds[seat % 2]):
            solid = next(card for card in meld.cards if not card.can_be_wild)
            twos = [card for card in hand if card.rank == "2" and "3" in style.ranks]
            for card in sorted({*naturals, *twos}):
                if card.rank == solid.rank if meld.kind == "set" else card.suit == solid.suit:
                    yield place, [card]
            if wild and meld.wild is None:
                yield place, [wild]


def _without(hand: Sequence[Card], laid: Sequence[Card]) -> list[Card] | None:
    rest = list(hand)
    for card in laid:
        if card not in rest:
            return None
        rest.remove(card)
    return rest


def _runs(hand: Sequence[Card], suit: str, ranks: frozenset[str], wild: Card | None) -> Iterator[list[Card]]:
    """Runs of one suit in the hand, the longest from each start, with a wild for one missing card."""
    wanted = [*RANKS, "A"]
    there = {card.rank for card in hand if card.suit == suit and (card.rank in ranks or card.rank == "2")}
    for start in range(12):
        run: list[Card] = []
        spare = wild
        for rank in wanted[start:]:
            if rank in there and Card(rank, suit) not in run:
                run.append(Card(rank, suit))
            elif spare and run:
                run.append(spare)
                spare = None
            else:
                break
        if len(run) >= 3:
            yield run
            yield run[:3]


def random_hand(seed: int, rules: Rules = FIBUR, styles: Sequence[Style] = ()) -> Hand:
    """A legally played hand; the same seed gives the same one."""
    rng = random.Random(seed)
    lines = [rng.choice(STYLES) for _ in range(4)]
    if rng.random() < 0.5:
        lines = [lines[0], lines[1], lines[0], lines[1]]
    return Game(shuffled_deal(rng), styles or lines, rng, rules).play()

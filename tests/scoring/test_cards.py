"""The deck and how cards are written."""

from collections import Counter

import pytest

from scoring.cards import Card, NotACard, deck, parse, points
from scoring.sentences import Refusal


def test_the_108_cards_add_to_1080():
    assert len(deck()) == 108
    assert points(deck()) == 1080


def test_there_are_four_jokers_and_two_of_every_other_card():
    counts = Counter(deck())
    assert counts.pop(Card("JK")) == 4
    assert len(counts) == 52
    assert set(counts.values()) == {2}


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("JK", 30),
        ("2H", 20),
        ("AS", 15),
        ("KD", 10),
        ("8C", 10),
        ("7C", 5),
        ("3S", 5),
        (" 10h ", 10),
        ("jk", 30),
    ],
)
def test_a_card_is_worth_what_the_federation_says_however_it_is_typed(written, value):
    assert parse(written).value == value


def test_every_card_reads_back_as_it_is_written():
    assert [parse(str(card)) for card in deck()] == deck()


@pytest.mark.parametrize("written", ["", "1H", "11S", "H", "10", "10X", "JKS", "2H3H", "A S", "🂡", None, 7])
def test_what_is_no_card_is_refused_with_how_to_write_one(written):
    with pytest.raises(NotACard) as refused:
        parse(written)
    assert isinstance(refused.value, Refusal)
    assert "then S, H, D or C" in str(refused.value)


def test_a_card_made_up_by_hand_is_refused_too():
    with pytest.raises(NotACard):
        points([Card("JK", "S")])

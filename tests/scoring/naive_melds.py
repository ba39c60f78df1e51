"""A second reading of docs/rules.md 2 on melds, by trying every possibility; slow, and sharing nothing.

Each card is tried as natural and as wild, each wild on each place of each run, each ace low and high.
"""

from collections import Counter
from itertools import product

ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
WORTH = {"dirty": 100, "semi_clean": 150, "clean": 200, None: 0}


def naive(cards, semi_clean_set="at_least"):
    """(kind, burraco) of the reading that pays most, or None if the cards make no meld."""
    if any(count > (4 if card == "JK" else 2) for card, count in Counter(cards).items()):
        return None
    readings = [*_as_set(cards, semi_clean_set), *_as_run(cards)]
    return max(readings, key=lambda reading: WORTH[reading[1]], default=None)


def _rank(card):
    return card if card == "JK" else card[:-1]


def _as_set(cards, semi_clean_set):
    for rank in set(ORDER) - {"2"}:
        naturals = sum(_rank(card) == rank for card in cards)
        others = [card for card in cards if _rank(card) != rank]
        wild = all(_rank(card) in ("JK", "2") for card in others)
        if not wild or len(others) > 1 or naturals < 2 or not 3 <= len(cards) <= 9:
            continue
        semi = len(cards) == 8 or (len(cards) == 9 and semi_clean_set == "at_least")
        burraco = None if len(cards) < 7 else "clean" if not others else "semi_clean" if semi else "dirty"
        yield "set", burraco


def _as_run(cards):
    length = len(cards)
    if not 3 <= length <= 13:
        return
    for suit, start in product("SHDC", range(len(ORDER) - length + 1)):
        places = [rank + suit for rank in ORDER[start : start + length]]
        for wild_at in [None, *range(length)]:
            fixed = [place for at, place in enumerate(places) if at != wild_at]
            rest = list(cards)
            try:
                for place in fixed:
                    rest.remove(place)
            except ValueError:
                continue
            if rest and _rank(rest[0]) not in ("JK", "2"):
                continue
            if all(_rank(place) == "2" for place in fixed):
                continue
            sides = 0 if wild_at is None else max(wild_at, length - 1 - wild_at)
            yield (
                "run",
                None if length < 7 else "clean" if not rest else "semi_clean" if sides >= 7 else "dirty",
            )

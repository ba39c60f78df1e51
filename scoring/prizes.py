"""Prizes in whole euros that add up to the pot, to the cent's last crumb."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from scoring.sentences import Refusal, gettext_noop, say


class PrizeError(Refusal):
    """Prizes that cannot be given as asked; the sentence says why."""


def shares_of(pot: int, shares: Sequence[int]) -> list[int]:
    """Cut a pot of whole euros by shares (percent or any weights); the amounts add up to the pot.

    Every place gets the whole euros of its share; the euros left over go to the largest fractions, the
    better place first. Nobody gets more than a better place with an equal or larger share.

    >>> shares_of(360, [40, 25, 15, 12, 8])
    [144, 90, 54, 43, 29]
    >>> sum(shares_of(100, [1, 1, 1])), shares_of(100, [1, 1, 1])
    (100, [34, 33, 33])
    >>> shares_of(0, [50, 50])
    [0, 0]
    """
    if pot < 0:
        raise PrizeError(
            say(gettext_noop("The pot is negative ({pot}): say how many euros there are."), pot=pot)
        )
    if not shares or any(share < 0 for share in shares) or not sum(shares):
        raise PrizeError(say(gettext_noop("Give every prize a share greater than 0.")))
    exact = [Fraction(pot * share, sum(shares)) for share in shares]
    whole = [int(amount) for amount in exact]
    left = pot - sum(whole)
    by_fraction = sorted(range(len(shares)), key=lambda place: (whole[place] - exact[place], place))
    for place in by_fraction[:left]:
        whole[place] += 1
    return whole


def tied(amounts: Sequence[int], places: Sequence[int]) -> list[int]:
    """What each of the ranked entries gets, those who share a place sharing its prizes.

    ``amounts``: prize of place 1, 2, ...; ``places``: the place of every entry in order (1, 2, 2, 4). The
    prizes of the places a tie covers are added and cut in equal whole euros, the first on the list getting
    a euro more where it does not divide.

    >>> tied([100, 60, 41], [1, 2, 2, 4])
    [100, 51, 50, 0]
    """
    given = [0] * len(places)
    index = 0
    while index < len(places):
        group = [i for i in range(len(places)) if places[i] == places[index]]
        start = places[index] - 1
        together = sum(amounts[start : start + len(group)])
        for position, cut in zip(group, shares_of(together, [1] * len(group)), strict=True):
            given[position] = cut
        index = group[-1] + 1
    return given

"""Scales as data: from a difference of match points to victory points.

The winner of a round gets half the maximum plus the number of bounds strictly below the difference,
the loser the rest (docs/rules.md 3), so every difference has exactly one band and the two lines always
add to the maximum.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from scoring.sentences import Refusal, as_typed, gettext_noop, say

MOST_VP = 200


class ScaleError(Refusal):
    """A scale that cannot be used, or that does not exist; the sentence says what to write."""


@dataclass(frozen=True, init=False)
class Scale:
    """The upper ends, in MP, of the winner's bands from half the ``maximum`` up to one below it, in VP.

    ``bounds``: positive multiples of 5, strictly increasing, as many as half the maximum (ten for 20).
    Frozen and hashable: two scales with the same figures are the same scale. Raises ``ScaleError``.

    >>> THREE_HANDS.award(1200, 375)  # a difference of 825 lies in one band like any other
    (17, 3)
    >>> THREE_HANDS.award(500, 550)  # 50 is the upper end of the level band
    (10, 10)
    >>> Scale([10, 20], maximum=4).award(0, 25)
    (0, 4)
    >>> Scale([100, 300])
    Traceback (most recent call last):
    scoring.victory_points.ScaleError: A scale up to 20 VP has 10 bounds, and 2 are written.
    """

    bounds: tuple[int, ...]
    maximum: int

    def __init__(self, bounds: Sequence[int], maximum: int = 20) -> None:
        if type(maximum) is not int or not 2 <= maximum <= MOST_VP or maximum % 2:
            told = gettext_noop("The maximum of a scale is an even number of VP, from 2 to {most}.")
            raise ScaleError(say(told, most=MOST_VP))
        _validate(bounds, maximum)
        object.__setattr__(self, "bounds", tuple(bounds))
        object.__setattr__(self, "maximum", maximum)

    @property
    def level(self) -> int:
        """The VP of each line when nobody wins: half the maximum."""
        return self.maximum // 2

    def award(self, ns_mp: int, ew_mp: int) -> tuple[int, int]:
        """The VP of North-South and East-West for their MP in the round; they add to the maximum.

        >>> FOUR_HANDS.award(2500, 495)
        (20, 0)
        """
        difference = ns_mp - ew_mp
        bands = bisect_left(self.bounds, abs(difference))
        if difference < 0:
            return self.level - bands, self.level + bands
        return self.level + bands, self.level - bands

    def lower_edge(self, vp: int) -> int:
        """The smallest difference, in MP, that gives a line ``vp``; negative below half the maximum.

        A score that is given instead of played (a bye, a match lost by lateness) brings this net MP
        (docs/rules.md 5). What the loser of such a score gets is the opposite of the winner's.

        >>> THREE_HANDS.lower_edge(14), FOUR_HANDS.lower_edge(12), FOUR_HANDS.lower_edge(8)
        (355, 305, -305)
        """
        if not 0 <= vp <= self.maximum:
            told = gettext_noop("This scale goes from 0 to {maximum} VP, and {vp} is outside it.")
            raise ScaleError(say(told, maximum=self.maximum, vp=vp))
        if vp < self.level:
            return -self.lower_edge(self.maximum - vp)
        return 0 if vp == self.level else self.bounds[vp - self.level - 1] + 5

    def bands(self) -> list[tuple[int, int | None, int, int]]:
        """The scale as it is printed: from, to (None: no end), winner's VP, loser's VP.

        >>> Scale([50, 150], maximum=4).bands()
        [(0, 50, 2, 2), (55, 150, 3, 1), (155, None, 4, 0)]
        """
        edges = [0, *(bound + 5 for bound in self.bounds)]
        ends: list[int | None] = [*self.bounds, None]
        return [
            (start, end, self.level + step, self.level - step)
            for step, (start, end) in enumerate(zip(edges, ends, strict=True))
        ]


def _validate(bounds: Sequence[int], maximum: int) -> None:
    wanted = maximum // 2
    if isinstance(bounds, str) or not isinstance(bounds, Sequence):
        raise ScaleError(say(gettext_noop("The bounds of a scale are a list of numbers.")))
    if len(bounds) != wanted:
        told = gettext_noop("A scale up to {maximum} VP has {wanted} bounds, and {written} are written.")
        raise ScaleError(say(told, maximum=maximum, wanted=wanted, written=len(bounds)))
    before = 0
    for position, bound in enumerate(bounds, start=1):
        if type(bound) is not int or bound <= 0 or bound % 5:
            told = gettext_noop("Bound {position} is “{bound}”, but a bound is a multiple of 5 above 0.")
            raise ScaleError(say(told, position=position, bound=as_typed(bound)))
        if bound <= before:
            told = gettext_noop("Bound {position} is {bound}, and must be above the one before it, {before}.")
            raise ScaleError(say(told, position=position, bound=bound, before=before))
        before = bound


THREE_HANDS = Scale((50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1500))
FOUR_HANDS = Scale((100, 300, 500, 700, 900, 1100, 1300, 1500, 1700, 2000))
TEAMS = Scale((150, 350, 550, 800, 1050, 1300, 1600, 1900, 2200, 2500))
THREE_PLAYERS = Scale((45, 145, 245, 345, 495, 645, 795, 995, 1245, 1495))

NAMED: Mapping[str, Scale] = MappingProxyType(
    {"three_hands": THREE_HANDS, "four_hands": FOUR_HANDS, "teams": TEAMS, "three_players": THREE_PLAYERS}
)
LABELS: Mapping[str, str] = MappingProxyType(
    {
        "three_hands": gettext_noop("rounds of 3 hands"),
        "four_hands": gettext_noop("rounds of 4 hands"),
        "teams": gettext_noop("teams"),
        "three_players": gettext_noop("three players"),
    }
)


def for_hands(hands: int) -> Scale:
    """The usual scale for rounds of that many hands; raises ``ScaleError`` where none is known.

    >>> for_hands(4) is FOUR_HANDS
    True
    >>> for_hands(2)
    Traceback (most recent call last):
    scoring.victory_points.ScaleError: No scale for rounds of 2 hands is known for certain: type in the one \
your organizer publishes.
    """
    known = {3: THREE_HANDS, 4: FOUR_HANDS}
    if hands not in known:
        told = gettext_noop(
            "No scale for rounds of {hands} hands is known for certain:"
            " type in the one your organizer publishes."
        )
        raise ScaleError(say(told, hands=hands))
    return known[hands]


def bye(hands: int, scale: Scale | None = None) -> tuple[int, int]:
    """What a pair that rests gets: (VP, net MP) (docs/rules.md 5).

    70% of the maximum with rounds of 2 or 3 hands, 60% with 4; the MP are the lower edge of that band.
    ``scale``: the tournament's own; without it the usual one (that of 3 hands for rounds of 2).
    Raises ``ScaleError`` for other lengths, whose bye the organizer types in.

    >>> bye(3), bye(4), bye(2), bye(4, TEAMS)
    ((14, 355), (12, 305), (14, 355), (12, 355))
    """
    if hands not in (2, 3, 4):
        told = gettext_noop(
            "What a bye is worth with {hands} hands a round is not known: type in its VP and MP."
        )
        raise ScaleError(say(told, hands=hands))
    share, usual = (60, FOUR_HANDS) if hands == 4 else (70, THREE_HANDS)
    scale = scale or usual
    vp = (scale.maximum * share + 50) // 100
    return vp, scale.lower_edge(vp)

"""Scores that are given instead of played: lateness, withdrawal, warnings (docs/rules.md 5).

Every amount is a setting of the tournament; ``awards(hands)`` gives the defaults as one value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple

from scoring.victory_points import FOUR_HANDS, THREE_HANDS, Scale, bye

LatenessKind = Literal["none", "warning", "match_penalty", "lost"]


class Award(NamedTuple):
    """VP and net MP given to one entry; awards compare by VP, then MP."""

    vp: int
    mp: int


@dataclass(frozen=True)
class Awards:
    """What is given when a match is not played as it should.

    ``late_warning_up_to``, ``late_penalty_up_to``: minutes. ``late_mp_off``: MP off the match.
    ``late_loses``: what the line too late to play gets. ``left_justified``, ``left_unjustified``: what a
    line that withdraws gets. ``two_warnings``: taken off the standings, nobody else gains.
    """

    bye: Award
    late_loses: Award
    left_justified: Award
    left_unjustified: Award
    two_warnings: Award
    late_warning_up_to: int = 5
    late_penalty_up_to: int = 10
    late_mp_off: int = 100

    def lateness(self, minutes: int) -> LatenessKind:
        """What being ``minutes`` late brings: up to 5 a warning, up to 10 MP off the match, over 10 the loss.

        >>> [awards(3).lateness(minutes) for minutes in (0, 5, 6, 10, 11)]
        ['none', 'warning', 'match_penalty', 'match_penalty', 'lost']
        """
        if minutes <= 0:
            return "none"
        if minutes <= self.late_warning_up_to:
            return "warning"
        return "match_penalty" if minutes <= self.late_penalty_up_to else "lost"

    def withdrawal(
        self, justified: bool, stayed: Award | None = None, left: Award | None = None
    ) -> tuple[Award, Award]:
        """What the line that stayed and the line that left get for the match.

        ``stayed``, ``left``: what each had earned at the table until then, if anything was played. Who
        stayed gets the bye's score, or what it had earned if better; who left with good reason gets the
        score of a loss unless that profits it; without, nothing.

        >>> awards(4).withdrawal(justified=True, stayed=Award(15, 820), left=Award(5, -820))
        (Award(vp=15, mp=820), Award(vp=5, mp=-820))
        >>> awards(4).withdrawal(justified=False)
        (Award(vp=12, mp=305), Award(vp=0, mp=0))
        """
        there = self.bye if stayed is None else max(self.bye, stayed)
        if not justified:
            return there, self.left_unjustified
        return there, self.left_justified if left is None else min(self.left_justified, left)


def awards(hands: int, scale: Scale | None = None) -> Awards:
    """The defaults for rounds of that many hands, on the tournament's ``scale`` or the usual one.

    The MP of a lost match are the bye's, negative. Two warnings take 1 VP and the MP of the first band
    above level: the smallest difference that makes 1 VP. Raises ``ScaleError`` for other lengths than 2 to 4.

    >>> awards(3).bye, awards(3).late_loses, awards(3).two_warnings
    (Award(vp=14, mp=355), Award(vp=6, mp=-355), Award(vp=1, mp=55))
    >>> awards(4).bye, awards(4).late_loses
    (Award(vp=12, mp=305), Award(vp=8, mp=-305))
    """
    given = Award(*bye(hands, scale))
    scale = scale or (FOUR_HANDS if hands == 4 else THREE_HANDS)
    loses = Award(scale.maximum - given.vp, -given.mp)
    return Awards(
        bye=given,
        late_loses=loses,
        left_justified=loses,
        left_unjustified=Award(0, 0),
        two_warnings=Award(1, scale.lower_edge(scale.level + 1)),
    )

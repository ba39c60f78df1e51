"""The game for three, its mini-tournament, and free play of two lines to a target (docs/rules.md 8).

Pozzetti of 18 and 11: who first empties the hand takes the 18 and plays alone against the other two. From
the hand after a player reaches the threshold there are three pozzetti of 11 and everyone plays alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from scoring.findings import LineName
from scoring.match import Entry, LineResult
from scoring.sentences import Refusal, as_typed, gettext_noop, say
from scoring.standings import Standing, rank
from scoring.victory_points import THREE_PLAYERS, Scale

Stage = Literal["one_against_two", "everyone_alone", "ended"]

FREE_PLAY_TARGET = 2005


class NotThree(Refusal):
    """Players or points that do not make a game for three."""


@dataclass(frozen=True)
class Target:
    """``alone_from``: from the hand after a player reaches it everyone plays alone. ``ends_at``: the end.

    Both in MP, multiples of 5. In tournaments 1000 and 1505; in free play 1500 and 2005.
    """

    alone_from: int = 1000
    ends_at: int = 1505

    def __post_init__(self) -> None:
        if not 0 < self.alone_from < self.ends_at or self.alone_from % 5 or self.ends_at % 5:
            told = gettext_noop(
                "Playing alone starts at {alone} and the game ends at {end}:"
                " both are multiples of 5, the first above 0 and below the second."
            )
            raise NotThree(say(told, alone=self.alone_from, end=self.ends_at))


TOURNAMENT = Target()
FREE_PLAY = Target(1500, FREE_PLAY_TARGET)


def pair_share(points: int) -> int:
    """What each of the two partners gets of the pair's points: half, rounded up to a multiple of 5.

    Up means towards more, also below 0. Raises ``NotThree`` if the points are no multiple of 5.

    >>> pair_share(735), pair_share(-15), pair_share(10)
    (370, -5, 5)
    """
    _multiple_of_five(points)
    return -(-points // 10) * 5


def hand_points(
    players: Sequence[Entry], lone: Entry, lone_points: int, pair_points: int
) -> dict[Entry, int]:
    """What each of the three gets for a hand that ``lone`` played against the other two.

    >>> hand_points(["A", "B", "C"], "B", lone_points=420, pair_points=-15)
    {'A': -5, 'B': 420, 'C': -5}
    """
    if len(players) != 3 or len(set(players)) != 3 or lone not in players:
        raise NotThree(say(gettext_noop("Three different players sit here, and one of them plays alone.")))
    _multiple_of_five(lone_points)
    share = pair_share(pair_points)
    return {player: lone_points if player == lone else share for player in players}


def _multiple_of_five(points: int) -> None:
    if type(points) is not int or points % 5:
        told = gettext_noop("{points} is no multiple of 5: add the cards up again.")
        raise NotThree(say(told, points=points if type(points) is int else as_typed(points)))


def stage(totals: Mapping[Entry, int], target: Target = TOURNAMENT) -> Stage:
    """How the next hand is played, by the totals after the hand before it.

    >>> stage({"A": 995, "B": 300, "C": 640}), stage({"A": 1000, "B": 300, "C": 640})
    ('one_against_two', 'everyone_alone')
    >>> stage({"A": 1505, "B": 300, "C": 640}), stage({"A": 1505, "B": 300, "C": 640}, FREE_PLAY)
    ('ended', 'everyone_alone')
    """
    best = max(totals.values(), default=0)
    if best >= target.ends_at:
        return "ended"
    return "everyone_alone" if best >= target.alone_from else "one_against_two"


def pozzetti(at: Stage) -> tuple[int, ...]:
    """How many cards each pozzetto of the next hand has.

    >>> pozzetti("one_against_two"), pozzetti("everyone_alone")
    ((18, 11), (11, 11, 11))
    """
    return {"one_against_two": (18, 11), "everyone_alone": (11, 11, 11), "ended": ()}[at]


def play(
    hands: Iterable[Mapping[Entry, int]], target: Target = TOURNAMENT
) -> list[tuple[Stage, dict[Entry, int]]]:
    """The game hand by hand: how each hand was played and the totals after it.

    ``hands``: what each player got in each hand. Stays at "everyone_alone" once reached, even if the one
    who reached the threshold falls below it again. Raises ``NotThree`` for a hand after the end.

    >>> played = play([
    ...     {"A": 1000, "B": 200, "C": 200}, {"A": -50, "B": 300, "C": 100}, {"A": 600, "B": 0, "C": 0},
    ... ])
    >>> [how for how, totals in played], played[-1][1]
    (['one_against_two', 'everyone_alone', 'everyone_alone'], {'A': 1550, 'B': 500, 'C': 300})
    """
    totals: dict[Entry, int] = {}
    now: Stage = "one_against_two"
    played: list[tuple[Stage, dict[Entry, int]]] = []
    for hand in hands:
        if now == "ended":
            told = gettext_noop("The game ended with hand {hand}: nothing is played after it.")
            raise NotThree(say(told, hand=len(played)))
        if len(hand) != 3 or (totals and hand.keys() != totals.keys()):
            raise NotThree(
                say(gettext_noop("Hand {hand} is not of the same three players."), hand=len(played) + 1)
            )
        for points in hand.values():
            _multiple_of_five(points)
        totals = {player: totals.get(player, 0) + points for player, points in hand.items()}
        played.append((now, dict(totals)))
        reached = stage(totals, target)
        if reached != "one_against_two":
            now = reached
    return played


def mini_tournament(totals: Mapping[Entry, int], scale: Scale = THREE_PLAYERS) -> list[Standing]:
    """The ranking of the game: each two players' totals compared and converted to VP, then added.

    >>> for standing in mini_tournament({"A": 1350, "B": 1550, "C": 850}):
    ...     print(standing.place, standing.entry, standing.vp)
    1 B 28
    2 A 23
    3 C 9
    """
    if len(totals) != 3:
        raise NotThree(
            say(gettext_noop("A game for three has three totals, and here are {count}."), count=len(totals))
        )
    results = []
    for one, other in combinations(totals, 2):
        one_vp, other_vp = scale.award(totals[one], totals[other])
        net = totals[one] - totals[other]
        results.append(LineResult(one, 1, one_vp, net, None, other))
        results.append(LineResult(other, 1, other_vp, -net, None, one))
    return rank(results)


def free_play(
    hands: Iterable[tuple[int, int]], target: int = FREE_PLAY_TARGET
) -> tuple[int, int, LineName | None]:
    """Free play between two lines: the totals and who has won, None while the game goes on.

    It ends when a line reaches ``target``; if both do in the same hand the higher total wins, and if those
    are equal another hand is played. Hands after the end raise ``Refusal``.

    >>> free_play([(1200, 900), (790, 1150)])
    (1990, 2050, 'ew')
    >>> free_play([(1200, 900), (850, 1120)])
    (2050, 2020, 'ns')
    >>> free_play([(1200, 1000), (800, 1000)])
    (2000, 2000, None)
    """
    ns_total, ew_total = 0, 0
    winner: LineName | None = None
    for number, (ns, ew) in enumerate(hands, start=1):
        if winner:
            told = gettext_noop("The game ended with hand {hand}: nothing is played after it.")
            raise Refusal(say(told, hand=number - 1))
        ns_total, ew_total = ns_total + ns, ew_total + ew
        if max(ns_total, ew_total) >= target and ns_total != ew_total:
            winner = "ns" if ns_total > ew_total else "ew"
    return ns_total, ew_total, winner

"""A match of a round, turned into what each of its two entries takes to the standings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from scoring.sentences import Refusal, gettext_noop, say
from scoring.victory_points import Scale

# Whatever the caller calls its entries by, as long as it hashes: a number, a name, a tuple of two players.
Entry: TypeAlias = Any
ResultKind = Literal["played", "bye", "ruled"]


class MatchError(Refusal):
    """A match nobody can have played; the sentence says what to mend."""


class LineResult(NamedTuple):
    """What one entry got in one round.

    ``vp``, ``net_mp``: victory points and MP difference. ``gross_mp``: its own MP, None where no cards were
    counted (a bye, a ruling without play). ``opponent``: None for a bye.
    """

    entry: Entry
    round: int
    vp: int
    net_mp: int
    gross_mp: int | None = None
    opponent: Entry | None = None
    kind: ResultKind = "played"


@dataclass(frozen=True)
class Ruling:
    """An adjusted score: VP and net MP of each line as the referee gives them; they need not balance."""

    ns_vp: int
    ew_vp: int
    ns_net_mp: int = 0
    ew_net_mp: int = 0


@dataclass(frozen=True)
class MatchResult:
    """One table of one round: the two entries, their MP in the round, and what a referee did to it.

    ``ns`` or ``ew`` None: the other rests. ``ns_mp``, ``ew_mp``: MP of the round, None where none were
    counted. ``ns_off``, ``ew_off``: match penalties, MP taken off before the difference, so that the VP of
    both lines change (docs/rules.md 5). ``ruling``: replaces VP and net MP.
    """

    round: int
    ns: Entry | None
    ew: Entry | None
    ns_mp: int | None = None
    ew_mp: int | None = None
    ns_off: int = 0
    ew_off: int = 0
    ruling: Ruling | None = None


def line_results(match: MatchResult, scale: Scale, bye_award: tuple[int, int]) -> tuple[LineResult, ...]:
    """What the match brings to each of its entries; one result for a bye, two otherwise.

    ``bye_award``: (VP, net MP) of a pair that rests. Raises ``MatchError`` if nobody sits there, if one
    entry sits on both sides, or if MP are missing and no ruling stands in for them.

    >>> from scoring.victory_points import FOUR_HANDS
    >>> for result in line_results(MatchResult(1, "A", "B", 1485, 1250, ns_off=100), FOUR_HANDS, (12, 305)):
    ...     print(result.entry, result.vp, result.net_mp, result.gross_mp)
    A 11 135 1385
    B 9 -135 1250
    >>> line_results(MatchResult(1, "C", None), FOUR_HANDS, (12, 305))[0].vp
    12
    """
    ns, ew = match.ns, match.ew
    if ns is None or ew is None:
        return (_bye(match, bye_award),)
    if ns == ew:
        told = gettext_noop("In round {round}, {entry} would play against itself.")
        raise MatchError(say(told, round=match.round, entry=str(ns)))
    ns_gross = None if match.ns_mp is None else match.ns_mp - match.ns_off
    ew_gross = None if match.ew_mp is None else match.ew_mp - match.ew_off
    if match.ruling is not None:
        ruling = match.ruling
        return (
            LineResult(ns, match.round, ruling.ns_vp, ruling.ns_net_mp, ns_gross, ew, "ruled"),
            LineResult(ew, match.round, ruling.ew_vp, ruling.ew_net_mp, ew_gross, ns, "ruled"),
        )
    if ns_gross is None or ew_gross is None:
        told = gettext_noop("In round {round}, {ns} against {ew} has no result yet.")
        raise MatchError(say(told, round=match.round, ns=str(ns), ew=str(ew)))
    ns_vp, ew_vp = scale.award(ns_gross, ew_gross)
    net = ns_gross - ew_gross
    return (
        LineResult(ns, match.round, ns_vp, net, ns_gross, ew),
        LineResult(ew, match.round, ew_vp, -net, ew_gross, ns),
    )


def _bye(match: MatchResult, bye_award: tuple[int, int]) -> LineResult:
    resting = match.ns if match.ns is not None else match.ew
    if resting is None:
        told = gettext_noop("In round {round}, a table has nobody at it.")
        raise MatchError(say(told, round=match.round))
    vp, mp = bye_award
    ew_rests = match.ns is None
    if match.ruling is not None:
        given = match.ruling
        vp, mp = (given.ns_vp, given.ns_net_mp) if not ew_rests else (given.ew_vp, given.ew_net_mp)
    return LineResult(resting, match.round, vp, mp, None, None, "bye")

"""Results and adjustments into places, with what decided each of them (docs/rules.md 7)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from scoring.criteria import CRITERIA, DEFAULT_CRITERIA, Criterion, Tally, criteria_named
from scoring.match import Entry, LineResult, MatchResult, Ruling, line_results
from scoring.sentences import Sentence, gettext_noop, say

__all__ = [
    "CRITERIA",
    "DEFAULT_CRITERIA",
    "Decision",
    "LineResult",
    "MatchResult",
    "Ruling",
    "Standing",
    "StandingsPenalty",
    "TieBreakValue",
    "criteria_named",
    "line_results",
    "rank",
]


NameOf = Callable[[Entry], str]


class StandingsPenalty(NamedTuple):
    """VP and MP taken off one entry's standings (positive amounts); nobody else gains (docs/rules.md 5)."""

    entry: Entry
    vp: int = 0
    mp: int = 0
    round: int | None = None


class TieBreakValue(NamedTuple):
    """What a criterion gives an entry; None where it does not apply (an encounter of nobody level)."""

    key: str
    label: str
    value: int | None


class Decision(NamedTuple):
    """The criterion that put one entry before its neighbour, and the values of both as it was asked."""

    key: str
    label: str
    other: Entry
    mine: int | None
    theirs: int | None


class _Split(NamedTuple):
    """What parts an entry from the one above it: the criterion and both values, taken as it was asked.

    A relative criterion is asked again among those it leaves level, so the values an entry ends with may
    belong to a smaller group than the one that was split here.
    """

    criterion: Criterion
    above: int | None
    below: int | None


@dataclass(frozen=True, slots=True)
class Standing:
    """An entry's line in the standings.

    ``place``: shared by entries nothing decides between (1, 2, 2, 4). ``vp``, ``net_mp``, ``gross_mp``:
    totals, penalties taken off VP and net MP. ``values``: every criterion's value, in the order asked.
    ``behind``, ``ahead_of``: what decided against the neighbour above and below; None at the ends of the
    list, beside an entry on the same place, and with official places.
    """

    place: int
    entry: Entry
    vp: int
    net_mp: int
    gross_mp: int
    played: int
    byes: int
    values: tuple[TieBreakValue, ...]
    shared: bool = False
    official: bool = False
    behind: Decision | None = None
    ahead_of: Decision | None = None

    @property
    def decided_by(self) -> str | None:
        """The key of the criterion that put the entry behind the one above it."""
        return self.behind.key if self.behind else None

    @property
    def reason(self) -> Sentence:
        """Why the entry has this place, naming the neighbour by ``str``."""
        return self.explained(str)

    def explained(self, name: NameOf) -> Sentence:
        """Why the entry has this place, for a player who asks; ``name`` says what to call an entry."""
        if self.official:
            return say(gettext_noop("Place {place} is the official one, as published."), place=self.place)
        if self.shared:
            told = gettext_noop("Place {place} is shared: no criterion decides between those who are level.")
            return say(told, place=self.place)
        if self.behind is not None:
            told = gettext_noop("Place {place}, behind {other}: {criterion} {mine} against {theirs}.")
            return _decided(told, self.place, self.behind, name)
        if self.ahead_of is not None:
            told = gettext_noop("Place {place}, ahead of {other}: {criterion} {mine} against {theirs}.")
            return _decided(told, self.place, self.ahead_of, name)
        return say(gettext_noop("Place {place}: there is nobody else."), place=self.place)


def _decided(template: str, place: int, decision: Decision, name: NameOf) -> Sentence:
    return say(
        template,
        place=place,
        other=name(decision.other),
        criterion=say(decision.label),
        mine=_value(decision.mine),
        theirs=_value(decision.theirs),
    )


def _value(value: int | None) -> int | str:
    return "" if value is None else value


def rank(
    results: Iterable[LineResult],
    *,
    entries: Sequence[Entry] = (),
    penalties: Iterable[StandingsPenalty] = (),
    criteria: Sequence[Criterion] = DEFAULT_CRITERIA,
    official_places: Mapping[Entry, int] | None = None,
    lots: Mapping[Entry, int] | None = None,
) -> list[Standing]:
    """The standings: every entry with its place, in order.

    ``results``: what each entry got in each round, byes included (``scoring.match.line_results``).
    ``entries``: whom to list even without a result; entries on one place keep this order.
    ``penalties``: taken off VP and net MP. ``criteria``: asked in turn, each only among those still level.
    ``lots``: numbers drawn by those who were level after everything else; without them level entries share
    the place, and the next one is left empty (1, 2, 2, 4). ``official_places``: places already published
    elsewhere, kept as they are; entries not among them follow, ordered by the criteria.

    >>> evening = [
    ...     LineResult("A", 1, 14, 400, 900, "B"), LineResult("B", 1, 6, -400, 500, "A"),
    ...     LineResult("C", 1, 14, 355, None, None, "bye"),
    ... ]
    >>> for standing in rank(evening):
    ...     print(standing.place, standing.entry, standing.vp, standing.net_mp, standing.reason)
    1 A 14 400 Place 1, ahead of C: net MP 400 against 355.
    2 C 14 355 Place 2, behind A: net MP 355 against 400.
    3 B 6 -400 Place 3, behind C: VP 6 against 14.
    """
    tallies = _gather(results, entries, penalties, lots or {})
    for criterion in criteria:
        values = [None] * len(tallies) if criterion.relative else criterion.values(tallies)
        for tally, value in zip(tallies, values, strict=True):
            tally.values[criterion.key] = value
    order: list[Tally] = []
    decided: dict[int, _Split] = {}
    official = official_places or {}
    listed = sorted((tally for tally in tallies if tally.entry in official), key=lambda t: official[t.entry])
    _settle([tally for tally in tallies if tally.entry not in official], criteria, order, decided)
    places = [official[tally.entry] for tally in listed]
    return _official(listed, places, criteria) + _standings(order, decided, criteria, len(listed))


def _gather(
    results: Iterable[LineResult],
    entries: Sequence[Entry],
    penalties: Iterable[StandingsPenalty],
    lots: Mapping[Entry, int],
) -> list[Tally]:
    """One tally per entry, in the order of ``entries``, then of first appearance."""
    tallies: dict[Entry, Tally] = {entry: Tally(entry) for entry in entries}
    last_round = None
    for entry, number, vp, net_mp, gross_mp, opponent, kind in results:
        tally = tallies.get(entry)
        if tally is None:
            tally = tallies[entry] = Tally(entry)
        tally.vp += vp
        tally.net_mp += net_mp
        tally.gross_mp += gross_mp or 0
        if kind == "bye":
            tally.byes += 1
        else:
            tally.played += 1
            if opponent is not None:
                tally.met.setdefault(opponent, []).append(vp)
        if last_round is None or number > last_round:
            last_round = number
            for other in tallies.values():
                other.last_round_vp = 0
        if number == last_round:
            tally.last_round_vp += vp
    for penalty in penalties:
        tally = tallies.setdefault(penalty.entry, Tally(penalty.entry))
        tally.vp -= penalty.vp
        tally.net_mp -= penalty.mp
    for entry, tally in tallies.items():
        tally.lot = lots.get(entry)
    return list(tallies.values())


def _settle(
    group: list[Tally], criteria: Sequence[Criterion], order: list[Tally], decided: dict[int, _Split]
) -> None:
    """Append the group to ``order``, best first; ``decided``: what split off the entry at that position."""
    if len(group) < 2 or not criteria:
        order += group
        return
    criterion, rest = criteria[0], criteria[1:]
    key = criterion.key
    asked = criterion.values(group) if criterion.relative else [tally.values[key] for tally in group]
    for tally, value in zip(group, asked, strict=True):
        if tally.values[key] is None:  # asked again among fewer, the value shown stays that of the first time
            tally.values[key] = value
    values = {id(tally): value for tally, value in zip(group, asked, strict=True) if value is not None}
    if len(values) < len(group):
        _settle(group, rest, order, decided)
        return
    sign = 1 if criterion.lowest_first else -1

    def standing(tally: Tally) -> int:
        return sign * values[id(tally)]

    parts = [list(part) for _, part in groupby(sorted(group, key=standing), key=standing)]
    again = criteria if criterion.relative and len(parts) > 1 else rest
    for number, part in enumerate(parts):
        if number:
            decided[len(order)] = _Split(criterion, values[id(parts[number - 1][0])], values[id(part[0])])
        _settle(part, again, order, decided)


def _standings(
    order: list[Tally], decided: dict[int, _Split], criteria: Sequence[Criterion], before: int
) -> list[Standing]:
    standings = []
    place = before + 1
    for position, tally in enumerate(order):
        if position in decided:
            place = before + position + 1
        above, below = decided.get(position), decided.get(position + 1)
        shared = (position > 0 and above is None) or (position + 1 < len(order) and below is None)
        standings.append(
            _standing(
                tally,
                place,
                criteria,
                shared=shared,
                behind=_decision(above.criterion, order[position - 1], above.below, above.above)
                if above
                else None,
                ahead_of=_decision(below.criterion, order[position + 1], below.above, below.below)
                if below
                else None,
            )
        )
    return standings


def _official(listed: list[Tally], places: list[int], criteria: Sequence[Criterion]) -> list[Standing]:
    return [
        _standing(tally, place, criteria, shared=places.count(place) > 1, official=True)
        for tally, place in zip(listed, places, strict=True)
    ]


def _decision(criterion: Criterion, other: Tally, mine: int | None, theirs: int | None) -> Decision:
    return Decision(criterion.key, criterion.label, other.entry, mine, theirs)


def _standing(
    tally: Tally,
    place: int,
    criteria: Sequence[Criterion],
    *,
    shared: bool,
    official: bool = False,
    behind: Decision | None = None,
    ahead_of: Decision | None = None,
) -> Standing:
    values = tuple([TieBreakValue(each.key, each.label, tally.values[each.key]) for each in criteria])
    return Standing(
        place,
        tally.entry,
        tally.vp,
        tally.net_mp,
        tally.gross_mp,
        tally.played,
        tally.byes,
        values,
        shared,
        official,
        behind,
        ahead_of,
    )

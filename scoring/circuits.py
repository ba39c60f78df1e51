"""A season ranking over stages: the best n of m count, doubled stages twice (docs/rules.md 9).

The unit is the player, not the pair, since partners change from stage to stage: each player of a pair takes
to the circuit what the pair got in the rounds the player sat in. What of a stage counts the rules leave open;
here it is VP, as in the standings, and net MP beside them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scoring.criteria import DirectEncounter, Lot, Tally, Total
from scoring.sentences import gettext_noop
from scoring.standings import LineResult, rank

Player = Hashable
Encounters = Mapping[Any, Mapping[Any, Sequence[int]]]
"""Whom a player met, and the VP won each time."""


class StageResult(NamedTuple):
    """What a player takes from a stage, before it is doubled."""

    player: Player
    stage: int
    vp: int
    net_mp: int
    factor: int = 1


@dataclass(frozen=True)
class CircuitStanding:
    """A player's line. ``place`` None: too few attendances. ``counted``: the stages that make ``vp``."""

    place: int | None
    player: Player
    vp: int
    net_mp: int
    attendances: int
    stages: Mapping[int, int] = field(default_factory=dict)
    counted: tuple[int, ...] = ()
    shared: bool = False


@dataclass(frozen=True)
class _Met:
    """Direct encounter over all stages, asked by the rule of one evening."""

    met: Encounters
    key: str = "direct_encounter"
    label: str = gettext_noop("direct encounter")
    relative: bool = True
    lowest_first: bool = False

    def values(self, group: Sequence[Tally]) -> Sequence[int | None]:
        among = {tally.entry for tally in group}
        known = [
            Tally(
                tally.entry,
                met={
                    other: list(won) for other, won in self.met.get(tally.entry, {}).items() if other in among
                },
            )
            for tally in group
        ]
        return DirectEncounter().values(known)


@dataclass(frozen=True)
class _Attendances:
    """At how many stages a player was, counted or not."""

    times: Mapping[Player, int]
    key: str = "attendances"
    label: str = gettext_noop("attendances")
    relative: bool = False
    lowest_first: bool = False

    def values(self, group: Sequence[Tally]) -> Sequence[int | None]:
        return [self.times[tally.entry] for tally in group]


def count_circuit(
    results: Iterable[StageResult],
    *,
    best_of: int | None = None,
    minimum_attendances: int = 0,
    met: Encounters | None = None,
    lots: Mapping[Player, int] | None = None,
) -> list[CircuitStanding]:
    """The ranking of a circuit; an annulled stage is simply not among ``results``.

    ``best_of``: so many of a player's stages count, those with the most VP, doubled stages at their doubled
    worth; None for all. ``minimum_attendances``: who came less often is listed after the others without a
    place. Ties by direct encounter, net MP of what counts, attendances, lot; who is level after that shares
    the place until a lot is drawn.

    >>> stages = [StageResult("A", 1, 40, 100), StageResult("A", 2, 30, 50), StageResult("A", 3, 20, 0),
    ...           StageResult("B", 1, 35, 80), StageResult("B", 2, 20, 10, factor=2),
    ...           StageResult("C", 1, 60, 9)]
    >>> for line in count_circuit(stages, best_of=2, minimum_attendances=2):
    ...     print(line.place, line.player, line.vp, line.net_mp, line.attendances, line.counted)
    1 B 75 100 2 (1, 2)
    2 A 70 150 3 (1, 2)
    None C 60 9 1 (1,)
    """
    by_player: dict[Player, list[StageResult]] = {}
    for result in results:
        by_player.setdefault(result.player, []).append(result)
    times = {player: len(stages) for player, stages in by_player.items()}
    counting = {player: _best(stages, best_of) for player, stages in by_player.items()}
    criteria = (
        Total("vp", gettext_noop("VP")),
        _Met(met or {}),
        Total("net_mp", gettext_noop("net MP")),
        _Attendances(times),
        Lot(),
    )
    placed = [player for player, count in times.items() if count >= minimum_attendances]
    rest = [player for player, count in times.items() if count < minimum_attendances]
    lines = []
    for group, has_place in ((placed, True), (rest, False)):
        taken = [
            LineResult(one.player, one.stage, one.vp * one.factor, one.net_mp * one.factor)
            for player in group
            for one in counting[player]
        ]
        for standing in rank(taken, entries=group, criteria=criteria, lots=lots or {}):
            player = standing.entry
            lines.append(
                CircuitStanding(
                    place=standing.place if has_place else None,
                    player=player,
                    vp=standing.vp,
                    net_mp=standing.net_mp,
                    attendances=times[player],
                    stages={one.stage: one.vp * one.factor for one in by_player[player]},
                    counted=tuple(sorted(one.stage for one in counting[player])),
                    shared=standing.shared and has_place,
                )
            )
    return lines


def _best(stages: Sequence[StageResult], best_of: int | None) -> list[StageResult]:
    """The stages that count; of two with the same VP the one with more MP, then the earlier."""
    ordered = sorted(stages, key=lambda one: (-one.vp * one.factor, -one.net_mp * one.factor, one.stage))
    return ordered if best_of is None else ordered[:best_of]

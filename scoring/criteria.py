"""The criteria that decide between entries, as small named things (docs/rules.md 7).

A criterion gives every entry of a group that is still level a value, or None to all of them when it
cannot decide there. Higher is better, except for the lot: the first drawn goes first.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from scoring.match import Entry
from scoring.sentences import Refusal, gettext_noop, say


class CriterionError(Refusal):
    """A list of criteria that cannot be used."""


@dataclass(slots=True)
class Tally:
    """What an entry has gathered: totals, adjustments included, and whom it met for how many VP."""

    entry: Entry
    vp: int = 0
    net_mp: int = 0
    gross_mp: int = 0
    played: int = 0
    byes: int = 0
    last_round_vp: int = 0
    lot: int | None = None
    met: dict[Entry, list[int]] = field(default_factory=dict)
    values: dict[str, int | None] = field(default_factory=dict)


class Criterion(Protocol):
    """``relative``: the values depend on who else is level, not on the entry alone."""

    @property
    def key(self) -> str: ...
    @property
    def label(self) -> str: ...
    @property
    def relative(self) -> bool: ...
    @property
    def lowest_first(self) -> bool: ...

    def values(self, group: Sequence[Tally]) -> Sequence[int | None]:
        """One value for each of the group, in its order."""
        ...


@dataclass(frozen=True)
class Total:
    """A total of the entry's own: VP, net MP, gross MP or the VP of the field's last round."""

    key: str
    label: str
    relative: bool = False
    lowest_first: bool = False

    def values(self, group: Sequence[Tally]) -> Sequence[int]:
        return [getattr(tally, self.key) for tally in group]


@dataclass(frozen=True)
class DirectEncounter:
    """The VP the entries that are level won against each other.

    It decides only if each of them met each of the others, and all equally often: otherwise who met more
    of them would gain or lose by the draw. It is asked again among those it leaves level.

    >>> a, b = Tally("A", met={"B": [12]}), Tally("B", met={"A": [8]})
    >>> DirectEncounter().values([a, b]), DirectEncounter().values([a, b, Tally("C")])
    ([12, 8], [None, None, None])
    """

    key: str = "direct_encounter"
    label: str = gettext_noop("direct encounter")
    relative: bool = True
    lowest_first: bool = False

    def values(self, group: Sequence[Tally]) -> Sequence[int | None]:
        undecided = [None] * len(group)
        entries = [tally.entry for tally in group]
        times = None
        won = []
        for tally in group:
            if len(tally.met) < len(group) - 1:
                return undecided
            total = 0
            for opponent in entries:
                if opponent == tally.entry:
                    continue
                meetings = tally.met.get(opponent)
                times = times or len(meetings or ())
                if not meetings or len(meetings) != times:
                    return undecided
                total += sum(meetings)
            won.append(total)
        return won


@dataclass(frozen=True)
class Lot:
    """The number an entry drew when the organizer cast lots; it decides once all who are level have drawn.

    Nothing is drawn here: until lots are cast, and when none are, level entries share the place.
    """

    key: str = "lot"
    label: str = gettext_noop("lot")
    relative: bool = False
    lowest_first: bool = True

    def values(self, group: Sequence[Tally]) -> Sequence[int | None]:
        return [tally.lot for tally in group]


CRITERIA: Mapping[str, Criterion] = {
    criterion.key: criterion
    for criterion in (
        Total("vp", gettext_noop("VP")),
        Total("net_mp", gettext_noop("net MP")),
        DirectEncounter(),
        Total("gross_mp", gettext_noop("gross MP")),
        Total("last_round_vp", gettext_noop("VP of the last round")),
        Lot(),
    )
}
DEFAULT_CRITERIA: tuple[Criterion, ...] = tuple(CRITERIA.values())


def criteria_named(keys: Sequence[str]) -> tuple[Criterion, ...]:
    """The criteria an organizer lists by key, in that order; raises ``CriterionError``.

    >>> [criterion.label for criterion in criteria_named(["vp", "direct_encounter"])]
    ['VP', 'direct encounter']
    >>> criteria_named(["vp", "age"])
    Traceback (most recent call last):
    scoring.criteria.CriterionError: “age” is no criterion: use vp, net_mp, direct_encounter, gross_mp, \
last_round_vp, lot.
    """
    for key in keys:
        if key not in CRITERIA:
            told = gettext_noop("“{key}” is no criterion: use {known}.")
            raise CriterionError(say(told, key=key, known=", ".join(CRITERIA)))
    if not keys or len(set(keys)) < len(keys):
        raise CriterionError(say(gettext_noop("List at least one criterion, and each only once.")))
    return tuple(CRITERIA[key] for key in keys)

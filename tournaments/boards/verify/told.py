"""What an event has to be, by its journal alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournaments.models import Entry

At = tuple[int, int]
"""A table: round and number."""
Seated = tuple[tuple[int, ...], tuple[int, ...]]
"""Who sits at a table: North-South, East-West."""
Hands = tuple[tuple[int, int], ...]


class Penalised(NamedTuple):
    """Points off as the journal tells them."""

    entry: int
    round: int | None
    scope: str
    vp: int
    mp: int


class Scored(NamedTuple):
    """A confirmed result. ``hands`` None: the line is of before, and did not hold them."""

    ns: int
    ew: int
    hands: Hands | None = None


@dataclass
class PairTold:
    """A pair on the list. ``state`` None: the line that put it there did not say."""

    state: str | None
    left_in_round: int | None = None


@dataclass
class RoundTold:
    """A round: how it was seated, by which verb, who could have been, and how far it has come.

    ``seats`` and ``tables`` None: no line says. ``playing``: the pairs that played when it was seated.
    """

    verb: str
    state: str
    tables: int | None
    seats: dict[int, Seated] | None
    playing: frozenset[int] = frozenset()


@dataclass
class Told:
    """The event at the last line. None, or a round in ``unknown``, means that nothing can be said of it.

    ``says_all``: its lines are of the kind that holds settings, seats and hands; else only totals.
    """

    says_all: bool = False
    state: str | None = None
    settings: dict[str, Any] = field(default_factory=dict)
    pairs: dict[int, PairTold] | None = field(default_factory=dict)
    rounds: dict[int, RoundTold] = field(default_factory=dict)
    results: dict[At, Scored] = field(default_factory=dict)
    rulings: dict[At, tuple[int, int, int, int] | None] = field(default_factory=dict)
    """NS VP, NS MP, EW VP, EW MP; None: one was set, and its figures are not known."""
    penalties: Counter[Penalised] = field(default_factory=Counter)
    second: dict[At, tuple[int, int]] = field(default_factory=dict)
    unknown: set[tuple[str, int | None, int | None]] = field(default_factory=set)
    """What a damaged line told of: ("results", round, table), table None for
    the whole round; ("penalties", pair, None)."""

    def is_known(self, what: str, round_number: int | None, table: int | None = None) -> bool:
        spoiled = {(what, None, None), (what, round_number, None), (what, round_number, table)}
        return not spoiled & self.unknown

    def playing(self) -> frozenset[int]:
        return frozenset(
            number for number, pair in (self.pairs or {}).items() if pair.state == Entry.State.ACTIVE
        )


def seats_of(rows: Iterable[Any]) -> dict[int, Seated]:
    """The seats of a line: ``[[table, [NS], [EW]], ...]``."""
    return {int(table): (tuple(ns), tuple(ew)) for table, ns, ew in rows}

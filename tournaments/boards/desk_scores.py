"""The grid of a round as the desk types it: every table, what has come of it, what is still missing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.boards.names import Names, load_names
from tournaments.boards.played_tables import Hand, Table, load_seated, load_tables
from tournaments.models import Event, JournalLine, Line, Match, Phase, Result, Round, Ruling, Seat
from tournaments.prepared import prepared

__all__ = [
    "Grid",
    "Hand",
    "Progress",
    "Table",
    "changed_tables",
    "current_round",
    "grid_of",
    "load_seated",
    "load_tables",
    "progress",
    "rounds_of",
]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a round is: tables still missing, and how many play at all (the bye does not)."""

    missing: tuple[int, ...]
    expected: int

    @property
    def arrived(self) -> int:
        return self.expected - len(self.missing)

    @property
    def is_chase(self) -> bool:
        """Near the end, when the missing tables are worth chasing: a third or fewer."""
        return 0 < len(self.missing) * 3 <= self.expected


def progress(round_id: int) -> Progress:
    """Which tables of a round have neither a confirmed result nor a ruling; one query."""
    found = _arrived(round_id)
    return Progress(tuple(table for table, result, ruled in found if not (result or ruled)), len(found))


@prepared
def _arrived(round_id: int) -> QuerySet[Match, tuple[Any, ...]]:
    """The tables of a round at which two lines sit: the number, whether a result counts, whether a ruling."""
    here = {"match": OuterRef("pk")}
    return (
        Match.objects.filter(round_id=round_id)
        .filter(
            Exists(Seat.objects.filter(**here, line=Line.NS)),
            Exists(Seat.objects.filter(**here, line=Line.EW)),
        )
        .order_by("table")
        .values_list(
            "table",
            Exists(Result.objects.filter(**here, state=Result.State.CONFIRMED)),
            Exists(Ruling.objects.filter(**here, cancelled_at=None)),
        )
    )


@dataclass(frozen=True)
class Grid:
    """A round at the desk."""

    round: Round
    rounds: list[Round]
    phases: list[Phase]
    tables: list[Table]
    names: Names = field(repr=False)

    @property
    def progress(self) -> Progress:
        expected = [table for table in self.tables if not table.is_bye]
        return Progress(tuple(t.table for t in expected if t.is_missing), len(expected))

    @property
    def differences(self) -> list[Table]:
        return [table for table in self.tables if table.differs]

    @property
    def not_keyed_again(self) -> list[Table]:
        """Tables with a result that nobody has keyed a second time yet."""
        return [table for table in self.tables if table.is_played and table.second is None]


def current_round(rounds: Iterable[Round]) -> Round | None:
    """The round the desk types: the first one published, else the last one closed."""
    published = [found for found in rounds if found.state == Round.State.PUBLISHED]
    closed = [found for found in rounds if found.state == Round.State.CLOSED]
    return min(published, key=_number, default=None) or max(closed, key=_number, default=None)


def _number(found: Round) -> int:
    return found.number


def rounds_of(event: Event) -> list[Round]:
    """The rounds whose results can be typed, in order."""
    return list(
        event.rounds.exclude(state=Round.State.DRAWN).defer("why").select_related("phase").order_by("number")
    )


def grid_of(event: Event, number: int | None = None) -> Grid | None:
    """The grid of a round in seven queries; the current one without a number; None where there is none."""
    rounds = rounds_of(event)
    found = current_round(rounds) if number is None else next((r for r in rounds if r.number == number), None)
    if found is None:
        return None
    names = load_names(event)
    return Grid(
        round=found,
        rounds=rounds,
        phases=list(event.phases.order_by("position")),
        tables=load_tables(event, found, names=names),
        names=names,
    )


def changed_tables(event: Event, number: int, since: int) -> set[int] | None:
    """The tables of a round that changed after version ``since``; None where any of them may have.

    The journal says so: each change is a line, and a line about a table names it. One query.
    """
    found: set[int] = set()
    for in_round, table in JournalLine.objects.filter(event=event, number__gt=since).values_list(
        "round_number", "table"
    ):
        if in_round is None or (in_round == number and table is None):
            return None
        if in_round == number and table is not None:
            found.add(table)
    return found

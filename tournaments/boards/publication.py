"""Each published standings has a number and says what changed since the last (docs/rules.md 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tournaments.boards.released import Released
from tournaments.boards.standings import Row
from tournaments.models import JournalLine, Publication

CORRECTING = (
    "record_result",
    "correct_result",
    "record_round",
    "rule",
    "rule_late",
    "rule_absent",
    "take_back_withdrawal",
    "cancel_ruling",
    "penalise",
    "cancel_penalty",
    "warn",
    "withdraw",
)


class Correction(NamedTuple):
    """A change that touched the standings: of a table, of a round, or (neither) points off."""

    round: int | None
    table: int | None


@dataclass(frozen=True)
class Changes:
    """What is different from publication ``since``: what was corrected, and the places it moved."""

    since: int
    corrections: tuple[Correction, ...]
    places: tuple[int, ...]


@dataclass(frozen=True)
class Published:
    """How the standings of a round stand to what was published of them.

    ``number`` None: closed, and not published under a number yet. ``at``: when it was published, or closed.
    """

    number: int | None
    at: datetime | None
    changes: Changes | None = None


def published(released: Released, upto: int, rows: Sequence[Row]) -> Published:
    """What to print over the standings after round ``upto``. At most two queries."""
    newest = list(
        Publication.objects.filter(event=released.event, round_number=upto)
        .order_by("-number")
        .values_list("number", "at", "version", "rows")[:2]
    )
    if not newest:
        return Published(None, released.rounds[upto].closed_at)
    number, at, version, last_rows = newest[0]
    now = {row.number: (row.place, row.vp, row.mp) for row in rows}
    if _told(last_rows) != now:
        places = _places(_told(last_rows), now)
        return Published(number, at, Changes(number, _corrections(released, upto, version), places))
    if len(newest) == 1:
        return Published(number, at)
    before_number, _at, before_version, before_rows = newest[1]
    corrections = _corrections(released, upto, before_version, version)
    return Published(number, at, Changes(before_number, corrections, _places(_told(before_rows), now)))


def _told(rows: list[dict[str, int]]) -> dict[int, tuple[int, int, int]]:
    return {row["number"]: (row["place"], row["vp"], row["net_mp"]) for row in rows}


def _places(before: dict[int, tuple[int, int, int]], now: dict[int, tuple[int, int, int]]) -> tuple[int, ...]:
    """The places that have another pair on them than before."""
    moved = {now[number][0] for number in now if number not in before or before[number][0] != now[number][0]}
    return tuple(sorted(moved))


def _corrections(
    released: Released, upto: int, after: int, through: int | None = None
) -> tuple[Correction, ...]:
    """What the journal says was changed in rounds up to ``upto`` between two versions."""
    lines = JournalLine.objects.filter(event=released.event, verb__in=CORRECTING, number__gt=after)
    lines = lines if through is None else lines.filter(number__lte=through)
    found = [
        Correction(round_number, table)
        for round_number, table in lines.order_by("number").values_list("round_number", "table")
        if round_number is None or round_number <= upto
    ]
    return tuple(dict.fromkeys(found))

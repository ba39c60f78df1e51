"""Each published standings has a number and says what changed since the last (docs/rules.md 6).

A round that closes publishes its standings; whatever later touches a closed round (a corrected result,
a ruling, a penalty) publishes them again. The journal holds both, so the number needs no storage.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from tournaments.boards.released import Released
from tournaments.models import JournalLine

CLOSING = "close_round"
ENTERING = ("import_event",)
CORRECTING = ("record_result", "correct_result", "record_round", "rule", "cancel_ruling", "penalise", "cancel_penalty")


@dataclass(frozen=True)
class Correction:
    """What the newest publication changed: a table of a round, or points off; ``places``: which moved."""

    verb: str
    round: int | None
    table: int | None
    reason: str
    places: tuple[int, ...] | None


@dataclass(frozen=True)
class Publication:
    """The standings after a round as published: the ``number`` counts through the whole event."""

    number: int
    at: datetime | None
    correction: Correction | None = None


def publication_of(released: Released, upto: int) -> Publication:
    """The newest publication of the standings after round ``upto``. One query."""
    lines = JournalLine.objects.filter(event=released.event, verb__in=(CLOSING, *CORRECTING)).order_by("number")
    closed: set[int] = set()
    count, found = 0, Publication(0, released.rounds[upto].closed_at)
    for verb, at, round_number, table, old, reason in lines.values_list(
        "verb", "at", "round_number", "table", "old", "reason"
    ):
        if verb == CLOSING:
            closed.add(round_number)
        elif round_number is None or round_number not in closed:
            if round_number is not None or not closed:
                continue
        count += 1
        if verb == CLOSING and round_number == upto:
            found = Publication(count, at)
        elif upto in closed and verb != CLOSING and (round_number is None or round_number <= upto):
            found = Publication(count, at, _correction(released, upto, verb, round_number, table, old, reason))
    return replace(found, number=found.number or upto)


def _correction(
    released: Released,
    upto: int,
    verb: str,
    round_number: int | None,
    table: int | None,
    old: dict[str, Any],
    reason: str,
) -> Correction:
    places = None
    if verb == "correct_result" and {"ns", "ew"} <= set(old):
        places = _moved(released, upto, round_number, table, (old["ns"], old["ew"]))
    return Correction(verb, round_number, table, reason, places)


def _moved(
    released: Released, upto: int, round_number: int | None, table: int | None, old: tuple[int, int]
) -> tuple[int, ...]:
    """The places that have other pairs on them than before the correction."""
    facts = released.facts
    before = replace(
        facts,
        matches=[
            replace(m, ns_mp=old[0], ew_mp=old[1]) if (m.round, m.table) == (round_number, table) else m
            for m in facts.matches
        ],
    )
    was = {standing.entry: standing.place for standing in before.standings(upto)}
    return tuple(
        sorted({standing.place for standing in facts.standings(upto) if was[standing.entry] != standing.place})
    )

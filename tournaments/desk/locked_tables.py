"""A table of a round under lock, found in two queries however large the round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, QuerySet, Sum

from scoring.sentences import gettext_noop, say
from tournaments.boards.sitting import members_of
from tournaments.desk.actions import permit
from tournaments.desk.change import Change, DeskRefusal
from tournaments.models import Entry, Event, Match, Penalty, Result, Round, Seat, Source
from tournaments.models.entries import Line as Side
from tournaments.prepared import prepared


@dataclass(frozen=True)
class LockedTable:
    """A table of a round under lock, with what the referee has done to it.

    ``own``: the line on which whoever acts sits there as a player; "" for everybody else.
    """

    match: Match
    seated: dict[str, Entry]
    off: dict[str, int]
    ruled_vp: tuple[int, int] | None
    own: str = ""

    @property
    def is_bye(self) -> bool:
        return len(self.seated) < 2

    def vp(self, event: Event, result: Result) -> tuple[int, int]:
        if self.ruled_vp is not None:
            return self.ruled_vp
        off = (self.off.get(Side.NS, 0), self.off.get(Side.EW, 0))
        return event.scale.award(result.ns_mp - off[0], result.ew_mp - off[1])


def locked_table(frame: Change, round_number: int, table: int) -> LockedTable:
    """One table of one round, in two queries however large the round."""
    permit_event(frame)
    match = next(iter(_matches(frame.event.pk, round_number, table)), None)
    if match is None:
        round_in(frame, round_number)
        raise unknown_table(round_number, table)
    permit("record", match.round.state)
    seated: dict[str, Entry] = {}
    off: dict[str, int] = {}
    own = ""
    for seat in _seats(frame, match, round_number):
        own = seat.line if getattr(seat, "own", False) else own
        seated[seat.line] = seat.entry
        off[seat.line] = off.get(seat.line, 0) + (seat.off or 0)
    ruled = None if match.ruled_ns is None else (match.ruled_ns, match.ruled_ew)
    return LockedTable(match, seated, off, ruled, own)


@prepared
def _matches(event: int, round_number: int, table: int) -> QuerySet[Any]:
    return (
        Match.objects.select_related("round")
        .annotate(standing=FilteredRelation("rulings", condition=Q(rulings__cancelled_at=None)))
        .annotate(ruled_ns=F("standing__ns_vp"), ruled_ew=F("standing__ew_vp"))
        .filter(round__event=event, round__number=round_number, table=table)
        .order_by("pk")
    )


def _seats(frame: Change, match: Match, round_number: int) -> list[Any]:
    """The seats, and of each whether whoever acts sits there as a player. What a workbook tells was
    confirmed on paper."""
    if frame.by.user_id is None or frame.by.source == Source.IMPORT:
        return _seats_of(match.pk, match.round_id)
    return _seats_and_own(match.pk, match.round_id, frame.by.user_id, round_number)


@prepared
def _seats_of(match: int, in_round: int) -> QuerySet[Any]:
    return _seats_with_penalties(match, in_round)


@prepared
def _seats_and_own(match: int, in_round: int, user: int, round_number: int) -> QuerySet[Any]:
    own = members_of(user, round_number).filter(entry=OuterRef("entry"))
    seats: QuerySet[Any] = _seats_with_penalties(match, in_round).annotate(own=Exists(own))
    return seats


def _seats_with_penalties(match: int, in_round: int) -> QuerySet[Any]:
    counted = Q(
        entry__penalties__round=in_round,
        entry__penalties__scope=Penalty.Scope.MATCH,
        entry__penalties__cancelled_at=None,
    )
    return (
        Seat.objects.filter(match=match)
        .select_related("entry")
        .annotate(off=Sum("entry__penalties__mp", filter=counted))
        .order_by("-chair")
    )


def permit_event(frame: Change) -> None:
    # A finished event still takes corrections within their time; permit_correction judges those.
    if frame.event.state != Event.State.FINISHED:
        permit("change", frame.event.state)


def round_in(frame: Change, number: int) -> Round:
    found = frame.event.rounds.filter(number=number).first()
    if found is None:
        raise DeskRefusal(
            "unknown_round", say(gettext_noop("There is no round {number} yet."), number=number)
        )
    return found


def open_round(frame: Change, number: int) -> Round:
    permit_event(frame)
    found = round_in(frame, number)
    permit("record", found.state)
    return found


def unknown_table(round_number: int, table: int) -> DeskRefusal:
    told = gettext_noop("Round {number} has no table {table}.")
    return DeskRefusal("unknown_table", say(told, number=round_number, table=table))

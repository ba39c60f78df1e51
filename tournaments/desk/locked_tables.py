"""A table of a round under lock, found in two queries however large the round."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Exists, F, FilteredRelation, OuterRef, Q, Sum, Value

from scoring.sentences import gettext_noop, say
from tournaments.boards.sitting import members_of
from tournaments.desk.actions import permit
from tournaments.desk.change import Change, DeskRefusal
from tournaments.models import Entry, Event, Match, Penalty, Result, Round, Seat, Source
from tournaments.models.entries import Line as Side


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
    match = (
        Match.objects.select_related("round")
        .annotate(standing=FilteredRelation("rulings", condition=Q(rulings__cancelled_at=None)))
        .annotate(ruled_ns=F("standing__ns_vp"), ruled_ew=F("standing__ew_vp"))
        .filter(round__event=frame.event, round__number=round_number, table=table)
        .first()
    )
    if match is None:
        round_in(frame, round_number)
        raise unknown_table(round_number, table)
    permit("record", match.round.state)
    seats = (
        Seat.objects.filter(match=match)
        .select_related("entry")
        .annotate(
            off=Sum(
                "entry__penalties__mp",
                filter=Q(
                    entry__penalties__round=match.round_id,
                    entry__penalties__scope=Penalty.Scope.MATCH,
                    entry__penalties__cancelled_at=None,
                ),
            )
        )
        .annotate(own=_own(frame, round_number))
        .order_by("-chair")
    )
    seated: dict[str, Entry] = {}
    off: dict[str, int] = {}
    own = ""
    for seat in seats:
        own = seat.line if seat.own else own
        seated[seat.line] = seat.entry
        off[seat.line] = off.get(seat.line, 0) + (seat.off or 0)
    ruled = None if match.ruled_ns is None else (match.ruled_ns, match.ruled_ew)
    return LockedTable(match, seated, off, ruled, own)


def _own(frame: Change, round_number: int) -> Exists | Value:
    """Whether whoever acts sits there as a player. What a workbook tells was confirmed on paper."""
    if frame.by.user_id is None or frame.by.source == Source.IMPORT:
        return Value(False)
    return Exists(members_of(frame.by.user_id, round_number).filter(entry=OuterRef("entry")))


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

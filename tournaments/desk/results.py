"""Results of tables: recorded, corrected; what was there before stays, superseded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, FilteredRelation, Q, Sum

from scoring.hand import Hand, Line
from scoring.sentences import gettext_noop, say
from tournaments.boards.desk_scores import Progress, progress
from tournaments.desk import correcting
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, change
from tournaments.desk.judging import (
    RULES,
    ChangedMeanwhileError,
    DoubtfulResultError,
    HandPlan,
    ImpossibleResultError,
    ResultPlan,
    Seen,
    findings_of,
    judge,
)
from tournaments.models import Entry, Event, HandResult, JournalLine, Match, Penalty, Result, Round, Seat
from tournaments.models.entries import Line as Side

__all__ = [
    "RULES",
    "ChangedMeanwhileError",
    "DoubtfulResultError",
    "HandPlan",
    "ImpossibleResultError",
    "Recorded",
    "ResultPlan",
    "Seen",
    "findings_of",
    "record",
    "record_round",
    "swap_totals",
]

# What counts, and what the lines of a table have handed in: recording at the desk takes the place of both.
LIVE = (Result.State.CONFIRMED, Result.State.PROPOSED)


@dataclass(frozen=True)
class Recorded:
    """A table as it stands after the verb, and what is still missing in its round.

    ``vp``: North-South and East-West, penalties and a ruling counted in. ``line``: the line in the
    journal; None where the table stood like that already and nothing was written.
    """

    result: Result
    vp: tuple[int, int]
    progress: Progress
    version: int
    line: JournalLine | None = None

    @property
    def is_correction(self) -> bool:
        return self.line is not None and self.line.verb == "correct_result"


@dataclass(frozen=True)
class _Table:
    """A table of a round under lock, with what the referee has done to it."""

    match: Match
    seated: dict[str, Entry]
    off: dict[str, int]
    ruled_vp: tuple[int, int] | None

    @property
    def is_bye(self) -> bool:
        return len(self.seated) < 2

    def vp(self, event: Event, result: Result) -> tuple[int, int]:
        if self.ruled_vp is not None:
            return self.ruled_vp
        off = (self.off.get(Side.NS, 0), self.off.get(Side.EW, 0))
        return event.scale.award(result.ns_mp - off[0], result.ew_mp - off[1])


def record(
    *,
    event: Event,
    round_number: int,
    plan: ResultPlan,
    by: Actor,
    seen: Seen | None = None,
    confirmed: bool = False,
    countersigned_by: str = "",
    reason: str = "",
    key: str = "",
) -> Recorded:
    """Store the confirmed result of a table, or correct the one it has.

    ``seen``: what the typist's page showed; when another result has come in since, nothing is stored and
    both values are told. ``key``: made by the page for this entry, so that sending it again is harmless;
    so is recording what stands already. Overridable findings need ``plan.override_reason``, warnings need
    ``confirmed``. After the last round a correction needs ``countersigned_by`` and comes within the
    event's time for it (docs/rules.md 6).
    """
    with change(event, by=by) as frame:
        table = _table(frame, round_number, plan.table)
        live = list(table.match.results.filter(state__in=LIVE))
        old = next((row for row in live if row.state == Result.State.CONFIRMED), None)
        if old is not None and (stands(old, plan) or came_before(frame, table.match, key)):
            frame.nothing_to_write()
            return _recorded(frame, table, old)
        if old is not None:
            _refuse_unseen(old, plan, seen)
            correcting.permit_correction(frame, countersigned_by=countersigned_by)
        judge(frame.event, plan, is_bye=table.is_bye, confirmed=confirmed)
        result = _store(frame, {plan.table: table.match}, [plan], supersede=bool(live))[0]
        frame.write(
            "correct_result" if old else "record_result",
            round_number=round_number,
            table=plan.table,
            entry=table.seated.get(Side.NS),
            other_entry=table.seated.get(Side.EW),
            old={"ns": old.ns_mp, "ew": old.ew_mp} if old else {},
            new=_told(plan, countersigned_by, key),
            reason=reason or plan.override_reason,
        )
        return _recorded(frame, table, result)


def _told(plan: ResultPlan, countersigned_by: str, key: str) -> dict[str, Any]:
    new: dict[str, Any] = {"ns": plan.ns_mp, "ew": plan.ew_mp}
    if countersigned_by:
        new["countersigned_by"] = countersigned_by
    if key:
        new["key"] = key
    return new


def _recorded(frame: Change, table: _Table, result: Result) -> Recorded:
    return Recorded(
        result=result,
        vp=table.vp(frame.event, result),
        progress=progress(table.match.round_id),
        version=frame.event.version,
        line=frame.written,
    )


def _refuse_unseen(old: Result, plan: ResultPlan, seen: Seen | None) -> None:
    if seen is not None and (old.ns_mp, old.ew_mp) != (seen.ns_mp, seen.ew_mp):
        raise ChangedMeanwhileError(plan.table, old, plan)


def stands(old: Result, plan: ResultPlan) -> bool:
    """Whether the table stands like that already; totals alone do not undo the hands known below them."""
    if (old.ns_mp, old.ew_mp) != (plan.ns_mp, plan.ew_mp):
        return False
    return not plan.hands or tuple(hand_plan(hand) for hand in old.hands.all()) == plan.hands


def came_before(frame: Change, match: Match, key: str) -> bool:
    """Whether this very entry was stored once; what stands now has been decided after it."""
    if not key:
        return False
    lines = JournalLine.objects.filter(
        event=frame.event, round_number=match.round.number, table=match.table, verb__endswith="_result"
    )
    return any(new.get("key") == key for new in lines.values_list("new", flat=True))


def _table(frame: Change, round_number: int, table: int) -> _Table:
    """One table of one round, in two queries however large the round."""
    _permit_event(frame)
    match = (
        Match.objects.select_related("round")
        .annotate(standing=FilteredRelation("rulings", condition=Q(rulings__cancelled_at=None)))
        .annotate(ruled_ns=F("standing__ns_vp"), ruled_ew=F("standing__ew_vp"))
        .filter(round__event=frame.event, round__number=round_number, table=table)
        .first()
    )
    if match is None:
        _round(frame, round_number)
        raise _unknown_table(round_number, table)
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
        .order_by("-chair")
    )
    seated: dict[str, Entry] = {}
    off: dict[str, int] = {}
    for seat in seats:
        seated[seat.line] = seat.entry
        off[seat.line] = off.get(seat.line, 0) + (seat.off or 0)
    ruled = None if match.ruled_ns is None else (match.ruled_ns, match.ruled_ew)
    return _Table(match, seated, off, ruled)


def swap_totals(
    *,
    event: Event,
    round_number: int,
    table: int,
    by: Actor,
    seen: Seen | None = None,
    countersigned_by: str = "",
) -> Recorded:
    """The totals were entered on the wrong lines: exchange them, hands included.

    ``seen``: the totals the page showed, so that a second click does not swap them back.
    """
    found = (
        Result.objects.filter(
            event=event, match__round__number=round_number, match__table=table, state=Result.State.CONFIRMED
        )
        .prefetch_related("hands")
        .first()
    )
    if found is None:
        raise DeskRefusal(
            "nothing_to_swap", say(gettext_noop("Table {table} has no result to swap."), table=table)
        )
    hands = tuple(hand_plan(hand) for hand in found.hands.all())
    if seen is not None and (found.ns_mp, found.ew_mp) == (seen.ew_mp, seen.ns_mp):
        turned = ResultPlan(table, found.ns_mp, found.ew_mp, override_reason=found.override_reason)
    else:
        turned = ResultPlan(
            table,
            found.ew_mp,
            found.ns_mp,
            tuple(turned_hand(hand) for hand in hands),
            override_reason=found.override_reason,
        )
    return record(
        event=event,
        round_number=round_number,
        plan=turned,
        by=by,
        seen=seen or Seen(found.ns_mp, found.ew_mp),
        confirmed=True,
        countersigned_by=countersigned_by,
        reason="swap",
    )


def hand_plan(row: HandResult) -> HandPlan:
    """A stored hand as it was handed in."""
    hand = None
    if row.components:
        hand = Hand(Line(**row.components["ns"]), Line(**row.components["ew"]))
    return HandPlan(row.ns_mp, row.ew_mp, hand, row.ns_base, row.ns_net, row.ew_base, row.ew_net)


def turned_hand(plan: HandPlan) -> HandPlan:
    """The same hand with the two lines exchanged."""
    hand = Hand(plan.hand.ew, plan.hand.ns) if plan.hand else None
    return HandPlan(plan.ew_mp, plan.ns_mp, hand, plan.ew_base, plan.ew_net, plan.ns_base, plan.ns_net)


def record_round(*, event: Event, round_number: int, plans: Sequence[ResultPlan], by: Actor) -> list[Result]:
    """Store the results of many tables of a round at once, all or none; one journal line holds them."""
    with change(event, by=by) as frame:
        found = _open_round(frame, round_number)
        matches = _matches(found, plans)
        for plan in plans:
            lines = {seat.line for seat in matches[plan.table].seats.all()}
            judge(frame.event, plan, is_bye=len(lines) < 2, confirmed=True)
        results = _store(frame, matches, plans)
        frame.write(
            "record_round",
            round_number=round_number,
            new={"results": [[plan.table, plan.ns_mp, plan.ew_mp] for plan in plans]},
        )
    return results


def _permit_event(frame: Change) -> None:
    # A finished event still takes corrections within their time; permit_correction judges those.
    if frame.event.state != Event.State.FINISHED:
        permit("change", frame.event.state)


def _round(frame: Change, number: int) -> Round:
    found = frame.event.rounds.filter(number=number).first()
    if found is None:
        raise DeskRefusal(
            "unknown_round", say(gettext_noop("There is no round {number} yet."), number=number)
        )
    return found


def _open_round(frame: Change, number: int) -> Round:
    _permit_event(frame)
    found = _round(frame, number)
    permit("record", found.state)
    return found


def _unknown_table(round_number: int, table: int) -> DeskRefusal:
    told = gettext_noop("Round {number} has no table {table}.")
    return DeskRefusal("unknown_table", say(told, number=round_number, table=table))


def _matches(found: Round, plans: Sequence[ResultPlan]) -> dict[int, Match]:
    tables = [plan.table for plan in plans]
    by_table = {match.table: match for match in found.matches.prefetch_related("seats__entry")}
    for table in tables:
        if table not in by_table:
            raise _unknown_table(found.number, table)
    if len(set(tables)) < len(tables):
        raise DeskRefusal("table_twice", say(gettext_noop("A table cannot have two results at once.")))
    return by_table


def _store(
    frame: Change, matches: dict[int, Match], plans: Sequence[ResultPlan], *, supersede: bool = True
) -> list[Result]:
    if supersede:
        Result.objects.filter(match__in=[matches[plan.table] for plan in plans], state__in=LIVE).update(
            state=Result.State.SUPERSEDED
        )
    results = Result.objects.bulk_create(
        Result(
            match=matches[plan.table],
            event=frame.event,
            ns_mp=plan.ns_mp,
            ew_mp=plan.ew_mp,
            source=frame.by.source,
            by_id=frame.by.user_id,
            at=frame.at,
            override_reason=plan.override_reason,
        )
        for plan in plans
    )
    store_hands(list(zip(results, plans, strict=True)))
    return results


def store_hands(written: Sequence[tuple[Result, ResultPlan]]) -> None:
    """Keep the hands of results, as much of them as was written down."""
    HandResult.objects.bulk_create(
        HandResult(
            result=result,
            number=number,
            ns_mp=hand.ns_mp,
            ew_mp=hand.ew_mp,
            ns_base=hand.ns_base,
            ns_net=hand.ns_net,
            ew_base=hand.ew_base,
            ew_net=hand.ew_net,
            components=components(hand.hand),
        )
        for result, plan in written
        for number, hand in enumerate(plan.hands, start=1)
    )


def components(hand: Hand | None) -> dict[str, Any] | None:
    """A hand's components as they are kept: ``{"ns": {"clean": 1, ...}, "ew": {...}}``."""
    if hand is None:
        return None
    return {"ns": vars_of(hand.ns), "ew": vars_of(hand.ew)}


def vars_of(line: Any) -> dict[str, Any]:
    return {name: getattr(line, name) for name in line.__dataclass_fields__}

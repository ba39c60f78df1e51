"""Results of tables: recorded, corrected; what was there before stays, superseded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from scoring.sentences import gettext_noop, say
from tournaments.boards.desk_scores import Progress, progress
from tournaments.desk import correcting
from tournaments.desk.change import Actor, Change, DeskRefusal, change
from tournaments.desk.handing_in import came_before, stands
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
from tournaments.desk.locked_tables import LockedTable, locked_table, open_round, unknown_table
from tournaments.desk.own_table import hand_in_own, keep_own, own_lines, own_table_refusal
from tournaments.desk.slips import hand_plan, hands_told, store_hands, turned_hand
from tournaments.models import Event, JournalLine, Match, Result, Round
from tournaments.models.entries import Line as Side
from tournaments.prepared import prepared

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
    "hand_plan",
    "record",
    "record_round",
    "stands",
    "store_hands",
    "swap_totals",
]

# What counts, and what the lines of a table have handed in: recording at the desk takes the place of both.
LIVE = (Result.State.CONFIRMED, Result.State.PROPOSED)


@dataclass(frozen=True)
class Recorded:
    """A table as it stands after the verb, and what is still missing in its round.

    ``vp``: North-South and East-West, penalties and a ruling counted in. ``line``: the line in the
    journal; None where the table stood like that already and nothing was written. ``waits``: the result is
    only a proposal of this line, on which whoever typed it sits; somebody else has to confirm it.
    """

    result: Result
    vp: tuple[int, int]
    progress: Progress
    version: int
    line: JournalLine | None = None
    waits: str = ""

    @property
    def is_correction(self) -> bool:
        return self.line is not None and self.line.verb == "correct_result"


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
    event's time for it (docs/rules.md 6). Who sits there only proposes (``own_table``).
    """
    with change(event, by=by) as frame:
        table = locked_table(frame, round_number, plan.table)
        live = _live(table.match)
        old = next((row for row in live if row.state == Result.State.CONFIRMED), None)
        if old is not None and (stands(old, plan) or came_before(frame, table.match, key)):
            frame.nothing_to_write()
            return _recorded(frame, table, old)
        if table.own:
            handed = hand_in_own(frame, round_number, plan, table.own, key=key, confirmed=confirmed)
            return _recorded(frame, table, handed)
        if old is not None:
            refuse_unseen(old, plan, seen)
            correcting.permit_correction(frame, table.match.round, countersigned_by=countersigned_by)
        judge(frame.event, plan, is_bye=table.is_bye, confirmed=confirmed)
        result = store(frame, {plan.table: table.match}, [plan], supersede=bool(live), own_known=True)[0]
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


def _live(match: Match) -> list[Result]:
    rows = _live_rows(match.pk)
    for row in rows:
        row.match = match
    return rows


@prepared
def _live_rows(match: int) -> QuerySet[Result]:
    return Result.objects.filter(match=match, state__in=LIVE).order_by("pk")


def _told(plan: ResultPlan, countersigned_by: str, key: str) -> dict[str, Any]:
    new: dict[str, Any] = {"ns": plan.ns_mp, "ew": plan.ew_mp}
    if plan.hands:
        new["hands"] = hands_told(plan.hands)
    if countersigned_by:
        new["countersigned_by"] = countersigned_by
    if key:
        new["key"] = key
    return new


def _recorded(frame: Change, table: LockedTable, result: Result) -> Recorded:
    return Recorded(
        result=result,
        vp=table.vp(frame.event, result),
        progress=progress(table.match.round_id),
        version=frame.event.version,
        line=frame.written,
        waits=result.proposed_by_line if result.state == Result.State.PROPOSED else "",
    )


def refuse_unseen(old: Result, plan: ResultPlan, seen: Seen | None) -> None:
    """Refuse where another result stands than the sender has seen; both are told."""
    if seen is not None and (old.ns_mp, old.ew_mp) != (seen.ns_mp, seen.ew_mp):
        raise ChangedMeanwhileError(plan.table, old, plan)


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


def record_round(*, event: Event, round_number: int, plans: Sequence[ResultPlan], by: Actor) -> list[Result]:
    """Store the results of many tables of a round at once, all or none; one journal line holds them.

    The table at which whoever types sits is kept as a proposal, unless the other line has said the same.
    """
    with change(event, by=by) as frame:
        found = open_round(frame, round_number)
        matches = _matches(found, plans)
        own = own_lines(frame, round_number)
        typed = [plan for plan in plans if plan.table not in own]
        for plan in typed:
            lines = {seat.line for seat in matches[plan.table].seats.all()}
            judge(frame.event, plan, is_bye=len(lines) < 2, confirmed=True)
        results = store(frame, matches, typed, own_known=True)
        new = _told_of_round(typed)
        for plan in (plan for plan in plans if plan.table in own):
            handed = keep_own(frame, round_number, plan, own[plan.table])
            results.append(handed.result)
            if handed.result.state == Result.State.CONFIRMED:
                new = _told_of_round([*typed, handed.plan])
            else:
                new["waiting"] = [[plan.table, plan.ns_mp, plan.ew_mp, own[plan.table]]]
        frame.write("record_round", round_number=round_number, new=new)
    return results


def _told_of_round(plans: Sequence[ResultPlan]) -> dict[str, Any]:
    return {
        "results": [[plan.table, plan.ns_mp, plan.ew_mp] for plan in plans],
        "hands": [[plan.table, hands_told(plan.hands)] for plan in plans if plan.hands],
    }


def _matches(found: Round, plans: Sequence[ResultPlan]) -> dict[int, Match]:
    tables = [plan.table for plan in plans]
    by_table = {match.table: match for match in found.matches.prefetch_related("seats__entry")}
    for table in tables:
        if table not in by_table:
            raise unknown_table(found.number, table)
    if len(set(tables)) < len(tables):
        raise DeskRefusal("table_twice", say(gettext_noop("A table cannot have two results at once.")))
    return by_table


def store(
    frame: Change,
    matches: dict[int, Match],
    plans: Sequence[ResultPlan],
    *,
    supersede: bool = True,
    own_known: bool = False,
) -> list[Result]:
    """Write confirmed results, inside somebody else's change; what counted until then is superseded.

    Refused for the table at which whoever acts sits; ``own_known``: the caller has seen to that.
    """
    own = {} if own_known or not plans else own_lines(frame, matches[plans[0].table].round.number)
    for plan in plans:
        if plan.table in own:
            raise own_table_refusal(plan.table)
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

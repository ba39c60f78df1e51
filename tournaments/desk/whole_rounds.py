"""The results of a whole round at once, as a scoring program sends them: each judged, all or none."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch

from scoring.findings import Finding
from scoring.sentences import gettext_noop, say
from tournaments.boards.desk_scores import Progress, progress
from tournaments.desk import correcting
from tournaments.desk.change import Actor, Change, DeskRefusal, NeedsConfirmationError, change
from tournaments.desk.handing_in import stands
from tournaments.desk.judging import (
    ImpossibleResultError,
    ResultPlan,
    Seen,
    findings_of,
    judge,
)
from tournaments.desk.locked_tables import open_round, unknown_table
from tournaments.desk.own_table import own_lines, own_table_refusal
from tournaments.desk.results import LIVE, refuse_unseen, store
from tournaments.desk.slips import hands_told
from tournaments.models import Event, Match, Result, Round


@dataclass(frozen=True)
class Sent:
    """A result of the round. ``seen``: the totals its sender last read at the table, if it says so."""

    plan: ResultPlan
    seen: Seen | None = None


@dataclass(frozen=True)
class Off:
    """Something that is off in the result at ``position`` (from 0) of what was sent."""

    position: int
    table: int
    finding: Finding


class ImpossibleRoundError(ImpossibleResultError):
    """At least one table cannot be as written; ``off`` says everything that is off at any of them."""

    def __init__(self, code: str, off: Sequence[Off]) -> None:
        super().__init__(code, [one.finding for one in off])
        self.off = tuple(off)
        tables = list(dict.fromkeys(one.table for one in off))
        self.sentence = (
            say(gettext_noop("Nothing was stored: look at table {table}."), table=tables[0])
            if len(tables) == 1
            else say(
                gettext_noop("Nothing was stored: look at tables {tables}."),
                tables=", ".join(map(str, tables)),
            )
        )


class DoubtfulRoundError(ImpossibleRoundError, NeedsConfirmationError):
    """Only a referee's reason at these tables, or one confirmation, lets the round through."""


@dataclass(frozen=True)
class RoundRecorded:
    """What was stored: tables recorded for the first time, corrected, and those that stood so already."""

    recorded: tuple[int, ...]
    corrected: tuple[int, ...]
    unchanged: tuple[int, ...]
    progress: Progress
    version: int


@dataclass(frozen=True)
class _There:
    """A table of the round under lock."""

    match: Match
    is_bye: bool
    live: list[Result]

    @property
    def confirmed(self) -> Result | None:
        return next((row for row in self.live if row.state == Result.State.CONFIRMED), None)


def record_results(
    *,
    event: Event,
    round_number: int,
    sent: Sequence[Sent],
    by: Actor,
    confirmed: bool = False,
    countersigned_by: str = "",
    reason: str = "",
) -> RoundRecorded:
    """Store or correct many tables of a round, each judged as ``results.record`` judges it; one journal line.

    All or none: what is off at any table is told for every table (``ImpossibleRoundError`` where something
    cannot be, ``DoubtfulRoundError`` where it wants a reason or a yes). Tables that stand like that already
    are left alone; one's own table is refused, for somebody else has to confirm it. The number of queries
    does not hang on the number of tables.
    """
    with change(event, by=by) as frame:
        found = open_round(frame, round_number)
        work = _Work(frame, found, sent, _tables(found, sent), own_lines(frame, round_number))
        if work.corrected:
            correcting.permit_correction(frame, found, countersigned_by=countersigned_by)
        _refuse_off(list(work.off(confirmed=confirmed)))
        work.write(countersigned_by, reason)
        left = progress(found.pk)
    return RoundRecorded(
        tuple(plan.table for plan in work.new),
        tuple(plan.table for plan in work.corrected),
        tuple(work.unchanged),
        left,
        frame.event.version,
    )


def _tables(found: Round, sent: Sequence[Sent]) -> dict[int, _There]:
    live = Prefetch(
        "results", Result.objects.filter(state__in=LIVE).prefetch_related("hands"), to_attr="live_results"
    )
    matches: Any = found.matches.filter(table__in={one.plan.table for one in sent})
    return {
        match.table: _There(match, len({seat.line for seat in match.seats.all()}) < 2, match.live_results)
        for match in matches.prefetch_related("seats", live)
    }


class _Work:
    """A round under lock with what was sent for it, sorted out: new, corrections, and what stands so."""

    def __init__(
        self,
        frame: Change,
        found: Round,
        sent: Sequence[Sent],
        there: Mapping[int, _There],
        own: Container[int],
    ) -> None:
        self.frame, self.found, self.sent, self.there, self.own = frame, found, sent, there, own
        self.new: list[ResultPlan] = []
        self.corrected: list[ResultPlan] = []
        self.unchanged: list[int] = []
        for one in sent:
            table = there.get(one.plan.table)
            old = table.confirmed if table else None
            if old is None:
                self.new.append(one.plan)
            elif stands(old, one.plan):
                self.unchanged.append(one.plan.table)
            else:
                self.corrected.append(one.plan)

    def off(self, *, confirmed: bool) -> Iterator[Off]:
        """Everything that is off, table by table in the order it was sent."""
        times = Counter(one.plan.table for one in self.sent)
        for position, one in enumerate(self.sent):
            table = one.plan.table
            if times[table] > 1:
                twice = say(gettext_noop("Table {table} is there twice."), table=table)
                yield Off(position, table, Finding("table_twice", None, "refused", twice))
            elif table not in self.unchanged:
                for finding in self._judged(one, confirmed=confirmed):
                    yield Off(position, table, finding)

    def _judged(self, one: Sent, *, confirmed: bool) -> Sequence[Finding]:
        """What ``results.record`` would refuse or ask at this table."""
        plan, event = one.plan, self.frame.event
        table = self.there.get(plan.table)
        try:
            if table is None:
                raise unknown_table(self.found.number, plan.table)
            if plan.table in self.own:
                raise own_table_refusal(plan.table)
            if table.confirmed is not None:
                refuse_unseen(table.confirmed, plan, one.seen)
            judge(event, plan, is_bye=table.is_bye, confirmed=confirmed)
        except ImpossibleResultError:
            return findings_of(plan, event=event)
        except DeskRefusal as refusal:
            return [Finding(refusal.code, None, "refused", refusal.sentence)]
        return ()

    def write(self, countersigned_by: str, reason: str) -> None:
        """Store the round and its one line."""
        plans = [*self.new, *self.corrected]
        if not plans:
            self.frame.nothing_to_write()
            return
        matches = {table: found.match for table, found in self.there.items()}
        replaced = any(self.there[plan.table].live for plan in plans)
        store(self.frame, matches, plans, supersede=replaced, own_known=True)
        new: dict[str, Any] = {
            "results": [[plan.table, plan.ns_mp, plan.ew_mp] for plan in plans],
            "hands": [[plan.table, hands_told(plan.hands)] for plan in plans if plan.hands],
        }
        if countersigned_by and self.corrected:
            new["countersigned_by"] = countersigned_by
        overridden = [[plan.table, plan.override_reason] for plan in plans if plan.override_reason]
        if overridden:
            new["overridden"] = overridden
        was = [(plan.table, self.there[plan.table].confirmed) for plan in self.corrected]
        self.frame.write(
            "record_round",
            round_number=self.found.number,
            old={"results": [[table, row.ns_mp, row.ew_mp] for table, row in was if row]} if was else {},
            new=new,
            reason=reason,
        )


def _refuse_off(off: Sequence[Off]) -> None:
    levels = {one.finding.level for one in off}
    if "refused" in levels:
        raise ImpossibleRoundError("impossible_result", off)
    if "overridable" in levels:
        raise DoubtfulRoundError("result_needs_reason", off)
    if levels:
        raise DoubtfulRoundError("result_needs_confirmation", off)


__all__ = [
    "DoubtfulRoundError",
    "ImpossibleRoundError",
    "Off",
    "RoundRecorded",
    "Sent",
    "record_results",
]

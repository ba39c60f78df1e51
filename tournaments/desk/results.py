"""Results of tables: recorded, corrected; what was there before stays, superseded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.findings import Finding
from scoring.hand import Hand, Line, check
from scoring.rules import FIBUR, INTERNATIONAL, Rules
from scoring.score_sheet import BaseAndNet, check_base_and_net, check_round, check_total
from scoring.sentences import gettext_noop, say
from tournaments.desk import correcting
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, NeedsConfirmationError, change
from tournaments.models import Event, HandResult, Match, Result, Round, Seat

RULES: dict[str, Rules] = {
    Event.RulesVariant.FIBUR: FIBUR,
    Event.RulesVariant.INTERNATIONAL: INTERNATIONAL,
}


@dataclass(frozen=True)
class HandPlan:
    """One hand as it was written down: its MP, and below them components or base and net if known."""

    ns_mp: int
    ew_mp: int
    hand: Hand | None = None
    ns_base: int | None = None
    ns_net: int | None = None
    ew_base: int | None = None
    ew_net: int | None = None


@dataclass(frozen=True)
class ResultPlan:
    """The result of one table: MP of both lines, and its hands if they are known."""

    table: int
    ns_mp: int
    ew_mp: int
    hands: tuple[HandPlan, ...] = field(default_factory=tuple)
    override_reason: str = ""


class ImpossibleResultError(DeskRefusal):
    """The result cannot be as written; ``findings`` says everything that is off."""

    def __init__(self, code: str, findings: Sequence[Finding]) -> None:
        super().__init__(code, findings[0].sentence)
        self.findings = tuple(findings)


class DoubtfulResultError(ImpossibleResultError, NeedsConfirmationError):
    """Only a referee's reason, or one confirmation, lets it through."""


def findings_of(plan: ResultPlan, *, event: Event) -> list[Finding]:
    """All that is off in a result: hand by hand, in its totals, and between the two."""
    rules = RULES[event.rules_variant]
    found = check_total(plan.ns_mp, plan.ew_mp, event.hands_per_round, rules)
    for hand in plan.hands:
        found += _findings_of_hand(hand, rules)
    if plan.hands:
        found += check_round([(h.ns_mp, h.ew_mp) for h in plan.hands], (plan.ns_mp, plan.ew_mp))
    return found


def _findings_of_hand(hand: HandPlan, rules: Rules) -> list[Finding]:
    if hand.hand is not None:
        return check(hand.hand, rules)
    sheet = (hand.ns_base, hand.ns_net, hand.ew_base, hand.ew_net)
    if None not in sheet:
        return check_base_and_net(
            BaseAndNet(hand.ns_base or 0, hand.ns_net or 0),
            BaseAndNet(hand.ew_base or 0, hand.ew_net or 0),
            rules,
        )
    return check_total(hand.ns_mp, hand.ew_mp, 1, rules)


@dataclass(frozen=True)
class Seen:
    """The totals a typist's page showed when the typing began; None where the table was still missing."""

    ns_mp: int | None = None
    ew_mp: int | None = None


class ChangedMeanwhileError(DeskRefusal):
    """Somebody else recorded another result since the page was read; ``current`` is what stands now."""

    def __init__(self, table: int, current: Result, mine: ResultPlan) -> None:
        super().__init__(
            "changed_meanwhile",
            say(
                gettext_noop(
                    "Table {table} has meanwhile been recorded as {ns} to {ew}; you typed {my_ns} to {my_ew}."
                    " Which one stands?"
                ),
                table=table,
                ns=current.ns_mp,
                ew=current.ew_mp,
                my_ns=mine.ns_mp,
                my_ew=mine.ew_mp,
            ),
        )
        self.current = current
        self.mine = mine


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
) -> Result:
    """Store the confirmed result of a table, or correct the one it has.

    ``seen``: what the typist's page showed; when another result has come in since, nothing is stored and
    both values are told. Overridable findings need ``plan.override_reason``, warnings need ``confirmed``.
    After the last round a correction needs ``countersigned_by`` and comes within the event's time for it
    (docs/rules.md 6).
    """
    with change(event, by=by) as frame:
        found = _open_round(frame, round_number)
        match = _matches(found, [plan])[plan.table]
        old = match.results.filter(state=Result.State.CONFIRMED).first()
        if old and (old.ns_mp, old.ew_mp) != (plan.ns_mp, plan.ew_mp):
            if seen is not None and (old.ns_mp, old.ew_mp) != (seen.ns_mp, seen.ew_mp):
                raise ChangedMeanwhileError(plan.table, old, plan)
            correcting.permit_correction(frame, countersigned_by=countersigned_by)
        _judge(frame.event, plan, match, confirmed=confirmed)
        result = _store(frame, {plan.table: match}, [plan])[0]
        new: dict[str, Any] = {"ns": plan.ns_mp, "ew": plan.ew_mp}
        if countersigned_by:
            new["countersigned_by"] = countersigned_by
        frame.write(
            "correct_result" if old else "record_result",
            round_number=round_number,
            table=plan.table,
            entry=_seated(match, "ns"),
            other_entry=_seated(match, "ew"),
            old={"ns": old.ns_mp, "ew": old.ew_mp} if old else {},
            new=new,
            reason=reason or plan.override_reason,
        )
    return result


def swap_totals(
    *, event: Event, round_number: int, table: int, by: Actor, countersigned_by: str = ""
) -> Result:
    """The totals were entered on the wrong lines: exchange them, hands included."""
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
    turned = ResultPlan(
        table,
        found.ew_mp,
        found.ns_mp,
        tuple(turned_hand(hand_plan(hand)) for hand in found.hands.all()),
        override_reason=found.override_reason,
    )
    return record(
        event=event,
        round_number=round_number,
        plan=turned,
        by=by,
        seen=Seen(found.ns_mp, found.ew_mp),
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
            _judge(frame.event, plan, matches[plan.table], confirmed=True)
        results = _store(frame, matches, plans)
        frame.write(
            "record_round",
            round_number=round_number,
            new={"results": [[plan.table, plan.ns_mp, plan.ew_mp] for plan in plans]},
        )
    return results


def _open_round(frame: Change, number: int) -> Round:
    if frame.event.state != Event.State.FINISHED:
        permit("change", frame.event.state)
    found = frame.event.rounds.filter(number=number).first()
    if found is None:
        raise DeskRefusal(
            "unknown_round", say(gettext_noop("There is no round {number} yet."), number=number)
        )
    permit("record", found.state)
    return found


def _matches(found: Round, plans: Sequence[ResultPlan]) -> dict[int, Match]:
    tables = [plan.table for plan in plans]
    by_table = {match.table: match for match in found.matches.prefetch_related("seats__entry")}
    for table in tables:
        if table not in by_table:
            raise DeskRefusal(
                "unknown_table",
                say(
                    gettext_noop("Round {number} has no table {table}."),
                    number=found.number,
                    table=table,
                ),
            )
    if len(set(tables)) < len(tables):
        raise DeskRefusal("table_twice", say(gettext_noop("A table cannot have two results at once.")))
    return by_table


def _judge(event: Event, plan: ResultPlan, match: Match, *, confirmed: bool) -> None:
    if len({seat.line for seat in match.seats.all()}) < 2:
        raise DeskRefusal(
            "bye_has_no_result",
            say(gettext_noop("Table {table} is the bye: nobody plays there."), table=plan.table),
        )
    if len(plan.hands) > event.hands_per_round:
        raise DeskRefusal(
            "too_many_hands",
            say(
                gettext_noop("Table {table} has {found} hands, and a round has {expected}."),
                table=plan.table,
                found=len(plan.hands),
                expected=event.hands_per_round,
            ),
        )
    findings = findings_of(plan, event=event)
    refused = [finding for finding in findings if finding.level == "refused"]
    if refused:
        raise ImpossibleResultError("impossible_result", refused)
    overridable = [finding for finding in findings if finding.level == "overridable"]
    if overridable and not plan.override_reason.strip():
        raise DoubtfulResultError("result_needs_reason", overridable)
    if findings and not overridable and not confirmed:
        raise DoubtfulResultError("result_needs_confirmation", findings)


def _store(frame: Change, matches: dict[int, Match], plans: Sequence[ResultPlan]) -> list[Result]:
    Result.objects.filter(
        match__in=[matches[plan.table] for plan in plans], state=Result.State.CONFIRMED
    ).update(state=Result.State.SUPERSEDED)
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
        for result, plan in zip(results, plans, strict=True)
        for number, hand in enumerate(plan.hands, start=1)
    )
    return results


def components(hand: Hand | None) -> dict[str, Any] | None:
    """A hand's components as they are kept: ``{"ns": {"clean": 1, ...}, "ew": {...}}``."""
    if hand is None:
        return None
    return {"ns": vars_of(hand.ns), "ew": vars_of(hand.ew)}


def vars_of(line: Any) -> dict[str, Any]:
    return {name: getattr(line, name) for name in line.__dataclass_fields__}


def _seated(match: Match, line: str) -> Any:
    seat: Seat | None = next((seat for seat in match.seats.all() if seat.line == line), None)
    return seat.entry if seat else None

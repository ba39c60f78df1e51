"""The referee's hand: points off, and scores set instead of the ones played (docs/rules.md 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.sentences import gettext_noop, say
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, change
from tournaments.desk.own_table import own_lines, own_table_refusal, refuse_own_pair
from tournaments.models import Entry, Event, Match, Penalty, Round, Ruling

# Beyond these, what was written is a slip.
MOST_MP = 20_000
MOST_VP_OFF = 200


@dataclass(frozen=True)
class PenaltyPlan:
    """Points off for one entry. ``vp`` and ``mp`` are what is taken off, as positive numbers.

    On the match only MP can go, and the round must be named: the VP of both lines follow from the MP.
    """

    number: int
    vp: int = 0
    mp: int = 0
    round_number: int | None = None
    scope: str = Penalty.Scope.STANDINGS
    kind: str = Penalty.Kind.OTHER
    reason: str = ""


@dataclass(frozen=True)
class RulingPlan:
    """The score of a table as the referee sets it: VP and net MP of each line."""

    table: int
    ns_vp: int
    ns_mp: int
    ew_vp: int
    ew_mp: int
    kind: str = Ruling.Kind.ADJUSTED
    reason: str = ""


def penalise(*, event: Event, plans: Sequence[PenaltyPlan], by: Actor, key: str = "") -> list[Penalty]:
    """Take points off, all or none; one journal line."""
    with change(event, by=by, key=key) as frame:
        permit("change", frame.event.state)
        entries = {entry.number: entry for entry in frame.event.entries.all()}
        rounds = {found.number: found for found in frame.event.rounds.all()}
        rows = [_penalty(frame, plan, entries, rounds) for plan in plans]
        for row, plan in zip(rows, plans, strict=True):
            refuse_own_pair(frame, row.entry, plan.round_number)
        penalties = Penalty.objects.bulk_create(rows)
        only = plans[0] if len(plans) == 1 else None
        frame.write(
            "penalise",
            entry=entries[only.number] if only else None,
            round_number=only.round_number if only else None,
            new={"penalties": [[p.number, p.round_number, p.scope, p.vp, p.mp] for p in plans]},
            reason=only.reason if only else "",
        )
    return penalties


def _penalty(
    frame: Change, plan: PenaltyPlan, entries: dict[int, Entry], rounds: dict[int, Round]
) -> Penalty:
    if plan.number not in entries:
        raise DeskRefusal(
            "unknown_entry",
            say(gettext_noop("There is no pair {number} in this event."), number=plan.number),
        )
    if plan.round_number is not None and plan.round_number not in rounds:
        raise DeskRefusal(
            "unknown_round", say(gettext_noop("There is no round {number} yet."), number=plan.round_number)
        )
    if plan.scope == Penalty.Scope.MATCH and (plan.vp or plan.round_number is None):
        raise DeskRefusal(
            "match_penalty_form",
            say(gettext_noop("A penalty on the match takes off MP only, and needs the round.")),
        )
    warned_only = plan.kind == Penalty.Kind.WARNING
    if plan.vp < 0 or plan.mp < 0 or not (plan.vp or plan.mp or warned_only):
        raise DeskRefusal(
            "penalty_amount",
            say(gettext_noop("Say how many VP or MP to take off, as positive numbers.")),
        )
    if plan.vp > MOST_VP_OFF or plan.mp > MOST_MP:
        raise DeskRefusal(
            "penalty_too_large",
            say(
                gettext_noop("A penalty takes off at most {vp} VP and {mp} MP."),
                vp=MOST_VP_OFF,
                mp=MOST_MP,
            ),
        )
    return Penalty(
        event=frame.event,
        entry=entries[plan.number],
        round=rounds[plan.round_number] if plan.round_number is not None else None,
        scope=plan.scope,
        kind=plan.kind,
        vp=plan.vp,
        mp=plan.mp,
        reason=plan.reason,
        by_id=frame.by.user_id,
        at=frame.at,
    )


def rule(
    *, event: Event, round_number: int, plans: Sequence[RulingPlan], by: Actor, key: str = ""
) -> list[Ruling]:
    """Set the score of tables; an earlier ruling on them is cancelled and stays on record."""
    with change(event, by=by, key=key) as frame:
        permit("change", frame.event.state)
        found = frame.event.rounds.filter(number=round_number).first()
        if found is None:
            raise DeskRefusal(
                "unknown_round", say(gettext_noop("There is no round {number} yet."), number=round_number)
            )
        permit("rule", found.state)
        matches = {match.table: match for match in found.matches.all()}
        rows = [_ruling(frame, plan, matches, round_number) for plan in plans]
        own = own_lines(frame, round_number)
        for plan in plans:
            if plan.table in own:
                raise own_table_refusal(plan.table)
        Ruling.objects.filter(match__in=[row.match for row in rows], cancelled_at=None).update(
            cancelled_at=frame.at
        )
        rulings = Ruling.objects.bulk_create(rows)
        only = plans[0] if len(plans) == 1 else None
        frame.write(
            "rule",
            round_number=round_number,
            table=only.table if only else None,
            new={"rulings": [[p.table, p.kind, p.ns_vp, p.ns_mp, p.ew_vp, p.ew_mp] for p in plans]},
            reason=only.reason if only else "",
        )
    return rulings


def _ruling(frame: Change, plan: RulingPlan, matches: dict[int, Match], round_number: int) -> Ruling:
    if plan.table not in matches:
        raise DeskRefusal(
            "unknown_table",
            say(gettext_noop("Round {number} has no table {table}."), number=round_number, table=plan.table),
        )
    most = frame.event.scale_maximum
    if any(not 0 <= vp <= most for vp in (plan.ns_vp, plan.ew_vp)) or any(
        abs(mp) > MOST_MP for mp in (plan.ns_mp, plan.ew_mp)
    ):
        raise DeskRefusal(
            "ruling_amount",
            say(
                gettext_noop("A ruling gives from 0 to {vp} VP, and at most {mp} MP."),
                vp=most,
                mp=MOST_MP,
            ),
        )
    return Ruling(
        match=matches[plan.table],
        event=frame.event,
        kind=plan.kind,
        ns_vp=plan.ns_vp,
        ns_mp=plan.ns_mp,
        ew_vp=plan.ew_vp,
        ew_mp=plan.ew_mp,
        reason=plan.reason,
        by_id=frame.by.user_id,
        at=frame.at,
    )

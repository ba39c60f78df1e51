"""The referee's named actions with their default amounts: late, absent, left, warned (docs/rules.md 5).

What follows is told beforehand by ``tournaments.desk.outcomes``; a verb here does it, with those amounts
or with the ones the referee wrote instead.
"""

from __future__ import annotations

from typing import Any

from scoring.awards import Award
from scoring.sentences import gettext_noop, say
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, change
from tournaments.desk.entries import entry_numbered
from tournaments.desk.outcomes import (
    MATCH_PENALTY,
    NOTHING,
    SCORE,
    SECOND_WARNING,
    WARNING,
    Outcome,
    Sitting,
    absent_outcome,
    awards_of,
    late_outcome,
    opposed_in,
    sitting_in,
    sitting_of,
    warning_outcome,
    withdrawal_outcome,
)
from tournaments.desk.own_table import refuse_own_pair
from tournaments.models import Entry, Event, Line, Penalty, Ruling

__all__ = ["awards_of", "rule_absent", "rule_late", "warn", "withdraw"]

MOST_MP_GIVEN = 20_000
# How the journal has always called what lateness brings.
_LATE = {WARNING: "warning", SECOND_WARNING: "warning", MATCH_PENALTY: "match_penalty", SCORE: "lost"}


def rule_late(
    *,
    event: Event,
    number: int,
    round_number: int,
    minutes: int,
    mine: Award | None = None,
    theirs: Award | None = None,
    reason: str = "",
    by: Actor,
    key: str = "",
) -> str:
    """A pair came late to its table: warning, MP off, or the match lost, by the minutes.

    ``mine``, ``theirs``: other amounts than the usual ones. Gives back which of the three it was
    ("warning", "match_penalty", "lost").
    """
    with change(event, by=by, key=key) as frame:
        permit("change", frame.event.state)
        sitting = _sitting_in(frame, number, round_number)
        usual = late_outcome(frame.event, sitting.entry, minutes)
        if usual.kind == NOTHING:
            raise DeskRefusal("not_late", say(gettext_noop("Nobody is late by 0 minutes: say how many.")))
        outcome = usual.with_amounts(mine, theirs)
        _apply(frame, sitting, outcome, ruling=Ruling.Kind.LATE, penalty=Penalty.Kind.LATE, reason=reason)
        frame.write(
            "rule_late",
            round_number=round_number,
            table=sitting.match.table,
            entry=sitting.entry,
            new={"minutes": minutes, "kind": _LATE[outcome.kind], **outcome.as_told()},
            reason=reason,
        )
    return _LATE[outcome.kind]


def rule_absent(
    *,
    event: Event,
    number: int,
    round_number: int,
    mine: Award | None = None,
    theirs: Award | None = None,
    leave_out: bool = True,
    reason: str = "",
    by: Actor,
    key: str = "",
) -> None:
    """A pair is not at its table, whose seats are published: who waited gets the score of a bye.

    ``leave_out``: later draws leave the pair out too, until it is here.
    """
    with change(event, by=by, key=key) as frame:
        permit("change", frame.event.state)
        sitting = _sitting_in(frame, number, round_number)
        outcome = absent_outcome(frame.event).with_amounts(mine, theirs)
        _apply(frame, sitting, outcome, ruling=Ruling.Kind.ABSENT, penalty="", reason=reason)
        old = sitting.entry.state
        if leave_out and old == Entry.State.ACTIVE:
            sitting.entry.state, sitting.entry.checked_in = Entry.State.ABSENT, False
            sitting.entry.save(update_fields=["state", "checked_in"])
        frame.write(
            "rule_absent",
            round_number=round_number,
            table=sitting.match.table,
            entry=sitting.entry,
            old={"state": old},
            new={"left_out": leave_out, **outcome.as_told()},
            reason=reason,
        )


def warn(
    *,
    event: Event,
    number: int,
    round_number: int,
    mine: Award | None = None,
    reason: str,
    by: Actor,
    key: str = "",
) -> str:
    """Warn a pair; every second warning costs it VP and MP in the standings, and nobody gains.

    Gives back ``WARNING`` or ``SECOND_WARNING``.
    """
    with change(event, by=by, key=key) as frame:
        permit("change", frame.event.state)
        sitting = sitting_in(frame.event, number, round_number)
        refuse_own_pair(frame, sitting.entry, round_number)
        permit("rule", sitting.match.round.state)
        usual = warning_outcome(frame.event, sitting.entry)
        outcome = usual.with_amounts(mine) if usual.kind == SECOND_WARNING else usual
        _apply(frame, sitting, outcome, ruling="", penalty="", reason=reason)
        frame.write(
            "warn",
            round_number=round_number,
            table=sitting.match.table,
            entry=sitting.entry,
            new={"kind": outcome.kind, **outcome.as_told()},
            reason=reason,
        )
    return outcome.kind


def withdraw(
    *,
    event: Event,
    number: int,
    round_number: int,
    justified: bool,
    mine: Award | None = None,
    theirs: Award | None = None,
    reason: str,
    by: Actor,
    key: str = "",
) -> Entry:
    """A pair leaves during ``round_number``: its table gets a ruling, later draws leave it out.

    What it played before stands, for it and for its opponents; the table is scored as
    ``withdrawal_outcome`` says, or with the amounts ``mine`` (who left) and ``theirs`` (who stayed).
    """
    with change(event, by=by, key=key) as frame:
        permit("change", frame.event.state)
        entry = entry_numbered(frame, number)
        if entry.state == Entry.State.WITHDRAWN:
            raise DeskRefusal(
                "already_withdrawn", say(gettext_noop("Pair {number} has already left."), number=number)
            )
        refuse_own_pair(frame, entry, round_number)
        new: dict[str, Any] = {"justified": justified}
        sitting = sitting_of(frame.event, entry, round_number)
        if sitting is not None:
            usual = withdrawal_outcome(frame.event, sitting, justified=justified)
            if usual.kind == SCORE:
                outcome = usual.with_amounts(mine, theirs)
                _apply(frame, sitting, outcome, ruling=Ruling.Kind.WITHDRAWAL, penalty="", reason=reason)
                new |= outcome.as_told()
        old, entry.state = entry.state, Entry.State.WITHDRAWN
        entry.left_in_round, entry.left_justified = round_number, justified
        entry.save(update_fields=["state", "left_in_round", "left_justified"])
        frame.write(
            "withdraw",
            round_number=round_number,
            table=sitting.match.table if sitting else None,
            entry=entry,
            old={"state": old},
            new=new,
            reason=reason,
        )
    return entry


def _sitting_in(frame: Change, number: int, round_number: int) -> Sitting:
    sitting = opposed_in(frame.event, number, round_number)
    refuse_own_pair(frame, sitting.entry, round_number)
    permit("rule", sitting.match.round.state)
    return sitting


def _apply(
    frame: Change, sitting: Sitting, outcome: Outcome, *, ruling: str, penalty: str, reason: str
) -> None:
    """Score the match, or take points off the pair."""
    if outcome.kind == SCORE:
        _set_ruling(frame, sitting, outcome, kind=ruling, reason=reason)
        return
    off = _sane(outcome.mine, frame.event)
    if off.vp < 0 or off.mp < 0:
        raise DeskRefusal(
            "penalty_amount",
            say(gettext_noop("Say how many VP or MP to take off, as positive numbers.")),
        )
    on_match = outcome.kind == MATCH_PENALTY
    warnings = {WARNING: Penalty.Kind.WARNING, SECOND_WARNING: Penalty.Kind.TWO_WARNINGS}
    Penalty.objects.create(
        event=frame.event,
        entry=sitting.entry,
        round=sitting.match.round,
        scope=Penalty.Scope.MATCH if on_match else Penalty.Scope.STANDINGS,
        kind=warnings.get(outcome.kind, penalty),
        vp=0 if on_match else off.vp,
        mp=off.mp,
        reason=reason,
        by_id=frame.by.user_id,
        at=frame.at,
    )


def _set_ruling(frame: Change, sitting: Sitting, outcome: Outcome, *, kind: str, reason: str) -> None:
    """Score the match for both lines; an earlier ruling is cancelled and stays on record."""
    mine, theirs = _sane(outcome.mine, frame.event), _sane(outcome.theirs, frame.event)
    ns, ew = (mine, theirs) if sitting.line == Line.NS else (theirs, mine)
    Ruling.objects.filter(match=sitting.match, cancelled_at=None).update(cancelled_at=frame.at)
    Ruling.objects.create(
        match=sitting.match,
        event=frame.event,
        kind=kind,
        ns_vp=ns.vp,
        ns_mp=ns.mp,
        ew_vp=ew.vp,
        ew_mp=ew.mp,
        reason=reason,
        by_id=frame.by.user_id,
        at=frame.at,
    )


def _sane(award: Award, event: Event) -> Award:
    """An amount a referee can have meant."""
    if not 0 <= award.vp <= event.scale_maximum or abs(award.mp) > MOST_MP_GIVEN:
        raise DeskRefusal(
            "ruling_amount",
            say(
                gettext_noop("A ruling gives from 0 to {vp} VP, and at most {mp} MP."),
                vp=event.scale_maximum,
                mp=MOST_MP_GIVEN,
            ),
        )
    return award

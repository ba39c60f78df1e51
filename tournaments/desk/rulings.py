"""The referee's named actions with their default amounts: late, left, warned (docs/rules.md 5)."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from scoring.awards import Award, Awards, awards
from scoring.sentences import gettext_noop, say
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, change
from tournaments.desk.entries import entry_numbered
from tournaments.models import Entry, Event, Line, Match, Penalty, Result, Ruling


def awards_of(event: Event) -> Awards:
    """What the event gives for lateness, withdrawal and warnings: the defaults where it says nothing else."""
    hands = min(max(event.hands_per_round, 2), 4)
    given = replace(awards(hands, event.scale), bye=Award(event.bye_vp, event.bye_mp))
    lost = Award(event.scale_maximum - event.bye_vp, -event.bye_mp)
    given = replace(given, late_loses=lost, left_justified=lost)
    chosen: dict[str, Any] = {}
    for known in fields(Awards):
        value = event.awards.get(known.name)
        if value is not None:
            chosen[known.name] = Award(*value) if isinstance(value, list) else value
    return replace(given, **chosen)


def rule_late(
    *, event: Event, number: int, round_number: int, minutes: int, reason: str = "", by: Actor
) -> str:
    """A pair came late to its table: warning, MP off, or the match lost, by the minutes.

    Gives back which of the three it was ("warning", "match_penalty", "lost").
    """
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        entry, match, line = _table_of(frame, number, round_number)
        amounts = awards_of(frame.event)
        kind = amounts.lateness(minutes)
        if kind == "none":
            raise DeskRefusal("not_late", say(gettext_noop("Nobody is late by 0 minutes: say how many.")))
        new: dict[str, Any] = {"minutes": minutes, "kind": kind}
        if kind == "lost":
            there, late = amounts.bye, amounts.late_loses
            _set_ruling(frame, match, line, late, there, kind=Ruling.Kind.LATE, reason=reason)
            new |= {"vp": late.vp, "mp": late.mp, "other_vp": there.vp, "other_mp": there.mp}
        else:
            off = amounts.late_mp_off if kind == "match_penalty" else 0
            _penalise(
                frame,
                entry,
                match,
                kind=Penalty.Kind.LATE if off else Penalty.Kind.WARNING,
                scope=Penalty.Scope.MATCH if off else Penalty.Scope.STANDINGS,
                mp=off,
                reason=reason,
            )
            new["mp_off"] = off
        frame.write(
            "rule_late", round_number=round_number, table=match.table, entry=entry, new=new, reason=reason
        )
    return kind


def warn(*, event: Event, number: int, round_number: int, reason: str, by: Actor) -> int:
    """Warn a pair; every second warning costs it VP and MP in the standings, and nobody gains.

    Gives back how many warnings the pair has now.
    """
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        entry, match, _ = _table_of(frame, number, round_number)
        warnings = (
            1
            + frame.event.penalties.filter(
                entry=entry, kind__in=(Penalty.Kind.WARNING, Penalty.Kind.TWO_WARNINGS), cancelled_at=None
            ).count()
        )
        second = warnings % 2 == 0
        off = awards_of(frame.event).two_warnings if second else Award(0, 0)
        _penalise(
            frame,
            entry,
            match,
            kind=Penalty.Kind.TWO_WARNINGS if second else Penalty.Kind.WARNING,
            scope=Penalty.Scope.STANDINGS,
            vp=off.vp,
            mp=off.mp,
            reason=reason,
        )
        frame.write(
            "warn",
            round_number=round_number,
            table=match.table,
            entry=entry,
            new={"warnings": warnings, "vp_off": off.vp, "mp_off": off.mp},
            reason=reason,
        )
    return warnings


def withdraw(
    *, event: Event, number: int, round_number: int, justified: bool, reason: str, by: Actor
) -> Entry:
    """A pair leaves during ``round_number``: its table gets a ruling, later draws leave it out.

    What it played before stands, for it and for its opponents. With nothing played at the table, who
    stayed gets the bye's score, who left that of a lost match if there was a good reason, else nothing;
    a result already in is kept where it is better for who stayed, and not better for who left.
    """
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        entry = entry_numbered(frame, number)
        if entry.state == Entry.State.WITHDRAWN:
            raise DeskRefusal(
                "already_withdrawn", say(gettext_noop("Pair {number} has already left."), number=number)
            )
        new: dict[str, Any] = {"justified": justified}
        match = _match_in(frame.event, entry, round_number)
        if match is not None:
            new |= _rule_withdrawal(frame, entry, match, justified=justified, reason=reason)
        old, entry.state = entry.state, Entry.State.WITHDRAWN
        entry.left_in_round, entry.left_justified = round_number, justified
        entry.save(update_fields=["state", "left_in_round", "left_justified"])
        frame.write(
            "withdraw",
            round_number=round_number,
            table=match.table if match else None,
            entry=entry,
            old={"state": old},
            new=new,
            reason=reason,
        )
    return entry


def _rule_withdrawal(
    frame: Change, entry: Entry, match: Match, *, justified: bool, reason: str
) -> dict[str, Any]:
    line = match.seats.get(entry=entry).line
    others = [seat.entry for seat in match.seats.exclude(line=line).select_related("entry")]
    if not others or match.round.state == "drawn":
        return {}
    if all(other.state == Entry.State.WITHDRAWN for other in others):
        there, left = Award(0, 0), Award(0, 0)
    else:
        stayed, leaver = _earned(frame.event, match, line)
        there, left = awards_of(frame.event).withdrawal(justified, stayed, leaver)
    _set_ruling(frame, match, line, left, there, kind=Ruling.Kind.WITHDRAWAL, reason=reason)
    return {"vp": left.vp, "mp": left.mp, "other_vp": there.vp, "other_mp": there.mp}


def _earned(event: Event, match: Match, line: str) -> tuple[Award | None, Award | None]:
    """What who stays and who leaves have made at the table, if its result is in."""
    result = match.results.filter(state=Result.State.CONFIRMED).first()
    if result is None:
        return None, None
    ns_vp, ew_vp = event.scale.award(result.ns_mp, result.ew_mp)
    net = result.ns_mp - result.ew_mp
    ns, ew = Award(ns_vp, net), Award(ew_vp, -net)
    return (ew, ns) if line == Line.NS else (ns, ew)


def cancel_penalty(*, event: Event, penalty_id: int, reason: str, by: Actor) -> None:
    """Take a penalty or a warning back; it stays on record."""
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        penalty = (
            frame.event.penalties.select_related("entry", "round")
            .filter(pk=penalty_id, cancelled_at=None)
            .first()
        )
        if penalty is None:
            raise DeskRefusal("no_penalty", say(gettext_noop("This penalty has already been taken back.")))
        penalty.cancelled_at = frame.at
        penalty.save(update_fields=["cancelled_at"])
        frame.write(
            "cancel_penalty",
            entry=penalty.entry,
            round_number=penalty.round.number if penalty.round else None,
            old={"vp": penalty.vp, "mp": penalty.mp, "kind": penalty.kind},
            reason=reason,
        )


def cancel_ruling(*, event: Event, round_number: int, table: int, reason: str, by: Actor) -> None:
    """Take a referee's score back: the played result counts again, or the table is missing again."""
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        ruling = Ruling.objects.filter(
            event=frame.event, match__round__number=round_number, match__table=table, cancelled_at=None
        ).first()
        if ruling is None:
            raise DeskRefusal("no_ruling", say(gettext_noop("This score has already been taken back.")))
        ruling.cancelled_at = frame.at
        ruling.save(update_fields=["cancelled_at"])
        frame.write(
            "cancel_ruling",
            round_number=round_number,
            table=table,
            old={"ns_vp": ruling.ns_vp, "ew_vp": ruling.ew_vp, "kind": ruling.kind},
            reason=reason,
        )


def _table_of(frame: Change, number: int, round_number: int) -> tuple[Entry, Match, str]:
    entry = entry_numbered(frame, number)
    match = _match_in(frame.event, entry, round_number)
    if match is None:
        raise DeskRefusal(
            "not_seated",
            say(
                gettext_noop("Pair {number} does not sit in round {round}."),
                number=number,
                round=round_number,
            ),
        )
    permit("rule", match.round.state)
    return entry, match, match.seats.get(entry=entry).line


def _match_in(event: Event, entry: Entry, round_number: int) -> Match | None:
    return (
        Match.objects.select_related("round")
        .filter(round__event=event, round__number=round_number, seats__entry=entry)
        .first()
    )


def _set_ruling(
    frame: Change, match: Match, line: str, mine: Award, theirs: Award, *, kind: str, reason: str
) -> Ruling:
    """Score the match: ``mine`` for ``line``, ``theirs`` for the other; an earlier ruling is cancelled."""
    ns, ew = (mine, theirs) if line == Line.NS else (theirs, mine)
    Ruling.objects.filter(match=match, cancelled_at=None).update(cancelled_at=frame.at)
    return Ruling.objects.create(
        match=match,
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


def _penalise(
    frame: Change,
    entry: Entry,
    match: Match,
    *,
    kind: str,
    scope: str,
    vp: int = 0,
    mp: int = 0,
    reason: str,
) -> Penalty:
    return Penalty.objects.create(
        event=frame.event,
        entry=entry,
        round=match.round,
        scope=scope,
        kind=kind,
        vp=vp,
        mp=mp,
        reason=reason,
        by_id=frame.by.user_id,
        at=frame.at,
    )

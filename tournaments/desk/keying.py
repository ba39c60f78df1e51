"""Everything keyed twice: the second pass, and the differences between the two (docs/rules.md 6)."""

from __future__ import annotations

from scoring.score_sheet import check_total
from scoring.sentences import gettext_noop, say
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, NeedsConfirmationError, change
from tournaments.desk.judging import RULES, ImpossibleResultError, ResultPlan
from tournaments.desk.own_table import refuse_own_table
from tournaments.desk.results import Recorded, record
from tournaments.models import Event, Match, Result, SecondKeying

FIRST, SECOND = "first", "second"


def switch_double_keying(*, event: Event, on: bool, by: Actor) -> None:
    """Have every result keyed twice, or once; asked again, nothing happens."""
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        old = frame.event.double_keying
        if old == on:
            frame.nothing_to_write()
            return
        frame.event.double_keying = on
        frame.event.save(update_fields=["double_keying"])
        frame.write("switch_double_keying", old={"on": old}, new={"on": on})
    event.double_keying = on


def key_again(
    *, event: Event, round_number: int, table: int, ns_mp: int, ew_mp: int, by: Actor
) -> SecondKeying:
    """Keep the totals of a table as a second person keyed them; they count for nothing by themselves."""
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        match = _match(frame, round_number, table)
        permit("record", match.round.state)
        _refuse_impossible(frame.event, ns_mp, ew_mp)
        old = SecondKeying.objects.filter(match=match).first()
        if old is not None and (old.ns_mp, old.ew_mp) == (ns_mp, ew_mp):
            frame.nothing_to_write()
            return old
        kept, _ = SecondKeying.objects.update_or_create(
            match=match,
            defaults={
                "event": frame.event,
                "ns_mp": ns_mp,
                "ew_mp": ew_mp,
                "by_id": frame.by.user_id,
                "at": frame.at,
            },
        )
        frame.write(
            "key_again",
            round_number=round_number,
            table=table,
            old={"ns": old.ns_mp, "ew": old.ew_mp} if old else {},
            new={"ns": ns_mp, "ew": ew_mp},
        )
        return kept


def settle_difference(
    *,
    event: Event,
    round_number: int,
    table: int,
    stands: str,
    by: Actor,
    confirmed: bool = False,
    override_reason: str = "",
    countersigned_by: str = "",
) -> Recorded | SecondKeying:
    """Decide which keying of a table stands: the ``FIRST``, stored already, or the ``SECOND``.

    Not for who sits there.
    """
    stored = Result.objects.select_related("match__round").filter(event=event, state=Result.State.CONFIRMED)
    result = stored.filter(match__round__number=round_number, match__table=table).first()
    second = SecondKeying.objects.filter(
        event=event, match__round__number=round_number, match__table=table
    ).first()
    if result is None or second is None:
        raise DeskRefusal(
            "no_difference", say(gettext_noop("Table {table} has not been keyed twice."), table=table)
        )
    refuse_own_table(result.match, by)
    if stands == FIRST:
        return key_again(
            event=event,
            round_number=round_number,
            table=table,
            ns_mp=result.ns_mp,
            ew_mp=result.ew_mp,
            by=by,
        )
    return record(
        event=event,
        round_number=round_number,
        plan=ResultPlan(table, second.ns_mp, second.ew_mp, override_reason=override_reason),
        by=by,
        confirmed=confirmed,
        countersigned_by=countersigned_by,
        reason="second_keying",
    )


def refuse_open_differences(event: Event, round_number: int, *, confirmed: bool) -> None:
    """Before a round is closed: differences are decided, and everything keyed twice if that is wanted."""
    rows = list(
        Result.objects.filter(event=event, match__round__number=round_number, state=Result.State.CONFIRMED)
        .order_by("match__table")
        .values_list(
            "match__table", "ns_mp", "ew_mp", "match__second_keying__ns_mp", "match__second_keying__ew_mp"
        )
    )
    differ = [str(t) for t, ns, ew, ns2, ew2 in rows if ns2 is not None and (ns, ew) != (ns2, ew2)]
    if differ:
        raise DeskRefusal(
            "keyings_differ",
            say(
                gettext_noop("The two keyings of tables {tables} differ: decide which one stands."),
                tables=", ".join(differ),
            ),
        )
    once = [str(t) for t, _ns, _ew, ns2, _ew2 in rows if ns2 is None]
    if event.double_keying and once and not confirmed:
        raise NeedsConfirmationError(
            "keyed_once",
            say(
                gettext_noop("Tables {tables} have been keyed only once. Close the round all the same?"),
                tables=", ".join(once),
            ),
        )


def _match(frame: Change, round_number: int, table: int) -> Match:
    match = (
        Match.objects.select_related("round")
        .filter(round__event=frame.event, round__number=round_number, table=table)
        .first()
    )
    if match is None or match.seats.values("line").distinct().count() < 2:
        told = gettext_noop("Nobody plays at table {table} in round {number}.")
        raise DeskRefusal("unknown_table", say(told, number=round_number, table=table))
    return match


def _refuse_impossible(event: Event, ns_mp: int, ew_mp: int) -> None:
    findings = check_total(ns_mp, ew_mp, event.hands_per_round, RULES[event.rules_variant])
    refused = [finding for finding in findings if finding.level == "refused"]
    if refused:
        raise ImpossibleResultError("impossible_result", refused)

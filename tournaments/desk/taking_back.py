"""What the referee takes back: it stays on record, and counts no longer."""

from __future__ import annotations

from scoring.sentences import gettext_noop, say
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, DeskRefusal, change
from tournaments.desk.entries import entry_numbered
from tournaments.desk.own_table import refuse_own_pair, refuse_own_table
from tournaments.models import Entry, Event, Ruling


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
        refuse_own_pair(frame, penalty.entry, penalty.round.number if penalty.round else None)
        penalty.cancelled_at = frame.at
        penalty.save(update_fields=["cancelled_at"])
        frame.write(
            "cancel_penalty",
            entry=penalty.entry,
            round_number=penalty.round.number if penalty.round else None,
            old={"vp": penalty.vp, "mp": penalty.mp, "kind": penalty.kind, "scope": penalty.scope},
            reason=reason,
        )


def cancel_ruling(
    *, event: Event, round_number: int, table: int, reason: str, by: Actor, ruling_id: int | None = None
) -> None:
    """Take a referee's score back: the played result counts again, or the table is missing again.

    ``ruling_id``: the one the page showed, so that a page left open takes no later one back.
    """
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        rulings = Ruling.objects.select_related("match__round")
        ruling = rulings.filter(
            event=frame.event, match__round__number=round_number, match__table=table, cancelled_at=None
        ).first()
        if ruling is not None and ruling_id not in (None, ruling.pk):
            ruling = None
        if ruling is None:
            raise DeskRefusal("no_ruling", say(gettext_noop("This score has already been taken back.")))
        refuse_own_table(ruling.match, by)
        ruling.cancelled_at = frame.at
        ruling.save(update_fields=["cancelled_at"])
        frame.write(
            "cancel_ruling",
            round_number=round_number,
            table=table,
            old={"ns_vp": ruling.ns_vp, "ew_vp": ruling.ew_vp, "kind": ruling.kind},
            reason=reason,
        )


def take_back_withdrawal(*, event: Event, number: int, reason: str, by: Actor) -> Entry:
    """A pair that was said to have left has not: it is drawn again, and the score of its table goes."""
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        entry = entry_numbered(frame, number)
        if entry.state != Entry.State.WITHDRAWN:
            raise DeskRefusal(
                "not_withdrawn", say(gettext_noop("Pair {number} has not left."), number=number)
            )
        refuse_own_pair(frame, entry, entry.left_in_round)
        left_in = entry.left_in_round or 0
        rulings = Ruling.objects.filter(
            event=frame.event,
            kind=Ruling.Kind.WITHDRAWAL,
            cancelled_at=None,
            match__round__number=left_in,
            match__seats__entry=entry,
        )
        ruling = rulings.select_related("match").first()
        if ruling is not None:
            ruling.cancelled_at = frame.at
            ruling.save(update_fields=["cancelled_at"])
        entry.state, entry.left_in_round, entry.left_justified = Entry.State.ACTIVE, None, False
        entry.save(update_fields=["state", "left_in_round", "left_justified"])
        frame.write(
            "take_back_withdrawal",
            round_number=left_in or None,
            table=ruling.match.table if ruling else None,
            entry=entry,
            old={"state": Entry.State.WITHDRAWN},
            reason=reason,
        )
    return entry

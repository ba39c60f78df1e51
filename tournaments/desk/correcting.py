"""When a result may still be corrected, and what a correction sets off (docs/rules.md 6)."""

from __future__ import annotations

from datetime import datetime, timedelta

from scoring.sentences import gettext_noop, say
from tournaments.desk.change import Change, DeskRefusal, NeedsConfirmationError
from tournaments.models import Event, Round, programme_of


def last_round_closed_at(event: Event) -> datetime | None:
    """When the last round of the programme was closed; None while it is not."""
    phases = list(event.phases.order_by("position"))
    rounds = event.rounds.filter(state=Round.State.CLOSED)
    if phases:
        rounds = rounds.filter(number=programme_of(phases).rounds)
    found = rounds.order_by("number").last()
    if found is None or event.rounds.exclude(state=Round.State.CLOSED).exists():
        return None
    return found.closed_at


def corrections_until(event: Event) -> datetime | None:
    """Until when results may be corrected after the last round; None while it has not been closed."""
    closed = last_round_closed_at(event)
    return None if closed is None else closed + timedelta(minutes=event.correction_minutes)


def permit_correction(frame: Change, *, countersigned_by: str) -> None:
    """After the last round only with a referee's countersignature and within the time; before it, freely."""
    until = corrections_until(frame.event)
    if until is None:
        return
    if frame.at > until:
        raise DeskRefusal(
            "corrections_closed",
            say(
                gettext_noop("The {minutes} minutes for corrections after the last round are over."),
                minutes=frame.event.correction_minutes,
            ),
        )
    if not countersigned_by.strip():
        raise NeedsConfirmationError(
            "needs_countersignature",
            say(
                gettext_noop(
                    "The last round is over: this correction needs the referee’s countersignature. Who signs?"
                )
            ),
        )


def seats_to_draw_again(event: Event, round_number: int) -> int | None:
    """The round whose seats, drawn from the standings and not yet published, a correction has overtaken.

    A published one is played as it is; seats that do not follow the standings are not touched.
    """
    drawn = (
        event.rounds.select_related("phase").filter(state=Round.State.DRAWN, number__gt=round_number).first()
    )
    if drawn is None or drawn.phase is None or not drawn.phase.plan.movement.is_danish:
        return None
    return drawn.number

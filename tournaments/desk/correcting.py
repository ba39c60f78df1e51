"""When a result may still be corrected, and what a correction sets off (docs/rules.md 6)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from scoring.sentences import gettext_noop, say
from tournaments.desk.change import Change, DeskRefusal, NeedsConfirmationError
from tournaments.models import Event, Phase, Round, programme_of


def until(event: Event, rounds: Sequence[Round], phases: Sequence[Phase]) -> datetime | None:
    """Until when results may be corrected after the last round; None while it has not been closed.

    ``rounds`` and ``phases``: all of the event's, in order.
    """
    last = rounds[-1] if rounds else None
    if last is None or last.closed_at is None or any(r.state != Round.State.CLOSED for r in rounds):
        return None
    if phases and last.number < programme_of(list(phases)).rounds:
        return None
    return last.closed_at + timedelta(minutes=event.correction_minutes)


def corrections_until(event: Event) -> datetime | None:
    """The same, read from the database in two queries."""
    rounds = list(event.rounds.defer("why").order_by("number"))
    return until(event, rounds, list(event.phases.order_by("position")))


def permit_correction(frame: Change, played: Round, *, countersigned_by: str) -> None:
    """After the last round only with a referee's countersignature and within the time; before it, freely.

    ``played``: the round of what is corrected. While it is open the last one is not over.
    """
    until = corrections_until(frame.event) if played.state == Round.State.CLOSED else None
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

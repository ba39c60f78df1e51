"""The evening ends: finished, reopened if need be, archived for good."""

from __future__ import annotations

from scoring.sentences import gettext_noop, say
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, DeskRefusal, change
from tournaments.models import Event, Round


def finish_event(*, event: Event, by: Actor) -> None:
    """The evening is over: every round there is has been closed."""
    with change(event, by=by) as frame:
        permit("finish", frame.event.state)
        open_round = frame.event.rounds.exclude(state=Round.State.CLOSED).order_by("number").first()
        if open_round is not None:
            raise DeskRefusal(
                "round_open",
                say(
                    gettext_noop("Round {number} is not closed yet: close it before finishing the event."),
                    number=open_round.number,
                ),
            )
        _become(frame.event, Event.State.FINISHED)
        frame.write("finish_event", new={"state": Event.State.FINISHED})


def reopen_event(*, event: Event, confirmed: bool = False, reason: str = "", by: Actor) -> None:
    """Take the finish back."""
    with change(event, by=by) as frame:
        permit("reopen", frame.event.state, confirmed=confirmed)
        _become(frame.event, Event.State.RUNNING)
        frame.write("reopen_event", new={"state": Event.State.RUNNING}, reason=reason)


def archive_event(*, event: Event, confirmed: bool = False, by: Actor) -> None:
    """Put the event away: from here on nothing in it changes."""
    with change(event, by=by) as frame:
        permit("archive", frame.event.state, confirmed=confirmed)
        _become(frame.event, Event.State.ARCHIVED)
        frame.write("archive_event", new={"state": Event.State.ARCHIVED})


def _become(event: Event, state: str) -> None:
    event.state = state
    event.save(update_fields=["state"])

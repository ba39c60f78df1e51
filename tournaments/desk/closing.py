"""The evening ends: finished, reopened if need be, archived for good."""

from __future__ import annotations

from collections.abc import Mapping

from scoring.sentences import gettext_noop, say
from tournaments.boards import facts as boards
from tournaments.desk import backups
from tournaments.desk.actions import FREE, Answer, Verdict, permit
from tournaments.desk.change import Actor, DeskRefusal, NeedsConfirmationError, change
from tournaments.desk.publishing import publish_final
from tournaments.models import Event, Round, programme_of


def finish_event(*, event: Event, confirmed: bool = False, by: Actor) -> None:
    """The evening is over: every round there is has been closed.

    Asks where the programme has rounds that were not played. What was corrected since the last publication
    is published with it, so that the event ends on numbered standings.
    """
    with change(event, by=by) as frame:
        permit("finish", frame.event.state)
        facts = boards.load(frame.event)
        phases = list(frame.event.phases.order_by("position"))
        found = finishing(facts.rounds, programme_of(phases).rounds if phases else 0)
        if found.answer is Answer.AGAINST and found.sentence is not None:
            raise DeskRefusal("round_open", found.sentence)
        if found.answer is Answer.ASKS and found.sentence is not None and not confirmed:
            raise NeedsConfirmationError("programme_not_complete", found.sentence)
        _become(frame.event, Event.State.FINISHED)
        frame.write("finish_event", new={"state": Event.State.FINISHED})
        publish_final(frame, facts)
        backups.keep_soon("finish", frame.event)


def finishing(rounds: Mapping[int, str], programme: int) -> Verdict:
    """May a running event be finished, by its rounds (number to state) and those of its programme?

    For the page, which leaves the button out or puts the question before it, and for the verb alike.
    """
    waiting = [number for number, state in sorted(rounds.items()) if state != Round.State.CLOSED]
    if waiting:
        text = gettext_noop("Round {number} is not closed yet: close it before finishing the event.")
        return Verdict(Answer.AGAINST, say(text, number=waiting[0]))
    if len(rounds) < programme:
        text = gettext_noop("The programme has {total} rounds and {played} were played. Finish all the same?")
        return Verdict(Answer.ASKS, say(text, total=programme, played=len(rounds)))
    return FREE


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

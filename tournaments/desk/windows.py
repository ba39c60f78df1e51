"""The time for corrections after the last round is over: the event ends by itself (docs/rules.md 6).

Once nothing may be corrected any more, an event whose programme was played to the end is what its last
standings say. So it is finished as a director would finish it: what was corrected since the last publication
is published with it, and it can be reopened. An event that stopped before its programme ended is left alone:
whether it is over is for a person to say. So is one that a person has reopened: the clock would end it again
under their hands.
"""

from __future__ import annotations

import logging

from django.db.models import Max
from django.utils import timezone

from scoring.sentences import Refusal
from tournaments.desk.clockwork import THE_CLOCK
from tournaments.desk.closing import finish_event
from tournaments.desk.correcting import corrections_until
from tournaments.models import Event, Round

log = logging.getLogger(__name__)


def close_windows() -> list[str]:
    """Finish every event whose time for corrections is over; their slugs. Does nothing twice."""
    now = timezone.now()
    open_rounds = Round.objects.exclude(state=Round.State.CLOSED)
    running = (
        Event.objects.filter(state=Event.State.RUNNING)
        .exclude(pk__in=open_rounds.order_by().values("event"))
        .annotate(last_closed=Max("rounds__closed_at"))
        .filter(last_closed__lt=now)
    )
    finished = []
    for event in running.order_by("pk"):
        until = corrections_until(event)
        if until is None or until >= now or _reopened(event):
            continue
        try:
            finish_event(event=event, by=THE_CLOCK)
        except Refusal as refusal:
            # Somebody drew another round or finished it in this very moment.
            log.info("%s is not finished by the clock: %s", event.slug, refusal)
        except Exception:
            # A defect of this event, told to the log in full; the others end all the same.
            log.exception("%s could not be finished by the clock", event.slug)
        else:
            finished.append(event.slug)
    return finished


def _reopened(event: Event) -> bool:
    """Whether somebody has taken a finish back since the last round was closed."""
    lines = event.journal.filter(verb="reopen_event")
    return lines.filter(at__gt=event.rounds.aggregate(last=Max("closed_at"))["last"]).exists()

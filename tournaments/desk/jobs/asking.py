"""A job is asked for, taken back, sent again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import get_language

from scoring.sentences import gettext_noop, say
from tournaments.desk.change import Actor, DeskRefusal
from tournaments.desk.jobs import queue
from tournaments.models import Club, Event, Job

OPEN = (Job.State.WAITING, Job.State.RUNNING)
STALE = timedelta(seconds=30)
"""A running job without a sign of life for so long has lost its worker."""
RESEND = timedelta(minutes=5)
"""How long a job that was sent and still waits is left in the queue before it is sent once more: Redis may
have forgotten it. Until it is taken up, ``beat_at`` says when it was sent."""
MOST_OPEN = 20
"""Open jobs of one club, so that nobody's finger on a button fills the queue of the others."""


@dataclass(frozen=True)
class JobPlan:
    """What is wanted. ``key``: what makes two askings the same; while one is open the second gets that one.

    ``params`` are plain values; ``directors``: only directors of the club see the job and its result.
    """

    kind: str
    params: Mapping[str, Any] = field(default_factory=dict)
    club: Club | None = None
    event: Event | None = None
    key: str = ""
    directors: bool = False


def ask(plan: JobPlan, *, by: Actor) -> Job:
    """Write a job down and send it off; the same job while one under its key is open.

    Answers at once whatever the queue does: a job that cannot be sent waits. Refused where the club has
    ``MOST_OPEN`` jobs open already.
    """
    for _attempt in range(2):
        found = _open_under(plan.key)
        if found is not None:
            send(found)
            return found
        try:
            with transaction.atomic():
                job = _written(plan, by)
        except IntegrityError:
            # Somebody asked for the same between the two: it is found now.
            continue
        send(job)
        job.refresh_from_db()
        return job
    raise DeskRefusal("asked_already", say(gettext_noop("This is being done already: look at the jobs.")))


def _open_under(key: str) -> Job | None:
    return Job.objects.filter(key=key, state__in=OPEN).first() if key else None


def _written(plan: JobPlan, by: Actor) -> Job:
    club = plan.club or (plan.event.club if plan.event else None)
    if club is not None and Job.objects.filter(club=club, state__in=OPEN).count() >= MOST_OPEN:
        raise DeskRefusal(
            "too_many_jobs",
            say(
                gettext_noop("{most} jobs of this club are waiting already: let them finish."), most=MOST_OPEN
            ),
        )
    params = {"language": get_language() or "it", **plan.params}
    if plan.directors:
        params["directors"] = True
    return Job.objects.create(
        kind=plan.kind,
        key=plan.key[:120],
        club=club,
        event=plan.event,
        params=params,
        by_id=by.user_id,
        by_name=by.name[:150],
        asked_at=timezone.now(),
    )


def send(job: Job) -> bool:
    """Send an open job off again if nobody is at it; False where the queue cannot be reached.

    Harmless however often: a job somebody works on is left to them.
    """
    if job.state == Job.State.WAITING:
        return not _is_unsent(job) or _sent(job)
    if job.state == Job.State.RUNNING and is_stale(job):
        return queue.send(job.pk)
    return True


def _is_unsent(job: Job) -> bool:
    """Whether the queue does not know of a waiting job, or may have forgotten it."""
    now = timezone.now()
    return not settings.REDIS_URL or job.beat_at is None or job.beat_at < now - RESEND


def _sent(job: Job) -> bool:
    reached = queue.send(job.pk)
    if reached:
        Job.objects.filter(pk=job.pk, state=Job.State.WAITING).update(beat_at=timezone.now())
    return reached


def is_stale(job: Job) -> bool:
    """Running, as far as anybody knows, and silent for too long: its worker is gone."""
    return job.state == Job.State.RUNNING and (job.beat_at is None or job.beat_at < timezone.now() - STALE)


def cancel(job: Job) -> Job:
    """Take a job back: one that waits at once, one being done at its next step. What it did is undone."""
    now = timezone.now()
    waiting = Job.objects.filter(pk=job.pk, state=Job.State.WAITING)
    if not waiting.update(state=Job.State.CANCELLED, cancel_asked=True, ended_at=now):
        Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).update(cancel_asked=True)
    job.refresh_from_db()
    return job


def again(job: Job, *, by: Actor) -> Job:
    """Ask for the same once more, after a failure or a cancellation."""
    if job.state in OPEN:
        return job
    params = {
        name: value for name, value in job.params.items() if name not in ("loaded", "deaths", "directors")
    }
    plan = JobPlan(
        kind=job.kind, params=params, club=job.club, event=job.event, key=job.key,
        directors=bool(job.params.get("directors")),
    )  # fmt: skip
    return ask(plan, by=by)

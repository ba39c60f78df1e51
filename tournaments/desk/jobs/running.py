"""A job is done by whoever finds it: claimed, carried out, its end written down; taken up again."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone, translation
from django.utils.module_loading import import_string

from scoring.sentences import Refusal, gettext_noop, say
from tournaments.desk.jobs import asking, files
from tournaments.desk.jobs.kinds import KINDS
from tournaments.desk.jobs.working import JobCancelled, JobFailed, JobLost, Outcome, Work
from tournaments.models import Job

log = logging.getLogger(__name__)

DoIt = Callable[[Work], Outcome]

MOST_DEATHS = 5
"""Processes that may be lost with the same job in their hands."""


def run(job_id: uuid.UUID | str) -> str:
    """Do a job if it waits or has lost its worker; its state afterwards ("" for one that is not there).

    A job somebody is at, or that has ended, is left alone: running it twice does nothing twice.
    """
    work = _claim(job_id)
    if work is None:
        return str(Job.objects.filter(pk=job_id).values_list("state", flat=True).first() or "")
    job = work.job
    try:
        with work, translation.override(str(job.params.get("language") or "it")):
            do_it: DoIt = import_string(KINDS[job.kind])
            work.progress(0, 0)
            outcome = do_it(work)
            if not work.is_finished:
                with transaction.atomic():
                    work.done(outcome)
    except JobLost:
        log.info("job %s is in other hands", job.pk)
    except JobCancelled:
        _end(work, Job.State.CANCELLED, Outcome(say(gettext_noop("Cancelled; nothing was left half done."))))
    except Refusal as refusal:
        problems = refusal.problems if isinstance(refusal, JobFailed) else []
        _end(work, Job.State.FAILED, Outcome(refusal.sentence, problems))
    except Exception:
        if not work.is_ours():
            # Whoever took the job up has begun afresh, and swept away what this process was writing.
            log.info("job %s is in other hands", job.pk)
            return ""
        # A defect: the log has it in full, whoever asked hears that nothing was left half done.
        log.exception("job %s (%s) broke", job.pk, job.kind)
        sentence = say(
            gettext_noop(
                "Something is broken in the program, not in what you asked. Nothing was left half done."
            )
        )
        _end(work, Job.State.FAILED, Outcome(sentence))
        raise
    job.refresh_from_db()
    return str(job.state)


def _end(work: Work, state: str, outcome: Outcome) -> None:
    # Who has it now may be writing into the same folder.
    if work.end(state, outcome) and state != Job.State.DONE:
        files.clear(work.job)


def _claim(job_id: uuid.UUID | str) -> Work | None:
    """Take a job up: exactly one of those who try gets it.

    One whose process has died under it ``MOST_DEATHS`` times is given up: it would kill every worker in turn.
    """
    token = timezone.now()
    was_running = Job.objects.filter(pk=job_id, state=Job.State.RUNNING).exists()
    free = Q(state=Job.State.WAITING) | Q(state=Job.State.RUNNING) & _silent(token)
    claimed = Job.objects.filter(free, pk=job_id).update(
        state=Job.State.RUNNING, started_at=token, beat_at=token, done=0, message={}, problems=[]
    )
    if not claimed:
        return None
    job = Job.objects.select_related("club", "event", "event__club", "by").get(pk=job_id)
    files.clear(job)  # what a killed process left half written
    work = Work(job, token)
    if was_running and _has_killed_too_many(work):
        return None
    return work


def _has_killed_too_many(work: Work) -> bool:
    """Count one more process that was lost with this job in its hands; with the last of them it fails."""
    deaths = int(work.params.get("deaths", 0)) + 1
    work.params["deaths"] = deaths
    Job.objects.filter(pk=work.job.pk, started_at=work.token).update(params=work.params)
    if deaths < MOST_DEATHS:
        return False
    log.error("job %s (%s) has lost its process %s times and is given up", work.job.pk, work.job.kind, deaths)
    told = gettext_noop(
        "The program was cut off {times} times while doing this, and gives it up. Nothing was left half done."
    )
    _end(work, Job.State.FAILED, Outcome(say(told, times=deaths)))
    return True


def _silent(now: datetime) -> Q:
    return Q(beat_at=None) | Q(beat_at__lt=now - asking.STALE)


def take_up() -> int:
    """Send again what waits unsent or has lost its worker; how many jobs that were."""
    now = timezone.now()
    lost = Q(state=Job.State.RUNNING) & _silent(now)
    unsent = Q(beat_at=None, asked_at__lt=now - asking.STALE) | Q(beat_at__lt=now - asking.RESEND)
    unsent &= Q(state=Job.State.WAITING)
    jobs = list(Job.objects.filter(lost | unsent).order_by("asked_at")[:200])
    for job in jobs:
        if not asking.send(job):
            break
    return len(jobs)

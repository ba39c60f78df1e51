"""Where a name lies outside the events: lists not yet confirmed, answers for programs, results of jobs."""

from __future__ import annotations

import json

from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q

from tournaments.desk.jobs import files
from tournaments.desk.privacy.naming import Known
from tournaments.models import Event, Job, KeptAnswer

OVER = (Job.State.DONE, Job.State.FAILED, Job.State.CANCELLED)


def forget(ids: list[int], known: Known) -> None:
    """Delete what can be made again, and put the label into what cannot."""
    _lists(known)
    _answers(known)
    _jobs(ids, known)


def _lists(known: Known) -> None:
    """Lists that were read and not confirmed; whoever sent one is told to send it again."""
    store = SessionStore()
    for row in Session.objects.all():
        content = store.decode(row.session_data)
        sources = content.get("sources")
        if sources and known.out_of_all(sources) != sources:
            row.delete()


def _answers(known: Known) -> None:
    """What programs were answered, kept a while for a repeat."""
    for answer in KeptAnswer.objects.exclude(body=""):
        try:
            body = json.loads(answer.body)
        except ValueError:
            told = known.out_of(answer.body)
        else:
            told = json.dumps(known.out_of_all(body), ensure_ascii=False)
            if known.out_of_all(body) == body:
                continue
        if told != answer.body:
            KeptAnswer.objects.filter(pk=answer.pk).update(body=told)


def _jobs(ids: list[int], known: Known) -> None:
    """What a job about these events or clubs has made can be made again; what it has told holds the label."""
    events = Event.objects.filter(members__player__in=ids)
    clubs = events.values("club")
    about = Q(event__in=events) | Q(event=None, club__in=clubs) | Q(event=None, club=None)
    for job in Job.objects.filter(state__in=OVER):
        told = {"params": job.params, "message": job.message, "problems": job.problems}
        if known.out_of_all(told) != told:
            transaction.on_commit(lambda job=job: files.clear(job))  # type: ignore[misc]
            Job.objects.filter(pk=job.pk).update(
                file="", **{name: known.out_of_all(value) for name, value in told.items()}
            )
    for job in Job.objects.filter(about, state__in=OVER).exclude(file="").distinct():
        transaction.on_commit(lambda job=job: files.clear(job))  # type: ignore[misc]
        Job.objects.filter(pk=job.pk).update(file="")

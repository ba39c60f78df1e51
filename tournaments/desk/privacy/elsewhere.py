"""Where a name lies outside the events: lists not yet confirmed, answers for programs, results of jobs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q

from tournaments.desk.jobs import files
from tournaments.desk.privacy.naming import Known
from tournaments.models import Event, Job, KeptAnswer

PRIVATE = frozenset({"club", "card_number", "card_kind", "card_year", "birth_date", "sex", "phone", "email"})
"""What an answer tells of a player beside the name."""
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
        told = " ".join(_texts(sources)) if sources else ""  # surname and first name may be two columns
        if known.out_of(told, surnames=True) != told:
            row.delete()


def _texts(value: Any) -> Iterator[str]:
    """Every text in plain values, in order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one)


def _answers(known: Known) -> None:
    """What programs were answered, kept a while for a repeat."""
    for answer in KeptAnswer.objects.exclude(body=""):
        body = json.loads(answer.body)
        told = _neutral(body, known)
        if told != body:
            kept = json.dumps(told, ensure_ascii=False)
            KeptAnswer.objects.filter(pk=answer.pk).update(body=kept)


def _neutral(value: Any, known: Known) -> Any:
    """An answer without the person: the label for the name, nothing of card, club, phone and the rest.

    Who bears the same surname may be given the label too: a repeat rather says too little than too much.
    """
    if isinstance(value, str):
        return known.out_of(value, surnames=True)
    if isinstance(value, list):
        return [_neutral(one, known) for one in value]
    if not isinstance(value, dict):
        return value
    if {"surname", "first_name"} <= set(value) and known.is_called(value["surname"], value["first_name"]):
        emptied = {name: "" if isinstance(value[name], str) else None for name in PRIVATE & set(value)}
        value = value | emptied | {"surname": known.label, "first_name": ""}
    return {name: _neutral(one, known) for name, one in value.items()}


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

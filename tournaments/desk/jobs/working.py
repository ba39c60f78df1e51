"""A job in somebody's hands: how far it is, whether it is still wanted, and still theirs."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from types import TracebackType
from typing import Any, Self

from django.db import DatabaseError, connections, transaction
from django.utils import timezone

from scoring.kept import as_data
from scoring.sentences import Refusal, Sentence, gettext_noop, say
from tournaments.desk.change import Actor
from tournaments.desk.jobs import files, queue
from tournaments.desk.jobs.sweeping import KEPT_FOR
from tournaments.models import Job, Source

log = logging.getLogger(__name__)

PULSE = 1.0
"""Seconds between two looks of the pulse: how late a cancellation may be heard, progress be seen."""
BEAT = 5.0
"""Seconds between two signs of life of a job that has no progress to tell."""

MOST_SECONDS = 1800


class JobCancelled(Exception):  # noqa: N818 -- somebody wished it
    """Whoever asked for the job does not want it any more: leave, undoing what is half done."""


class JobLost(Exception):  # noqa: N818 -- to another process
    """Another process has taken the job up: this one must leave without a trace."""


class JobFailed(Refusal):
    """The job cannot be done, and why; ``problems`` says it in full, each about something by name."""

    def __init__(self, sentence: Sentence, problems: Sequence[dict[str, Any]] = ()) -> None:
        super().__init__(sentence)
        self.problems = list(problems)


def problem(about: str, *sentences: Sentence) -> dict[str, Any]:
    """What is wrong with one thing, as it is kept with the job."""
    return {"about": about, "says": [as_data(sentence) for sentence in sentences]}


@dataclass
class Outcome:
    """What came of a job. ``file``: the result in the job's folder; ``file_name``: its name when fetched."""

    sentence: Sentence
    problems: list[dict[str, Any]] = field(default_factory=list)
    file: str = ""
    file_name: str = ""


class Work:
    """A claimed job. ``token``: when this process took it up; whoever has a later one owns it.

    In a server or a worker a thread with a connection of its own writes progress and signs of life once a
    second, so that they show while the job itself is in a long transaction; in a command or a test the job
    writes them itself.
    """

    def __init__(self, job: Job, token: datetime) -> None:
        self.job, self.token = job, token
        self.params: dict[str, Any] = job.params
        self._done, self._total = 0, 0
        self._told = (0, 0)
        self._begun = self._told_at = time.monotonic()
        self._cancelled = self._lost = False
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self._finished = False

    def __enter__(self) -> Self:
        if queue.works_apart():
            self._thread = threading.Thread(target=self._pulse, name=f"pulse-{self.job.pk}", daemon=True)
            self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stop.set()
        if self._thread is not None:
            self._thread.join()

    @property
    def actor(self) -> Actor:
        """Who asked, for the journal of what the job does."""
        return Actor(name=self.job.by_name, source=Source.IMPORT, user_id=self.job.by_id)

    def progress(self, done: int, total: int) -> None:
        """So many steps of so many are done; may raise ``JobCancelled`` or ``JobLost``. Nearly free."""
        self._done, self._total = done, total
        if self._thread is None and (time.monotonic() - self._told_at >= PULSE or not done):
            self._tell()
        self.check()

    def check(self) -> None:
        """Leave if the job is not wanted any more, not this process's, or takes far too long."""
        if time.monotonic() - self._begun > MOST_SECONDS:
            raise JobFailed(
                say(
                    gettext_noop(
                        "This took more than {minutes} minutes and was given up: ask for less at once."
                    ),
                    minutes=MOST_SECONDS // 60,
                )
            )
        if self._lost:
            raise JobLost
        if self._cancelled:
            raise JobCancelled

    def result(self, name: str) -> Any:
        """A path to write the result to (``files.written``)."""
        return files.written(self.job, name)

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """A transaction that commits only if the job is still this process's and still wanted."""
        with transaction.atomic():
            yield
            if not self._finished:
                self._own()

    def keep(self, name: str, value: Any) -> None:
        """Store something with the job, inside ``all_or_nothing``: it is kept exactly if the rest is."""
        job = self._own()
        job.params[name] = value
        job.save(update_fields=["params"])
        self.params[name] = value

    def done(self, outcome: Outcome) -> None:
        """The job is done; inside ``all_or_nothing`` it is so exactly if everything else was stored."""
        self._own()
        self._end(Job.State.DONE, outcome)
        self._finished = True

    @property
    def is_finished(self) -> bool:
        return self._finished

    def is_ours(self) -> bool:
        """Whether nobody else has taken the job up; asked outside a broken transaction."""
        return Job.objects.filter(**self._ours()).exists()

    def _own(self) -> Job:
        """The job's row under lock, if it still is ours; nobody can take it up until we commit."""
        job = Job.objects.select_for_update().filter(**self._ours()).first()
        if job is None:
            raise JobLost
        if job.cancel_asked:
            raise JobCancelled
        return job

    def _ours(self) -> dict[str, Any]:
        return {"pk": self.job.pk, "state": Job.State.RUNNING, "started_at": self.token}

    def end(self, state: str, outcome: Outcome) -> bool:
        """The job has ended in ``state``; False, and nothing happens, if another process has it."""
        return self._end(state, outcome)

    def _end(self, state: str, outcome: Outcome) -> bool:
        now = timezone.now()
        told: dict[str, Any] = {"state": state, "ended_at": now, "beat_at": now, "expires_at": now + KEPT_FOR}
        told |= {"message": as_data(outcome.sentence), "problems": outcome.problems}
        if state == Job.State.DONE:
            total = max(self._total, self._done, 1)
            told |= {"done": total, "total": total}
        if outcome.file:
            told |= {"file": f"{self.job.pk}/{outcome.file}", "file_name": outcome.file_name[:200]}
        return bool(Job.objects.filter(**self._ours()).update(**told))

    def _pulse(self) -> None:
        try:
            while not self._stop.wait(PULSE):
                try:
                    self._tell()
                except DatabaseError as error:
                    # The one writer of SQLite is at work, or the database is being started again.
                    log.info("job %s: no sign of life now: %s", self.job.pk, error)
                if self._lost:
                    return
        finally:
            connections.close_all()

    def _tell(self) -> None:
        """Write down what is new, and hear whether the job is still wanted."""
        told = (self._done, self._total)
        if told != self._told or time.monotonic() - self._told_at >= BEAT:
            found = Job.objects.filter(**self._ours()).update(
                done=told[0], total=told[1], beat_at=timezone.now()
            )
            self._lost = not found
            self._told, self._told_at = told, time.monotonic()
        self._cancelled = Job.objects.filter(pk=self.job.pk, cancel_asked=True).exists()


def progress(job: Work, done: int, total: int) -> None:
    """The same as a function: ``progress(work, 3, 10)``."""
    job.progress(done, total)

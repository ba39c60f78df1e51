"""Jobs as people look at them: how far, what came of it, and whose they are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from scoring.kept import from_data
from scoring.sentences import Sentence, gettext_noop
from tournaments.boards import who
from tournaments.models import ClubMember, EventMember, Job

TITLES = {
    "export": gettext_noop("Export"),
    "pictures": gettext_noop("Pictures of the standings"),
    "players": gettext_noop("Players from a list"),
    "archive": gettext_noop("Evenings from an archive"),
    "report": gettext_noop("Results for the federation"),
    "circuit": gettext_noop("Recount of a circuit"),
    "backup": gettext_noop("Backup"),
}
MOST = 100
OPEN = (Job.State.WAITING, Job.State.RUNNING)

Account = AbstractBaseUser | AnonymousUser


@dataclass(frozen=True)
class Problem:
    """What is wrong with one thing: ``about`` names it, a file or a row."""

    about: str
    sentences: tuple[Sentence, ...]


@dataclass(frozen=True)
class JobRow:
    """A job as its line in the list and its own page tell it."""

    job: Job
    sentence: Sentence | None = None
    problems: tuple[Problem, ...] = field(default=())

    @property
    def title(self) -> str:
        return _(TITLES.get(self.job.kind, self.job.kind))

    @property
    def subject(self) -> str:
        """What the job is about: an event, a club, or everything."""
        if self.job.event is not None:
            return self.job.event.name
        return self.job.club.name if self.job.club is not None else _("all clubs")

    @property
    def is_open(self) -> bool:
        return self.job.state in OPEN

    @property
    def failed(self) -> bool:
        return self.job.state == Job.State.FAILED

    @property
    def ended_badly(self) -> bool:
        return self.job.state in (Job.State.FAILED, Job.State.CANCELLED)

    @property
    def has_file(self) -> bool:
        return self.job.state == Job.State.DONE and bool(self.job.file)

    @property
    def has_expired(self) -> bool:
        return self.job.state == Job.State.DONE and bool(self.job.file_name) and not self.job.file

    @property
    def percent(self) -> int:
        return 100 * self.job.done // self.job.total if self.job.total else 0


def job_row(job: Job) -> JobRow:
    """A job with its sentences."""
    problems = tuple(_problem(kept) for kept in job.problems)
    return JobRow(job, from_data(job.message), problems)


def _problem(kept: dict[str, Any]) -> Problem:
    said = (from_data(sentence) for sentence in kept.get("says", []))
    return Problem(str(kept.get("about", "")), tuple(sentence for sentence in said if sentence))


def jobs_of(user: Account) -> QuerySet[Job]:
    """The jobs this account may look at: those of its clubs and events; all of them for who runs the house.

    What holds phone numbers is for directors of the club, and what is of no club for who runs the house.
    """
    found = Job.objects.select_related("club", "event")
    if getattr(user, "is_superuser", False):
        return found
    mine = ClubMember.objects.filter(user_id=user.pk or 0)
    directed = Q(club__in=mine.filter(role__in=(who.OWNER, who.DIRECTOR)).values("club"))
    plain = ~Q(params__has_key="directors")
    clubs = Q(club__in=mine.values("club"))
    events = Q(event__in=EventMember.objects.filter(user_id=user.pk or 0).values("event"))
    return found.filter(directed | plain & (clubs | events))


def job_rows(user: Account, *, most: int = MOST) -> list[JobRow]:
    """The newest first."""
    return [job_row(job) for job in jobs_of(user).order_by("-asked_at")[:most]]

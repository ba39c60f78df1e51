"""What the desk does by the clock, when Celery's beat asks for it; each may be done twice without harm."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils import timezone
from django.utils.module_loading import import_string

from scoring.sentences import gettext_noop, say
from tournaments.desk.backups import keep_backup, shelf
from tournaments.desk.clockwork import THE_CLOCK
from tournaments.desk.jobs.asking import JobPlan, ask
from tournaments.desk.jobs.working import Outcome, Work
from tournaments.desk.kept_answers import KEPT_FOR
from tournaments.models import Job, KeptAnswer


class Daily(NamedTuple):
    """Once a day at this time of the installation's clock."""

    hour: int
    minute: int


SCHEDULE: Mapping[str, tuple[int | Daily, str]] = {
    "take up jobs": (60, "tournaments.desk.jobs.take_up"),
    "sweep results": (3600, "tournaments.desk.jobs.sweeping.sweep"),
    "forget answers": (3600, "tournaments.desk.schedule.forget_answers"),
    "close windows": (300, "tournaments.desk.windows.close_windows"),
    "recount circuits": (Daily(4, 10), "tournaments.desk.circuits.ask_recounts"),
    "back up": (Daily(4, 40), "tournaments.desk.schedule.ask_backup"),
    "federation reports": (Daily(7, 0), "tournaments.desk.reports.ask_due"),
}
"""Name to (seconds or a time of day, what is called)."""


def do(name: str) -> None:
    """Do one of ``SCHEDULE`` now."""
    import_string(SCHEDULE[name][1])()


def forget_answers() -> int:
    """Answers kept for posts that come twice, once nobody repeats them any more."""
    deleted, _by_model = KeptAnswer.objects.filter(at__lt=timezone.now() - KEPT_FOR).delete()
    return deleted


def ask_backup() -> Job:
    """The day's backup, as a job that can be looked at."""
    return ask(JobPlan(kind="backup", key="backup"), by=THE_CLOCK)


def back_up(work: Work) -> Outcome:
    """The job: a backup among those that are kept."""
    work.progress(0, 1)
    keep_backup(shelf.DAILY)
    return Outcome(say(gettext_noop("The backup is kept.")))

"""What Celery calls: a task fetches nothing but a number or a name, and calls the desk."""

from __future__ import annotations

from celery import shared_task

from tournaments.desk import jobs
from tournaments.desk.jobs.queue import TASK
from tournaments.desk.schedule import do


@shared_task(name=TASK)
def run_job(job_id: str) -> str:
    """Do a job; harmless for one that is done, being done, or gone."""
    return jobs.run(job_id)


@shared_task(name="tournaments.tasks.by_the_clock")
def by_the_clock(name: str) -> None:
    """One of ``tournaments.desk.schedule.SCHEDULE``."""
    do(name)

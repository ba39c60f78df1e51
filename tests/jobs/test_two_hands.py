"""A job is in one process's hands: whoever has lost it writes nothing; what breaks says so."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone

from scoring.sentences import say
from tests.factories import DIRECTOR
from tournaments.desk import jobs
from tournaments.desk.change import DeskRefusal
from tournaments.desk.events import club_named
from tournaments.desk.jobs import asking, files, kinds, running
from tournaments.desk.jobs.working import JobCancelled, JobFailed, JobLost, Outcome, Work
from tournaments.models import Club, Job, Player

pytestmark = pytest.mark.django_db
DONE = Outcome(say("done"))


@pytest.fixture(autouse=True)
def a_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"plain": "tests.jobs.test_two_hands.plain", "broken": "tests.jobs.test_two_hands.broken"}
    known |= {"slept": "tests.jobs.test_two_hands.slept"}
    monkeypatch.setattr(running, "KINDS", {**kinds.KINDS, **known})


def plain(work: Work) -> Outcome:
    with work.result("file.txt") as path:
        path.write_text("whole", encoding="utf-8")
    return Outcome(say("done"), file="file.txt", file_name="file.txt")


def broken(work: Work) -> Outcome:
    with work.all_or_nothing():
        Player(surname="Half").save()
        with work.result("file.txt") as path:
            path.write_text("half", encoding="utf-8")
            raise ZeroDivisionError


def waiting(kind: str = "plain", key: str = "") -> Job:
    return Job.objects.create(kind=kind, key=key, asked_at=timezone.now())


def claimed(job: Job) -> Work:
    work = running._claim(job.pk)
    assert work is not None
    return work


def test_a_process_that_slept_while_another_did_its_job_stores_nothing() -> None:
    job = waiting()
    slept = claimed(job)
    Job.objects.filter(pk=job.pk).update(beat_at=timezone.now() - timedelta(minutes=1))
    assert jobs.run(job.pk) == "done"
    with pytest.raises(JobLost), slept.all_or_nothing():
        Player(surname="Twice").save()
    assert not Player.objects.exists()
    slept.end("failed", DONE)
    job.refresh_from_db()
    assert job.state == "done"


def slept(work: Work) -> Outcome:
    """So long that another process has taken the job up and is writing; then it finds a reason to refuse."""
    Job.objects.filter(pk=work.job.pk).update(beat_at=timezone.now() - timedelta(minutes=1))
    with claimed(work.job).result("file.txt") as path:
        path.write_text("whole", encoding="utf-8")
    raise JobFailed(say("too late"))


def test_a_job_that_kills_whoever_does_it_is_given_up_and_says_so() -> None:
    job = waiting()
    for _death in range(running.MOST_DEATHS):
        claimed(job)  # and then its process is killed
        Job.objects.filter(pk=job.pk).update(beat_at=timezone.now() - timedelta(minutes=1))
    assert jobs.run(job.pk) == "failed"
    job.refresh_from_db()
    assert "gives it up" in str(job.message)
    assert jobs.again(job, by=DIRECTOR).state == "done"


def test_a_job_cut_off_once_is_done_by_the_next_process() -> None:
    job = waiting()
    claimed(job)
    Job.objects.filter(pk=job.pk).update(beat_at=timezone.now() - timedelta(minutes=1))
    assert jobs.run(job.pk) == "done"


def test_a_job_taken_back_after_its_process_was_killed_is_taken_back_by_the_next() -> None:
    job = waiting()
    claimed(job)
    jobs.cancel(job)
    Job.objects.filter(pk=job.pk).update(beat_at=timezone.now() - timedelta(minutes=1))
    assert jobs.run(job.pk) == "cancelled"


def test_a_process_that_gives_up_late_takes_nothing_from_the_one_that_has_the_job_now() -> None:
    job = waiting("slept")
    assert jobs.run(job.pk) == "running"
    assert (files.folder_of(job) / "file.txt").read_text(encoding="utf-8") == "whole"


def test_a_job_somebody_is_at_is_not_taken_by_a_second() -> None:
    job = waiting()
    claimed(job)
    assert running._claim(job.pk) is None
    assert jobs.run(job.pk) == "running"


def test_what_was_taken_back_meanwhile_is_not_stored() -> None:
    job = waiting()
    work = claimed(job)
    jobs.cancel(job)
    with pytest.raises(JobCancelled), work.all_or_nothing():
        Player(surname="Unwanted").save()
    assert not Player.objects.exists()


def test_a_job_that_breaks_says_so_and_leaves_nothing_half_done() -> None:
    job = waiting("broken")
    with pytest.raises(ZeroDivisionError):
        jobs.run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.file) == ("failed", "")
    assert job.message["says"].startswith("Something is broken in the program")
    assert not Player.objects.exists()
    assert list(files.folder_of(job).iterdir()) == []


def test_a_job_that_failed_can_be_asked_for_once_more() -> None:
    job = waiting("broken", key="once")
    with pytest.raises(ZeroDivisionError):
        jobs.run(job.pk)
    Job.objects.filter(pk=job.pk).update(kind="plain")
    job.refresh_from_db()
    made = jobs.again(job, by=DIRECTOR)
    assert (made.pk != job.pk, made.state, made.key) == (True, "done", "once")


def test_a_club_cannot_fill_the_queue_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(asking, "MOST_OPEN", 2)
    club: Club = club_named("Circolo La Pinella")
    for _number in range(2):
        Job.objects.create(kind="plain", club=club, asked_at=timezone.now())
    with pytest.raises(DeskRefusal, match="let them finish"):
        jobs.ask(jobs.JobPlan(kind="plain", club=club), by=DIRECTOR)
    assert jobs.ask(jobs.JobPlan(kind="plain", club=club_named("Un altro")), by=DIRECTOR).state == "done"


def test_a_job_that_is_gone_is_nothing_to_do() -> None:
    job = waiting()
    key = job.pk
    job.delete()
    assert jobs.run(key) == ""

"""Results for the federation: the workbook that is sent, and the word that it was."""

from __future__ import annotations

import logging

from django.utils import timezone

from scoring.sentences import Refusal, gettext_noop, say
from tournaments.boards.reports import OVER, report_tables, unreported
from tournaments.desk.change import Actor, DeskRefusal, change
from tournaments.desk.clockwork import THE_CLOCK
from tournaments.desk.jobs.asking import JobPlan, ask
from tournaments.desk.jobs.working import Outcome, Work
from tournaments.models import Club, Event, Job
from tournaments.spreadsheets.writing.tables import XLSX, write_tables

log = logging.getLogger(__name__)


def ask_report(*, club: Club, by: Actor) -> Job:
    """Ask for the workbook of everything a club has not reported yet. Refused where there is nothing."""
    if not unreported(club).exists():
        told = gettext_noop("Everything is reported: no finished evening of this club is waiting.")
        raise DeskRefusal("nothing_due", say(told))
    return ask(JobPlan(kind="report", club=club, key=f"report:{club.pk}", directors=True), by=by)


def ask_due() -> int:
    """Prepare the workbooks of all clubs with something to report, unless one lies ready; how many.

    A club whose queue is full, or that has reported in this very moment, keeps no other from its workbook.
    """
    asked = 0
    for club in Club.objects.filter(pk__in=unreported().order_by().values("club")):
        if _lies_ready(club):
            continue
        try:
            ask_report(club=club, by=THE_CLOCK)
        except Refusal as refusal:
            log.warning("no report is prepared for %s today: %s", club.slug, refusal)
        else:
            asked += 1
    return asked


def _lies_ready(club: Club) -> bool:
    """A workbook was made since the last event of the club changed its state, and can still be fetched."""
    made = Job.objects.filter(kind="report", club=club, state=Job.State.DONE).exclude(file="")
    last = made.order_by("-asked_at").first()
    return last is not None and last.params.get("events") == _events_of(club)


def _events_of(club: Club) -> list[list[int]]:
    """What a workbook made now would hold: events and their versions."""
    return [list(row) for row in unreported(club).values_list("pk", "version")]


def make(work: Work) -> Outcome:
    """The job: one workbook with every event of the club that is over and not reported."""
    club = work.job.club
    if club is None:
        raise ValueError("a report is of a club")
    holds = _events_of(club)
    done = 0

    def step() -> None:
        nonlocal done
        done += 1
        work.progress(done, len(holds))

    events = Event.objects.filter(pk__in=[pk for pk, _version in holds]).order_by("date", "pk")
    with work.result("report.xlsx") as path:
        write_tables(path, report_tables(events, step), XLSX)
    name = f"{club.slug}-{timezone.localdate():%Y-%m-%d}.xlsx"
    told = gettext_noop("Ready to be sent: {count} evenings. Say at each when it was.")
    outcome = Outcome(say(told, count=len(holds)), file="report.xlsx", file_name=name)
    with work.all_or_nothing():
        work.keep("events", holds)
        work.done(outcome)
    return outcome


def mark_reported(*, event: Event, by: Actor) -> None:
    """The results of an event that is over have gone to the federation; said once."""
    with change(event, by=by) as frame:
        if frame.event.state not in OVER:
            told = gettext_noop("The event is not finished: there is nothing to report yet.")
            raise DeskRefusal("not_over", say(told))
        if frame.event.reported_at is not None:
            frame.nothing_to_write()
            return
        frame.event.reported_at = frame.at
        frame.event.save(update_fields=["reported_at"])
        frame.write("report_event", new={"reported": True})


def take_back_report(*, event: Event, by: Actor) -> None:
    """They have not gone out after all."""
    with change(event, by=by) as frame:
        if frame.event.reported_at is None:
            frame.nothing_to_write()
            return
        at = frame.event.reported_at.isoformat()
        frame.event.reported_at = None
        frame.event.save(update_fields=["reported_at"])
        frame.write("take_back_report", old={"reported": at})

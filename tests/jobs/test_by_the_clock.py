"""What the desk does by the clock: events end, reports become due; nothing is done twice."""

from __future__ import annotations

import datetime
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.reports import report_rows
from tournaments.desk import jobs, schedule
from tournaments.desk.change import DeskRefusal
from tournaments.desk.closing import finish_event, reopen_event
from tournaments.desk.jobs import files
from tournaments.desk.reports import ask_due, ask_report, mark_reported, take_back_report
from tournaments.desk.windows import close_windows
from tournaments.models import Club, ClubMember, Event, Job, KeptAnswer, Player

pytestmark = pytest.mark.django_db
OVER = Evening(pairs=8, closed=2, programme="Mitchell 2")


def later(event: Event, minutes: int) -> None:
    """So long ago were the rounds closed."""
    event.rounds.update(closed_at=timezone.now() - timedelta(minutes=minutes))


def test_an_event_ends_when_the_time_for_corrections_is_over() -> None:
    event = an_evening(OVER)
    later(event, event.correction_minutes - 5)
    assert close_windows() == []
    later(event, event.correction_minutes + 1)
    assert close_windows() == [event.slug]
    event.refresh_from_db()
    assert event.state == Event.State.FINISHED
    line = event.journal.order_by("-number").first()
    assert line is not None
    assert (line.verb, line.by_name) == ("finish_event", "Pozzetto")
    assert close_windows() == []


def test_an_event_a_director_has_reopened_is_left_to_the_director() -> None:
    event = an_evening(OVER)
    later(event, event.correction_minutes + 1)
    assert close_windows() == [event.slug]
    reopen_event(event=event, confirmed=True, reason="una penalità dimenticata", by=DIRECTOR)
    assert close_windows() == []
    event.refresh_from_db()
    assert event.state == Event.State.RUNNING


def test_what_was_corrected_last_is_published_when_the_event_ends() -> None:
    from tournaments.desk.results import ResultPlan, record

    event = an_evening(OVER)
    before = event.publications.count()
    record(
        event=event, round_number=2, plan=ResultPlan(1, 7000, 0), reason="misread", by=DIRECTOR,
        countersigned_by="Rita Neri", confirmed=True,
    )  # fmt: skip
    later(event, event.correction_minutes + 1)
    close_windows()
    assert event.publications.count() == before + 1


@pytest.mark.parametrize(
    "evening",
    [
        Evening(pairs=8, closed=1, programme="Mitchell 2"),
        Evening(pairs=8, closed=1, open_round="published", programme="Mitchell 2"),
        Evening(pairs=8, closed=0, programme="Mitchell 2"),
    ],
)
def test_an_event_that_is_not_played_out_is_left_to_its_director(evening: Evening) -> None:
    event = an_evening(evening)
    later(event, 10_000)
    assert close_windows() == []
    event.refresh_from_db()
    assert event.state != Event.State.FINISHED


def finished(day: datetime.date, name: str = "Burraco d'autunno") -> Event:
    event = an_evening(Evening(pairs=8, closed=2, programme="Mitchell 2", name=name))
    finish_event(event=event, by=DIRECTOR)
    Event.objects.filter(pk=event.pk).update(date=day)
    event.refresh_from_db()
    return event


def test_results_are_due_for_ten_days_and_then_they_are_late() -> None:
    today = datetime.date(2026, 11, 30)
    finished(today - timedelta(days=10), "Ultimo giorno")
    finished(today - timedelta(days=11), "In ritardo")
    an_evening(Evening(pairs=8, closed=1, programme="Mitchell 2", name="In corso"))
    rows = report_rows(Club.objects.all(), today)
    assert [(row.event.name, row.is_overdue, row.days_left) for row in rows] == [
        ("In ritardo", True, 0), ("Ultimo giorno", False, 0),
    ]  # fmt: skip


def test_the_report_holds_every_player_of_every_event_that_waits() -> None:
    event = finished(datetime.date(2026, 11, 27))
    first = event.members.select_related("player").order_by("entry__number")[0].player
    Player.objects.filter(pk=first.pk).update(card_number="PV77", phone="333 7654321")
    job = ask_report(club=event.club, by=DIRECTOR)
    path = files.path_of(job)
    assert path is not None
    events, standings = (list(sheet.iter_rows(values_only=True)) for sheet in load_workbook(path).worksheets)
    assert len(events) == 2
    assert len(standings) == 1 + 16
    assert [row[4] for row in standings[1:] if row[4]] == ["PV77"]
    assert not any("7654321" in str(cell) for row in standings for cell in row)


def test_what_was_reported_waits_no_more_and_the_journal_says_so() -> None:
    event = finished(datetime.date(2026, 11, 27))
    mark_reported(event=event, by=DIRECTOR)
    mark_reported(event=event, by=DIRECTOR)
    assert [line.verb for line in event.journal.all()].count("report_event") == 1
    with pytest.raises(DeskRefusal, match="Everything is reported"):
        ask_report(club=event.club, by=DIRECTOR)
    take_back_report(event=event, by=DIRECTOR)
    assert ask_report(club=event.club, by=DIRECTOR).state == "done"


def test_an_event_that_is_not_over_cannot_be_reported() -> None:
    event = an_evening(OVER)
    with pytest.raises(DeskRefusal, match="not finished"):
        mark_reported(event=event, by=DIRECTOR)


def test_reports_that_become_due_are_prepared_once_and_again_when_something_changed() -> None:
    event = finished(datetime.date(2026, 11, 27))
    assert ask_due() == 1
    assert ask_due() == 0
    reopen_event(event=event, confirmed=True, by=DIRECTOR)
    finish_event(event=event, by=DIRECTOR)
    assert ask_due() == 1
    assert Job.objects.filter(kind="report", state="done").count() == 2


def test_a_club_whose_queue_is_full_keeps_no_other_from_its_report(monkeypatch: pytest.MonkeyPatch) -> None:
    from tournaments.desk.events import club_named
    from tournaments.desk.jobs import asking

    full = finished(datetime.date(2026, 11, 27)).club
    other = finished(datetime.date(2026, 11, 26), "Coppa d'inverno")
    other.club = club_named("Un altro circolo")
    other.save()
    monkeypatch.setattr(asking, "MOST_OPEN", 1)
    Job.objects.create(kind="export", club=full, asked_at=timezone.now())
    assert ask_due() == 1
    assert Job.objects.get(kind="report").club == other.club


def test_an_event_the_clock_cannot_finish_keeps_no_other_open(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken, sound = (
        an_evening(OVER),
        an_evening(Evening(pairs=8, closed=2, programme="Mitchell 2", name="Due")),
    )
    for event in (broken, sound):
        later(event, event.correction_minutes + 1)

    def finish(*, event: Event, by: Any) -> None:
        if event == broken:
            raise ZeroDivisionError
        finish_event(event=event, by=by)

    monkeypatch.setattr("tournaments.desk.windows.finish_event", finish)
    assert close_windows() == [sound.slug]
    assert any(broken.slug in line.getMessage() and line.exc_info for line in caplog.records)


def test_the_page_of_reports_marks_an_evening_as_gone() -> None:
    event = finished(timezone.localdate() - timedelta(days=20))
    user = User.objects.create_user("ada")
    ClubMember.objects.create(club=event.club, user=user, role="director")
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(user)
    assert "1 evening is late." in client.get("/desk/reports/").content.decode()
    client.post(f"/desk/{event.slug}/report/", {"reported": "yes"})
    page = client.get("/desk/reports/").content.decode()
    assert "late" not in page
    assert "reported on" in page


def test_answers_kept_for_programs_are_forgotten() -> None:
    old = timezone.now() - timedelta(days=3)
    for key, at in (("old", old), ("new", timezone.now())):
        KeptAnswer.objects.create(asker="a", key=key, fingerprint="", status=200, body="", at=at)
    schedule.do("forget answers")
    assert [answer.key for answer in KeptAnswer.objects.all()] == ["new"]


def test_everything_of_the_schedule_is_there_and_can_be_done_at_any_time(monkeypatch: Any) -> None:
    monkeypatch.setattr(schedule, "keep_backup", lambda _reason: None)
    for name in schedule.SCHEDULE:
        schedule.do(name)
        schedule.do(name)
    assert not Job.objects.filter(state="failed").exists()


def test_beat_hands_over_what_the_schedule_names() -> None:
    from config.celery import app

    assert set(app.conf.beat_schedule) == set(schedule.SCHEDULE)
    app.loader.import_default_modules()
    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(app.tasks)


def test_a_job_of_a_lost_worker_is_taken_up_again_and_one_being_done_is_not() -> None:
    event = an_evening(OVER)
    now = timezone.now()
    asked = {"kind": "export", "params": {"what": ["standings"], "form": "xlsx"}, "event": event}
    lost = Job.objects.create(
        **asked, state="running", asked_at=now, beat_at=now - timedelta(minutes=1), club=event.club
    )
    held = Job.objects.create(**asked, state="running", asked_at=now, beat_at=now, club=event.club)
    forgotten = Job.objects.create(**asked, asked_at=now - timedelta(hours=1), club=event.club)
    assert jobs.take_up() == 2
    states = dict(Job.objects.values_list("pk", "state"))
    assert states == {lost.pk: "done", held.pk: "running", forgotten.pk: "done"}

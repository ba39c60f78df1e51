"""Exports people ask for: what stands in them, how they are opened, how much memory they take."""

from __future__ import annotations

import csv
import datetime
import io
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import translation
from openpyxl import load_workbook
from python_calamine import CalamineWorkbook

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.exports import JOURNAL, PLAYERS, RESULTS, STANDINGS, WHAT, Scope
from tournaments.desk import jobs
from tournaments.desk.exports import ExportPlan, ask_export, ask_pictures, write_export
from tournaments.desk.jobs import files
from tournaments.models import ClubMember, Event, Job, JournalLine, Player
from tournaments.spreadsheets.writing.tables import COMMA, SEMICOLON, XLSX

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]
NICOLO = "D'Angiò"


@pytest.fixture
def evening() -> Event:
    """Nine pairs, two rounds closed and the third drawn; one of them Nicolò D'Angiò, one a formula."""
    event = an_evening(Evening(pairs=9, closed=2, open_round="drawn", programme="Mitchell 4"))
    first, second = event.members.select_related("player").order_by("entry__number")[:2]
    _rename(first.player, NICOLO, "Nicolò")
    _rename(second.player, "=HYPERLINK(0)", "-5")
    return event


def _rename(player: Player, surname: str, first_name: str) -> None:
    player.surname, player.first_name = surname, first_name
    player.save()


def written(tmp_path: Path, scope: Scope, form: str, *what: str) -> bytes:
    path = tmp_path / "export"
    with translation.override("it"):
        write_export(path, ExportPlan(what, scope, form))
    return path.read_bytes()


def rows_of(data: bytes, delimiter: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline=""), delimiter=delimiter))


@pytest.mark.parametrize(("form", "delimiter"), [(SEMICOLON, ";"), (COMMA, ",")])
def test_a_csv_begins_with_the_mark_by_which_excel_knows_accents(
    evening: Event, tmp_path: Path, form: str, delimiter: str
) -> None:
    data = written(tmp_path, Scope(event=evening), form, STANDINGS)
    assert data.startswith(b"\xef\xbb\xbf")
    assert data.count(b"\xef\xbb\xbf") == 1
    assert "D’Angiò Nicolò".encode() in data
    heading, *rows = rows_of(data, delimiter)
    assert heading[1] == "Posto"
    assert len(rows) == 9
    assert [row[1] for row in rows][:2] == ["1", "2"]
    assert b"\r\n" in data


def test_no_name_becomes_a_formula_in_a_csv(evening: Event, tmp_path: Path) -> None:
    data = written(tmp_path, Scope(event=evening), SEMICOLON, PLAYERS)
    rows = rows_of(data, ";")
    surnames = [row[1] for row in rows[1:]]
    assert "'=HYPERLINK(0)" in surnames
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row)


def test_no_name_becomes_a_formula_in_a_workbook(evening: Event, tmp_path: Path) -> None:
    data = written(tmp_path, Scope(event=evening), XLSX, PLAYERS)
    sheet = load_workbook(io.BytesIO(data)).worksheets[0]
    cells = [cell for row in sheet.iter_rows() for cell in row if "HYPERLINK" in str(cell.value)]
    assert [(cell.value, cell.data_type, cell.quotePrefix) for cell in cells] == [
        ("=HYPERLINK(0)", "s", True)
    ]


def test_in_a_workbook_numbers_are_numbers_and_dates_are_dates(evening: Event, tmp_path: Path) -> None:
    data = written(tmp_path, Scope(club=evening.club), XLSX, *WHAT)
    book = CalamineWorkbook.from_filelike(io.BytesIO(data))
    assert book.sheet_names == ["Classifica", "Risultati", "Diario", "Giocatori"]
    standings = book.get_sheet_by_name("Classifica").to_python()
    assert standings[1][0] == datetime.date(2026, 11, 27)
    assert isinstance(standings[1][4], float)  # the place; calamine has one kind of number
    again = load_workbook(io.BytesIO(data))
    assert all(isinstance(row[4], int) for row in again["Classifica"].iter_rows(min_row=2, values_only=True))
    when = again["Diario"].cell(2, 5).value
    assert isinstance(when, datetime.datetime)


def test_the_standings_of_an_export_are_those_of_the_page(evening: Event, tmp_path: Path) -> None:
    from tournaments.boards.facts import load

    rows = rows_of(written(tmp_path, Scope(event=evening), COMMA, STANDINGS), ",")[1:]
    ranked = load(evening).standings()
    assert [(int(row[1]), int(row[2]), int(row[6]), int(row[7])) for row in rows] == [
        (one.place, one.entry, one.vp, one.net_mp) for one in ranked
    ]


def test_people_of_the_club_get_seats_that_are_only_drawn_and_the_public_does_not(
    evening: Event, tmp_path: Path
) -> None:
    mine = rows_of(written(tmp_path, Scope(event=evening), COMMA, RESULTS), ",")[1:]
    public = rows_of(written(tmp_path, Scope(event=evening, public=True), COMMA, RESULTS), ",")[1:]
    assert {row[0] for row in mine} == {"1", "2", "3"}
    assert {row[0] for row in public} == {"1", "2"}
    assert rows_of(written(tmp_path, Scope(event=evening, public=True), COMMA, JOURNAL), ",")[1:] == []


def test_a_season_holds_the_events_of_its_years_alone(evening: Event, tmp_path: Path) -> None:
    other = an_evening(Evening(pairs=4, closed=1, name="Burraco d'estate", programme="Mitchell 2"))
    Event.objects.filter(pk=other.pk).update(date=datetime.date(2024, 7, 1))
    season = Scope(first=2025, last=2026)
    rows = rows_of(written(tmp_path, season, COMMA, STANDINGS), ",")[1:]
    assert {row[1] for row in rows} == {evening.name}
    assert rows[0][0] == "2026-11-27"
    every = rows_of(written(tmp_path, Scope(), COMMA, JOURNAL), ",")[1:]
    assert len(every) == JournalLine.objects.count()


def test_phone_numbers_are_for_directors(evening: Event, tmp_path: Path) -> None:
    Player.objects.filter(surname=NICOLO).update(phone="333 7654321")
    without = written(tmp_path, Scope(event=evening), COMMA, PLAYERS)
    assert b"7654321" not in without
    assert b"7654321" in written(tmp_path, Scope(event=evening, contacts=True), COMMA, PLAYERS)


def test_several_csv_come_in_a_zip(evening: Event, tmp_path: Path) -> None:
    data = written(tmp_path, Scope(event=evening), SEMICOLON, STANDINGS, JOURNAL)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.namelist() == ["Classifica.csv", "Diario.csv"]
        assert all(archive.read(name).startswith(b"\xef\xbb\xbf") for name in archive.namelist())


def test_an_export_as_a_job_can_be_fetched_and_is_swept_away_later(evening: Event) -> None:
    from django.utils import timezone

    from tournaments.desk.jobs.sweeping import KEPT_FOR, sweep

    job = ask_export(ExportPlan((STANDINGS,), Scope(club=evening.club), XLSX), by=DIRECTOR)
    assert (job.state, job.done, job.total) == ("done", 1, 1)
    path = files.path_of(job)
    assert path is not None and path.is_file()
    assert sweep() == 0
    Job.objects.filter(pk=job.pk).update(expires_at=timezone.now() - KEPT_FOR)
    assert files.path_of(Job.objects.get(pk=job.pk)) is None
    assert sweep() == 1
    assert not path.exists()
    job.refresh_from_db()
    assert job.file == ""


def test_a_job_run_twice_leaves_the_same_behind(evening: Event) -> None:
    job = ask_export(ExportPlan((STANDINGS,), Scope(club=evening.club), COMMA), by=DIRECTOR)
    path = files.path_of(job)
    assert path is not None
    before = path.read_bytes()
    assert jobs.run(job.pk) == "done"
    assert path.read_bytes() == before
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_the_pictures_of_an_evening_come_in_one_zip(evening: Event) -> None:
    job = ask_pictures(event=evening, by=DIRECTOR)
    path = files.path_of(job)
    assert path is not None
    with zipfile.ZipFile(path) as archive:
        assert archive.namelist() == [f"{evening.slug}-2-1.png"]
        assert archive.read(archive.namelist()[0]).startswith(b"\x89PNG")


def test_a_small_export_comes_at_once_and_a_season_as_a_job(evening: Event) -> None:
    client = signed_in(evening, "director")
    of_event = {"what": ["standings"], "of": f"event:{evening.slug}", "form": "semicolon"}
    answer = client.post("/desk/exports/", of_event)
    assert answer.status_code == 200
    assert answer["Content-Disposition"].startswith("attachment")
    assert answer.content.startswith(b"\xef\xbb\xbf")
    season = {"what": ["results"], "of": f"club:{evening.club.slug}", "form": "xlsx", "first": "2026"}
    sent = client.post("/desk/exports/", season)
    job = Job.objects.get()
    assert sent["Location"] == f"/desk/jobs/{job.pk}/"
    fetched = client.get(f"/desk/jobs/{job.pk}/file/")
    assert b"".join(fetched.streaming_content)[:2] == b"PK"  # type: ignore[attr-defined]


def test_a_job_of_another_club_is_not_there(evening: Event) -> None:
    job = ask_export(ExportPlan((STANDINGS,), Scope(club=evening.club), XLSX), by=DIRECTOR)
    stranger = Client()
    stranger.force_login(User.objects.create_user("stranger"))
    for address in (f"/desk/jobs/{job.pk}/", f"/desk/jobs/{job.pk}/file/"):
        assert stranger.get(address).status_code == 404
    assert stranger.post(f"/desk/jobs/{job.pk}/cancel/").status_code == 404
    assert str(job.pk) not in stranger.get("/desk/jobs/").content.decode()


def test_what_holds_phone_numbers_is_not_seen_by_a_scorer(evening: Event) -> None:
    plan = ExportPlan((PLAYERS,), Scope(club=evening.club, contacts=True), XLSX)
    job = ask_export(plan, by=DIRECTOR)
    assert signed_in(evening, "scorer").get(f"/desk/jobs/{job.pk}/file/").status_code == 404
    assert signed_in(evening, "director").get(f"/desk/jobs/{job.pk}/file/").status_code == 200


def test_a_reader_looks_on_and_takes_nothing_home(evening: Event) -> None:
    reader = signed_in(evening, "reader")
    asked = {"what": ["standings"], "of": f"event:{evening.slug}", "form": "xlsx"}
    assert reader.post("/desk/exports/", asked).status_code == 403


def test_a_reader_does_not_fetch_the_players_a_scorer_has_asked_for(evening: Event) -> None:
    scorer, reader = signed_in(evening, "scorer"), signed_in(evening, "reader")
    of = {"what": ["players"], "of": f"club:{evening.club.slug}", "form": "xlsx"}
    page = scorer.post("/desk/exports/", of).headers["Location"]
    assert f"{page}file/" in scorer.get(page).content.decode()
    assert scorer.get(f"{page}file/").status_code == 200
    assert f"{page}file/" not in reader.get(page).content.decode()
    assert reader.get(f"{page}file/").status_code == 403


def test_nobody_takes_home_an_event_of_another_club(evening: Event) -> None:
    stranger = Client()
    stranger.force_login(User.objects.create_user("stranger"))
    asked = {"what": ["standings"], "of": f"event:{evening.slug}", "form": "xlsx"}
    assert stranger.post("/desk/exports/", asked).status_code == 422


def signed_in(event: Event, role: str) -> Client:
    user = User.objects.create_user(f"the-{role}")
    ClubMember.objects.create(club=event.club, user=user, role=role)
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(user)
    return client


MEASURED = """
import resource, sys
from pathlib import Path
from tournaments.spreadsheets.writing.tables import Column, Table, write_tables
def table(rows):
    columns = [Column("Giocatore"), Column("VP"), Column("MP", 10, "#,##0")]
    return Table("Classifica", columns, ([f"D'Angio Nicolo {n}", n, -n] for n in range(rows)))
folder = Path(sys.argv[1])
write_tables(folder / "small", [table(1000)], sys.argv[2])
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
write_tables(folder / "large", [table(60000)], sys.argv[2])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.parametrize("form", [XLSX, SEMICOLON])
def test_a_large_export_takes_no_more_memory_than_a_small_one(tmp_path: Path, form: str) -> None:
    """60,000 rows are 10 MB of cells; what is kept of them at any time is one row."""
    command = [sys.executable, "-c", MEASURED, str(tmp_path), form]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=True)
    assert int(done.stdout) < 8_000, f"{done.stdout} kB more"
    assert (tmp_path / "large").stat().st_size > 10 * (tmp_path / "small").stat().st_size


def test_what_is_more_than_a_sheet_can_hold_goes_on_in_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tournaments.spreadsheets.writing import tables

    monkeypatch.setattr(tables, "MOST_ROWS", 5)
    made = tables.Table("Giornale", [tables.Column("Riga")], ([number] for number in range(10)))
    tables.write_tables(tmp_path / "book.xlsx", [made], XLSX)
    book = load_workbook(tmp_path / "book.xlsx")
    assert book.sheetnames == ["Giornale", "Giornale 2", "Giornale 3"]
    cells = [row[0] for sheet in book for row in sheet.iter_rows(min_row=2, values_only=True)]
    assert cells == list(range(10))

"""Archives of evenings: each workbook by itself, or all of them or none."""

from __future__ import annotations

import io
import zipfile

import pytest
from django.contrib.auth.models import User

from tests.spreadsheets.workbooks import an_evening, file_of
from tournaments.desk import archives
from tournaments.desk.archives import ArchivePlan, ask_archive
from tournaments.desk.change import Actor
from tournaments.desk.events import club_named
from tournaments.desk.jobs import files
from tournaments.models import ClubMember, Event, Job, Source

pytestmark = pytest.mark.django_db
CLUB = "Circolo La Pinella"


@pytest.fixture
def director() -> Actor:
    user = User.objects.create_user("ada")
    ClubMember.objects.create(club=club_named(CLUB), user=user, role="director")
    return Actor(name="Ada", source=Source.DESK, user_id=user.pk)


def workbook(name: str, *, club: str = CLUB, table: int | str = 1) -> bytes:
    book = an_evening(pairs=8, rounds=2, formula="Mitchell 2")
    book["Torneo"]["B1"], book["Torneo"]["B3"] = name, club
    book["Turno 1"]["A2"] = table
    return file_of(book)


def zipped(**members: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        for name, data in members.items():
            made.writestr(name.replace("_xlsx", ".xlsx"), data)
    return buffer.getvalue()


def loaded(data: bytes, by: Actor, *, together: bool = False) -> Job:
    plan = ArchivePlan(files.keep_sent(data), together=together, club=club_named(CLUB))
    return ask_archive(plan, by=by)


def told(job: Job) -> dict[str, int]:
    return dict(job.message["with"])


def test_the_evenings_of_an_archive_are_loaded_and_those_that_fail_are_named_with_every_problem(
    director: Actor,
) -> None:
    broken = an_evening(pairs=8, rounds=2, formula="Mitchell 2")
    broken["Torneo"]["B2"], broken["Turno 1"]["B2"] = "ieri", 99
    data = zipped(
        uno_xlsx=workbook("Serata uno"), due_xlsx=workbook("Serata due"), rotta_xlsx=file_of(broken)
    )
    job = loaded(data, director)
    assert (job.state, told(job)) == ("done", {"loaded": 2, "here": 0, "failed": 1})
    assert [one["about"] for one in job.problems] == ["rotta.xlsx"]
    assert len(job.problems[0]["says"]) >= 2
    assert sorted(Event.objects.values_list("name", flat=True)) == ["Serata due", "Serata uno"]


def test_the_same_archive_sent_again_doubles_nothing(director: Actor) -> None:
    data = zipped(una_xlsx=workbook("Serata uno"), due_xlsx=workbook("Serata due"))
    loaded(data, director)
    again = loaded(data, director)
    assert told(again) == {"loaded": 0, "here": 2, "failed": 0}
    assert Event.objects.count() == 2


def test_all_or_none_loads_none_where_one_is_wrong(director: Actor) -> None:
    data = zipped(una_xlsx=workbook("Serata uno"), rotta_xlsx=b"no workbook at all" * 100)
    job = loaded(data, director, together=True)
    assert job.state == "failed"
    assert [one["about"] for one in job.problems] == ["rotta.xlsx"]
    assert not Event.objects.exists()
    whole = loaded(
        zipped(una_xlsx=workbook("Serata uno"), due_xlsx=workbook("Serata due")), director, together=True
    )
    assert (whole.state, told(whole)["loaded"]) == ("done", 2)


def test_an_evening_of_another_club_is_not_loaded(director: Actor) -> None:
    job = loaded(zipped(altra_xlsx=workbook("Serata", club="Un altro circolo")), director)
    assert job.state == "failed"
    assert not Event.objects.exists()


def test_what_is_no_workbook_beside_the_workbooks_is_passed_over(director: Actor) -> None:
    data = zipped(
        **{"anno/una_xlsx": workbook("Serata uno"), "__MACOSX/._una.xlsx": b"x", "leggimi.txt": b"ciao"}
    )
    assert told(loaded(data, director)) == {"loaded": 1, "here": 0, "failed": 0}


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"this is no zip" * 50, "This is no zip archive"),
        (zipped(**{"leggimi.txt": b"ciao"}), "There is no workbook"),
    ],
)
def test_an_archive_that_is_none_is_refused_in_a_sentence(director: Actor, data: bytes, says: str) -> None:
    job = loaded(data, director)
    assert job.state == "failed"
    assert job.message["says"].startswith(says)


def test_a_zip_that_unpacks_to_far_more_than_evenings_is_refused_before_it_is_unpacked(
    director: Actor, monkeypatch: pytest.MonkeyPatch
) -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("bomba.xlsx", b"0" * 7_000_000)
    monkeypatch.setattr(zipfile.ZipFile, "read", _never)
    job = loaded(buffer.getvalue(), director)
    assert job.state == "failed"
    assert job.message["says"].startswith(("The archive is larger", "Unpacked", "unpacked"))


def test_too_many_evenings_at_once_are_refused(director: Actor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_FILES", 1)
    data = zipped(una_xlsx=workbook("Serata uno"), due_xlsx=workbook("Serata due"))
    assert loaded(data, director).state == "failed"
    assert not Event.objects.exists()


def _never(*_args: object, **_kwargs: object) -> bytes:
    raise AssertionError("unpacked")

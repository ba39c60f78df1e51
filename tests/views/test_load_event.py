"""Loading an evening: all of it, or a table of what is wrong and nothing stored."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import load_workbook

from tournaments.desk.events import club_named
from tournaments.models import Club, ClubMember, Event, JournalLine, Player

pytestmark = pytest.mark.django_db
STAGE = Path(__file__).parent.parent / "data" / "events" / "stage-1.xlsx"


@pytest.fixture
def director(client: Client) -> Client:
    """Whoever runs the installation: may load evenings of any club, and of new ones."""
    client.force_login(get_user_model().objects.create_superuser("aldo"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def load(client: Client, content: bytes, name: str = "serata.xlsx") -> tuple[int, str, str]:
    answer = client.post("/load/", {"workbook": SimpleUploadedFile(name, content)})
    return answer.status_code, answer.content.decode(), answer.get("Location", "")


def changed(**cells: object) -> bytes:
    """The first stage with cells of its first round changed: ``changed(D2=7)``."""
    book = load_workbook(STAGE)
    for cell, value in cells.items():
        book["Turno 1"][cell] = value
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def nothing_is_stored() -> bool:
    return not (
        Event.objects.exists()
        or Player.objects.exists()
        or Club.objects.exists()
        or JournalLine.objects.exists()
    )


def test_only_who_is_signed_in_loads(client: Client) -> None:
    status, _page, location = load(client, STAGE.read_bytes())
    assert (status, location) == (302, "/sign-in/?next=/load/")
    assert nothing_is_stored()


def test_nobody_loads_an_evening_into_a_club_that_is_not_theirs(client: Client) -> None:
    stranger = get_user_model().objects.create_user("eva")
    client.force_login(stranger)
    assert client.get("/load/").status_code == 403
    assert load(client, STAGE.read_bytes())[0] == 403
    assert nothing_is_stored()
    own = club_named("Circolo delle Matte")
    ClubMember.objects.create(club=own, user=stranger, role=ClubMember.Role.DIRECTOR)
    assert client.get("/load/").status_code == 200
    status, page, _ = load(client, STAGE.read_bytes())
    assert status == 403
    assert "Circolo Il Pozzetto" in page
    assert not Event.objects.exists()
    assert Club.objects.count() == 1


def test_a_director_loads_an_evening_of_his_club_and_a_scorer_does_not(client: Client) -> None:
    club, user = club_named("Circolo Il Pozzetto"), get_user_model().objects.create_user("ugo")
    member = ClubMember.objects.create(club=club, user=user, role=ClubMember.Role.SCORER)
    client.force_login(user)
    assert load(client, STAGE.read_bytes())[0] == 403
    member.role = ClubMember.Role.DIRECTOR
    member.save()
    assert load(client, STAGE.read_bytes())[0] == 302
    assert Event.objects.get().club == club


def test_a_good_workbook_leads_to_its_evening(director: Client) -> None:
    status, _page, location = load(director, STAGE.read_bytes())
    assert status == 302
    event = Event.objects.get()
    assert location == event.get_absolute_url()
    assert director.get(location).status_code == 200
    assert {line.by_name for line in event.journal.all()} == {"aldo"}


def test_what_was_left_aside_is_told_once_on_the_evening_and_to_nobody_else(director: Client) -> None:
    book = load_workbook(STAGE)
    book.create_sheet("Cassa")
    kept = io.BytesIO()
    book.save(kept)
    _status, _page, location = load(director, kept.getvalue())
    assert "Cassa" in director.get(location).content.decode()
    assert "Cassa" not in director.get(location).content.decode()
    assert "Cassa" not in Client().get(location).content.decode()


def test_all_problems_stand_in_a_table_and_nothing_is_stored(director: Client) -> None:
    status, page, _location = load(director, changed(B2=99, D3="=1+1", A4="tre"))
    assert status == 422
    assert "serata.xlsx was not loaded, nothing has changed." in page
    assert page.count("<tr>") >= 4
    assert "Turno 1" in page
    assert "99" in page
    assert nothing_is_stored()


def test_a_file_that_is_no_workbook_is_refused_in_words(director: Client) -> None:
    status, page, _location = load(director, b"not a workbook at all", "foto.xlsx")
    assert status == 422
    assert "foto.xlsx was not loaded" in page
    assert nothing_is_stored()


def test_a_file_that_is_too_big_is_not_even_read(director: Client, settings: object) -> None:
    settings.WORKBOOK_MAX_BYTES = 1000  # type: ignore[attr-defined]
    status, page, _location = load(director, b"x" * 1001)
    assert status == 413
    assert "is too big" in page


def test_a_form_without_a_file_says_so(director: Client) -> None:
    answer = director.post("/load/", {})
    assert answer.status_code == 400
    assert "No file was chosen." in answer.content.decode()


def test_what_goes_out_can_be_loaded_again(director: Client) -> None:
    _status, _page, location = load(director, STAGE.read_bytes())
    first = Event.objects.get()
    status, _page, second = load(director, director.get(f"{location}workbook/").content)
    assert status == 302
    assert second != location
    again = Event.objects.exclude(pk=first.pk).get()

    def places(event: Event) -> str:
        page = director.get(f"/e/{event.slug}/standings/").content.decode()
        return page[page.index('<table class="num zebra"') : page.index("</table>", page.index("zebra"))]

    assert places(first) == places(again)


def test_an_evening_loaded_twice_is_said_to_be_here_already(director: Client) -> None:
    load(director, STAGE.read_bytes())
    first = Event.objects.get()
    _status, _page, location = load(director, STAGE.read_bytes())
    page = director.get(location).content.decode()
    assert f"The same evening is here already, as {first.slug}: with this one it is here twice." in page

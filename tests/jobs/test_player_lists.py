"""Thousands of players from a list: looked at first, then all of it or nothing."""

from __future__ import annotations

import io

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from openpyxl import Workbook

from tests.spreadsheets.workbooks import file_of
from tournaments.desk.change import Actor
from tournaments.desk.events import club_named
from tournaments.desk.jobs import files
from tournaments.desk.player_lists import AS_NEW, LEAVE, ListPlan, ask_list, store_list
from tournaments.models import Club, ClubMember, Job, Player, Source

pytestmark = pytest.mark.django_db
CSV = "Cognome;Nome;Tessera;Circolo;Tipo tessera;Anno\n"


@pytest.fixture
def club() -> Club:
    return club_named("Circolo La Pinella")


@pytest.fixture
def director(club: Club) -> Actor:
    user = User.objects.create_user("ada")
    ClubMember.objects.create(club=club, user=user, role="director")
    return Actor(name="Ada", source=Source.DESK, user_id=user.pk)


def looked_at(club: Club, by: Actor, text: str) -> Job:
    sent = files.keep_sent((CSV + text).encode())
    return ask_list(ListPlan(sent, club), by=by)


def counts(job: Job) -> dict[str, int]:
    return dict(job.message["with"])


def test_a_list_is_looked_at_and_nothing_is_stored_before_somebody_says_so(
    club: Club, director: Actor
) -> None:
    job = looked_at(club, director, "D'ANGIÒ;NICOLÒ;PV1;;ordinaria;2026\nNeri;Ugo;PV2;;ridotta;\n")
    assert (job.state, counts(job)["new"]) == ("done", 2)
    assert not Player.objects.exists()
    stored = store_list(job, doubtful=LEAVE, by=director)
    assert stored.state == "done"
    nicolo = Player.objects.get(card_number="PV1")
    assert (nicolo.full_name, nicolo.club, nicolo.card_kind, nicolo.card_year) == (
        "D'Angiò Nicolò", club, "ordinary", 2026,
    )  # fmt: skip
    assert nicolo.name_key == "dangio nicolo"


def test_the_same_list_stored_twice_makes_nobody_twice(club: Club, director: Actor) -> None:
    text = "Neri;Ugo;PV2;;ridotta;2026\nRossi;Ada;;;;\n"
    for _time in range(2):
        store_list(looked_at(club, director, text), doubtful=AS_NEW, by=director)
    assert Player.objects.count() == 2
    assert counts(looked_at(club, director, text))["same"] == 2


def test_a_new_card_year_changes_the_player_and_empties_nothing(club: Club, director: Actor) -> None:
    ugo = Player(
        surname="Neri", first_name="Ugo", club=club, card_number="PV2", phone="333 1", card_year=2025
    )
    ugo.save()
    job = looked_at(club, director, "Neri;Ugo;PV2;;;2026\n")
    assert counts(job)["changed"] == 1
    store_list(job, doubtful=LEAVE, by=director)
    ugo.refresh_from_db()
    assert (ugo.card_year, ugo.phone) == (2026, "333 1")


def test_a_known_player_without_a_card_is_given_the_one_of_the_list(club: Club, director: Actor) -> None:
    Player(surname="Neri", first_name="Ugo", club=club).save()
    store_list(looked_at(club, director, "neri;ugo;PV2;;;\n"), doubtful=LEAVE, by=director)
    assert list(Player.objects.values_list("surname", "card_number")) == [("Neri", "PV2")]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("Neri;Ugo;PV9;;;\n", "another card"),
        ("Bianchi;Ada;PV2;;;\n", "the card of somebody else"),
        ("Nerri;Ugo;;;;\n", "a slip"),
    ],
)
def test_who_cannot_be_told_for_certain_is_in_doubt_and_is_left_out(
    club: Club, director: Actor, text: str, why: str
) -> None:
    Player(surname="Neri", first_name="Ugo", club=club, card_number="PV2").save()
    job = looked_at(club, director, text)
    assert counts(job)["doubtful"] == 1, why
    assert len(job.problems) == 1
    store_list(job, doubtful=LEAVE, by=director)
    assert Player.objects.count() == 1


def test_who_is_in_doubt_can_be_taken_as_new_but_never_with_the_card_of_another(
    club: Club, director: Actor
) -> None:
    Player(surname="Neri", first_name="Ugo", club=club, card_number="PV2").save()
    job = looked_at(club, director, "Neri;Ugo;PV9;;;\nBianchi;Ada;PV2;;;\n")
    store_list(job, doubtful=AS_NEW, by=director)
    found = sorted(Player.objects.values_list("surname", "card_number"))
    assert found == [("Neri", "PV2"), ("Neri", "PV9")]


def test_one_wrong_line_keeps_the_whole_list_out_and_every_one_is_named(club: Club, director: Actor) -> None:
    job = looked_at(
        club, director, "Neri;Ugo;PV2;;;\n;Ada;;;;\nRossi;Ida;PV2;;;\nVilla;Elsa;;;d'oro;\nGalli;Ivo;;;;mai\n"
    )
    assert counts(job)["wrong"] == 4
    stored = store_list(job, doubtful=LEAVE, by=director)
    assert stored.state == "failed"
    assert len(stored.problems) == 4
    assert not Player.objects.exists()


def test_a_director_brings_in_no_players_of_another_club(club: Club, director: Actor) -> None:
    Player(surname="Neri", first_name="Ugo", club=club_named("Un altro circolo"), card_number="PV2").save()
    job = looked_at(club, director, "Villa;Elsa;;Un altro circolo;;\nNeri;Ugo;PV2;;;\n")
    assert counts(job) == {"new": 0, "changed": 0, "same": 0, "doubtful": 1, "wrong": 1}


def test_whoever_runs_the_house_moves_a_player_to_another_club(club: Club) -> None:
    user = User.objects.create_user("root", is_superuser=True)
    by = Actor(name="root", source=Source.DESK, user_id=user.pk)
    Player(surname="Neri", first_name="Ugo", club=club, card_number="PV2").save()
    store_list(looked_at(club, by, "Neri;Ugo;PV2;Un altro circolo;;\n"), doubtful=LEAVE, by=by)
    assert Player.objects.get().club == club_named("Un altro circolo")


def test_a_list_without_headings_says_what_they_must_be(club: Club, director: Actor) -> None:
    sent = files.keep_sent(b"Neri;Ugo\nRossi;Ada\n")
    job = ask_list(ListPlan(sent, club), by=director)
    assert job.state == "failed"
    assert "Cognome, Nome, Tessera" in job.message["says"]


def test_thousands_of_players_from_a_workbook_through_the_pages(club: Club, director: Actor) -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet.append(["Elenco soci 2026"])
    sheet.append(["Nominativo", "N. tessera", "Tipo"])
    for number in range(6000):
        sheet.append([f"De Luca Anna {number}", number + 1, "ridotta"])
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(User.objects.get(username="ada"))
    upload = SimpleUploadedFile("soci.xlsx", file_of(book))
    sent = client.post("/desk/players/list/", {"file": upload, "club": club.pk})
    address = sent["Location"]
    page = client.get(address).content.decode()
    assert "New: 6,000." in page
    job = address.rstrip("/").rpartition("/")[2]
    stored = client.post(f"/desk/jobs/{job}/store/", {"doubtful": "leave"})
    assert "Stored. New: 6,000." in client.get(stored["Location"]).content.decode()
    assert Player.objects.count() == 6000
    first = Player.objects.get(card_number="1")
    assert (first.surname, first.first_name, first.card_kind) == ("De Luca", "Anna 0", "reduced")


def test_what_was_exported_comes_in_again_as_it_is(club: Club, director: Actor) -> None:
    from tournaments.boards.exports import PLAYERS, Scope
    from tournaments.desk.exports import ExportPlan, export_now

    text = "Neri;Ugo;PV2;;ridotta;2026\nRossi;Ada;PV3;;ordinaria;2026\n"
    store_list(looked_at(club, director, text), doubtful=LEAVE, by=director)
    for form in ("xlsx", "semicolon", "comma"):
        _name, data = export_now(ExportPlan((PLAYERS,), Scope(club=club, contacts=True), form))
        job = ask_list(ListPlan(files.keep_sent(io.BytesIO(data).getvalue()), club), by=director)
        assert counts(job) == {"new": 0, "changed": 0, "same": 2, "doubtful": 0, "wrong": 0}, form

"""A list of entries from wherever it comes: read, shown with its doubts, stored when confirmed."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.bench.lists import a_list
from tests.factories import DIRECTOR, Evening, an_event
from tests.views.desk.test_entries import staff
from tournaments.desk.events import club_named
from tournaments.desk.rounds import draw_next_round
from tournaments.models import Event, Player, Waiting

pytestmark = pytest.mark.django_db
ENTRIES = Path(__file__).resolve().parents[2] / "data" / "entries"


@pytest.fixture
def event() -> Event:
    return an_event(Evening(pairs=0))


@pytest.fixture
def director(client: Client, event: Event) -> Client:
    client.force_login(staff(event.club))
    return client


def sent(client: Client, event: Event, *, text: str = "", file: str = "", data: bytes = b"") -> str:
    """Send a list; the address of its preview."""
    url = f"/desk/{event.slug}/entries/list/"
    if file or data:
        upload = SimpleUploadedFile(file or "list.csv", data or (ENTRIES / file).read_bytes())
        answer = client.post(url, {"file": upload})
    else:
        answer = client.post(url, {"text": text})
    assert answer.status_code == 302, answer.content.decode()
    return str(answer["Location"])


def stored(event: Event) -> dict[int, list[str]]:
    return {
        entry.number: [member.player.full_name for member in entry.members.order_by("position")]
        for entry in event.entries.prefetch_related("members__player")
    }


def waiting(event: Event) -> list[str]:
    return [row.player.full_name for row in Waiting.objects.filter(event=event)]


def confirm(client: Client, preview: str, **choices: str) -> None:
    answer = client.post(
        f"{preview}confirm/", {name.replace("_", "-"): value for name, value in choices.items()}
    )
    assert answer.status_code == 302, re.sub(r"\s+", " ", answer.content.decode())[:3000]


def test_a_list_from_a_sign_up_form_is_read_previewed_and_stored(director: Client, event: Event) -> None:
    """Scenario 30."""
    preview = sent(director, event, file="modulo-iscrizioni.xlsx")
    page = director.get(preview).content.decode()
    for seen in ("ISCRIZIONI TORNEO", "TOTALE", "HYPERLINK", "Ferri Pina"):
        assert seen in page
    assert event.entries.count() == 0, "nothing is stored before it is confirmed"
    confirm(director, preview)
    assert stored(event) == {
        1: ["Amato Bruna", "Arena Dario"],
        2: ["Bianchi Livia", "Bonetti Gino"],
        3: ["Nicolosi Nicolò", "D'Angelo Rita"],
        4: ["Marchetti Paolo", "Marcheti Paola"],
    }
    assert waiting(event) == ["Ferri Pina", "Villa Ida"]
    assert Player.objects.get(card_number="10231").phone == "333 0000001"
    assert event.entries.get(number=1).paid
    assert not event.entries.get(number=3).paid
    clubs = {str(entry.club) for entry in event.entries.filter(number__lt=4)}
    assert clubs == {"Circolo della Pinella"}


def test_a_csv_with_semicolons_and_another_encoding_is_read(director: Client, event: Event) -> None:
    """Scenario 30."""
    preview = sent(director, event, file="iscritti-excel.csv")
    confirm(director, preview)
    assert stored(event) == {
        1: ["Fabbri Letizia", "Ferrara Aldo"],
        2: ["Costa Maria", "Conte Niccolò"],
        3: ["Città Piera", "Però Vito"],
        6: ["Guida Luca", "Guerra Ines"],
    }
    assert waiting(event) == ["Fiore Ada"]


def test_a_name_twice_in_a_pair_may_be_two_people(director: Client, event: Event) -> None:
    preview = sent(director, event, file="iscritti-excel.csv")
    confirm(director, preview, line_5="create")
    assert stored(event)[4] == ["Fiore Ada", "Fiore Ada"]
    assert Player.objects.filter(name_key="fiore ada").count() == 2


def test_a_pasted_message_is_read(director: Client, event: Event) -> None:
    """Scenario 30."""
    preview = sent(director, event, text=(ENTRIES / "paste.txt").read_text())
    confirm(director, preview)
    assert stored(event) == {
        1: ["Abate Alda", "Bellini Carlo"],
        2: ["D'Amico Rosa", "Dell'Acqua Franco"],
        3: ["Neri Ugo", "Lo Presti Anna Maria"],
        4: ["Russo Vito", "Russo Tina"],
        5: ["De Santis Nicolò", "Di Marco Ester"],
        15: ["Palumbo Giuseppe", "Palumbo Giuseppina"],
        16: ["Testa-Riva Gaia", "Serra Lia"],
        17: ["Gatti Mirko", "Galli Olga"],
    }


def test_a_list_without_one_good_line_touches_nothing(director: Client, event: Event) -> None:
    """Scenario 30."""
    version = event.version
    preview = sent(director, event, text="Ciao a tutti!\nGrazie, a domani\n=1+1")
    page = director.get(preview).content.decode()
    assert page.count('<td class="n">') == 3
    answer = director.post(f"{preview}confirm/")
    assert answer.status_code == 422
    event.refresh_from_db()
    assert event.version == version
    assert not Player.objects.exists()


def test_a_list_confirmed_twice_is_stored_once(director: Client, event: Event) -> None:
    preview = sent(director, event, text="Amato Bruna + Arena Dario")
    confirm(director, preview)
    again = director.post(f"{preview}confirm/", follow=True)
    assert event.entries.count() == 1
    assert again.status_code == 200
    assert event.journal.filter(verb="enter_list").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_list_confirmed_from_two_screens_at_once_is_stored_once() -> None:
    event = an_event(Evening(pairs=0))
    user = staff(event.club)
    first = Client()
    first.force_login(user)
    preview = sent(first, event, text="Amato Bruna + Arena Dario")

    def press(_: int) -> int:
        client = Client()
        client.force_login(user)
        try:
            return client.post(f"{preview}confirm/").status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(press, range(4))) == [302] * 4
    assert event.journal.filter(verb="enter_list").count() == 1
    assert event.entries.count() == 1


def test_a_pair_already_on_the_list_is_left_out_unless_said_otherwise(director: Client, event: Event) -> None:
    confirm(director, sent(director, event, text="Amato Bruna + Arena Dario"))
    preview = sent(director, event, text="Arena Dario e Amato Bruna\nNeri Ugo e Villa Ida")
    confirm(director, preview)
    assert stored(event) == {1: ["Amato Bruna", "Arena Dario"], 2: ["Neri Ugo", "Villa Ida"]}


def test_a_known_player_is_recognised_by_name_in_the_club(director: Client, event: Event) -> None:
    known = Player.objects.create(surname="Amato", first_name="Bruna", club=event.club)
    confirm(director, sent(director, event, text="AMATO  BRUNA + Arena Dario"))
    assert event.members.filter(player=known).exists()


def test_a_look_alike_of_a_known_player_is_asked_about(director: Client, event: Event) -> None:
    """Scenario 28."""
    known = Player.objects.create(surname="Marchetti", first_name="Paolo", club=event.club)
    preview = sent(director, event, text="Marcheti Paolo + Arena Dario")
    assert "Marchetti Paolo" in director.get(preview).content.decode()
    confirm(director, preview, who_1_1=str(known.pk))
    assert event.members.filter(player=known).exists()
    assert not Player.objects.filter(surname="Marcheti").exists()


def test_a_look_alike_left_alone_becomes_somebody_new(director: Client, event: Event) -> None:
    Player.objects.create(surname="Marchetti", first_name="Paolo", club=event.club)
    confirm(director, sent(director, event, text="Marcheti Paolo + Arena Dario"))
    assert Player.objects.filter(surname="Marcheti").count() == 1


def test_a_namesake_from_another_club_is_asked_about(director: Client, event: Event) -> None:
    other = club_named("Porto")
    known = Player.objects.create(surname="Amato", first_name="Bruna", club=other)
    preview = sent(director, event, text="Amato Bruna + Arena Dario")
    assert f'value="{known.pk}" selected' in director.get(preview).content.decode()
    confirm(director, preview, who_1_1="new")
    assert Player.objects.filter(name_key="amato bruna").count() == 2


def test_one_person_in_two_pairs_of_a_list_sits_in_one(director: Client, event: Event) -> None:
    preview = sent(director, event, text="Amato Bruna + Arena Dario\nAmato Bruna + Neri Ugo")
    confirm(director, preview, line_2="wait")
    assert stored(event) == {1: ["Amato Bruna", "Arena Dario"]}
    assert waiting(event) == ["Neri Ugo"]


def test_the_columns_can_be_corrected_in_the_preview(director: Client, event: Event) -> None:
    data = b"Mario;Rossi;Anna;Verdi\nUgo;Neri;Ida;Villa\nPia;Serra;Lia;Galli\n"
    preview = sent(director, event, data=data)
    roles = {"column-0": "first1", "column-1": "surname1", "column-2": "first2", "column-3": "surname2"}
    page = director.post(f"{preview}confirm/", {**roles, "again": "1"}).content.decode()
    assert "Rossi Mario" in page
    assert event.entries.count() == 0
    director.post(f"{preview}confirm/", roles)
    assert stored(event)[1] == ["Rossi Mario", "Verdi Anna"]


def test_two_rows_may_make_a_pair(director: Client, event: Event) -> None:
    text = "Coppia;Cognome;Nome;Circolo\n1;Rossi;Mario;Porto\n1;Verdi;Anna;Porto\n2;Neri;Ugo;\n2;Villa;Ida;"
    confirm(director, sent(director, event, text=text))
    assert stored(event) == {1: ["Rossi Mario", "Verdi Anna"], 2: ["Neri Ugo", "Villa Ida"]}


def test_a_taken_number_is_replaced_by_the_next_free_one(director: Client, event: Event) -> None:
    confirm(director, sent(director, event, text="4. Amato Bruna + Arena Dario"))
    confirm(director, sent(director, event, text="4. Neri Ugo + Villa Ida\n5. Serra Lia + Galli Olga"))
    assert stored(event)[5] == ["Serra Lia", "Galli Olga"]
    assert stored(event)[6] == ["Neri Ugo", "Villa Ida"]


def test_one_number_in_a_message_without_numbers_leaves_no_gap(director: Client, event: Event) -> None:
    text = "Amato Bruna + Arena Dario\n7. Neri Ugo + Villa Ida\nSerra Lia + Galli Olga"
    confirm(director, sent(director, event, text=text))
    assert list(stored(event)) == [1, 2, 3]
    assert stored(event)[2] == ["Neri Ugo", "Villa Ida"]


def test_whoever_waited_and_comes_with_a_partner_waits_no_longer(director: Client, event: Event) -> None:
    confirm(director, sent(director, event, text="Ferri Pina + ?"))
    assert waiting(event) == ["Ferri Pina"]
    confirm(director, sent(director, event, text="Ferri Pina + Villa Ida"))
    assert waiting(event) == []
    assert Player.objects.filter(name_key="ferri pina").count() == 1


def test_another_director_cannot_open_the_list_somebody_sent(director: Client, event: Event) -> None:
    preview = sent(director, event, text="Amato Bruna + Arena Dario")
    other = Client()
    other.force_login(staff(event.club, name="rosa"))
    assert other.get(preview).status_code == 404
    other.post(f"{preview}confirm/")
    assert event.entries.count() == 0


def test_a_list_is_of_its_event_only(director: Client, event: Event) -> None:
    preview = sent(director, event, text="Amato Bruna + Arena Dario")
    second = an_event(Evening(pairs=0))
    director.post(f"{preview}confirm/".replace(event.slug, second.slug))
    assert second.entries.count() == 0


def test_a_list_cannot_be_taken_in_once_round_1_is_drawn(client: Client) -> None:
    event = an_event(Evening(pairs=8))
    client.force_login(staff(event.club))
    preview = sent(client, event, text="Amato Bruna + Arena Dario")
    draw_next_round(event=event, by=DIRECTOR)
    assert client.post(f"{preview}confirm/").status_code == 422
    assert event.entries.count() == 8


@pytest.mark.parametrize("page", ["list/", "list/abc/"])
def test_a_scorer_takes_in_no_list(client: Client, event: Event, page: str) -> None:
    client.force_login(staff(event.club, "scorer"))
    assert client.get(f"/desk/{event.slug}/entries/{page}").status_code == 403


@pytest.mark.parametrize("page", ["list/", "list/abc/"])
def test_another_club_finds_no_list(client: Client, event: Event, page: str) -> None:
    client.force_login(staff(club_named("Another club"), "owner", "eva"))
    assert client.get(f"/desk/{event.slug}/entries/{page}").status_code == 404
    client.logout()
    assert client.get(f"/desk/{event.slug}/entries/{page}").status_code == 302


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.7 x",
        b"\x89PNG\r\n",
        b"<html><table>",
        b"PK\x03\x04nonsense",
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1xx",
        b"",
    ],
)
def test_what_is_no_list_is_refused_in_words(director: Client, event: Event, data: bytes) -> None:
    upload = SimpleUploadedFile("list.xlsx", data)
    answer = director.post(f"/desk/{event.slug}/entries/list/", {"file": upload})
    assert answer.status_code == 422
    assert b'role="alert"' in answer.content


def test_five_hundred_entries_are_stored_with_sixty_questions(director: Client, event: Event) -> None:
    preview = sent(director, event, text=a_list(500))
    with CaptureQueriesContext(connection) as asked:
        confirm(director, preview)
    assert event.entries.count() == 500
    assert len(asked) <= 60, len(asked)


def test_the_preview_asks_at_most_twelve_questions(director: Client, event: Event) -> None:
    preview = sent(director, event, text=a_list(500))
    with CaptureQueriesContext(connection) as asked:
        assert director.get(preview).status_code == 200
    assert len(asked) <= 12, [query["sql"][:80] for query in asked.captured_queries]

"""The pages about a player's own data: who opens them, what they hold, and the question before the end."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.desk.closing import finish_event
from tournaments.desk.events import club_named
from tournaments.models import ClubMember, Event, Player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def a_folder_of_its_own(settings: Any, tmp_path: Path) -> None:
    settings.VAR_DIR = tmp_path


@pytest.fixture
def event() -> Event:
    event = an_evening(Evening(pairs=8, closed=3, programme="Mitchell 3"))
    finish_event(event=event, by=DIRECTOR)
    return event


@pytest.fixture
def player(event: Event) -> Player:
    found = event.members.order_by("pk").select_related("player")[0].player
    found.surname, found.first_name, found.phone, found.club = "Zanzottera", "Quintilia", "333 9", event.club
    found.save()
    return found


def staff(event: Event, role: str, name: str = "aldo") -> Client:
    user = User.objects.create_user(name)
    ClubMember.objects.create(club=event.club, user=user, role=role)
    client = Client(HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(user)
    return client


@pytest.mark.parametrize("page", ["data/", "data.json", "erase/"])
def test_directors_and_owners_open_them_and_nobody_else_does(event: Event, player: Player, page: str) -> None:
    address = f"/desk/players/{player.pk}/{page}"
    assert Client().get(address).status_code == 302
    for role, status in (("owner", 200), ("director", 200), ("scorer", 403), ("reader", 403)):
        assert staff(event, role, role).get(address).status_code == status, role
    elsewhere = User.objects.create_user("eva")
    ClubMember.objects.create(club=club_named("Circolo delle Matte"), user=elsewhere, role="owner")
    stranger = Client()
    stranger.force_login(elsewhere)
    assert stranger.get(address).status_code == 404


def test_the_page_and_the_file_hold_what_is_kept(event: Event, player: Player) -> None:
    client = staff(event, "director")
    page = client.get(f"/desk/players/{player.pk}/data/").content.decode()
    assert "333 9" in page and event.name.replace("'", "’") in page
    answer = client.get(f"/desk/players/{player.pk}/data.json")
    assert "attachment" in answer["Content-Disposition"]
    assert json.loads(answer.content)["record"]["phone"] == "333 9"


def test_nothing_is_erased_before_the_name_is_typed(event: Event, player: Player) -> None:
    client = staff(event, "director")
    address = f"/desk/players/{player.pk}/erase/"
    assert "Zanzottera" in client.get(address).content.decode()
    for typed in ("", "yes", "Zanzottera"):
        answer = client.post(address, {"typed": typed})
        assert answer.status_code == 422
        assert 'role="alert"' in answer.content.decode()
    player.refresh_from_db()
    assert player.erased_at is None
    answer = client.post(address, {"typed": "zanzottera quintilia"}, follow=True)
    player.refresh_from_db()
    assert player.erased_at is not None
    assert f"Giocatore {player.pk}" in answer.content.decode()
    assert client.get(address).status_code == 404

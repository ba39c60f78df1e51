"""Who gets in where: every address of the desk against everybody who may ask for it."""

from __future__ import annotations

import dataclasses
import json

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from django.urls import reverse

from tests.views.desk.doors import (
    ANYBODY,
    CLUB,
    DIRECTORS,
    DOORS,
    KEEPERS,
    OURS,
    Door,
    House,
    a_house,
    all_names,
)
from tournaments.desk.events import club_named
from tournaments.models import ClubMember

pytestmark = pytest.mark.django_db

IN, SIGN_IN = "in", "to the sign-in"
Role = ClubMember.Role
PEOPLE = ["anonymous", "stranger", "owner of another club", "scorer", "director", "owner", "administrator"]
TABLE = {
    ANYBODY: (SIGN_IN, IN, IN, IN, IN, IN, IN),
    KEEPERS: (SIGN_IN, 403, IN, 403, IN, IN, IN),
    OURS: (SIGN_IN, 403, 404, 403, IN, IN, IN),
    CLUB: (SIGN_IN, 404, 404, IN, IN, IN, IN),
    DIRECTORS: (SIGN_IN, 404, 404, 403, IN, IN, IN),
}


def somebody(who: str, house: House) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    if who == "anonymous":
        return client
    user = User.objects.create_user(who.replace(" ", "-"), is_superuser=who == "administrator")
    club = club_named("Un altro circolo") if "another" in who else house.running.club
    role = {"scorer": Role.SCORER, "director": Role.DIRECTOR}.get(who, Role.OWNER)
    if who not in ("stranger", "administrator"):
        ClubMember.objects.create(club=club, user=user, role=role)
    client.force_login(user)
    return client


def ask(client: Client, house: House, door: Door) -> int | str:
    """What happens at a door; whatever it changes is taken back."""
    address = house.address(door)
    with transaction.atomic():
        if door.method == "GET":
            answer = client.get(address)
        elif door.json:
            answer = client.post(address, json.dumps(door.sends), content_type="application/json")
        else:
            answer = client.post(address, door.sends)
        transaction.set_rollback(True)
    if answer.status_code in (301, 302, 303) and answer["Location"].startswith("/sign-in/"):
        return SIGN_IN
    return (
        answer.status_code if answer.status_code in (401, 403, 404, 405) or answer.status_code >= 500 else IN
    )


def with_a_list(house: House, client: Client) -> House:
    """The same house, with a list this person has sent in and not yet confirmed."""
    sent = client.post(
        reverse("desk_import_list", args=[house.preparing.slug]), {"text": "1. Abate Alda + Bellini Carlo"}
    )
    key = sent["Location"].rstrip("/").rpartition("/")[2] if sent.status_code in (302, 303) else house.key
    return dataclasses.replace(house, key=key)


def test_every_address_of_the_desk_says_whom_it_lets_in() -> None:
    assert sorted(all_names()) == sorted(DOORS)


@pytest.mark.parametrize("who", PEOPLE)
def test_every_door_of_the_desk_opens_to_those_it_is_for_and_to_nobody_else(who: str) -> None:
    house = a_house()
    client = somebody(who, house)
    house = with_a_list(house, client)
    column = PEOPLE.index(who)
    wrong = {}
    for door in DOORS.values():
        found, wanted = ask(client, house, door), TABLE[door.who][column]
        if found != wanted:
            wrong[door.name] = f"{found}, not {wanted}"
    assert wrong == {}


@pytest.mark.parametrize("who", PEOPLE)
def test_only_what_is_sent_changes_anything(who: str) -> None:
    """A page that is only looked at writes nothing in the journal, and what acts is not opened by a link."""
    house = a_house()
    client = somebody(who, house)
    before = [house.running.journal.count(), house.preparing.journal.count()]
    for door in DOORS.values():
        answer = client.get(house.address(door))
        if door.method == "POST":
            assert answer.status_code == 405, door.name
    assert [house.running.journal.count(), house.preparing.journal.count()] == before

"""Who gets in where: every address of the program and every method against everybody who may ask.

One table (``tests.views.every_door``). A route, or a method of one, that is not in it fails the run.
"""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import resolve, reverse

from tests.api import doors as api
from tests.factories import DIRECTOR
from tests.views.desk.doors import Door, House, a_house
from tests.views.every_door import (
    CODE,
    IN,
    OPEN,
    PEOPLE,
    SIGN_IN,
    WHO_MAY,
    Asked,
    all_patterns,
    every_door,
)
from tournaments.boards import live
from tournaments.desk import invitations
from tournaments.desk.calls import call_director
from tournaments.desk.change import Actor
from tournaments.desk.events import club_named
from tournaments.desk.penalties import PenaltyPlan, penalise
from tournaments.models import ClubMember, Event, EventMember, Source, TableCode

pytestmark = pytest.mark.django_db

Role = ClubMember.Role
ROLES = {"reader": Role.READER, "scorer": Role.SCORER, "director": Role.DIRECTOR, "owner": Role.OWNER}
SIGNED_IN = [who for who in PEOPLE if who not in ("anonymous", "table code")]
WRONG_CODE = "ZZZZZZZZ"
# What no page of ours sends: each view answers it with 405 and says in ``Allow`` what it does answer.
FORBIDDEN = "DELETE"
# Answered to machines before anything looks at the request, whatever they ask with.
KNOWS_NO_METHODS = {"healthz", "readyz", "metrics"}


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    cache.clear()
    live.forget()
    yield
    cache.clear()
    live.forget()


def somebody(who: str, house: House) -> Client:
    """A browser of each of ``PEOPLE``; who holds a table code has the code and nothing else."""
    client = Client(headers={"Accept-Language": "en"})
    if who in ("anonymous", "table code"):
        return client
    user = User.objects.create_user(who.replace(" ", "-"), is_superuser=who == "administrator")
    if who.endswith("of the event"):
        for event in (house.running, house.preparing):
            EventMember.objects.create(event=event, user=user, role=ROLES[who.removesuffix(" of the event")])
    elif who not in ("stranger", "administrator"):
        club = club_named("Un altro circolo") if "another" in who else house.running.club
        ClubMember.objects.create(club=club, user=user, role=ROLES[who.split(maxsplit=1)[0]])
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def with_a_list(house: House, client: Client) -> House:
    """The same house, with a list this person has sent in and not yet confirmed."""
    sent = client.post(
        reverse("desk_import_list", args=[house.preparing.slug]), {"text": "1. Abate Alda + Bellini Carlo"}
    )
    key = sent["Location"].rstrip("/").rpartition("/")[2] if sent.status_code in (302, 303) else house.key
    return dataclasses.replace(house, key=key)


def code_of(event: Event) -> str:
    """The code of North-South at the first table of the round being played."""
    codes = TableCode.objects.filter(match__round__event=event, match__round__number=2, line="ns")
    return codes.order_by("match__table")[0].code


def address_of(house: House, asked: Asked, who: str) -> str:
    """The address behind a door, about something that is there; of a table only who holds its code has it."""
    if asked.name.startswith("desk"):
        return house.address(Door(asked.name, of=asked.of))
    if asked.name == "invitation":
        by = Actor("Aldo", Source.DESK)
        secret = invitations.invite(club=house.running.club, role=Role.READER, by=by).secret
        return reverse("invitation", args=[secret])
    pattern = next(one.pattern for one in all_patterns() if one.name == asked.name)
    known: dict[str, Any] = {
        "slug": house.running.club.slug if asked.name == "club" else house.running.slug,
        "number": 1,
        "watch": "settled",
        "token": "guessed",
        "circuit": "gran-premio",
        "code": code_of(house.running) if who == "table code" else WRONG_CODE,
    }
    if asked.name == "circuit":
        known["slug"] = "gran-premio"
    return reverse(asked.name, kwargs={name: known[name] for name in pattern.converters})


def ask(client: Client, address: str, asked: Asked) -> tuple[int, str]:
    """What happens at a door, and where it leads; whatever it changes is taken back."""
    with transaction.atomic():
        if asked.method == "GET":
            answer = client.get(address)
        elif asked.json:
            answer = client.post(address, json.dumps(asked.sends), content_type="application/json")
        else:
            answer = client.post(address, asked.sends)
        transaction.set_rollback(True)
    return answer.status_code, answer.headers.get("Location", "")


def found_at(client: Client, house: House, asked: Asked, who: str) -> str | int:
    status, leads_to = ask(client, address_of(house, asked, who), asked)
    return SIGN_IN if status == 302 and leads_to.startswith("/sign-in/?next=") else status


def test_every_route_of_the_program_is_in_the_table() -> None:
    served = {str(pattern.name) for pattern in all_patterns()}
    listed = {name for name, _method in every_door()} | {name for name, _method in api.DOORS}
    documented = {"api", "api_document_json", "api_document_yaml", "api_nothing"}
    assert served - listed - documented == set(), "routes in no table"
    assert listed - served == set(), "routes the program does not serve"


def test_every_method_of_every_page_is_in_the_table() -> None:
    house = a_house()
    table = every_door()
    wrong = {}
    for who in ("anonymous", "administrator"):
        client = somebody(who, house)
        for name in sorted({name for name, _method in table} - KNOWS_NO_METHODS):
            first = next(asked for (other, _), asked in table.items() if other == name)
            answer = client.generic(FORBIDDEN, address_of(house, first, "table code"))
            listed = {method for other, method in table if other == name}
            allowed = set(answer.headers.get("Allow", "").split(", ")) - {"HEAD", "OPTIONS"}
            if answer.status_code != 405 or allowed != listed:
                wrong[who, name] = f"{answer.status_code}, serves {sorted(allowed)}, not {sorted(listed)}"
    assert wrong == {}


@pytest.mark.parametrize("who", PEOPLE)
def test_every_door_opens_to_those_it_is_for_and_to_nobody_else(who: str) -> None:
    house = a_house()
    client = somebody(who, house)
    house = with_a_list(house, client)
    column = PEOPLE.index(who)
    wrong = {}
    there = what_is_there(house)
    for listed in every_door().values():
        asked = dataclasses.replace(listed, sends=there.get(listed.name, listed.sends))
        # Signing out ends with the session; everything else of one visitor is asked by one browser.
        visitor = somebody_again(client) if asked.key == ("sign_out", "POST") else client
        found, wanted = found_at(visitor, house, asked, who), WHO_MAY[asked.who][column]
        if wanted == IN:
            wanted = asked.lets_in(signed_in=who in SIGNED_IN)
        if found != wanted:
            wrong[asked.key] = f"{found}, not {wanted}"
    assert wrong == {}


def what_is_there(house: House) -> dict[str, dict[str, Any]]:
    """A call, a penalty and a result, so that what is sent about them is about something."""
    event = house.running
    table = TableCode.objects.filter(code=code_of(event)).values_list("match__table", flat=True)[0]
    call = call_director(event=event, round_number=2, table=table, line="ew", by=DIRECTOR)
    penalty = penalise(event=event, plans=[PenaltyPlan(3, vp=1)], by=DIRECTOR)[0]
    return {
        "desk_answer_call": {"call": call.pk},
        "desk_take_back": {"what": "penalty", "pk": penalty.pk},
        "desk_take": {"table": 1, "proposal": event.results.order_by("pk")[0].pk},
    }


def somebody_again(client: Client) -> Client:
    """The same visitor in another browser, so that what ends there does not end here."""
    again = Client(headers={"Accept-Language": "en"})
    user = User.objects.filter(pk=client.session.get("_auth_user_id", 0)).first()
    if user is not None:
        again.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return again


@pytest.mark.parametrize("who", ["reader", "scorer of the event", "director of the event", "owner"])
def test_a_page_changes_nothing_and_shows_no_button_that_would_be_refused(who: str) -> None:
    house = a_house()
    client = somebody(who, house)
    house = with_a_list(house, client)
    before = [house.running.journal.count(), house.preparing.journal.count()]
    table, column = every_door(), PEOPLE.index(who)
    refused = {}
    for asked in table.values():
        if asked.method != "GET" or not asked.name.startswith("desk"):
            continue
        address = address_of(house, asked, who)
        for sends_to in forms_of(client.get(address), address):
            door = table[sends_to, "POST"]
            if WHO_MAY[door.who][column] != IN:
                refused[asked.name, sends_to] = door.who
    assert refused == {}
    assert [house.running.journal.count(), house.preparing.journal.count()] == before


def forms_of(answer: Any, address: str) -> set[str]:
    """The names of the routes to which the forms of a page are sent."""
    if answer.status_code != 200 or "text/html" not in answer.headers["Content-Type"]:
        return set()
    found = set()
    for form in re.findall(r"<form\b[^>]*>", answer.content.decode()):
        if 'method="post"' in form:
            action = re.search(r'action="([^"#?]*)', form)
            found.add(resolve(action[1] if action and action[1] else address).url_name or "")
    return found


def test_a_code_of_one_table_opens_no_other_table_and_nothing_but_its_own_pages() -> None:
    house = a_house()
    holder = Client()
    for asked in every_door().values():
        if asked.who in (CODE, OPEN):
            continue
        status, leads_to = ask(holder, address_of(house, asked, "table code"), asked)
        assert status in (302, 404), asked.key
        assert status == 404 or leads_to.startswith("/sign-in/"), asked.key

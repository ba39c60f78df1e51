"""Not released means not released: what is only drawn, or not closed, does not exist for anybody outside."""

from __future__ import annotations

import io

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from openpyxl import load_workbook

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.desk.rounds import publish_round
from tournaments.models import ClubMember, Event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


def status(client: Client, address: str) -> int:
    return client.get(address).status_code


@pytest.mark.parametrize("signed_in", [False, True])
def test_a_round_that_is_only_drawn_is_on_no_page(client: Client, signed_in: bool) -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="drawn"))
    if signed_in:
        client.force_login(get_user_model().objects.create_user("aldo"))
    base = f"/e/{event.slug}/"
    assert status(client, f"{base}seats/2/") == 404
    assert status(client, f"{base}results/2/") == 404
    assert status(client, f"{base}standings/2/") == 404
    assert f"{base}seats/2/" not in client.get(f"{base}seats/1/").content.decode()
    assert f"{base}results/2/" not in client.get(base).content.decode()
    assert 'class="card"' not in client.get(f"{base}pairs/1/").content.decode()


def test_the_seats_are_there_the_moment_they_are_published(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="drawn"))
    assert status(client, f"/e/{event.slug}/seats/2/") == 404
    publish_round(event=event, number=2, by=DIRECTOR)
    assert status(client, f"/e/{event.slug}/seats/2/") == 200
    assert 'class="card"' in client.get(f"/e/{event.slug}/pairs/1/").content.decode()


def test_standings_exist_up_to_the_last_closed_round(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=2, open_round="published"))
    found = [status(client, f"/e/{event.slug}/standings/{number}/") for number in range(5)]
    assert found == [404, 200, 200, 404, 404]


def test_before_the_first_closed_round_the_standings_say_when_they_come(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="published"))
    page = client.get(f"/e/{event.slug}/standings/")
    assert page.status_code == 200
    assert 'class="empty"' in page.content.decode()
    assert status(client, f"/e/{event.slug}/standings/1/") == 404


@pytest.mark.parametrize(
    "address", ["seats/99/", "results/99/", "standings/99/", "pairs/99/", "pairs/0/", "nothing/"]
)
def test_a_foreign_number_is_not_found(client: Client, address: str) -> None:
    event = an_evening(Evening(pairs=8, closed=1))
    assert status(client, f"/e/{event.slug}/{address}") == 404


def test_the_pair_of_another_event_is_not_found(client: Client) -> None:
    small = an_event(Evening(pairs=4, name="Small"))
    an_event(Evening(pairs=20, name="Large"))
    assert status(client, f"/e/{small.slug}/pairs/20/") == 404


def test_an_unknown_event_is_not_found(client: Client) -> None:
    for page in ("", "standings/", "seats/", "results/", "pairs/", "pairs/mine/", "workbook/"):
        assert status(client, f"/e/nothing/{page}") == 404


def of_the_club(event: Event) -> User:
    user = get_user_model().objects.create_user("aldo")
    ClubMember.objects.create(club=event.club, user=user, role="scorer")
    return user


def sheets(client: Client, slug: str) -> list[str]:
    answer = client.get(f"/e/{slug}/workbook/")
    assert answer.status_code == 200
    return load_workbook(io.BytesIO(answer.content)).sheetnames


def test_the_public_workbook_has_released_rounds_only(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="drawn"))
    assert "Turno 1" in sheets(client, event.slug)
    assert "Turno 2" not in sheets(client, event.slug)
    client.force_login(get_user_model().objects.create_user("a-guest"))
    assert "Turno 2" not in sheets(client, event.slug)
    client.force_login(of_the_club(event))
    assert "Turno 2" in sheets(client, event.slug)


def test_the_public_workbook_has_no_card_numbers(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=1))
    member = event.members.select_related("player").first()
    assert member is not None
    member.player.card_number = "PV-9917"
    member.player.save()

    def cells(answer: bytes) -> set[object]:
        book = load_workbook(io.BytesIO(answer))
        return {value for sheet in book for row in sheet.iter_rows(values_only=True) for value in row}

    assert "PV-9917" not in cells(client.get(f"/e/{event.slug}/workbook/").content)
    client.force_login(get_user_model().objects.create_user("a-guest"))
    assert "PV-9917" not in cells(client.get(f"/e/{event.slug}/workbook/").content)
    client.force_login(of_the_club(event))
    assert "PV-9917" in cells(client.get(f"/e/{event.slug}/workbook/").content)

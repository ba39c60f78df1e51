"""The owner of a club gives programs their tokens at the desk."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import Evening, an_event
from tournaments.desk.tokens import digest_of, make_token
from tournaments.models import ApiToken, Club, ClubMember

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return an_event(Evening(pairs=6)).club


@pytest.fixture
def owner(club: Club) -> Client:
    user = get_user_model().objects.create_user("olga", password="burraco-2026")
    ClubMember.objects.create(club=club, user=user, role="owner")
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(user)
    return client


def address(club: Club) -> str:
    return reverse("desk_programs", args=[club.slug])


def a_request(days: int = 30, scope: str = "reader", name: str = "Federation office") -> dict[str, str]:
    last = timezone.localdate() + timedelta(days=days)
    return {"what": "make", "name": name, "scope": scope, "last_day": last.isoformat()}


def test_a_token_is_shown_once_and_opens_what_its_owner_said(owner: Client, club: Club) -> None:
    page = owner.post(address(club), a_request(scope="scorer")).content.decode()
    (secret,) = set(re.findall(r"pzt_[\w-]{43}", page))
    assert "curl -H" in page
    token = ApiToken.objects.get()
    assert (token.scope, token.begins, token.digest) == ("scorer", secret[:10], digest_of(secret))
    again = owner.get(address(club)).content.decode()
    assert secret not in again
    assert token.begins in again
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    assert program.get(f"/api/v1/clubs/{club.slug}/players/").status_code == 200


def test_a_token_holds_to_the_end_of_its_last_day(owner: Client, club: Club) -> None:
    owner.post(address(club), a_request(days=0))
    end = timezone.localtime(ApiToken.objects.get().expires_at)
    assert (end.date(), end.hour, end.minute) == (timezone.localdate(), 23, 59)


@pytest.mark.parametrize(
    "sent", [a_request(days=-1), a_request(days=1500), a_request(name=" "), a_request(scope="owner")]
)
def test_a_token_without_a_name_or_an_end_or_for_an_owner_is_not_made(
    owner: Client, club: Club, sent: dict[str, str]
) -> None:
    page = owner.post(address(club), sent)
    assert page.status_code == 422
    assert 'class="finding"' in page.content.decode()
    assert not ApiToken.objects.exists()


def test_a_revoked_token_opens_nothing_any_more(owner: Client, club: Club) -> None:
    token, secret = make_token(
        club=club, name="Site", scope="reader", expires_at=timezone.now() + timedelta(days=1), by_id=None
    )
    program = Client(headers={"Authorization": f"Bearer {secret}"})
    assert program.get("/api/v1/events/").status_code == 200
    owner.post(address(club), {"what": "revoke", "program": token.pk})
    assert program.get("/api/v1/events/").status_code == 401
    assert "revoked" in owner.get(address(club)).content.decode()


def test_the_owner_of_one_club_does_not_revoke_the_token_of_another(owner: Client, club: Club) -> None:
    other = Club.objects.create(name="Circolo Ticino", slug="circolo-ticino")
    theirs, _secret = make_token(
        club=other, name="Site", scope="reader", expires_at=timezone.now() + timedelta(days=1), by_id=None
    )
    assert owner.post(address(club), {"what": "revoke", "program": theirs.pk}).status_code == 409
    assert owner.get(address(other)).status_code == 404
    theirs.refresh_from_db()
    assert theirs.revoked_at is None


def test_the_people_of_the_club_lead_to_its_programs(owner: Client, club: Club) -> None:
    page = owner.get(reverse("desk_club_people", args=[club.slug])).content.decode()
    assert address(club) in page

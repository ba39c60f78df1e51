"""The pages on which people are let in, made something else and sent away; and the link that lets them in."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from tests.factories import Evening, an_event
from tests.views.desk.test_entries import staff
from tournaments.desk.events import club_named
from tournaments.models import ClubMember, Event, EventMember, Invitation

pytestmark = pytest.mark.django_db
Role = ClubMember.Role
PASSWORD = "quattro-smazzate-e-un-jolly"  # noqa: S105
INVITE = {"what": "invite", "for_whom": "Rosa", "role": "scorer", "days": "7"}
NEW = {"username": "rosa", "password": PASSWORD, "again": PASSWORD}


@pytest.fixture
def event() -> Event:
    return an_event(Evening(pairs=4))


@pytest.fixture
def owner(event: Event) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(staff(event.club, "owner"))
    return client


@pytest.fixture
def director(event: Event) -> Client:
    client = Client(headers={"Accept-Language": "en"})
    client.force_login(staff(event.club, "director", "dora"))
    return client


def club_page(event: Event) -> str:
    return f"/desk/clubs/{event.club.slug}/people/"


def event_page(event: Event) -> str:
    return f"/desk/{event.slug}/people/"


def the_link(client: Client, page: str, **changed: str) -> str:
    """The path of a fresh invitation, read from the page as a person would."""
    text = client.post(page, {**INVITE, **changed}).content.decode()
    found = re.search(r'value="https?://[^/"]+(/invitation/[^"]+)"', text)
    assert found is not None, text
    return found[1]


def test_an_owner_invites_by_a_link_that_is_shown_once(owner: Client, event: Event) -> None:
    page = owner.post(club_page(event), INVITE).content.decode()
    assert "<svg" in page, "a square to be scanned"
    link = re.search(r"/invitation/([^/\"]+)/", page)
    assert link is not None
    again = owner.get(club_page(event)).content.decode()
    assert "Rosa" in again, "on the list of open invitations"
    assert link[1] not in again


def test_who_has_no_account_makes_one_and_is_in(owner: Client, event: Event) -> None:
    link = the_link(owner, club_page(event))
    rosa = Client(headers={"Accept-Language": "en"})
    assert "invited to work here as a scorer" in rosa.get(link).content.decode()
    assert rosa.post(link, NEW)["Location"] == "/desk/"
    assert rosa.get(f"/desk/{event.slug}/").status_code == 200
    assert ClubMember.objects.get(user__username="rosa").role == Role.SCORER


def test_who_has_an_account_signs_in_and_accepts_with_one_button(owner: Client, event: Event) -> None:
    link = the_link(owner, club_page(event), role="director")
    User.objects.create_user("ugo", password=PASSWORD)
    ugo = Client(headers={"Accept-Language": "en"})
    assert f"/sign-in/?next={link}" in ugo.get(link).content.decode()
    ugo.post("/sign-in/", {"username": "ugo", "password": PASSWORD, "next": link})
    assert "You are signed in as ugo." in ugo.get(link).content.decode()
    assert not ClubMember.objects.filter(user__username="ugo").exists(), "looking accepts nothing"
    ugo.post(link)
    assert ClubMember.objects.get(user__username="ugo").role == Role.DIRECTOR
    assert ugo.get(link)["Location"] == "/desk/", "who has accepted is sent on"


def test_an_invitation_to_the_evening_leads_to_the_evening(director: Client, event: Event) -> None:
    link = the_link(director, event_page(event), role="reader")
    rosa = Client()
    assert rosa.post(link, NEW)["Location"] == f"/desk/{event.slug}/"
    assert EventMember.objects.get(user__username="rosa").role == Role.READER
    assert rosa.get(f"/desk/{event.slug}/scores/").status_code == 200
    assert event.slug.encode() in rosa.get("/desk/").content, "it is among this reader's events"


@pytest.mark.parametrize(
    ("how", "said"),
    [("used", "was accepted on"), ("revoked", "has been revoked"), ("ended", "held until")],
)
def test_a_link_that_opens_nothing_says_why_in_plain_words(
    owner: Client, event: Event, how: str, said: str
) -> None:
    link = the_link(owner, club_page(event))
    if how == "used":
        Client().post(link, NEW)
    elif how == "revoked":
        owner.post(club_page(event), {"what": "revoke", "invitation": Invitation.objects.get().pk})
    else:
        Invitation.objects.update(expires_at=timezone.now() - timedelta(minutes=1))
    late = Client(headers={"Accept-Language": "en"})
    answer = late.get(link)
    assert answer.status_code == 410
    assert said in answer.content.decode()
    assert late.post(link, {**NEW, "username": "ugo"}).status_code == 410
    assert not User.objects.filter(username="ugo").exists()


def test_a_link_nobody_made_is_not_there() -> None:
    assert Client().get("/invitation/guessed/").status_code == 404
    assert Client().post("/invitation/guessed/", NEW).status_code == 404
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"again": "another"}, "The two passwords are not the same."),
        ({"password": "12345678", "again": "12345678"}, "too common"),
        ({"username": "aldo"}, "There is already an account called aldo"),
    ],
)
def test_a_form_that_cannot_be_taken_says_why_and_the_link_holds(
    owner: Client, event: Event, changed: dict[str, str], said: str
) -> None:
    link = the_link(owner, club_page(event))
    rosa = Client(headers={"Accept-Language": "en"})
    answer = rosa.post(link, {**NEW, **changed})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert rosa.post(link, NEW).status_code == 302


def test_an_owner_makes_somebody_else_of_who_works_here_and_sends_them_away(
    owner: Client, event: Event
) -> None:
    rosa = staff(event.club, "scorer", "rosa")
    for role in ("director", ""):
        owner.post(club_page(event), {"what": "role", "user": rosa.pk, "role": role})
        roles = ClubMember.objects.filter(user=rosa).values_list("role", flat=True)
        assert list(roles) == ([role] if role else [])


def test_the_last_owner_stays(owner: Client, event: Event) -> None:
    me = User.objects.get(username="aldo")
    answer = owner.post(club_page(event), {"what": "role", "user": me.pk, "role": ""})
    assert answer.status_code == 409
    assert "one owner at least" in answer.content.decode()
    assert ClubMember.objects.get(user=me).role == Role.OWNER


def test_a_director_lets_nobody_into_the_club(director: Client, event: Event) -> None:
    assert director.get(club_page(event)).status_code == 403
    assert director.post(club_page(event), INVITE).status_code == 403
    assert not Invitation.objects.exists()
    assert b"people/" not in director.get(f"/desk/clubs/{event.club.slug}/").content, "nor is shown the way"


def test_who_directs_one_evening_alone_sees_its_people_and_invites_nobody(event: Event) -> None:
    user = User.objects.create_user("dino")
    EventMember.objects.create(event=event, user=user, role=Role.DIRECTOR)
    dino = Client(headers={"Accept-Language": "en"})
    dino.force_login(user)
    page = dino.get(event_page(event))
    assert page.status_code == 200
    assert "Invite somebody" not in page.content.decode()
    assert dino.post(event_page(event), INVITE).status_code == 403
    assert not Invitation.objects.exists()


def test_a_director_changes_a_role_of_the_evening_but_makes_no_owner(director: Client, event: Event) -> None:
    user = User.objects.create_user("rosa")
    EventMember.objects.create(event=event, user=user, role=Role.SCORER)
    director.post(event_page(event), {"what": "role", "user": user.pk, "role": "reader"})
    assert EventMember.objects.get(user=user).role == Role.READER
    assert director.post(
        event_page(event), {"what": "role", "user": user.pk, "role": "owner"}
    ).status_code == 404  # fmt: skip
    assert director.post(event_page(event), {**INVITE, "role": "owner"}).status_code == 422


def test_an_account_that_does_not_work_here_is_not_made_anything(owner: Client, event: Event) -> None:
    stranger = User.objects.create_user("strano")
    answer = owner.post(club_page(event), {"what": "role", "user": stranger.pk, "role": "owner"})
    assert answer.status_code == 409
    assert not ClubMember.objects.filter(user=stranger).exists()


def test_nobody_is_put_on_an_evening_by_the_number_of_the_account(director: Client, event: Event) -> None:
    stranger = User.objects.create_user("strano")
    for number in (stranger.pk, stranger.pk + 1000):
        answer = director.post(event_page(event), {"what": "role", "user": number, "role": "director"})
        assert answer.status_code == 409
        assert "strano" not in answer.content.decode(), "nobody learns which accounts there are"
    assert not EventMember.objects.exists()


def test_an_invitation_of_another_club_is_not_revoked_from_here(owner: Client, event: Event) -> None:
    elsewhere = club_named("Un altro circolo")
    eva = Client()
    eva.force_login(staff(elsewhere, "owner", "eva"))
    eva.post(f"/desk/clubs/{elsewhere.slug}/people/", INVITE)
    owner.post(club_page(event), {"what": "revoke", "invitation": Invitation.objects.get().pk})
    assert Invitation.objects.get().revoked_at is None


def test_an_invitation_cannot_be_accepted_from_another_site(owner: Client, event: Event) -> None:
    link = the_link(owner, club_page(event))
    borrowed = Client(enforce_csrf_checks=True)
    borrowed.force_login(User.objects.create_user("ugo"))
    assert borrowed.post(link).status_code == 403
    assert Invitation.objects.get().used_at is None

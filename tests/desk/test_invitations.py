"""Invitations let one person in, once, and only while they hold; a club keeps an owner."""

from __future__ import annotations

import threading
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from tests.factories import DIRECTOR, Evening, an_event
from tournaments.boards import at_work
from tournaments.boards.journal import journal_rows
from tournaments.desk import invitations
from tournaments.desk.change import Actor, DeskRefusal
from tournaments.desk.events import club_named
from tournaments.desk.staff import set_club_role, set_event_role
from tournaments.models import Club, ClubMember, Event, EventMember, Invitation, Source

pytestmark = pytest.mark.django_db
Role = ClubMember.Role
PASSWORD = "quattro-smazzate-e-un-jolly"  # noqa: S105


@pytest.fixture
def club() -> Club:
    return club_named("Circolo La Pinella")


@pytest.fixture
def owner(club: Club) -> Actor:
    user = User.objects.create_user("aldo")
    ClubMember.objects.create(club=club, user=user, role=Role.OWNER)
    return Actor("Aldo", Source.DESK, user.pk)


@pytest.fixture
def event() -> Event:
    return an_event(Evening(pairs=4))


def test_a_link_makes_an_account_with_the_role_it_was_made_for(club: Club, owner: Actor) -> None:
    made = invitations.invite(club=club, role=Role.SCORER, for_whom="Rosa", by=owner)
    _, user = invitations.accept_as_new(secret=made.secret, username="rosa", password=PASSWORD)
    assert club.staff.get(user=user).role == Role.SCORER
    assert user.check_password(PASSWORD)
    assert user.password.startswith("argon2")
    made.invitation.refresh_from_db()
    assert made.invitation.used_by == user


def test_the_database_holds_nothing_that_opens_a_link(club: Club, owner: Actor) -> None:
    made = invitations.invite(club=club, role=Role.OWNER, by=owner)
    kept = Invitation.objects.filter(pk=made.invitation.pk).values().get()
    assert made.secret not in {str(value) for value in kept.values()}
    assert invitations.found_by(kept["digest"]) is None
    assert invitations.found_by(made.secret) == made.invitation


def test_a_link_works_once(club: Club, owner: Actor) -> None:
    made = invitations.invite(club=club, role=Role.SCORER, by=owner)
    invitations.accept_as_new(secret=made.secret, username="rosa", password=PASSWORD)
    with pytest.raises(DeskRefusal) as refused:
        invitations.accept_as_new(secret=made.secret, username="ugo", password=PASSWORD)
    assert refused.value.code == "invitation_not_open"
    assert not User.objects.filter(username="ugo").exists(), "neither role nor account"


@pytest.mark.parametrize("how", ["revoked", "ended"])
def test_a_link_that_was_revoked_or_has_run_out_opens_nothing(club: Club, owner: Actor, how: str) -> None:
    made = invitations.invite(club=club, role=Role.SCORER, by=owner)
    if how == "revoked":
        invitations.revoke(club=club, invitation_id=made.invitation.pk)
    else:
        Invitation.objects.update(expires_at=timezone.now())
    made.invitation.refresh_from_db()
    assert invitations.state_of(made.invitation) == how
    with pytest.raises(DeskRefusal):
        invitations.accept(secret=made.secret, user=User.objects.create_user("rosa"))
    assert club.staff.count() == 1
    assert at_work.open_invitations(club) == []


def test_a_link_holds_for_a_week_unless_somebody_says_otherwise(club: Club, owner: Actor) -> None:
    usual = invitations.invite(club=club, role=Role.SCORER, by=owner).invitation
    longer = invitations.invite(club=club, role=Role.SCORER, days=30, by=owner).invitation
    assert usual.expires_at - usual.at == timedelta(days=7)
    assert longer.expires_at - longer.at == timedelta(days=30)
    with pytest.raises(DeskRefusal, match="1 to 90 days"):
        invitations.invite(club=club, role=Role.SCORER, days=0, by=owner)


@pytest.mark.parametrize(("name", "code"), [("ALDO", "user_name_taken"), ("", "no_user_name")])
def test_a_name_that_cannot_be_had_leaves_the_link_as_it_was(
    club: Club, owner: Actor, name: str, code: str
) -> None:
    made = invitations.invite(club=club, role=Role.SCORER, by=owner)
    with pytest.raises(DeskRefusal) as refused:
        invitations.accept_as_new(secret=made.secret, username=name, password=PASSWORD)
    assert refused.value.code == code
    invitations.accept_as_new(secret=made.secret, username="rosa", password=PASSWORD)


def test_an_easy_password_is_refused_and_the_link_still_works(club: Club, owner: Actor) -> None:
    made = invitations.invite(club=club, role=Role.SCORER, by=owner)
    with pytest.raises(DeskRefusal) as refused:
        invitations.accept_as_new(secret=made.secret, username="rosa", password="rosa")
    assert refused.value.code == "weak_password"
    invitations.accept_as_new(secret=made.secret, username="rosa", password=PASSWORD)


def test_who_is_more_already_stays_so(club: Club, owner: Actor) -> None:
    made = invitations.invite(club=club, role=Role.READER, by=owner)
    aldo = User.objects.get(username="aldo")
    invitations.accept(secret=made.secret, user=aldo)
    assert club.staff.get(user=aldo).role == Role.OWNER


def test_an_invitation_to_one_evening_gives_no_role_in_the_club(event: Event) -> None:
    made = invitations.invite(club=event.club, event=event, role=Role.SCORER, for_whom="Rosa", by=DIRECTOR)
    _, user = invitations.accept_as_new(secret=made.secret, username="rosa", password=PASSWORD)
    assert EventMember.objects.get(event=event, user=user).role == Role.SCORER
    assert not event.club.staff.filter(user=user).exists()
    row = journal_rows(event)[0]
    assert (row.who, str(row.sentence)) == ("rosa", "rosa works here as a scorer.")


def test_nobody_is_invited_to_own_an_evening(event: Event) -> None:
    with pytest.raises(DeskRefusal):
        invitations.invite(club=event.club, event=event, role=Role.OWNER, by=DIRECTOR)


def test_an_invitation_of_another_club_is_not_ours_to_revoke(club: Club, owner: Actor) -> None:
    made = invitations.invite(club=club, role=Role.SCORER, by=owner)
    with pytest.raises(DeskRefusal):
        invitations.revoke(club=club_named("Un altro circolo"), invitation_id=made.invitation.pk)
    made.invitation.refresh_from_db()
    assert made.invitation.revoked_at is None


def test_a_club_keeps_one_owner_at_least(club: Club, owner: Actor) -> None:
    assert owner.user_id is not None
    for role in ("", Role.DIRECTOR):
        with pytest.raises(DeskRefusal, match="one owner"):
            set_club_role(club_id=club.pk, user_id=owner.user_id, role=role, by=owner)
    rosa = User.objects.create_user("rosa")
    ClubMember.objects.create(club=club, user=rosa, role=Role.OWNER)
    set_club_role(club_id=club.pk, user_id=owner.user_id, role="", by=owner)
    assert [one.username for one in at_work.of_club(club)] == ["rosa"]


def test_who_leaves_takes_the_invitations_along_that_nobody_has_accepted(club: Club, owner: Actor) -> None:
    rosa = User.objects.create_user("rosa")
    ClubMember.objects.create(club=club, user=rosa, role=Role.OWNER)
    made = invitations.invite(club=club, role=Role.OWNER, by=Actor("Rosa", Source.DESK, rosa.pk))
    kept = invitations.invite(club=club, role=Role.SCORER, by=owner)
    set_club_role(club_id=club.pk, user_id=rosa.pk, role="", by=owner)
    with pytest.raises(DeskRefusal):
        invitations.accept(secret=made.secret, user=rosa)
    assert [one.pk for one in at_work.open_invitations(club)] == [kept.invitation.pk]


def test_a_role_on_an_evening_is_changed_and_taken_away_and_the_journal_says_so(event: Event) -> None:
    rosa = User.objects.create_user("rosa")
    EventMember.objects.create(event=event, user=rosa, role=Role.SCORER)
    for role in (Role.READER, Role.DIRECTOR, Role.DIRECTOR, ""):
        set_event_role(event=event, user_id=rosa.pk, role=role, by=DIRECTOR)
    told = [str(row.sentence) for row in journal_rows(event)][:3]
    assert told == ["rosa no longer works here.", "rosa works here as a director.", "rosa looks on here."]
    assert not event.staff.exists()


@pytest.mark.django_db(transaction=True)
def test_of_two_who_open_a_link_at_the_same_moment_one_is_let_in() -> None:
    club = club_named("Circolo La Pinella")
    made = invitations.invite(club=club, role=Role.SCORER, by=DIRECTOR)
    start = threading.Barrier(4)
    heard: list[str] = []

    def come(name: str) -> None:
        try:
            start.wait(60)
            invitations.accept_as_new(secret=made.secret, username=name, password=PASSWORD)
            heard.append("in")
        except DeskRefusal as refusal:
            heard.append(refusal.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=come, args=(f"rosa{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert sorted(heard) == ["in", *["invitation_not_open"] * 3]
    assert club.staff.count() == User.objects.count() == 1

"""Which role counts, and what an account has a role on."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser, User

from tests.factories import Evening, an_event
from tournaments.boards import who
from tournaments.desk.events import club_named
from tournaments.models import ClubMember, Event, EventMember

pytestmark = pytest.mark.django_db
Role = ClubMember.Role


def an_account(event: Event, *, club: str = "", here: str = "") -> User:
    user = User.objects.create_user(f"u{User.objects.count()}")
    if club:
        ClubMember.objects.create(club=event.club, user=user, role=club)
    if here:
        EventMember.objects.create(event=event, user=user, role=here)
    return user


@pytest.mark.parametrize(
    ("club", "here", "counts"),
    [
        ("", "", None),
        (Role.READER, "", Role.READER),
        ("", Role.READER, Role.READER),
        (Role.READER, Role.SCORER, Role.SCORER),
        (Role.SCORER, Role.DIRECTOR, Role.DIRECTOR),
        (Role.OWNER, Role.READER, Role.OWNER),
        (Role.DIRECTOR, Role.SCORER, Role.DIRECTOR),
    ],
)
def test_on_an_event_the_higher_of_the_two_roles_counts(club: str, here: str, counts: str | None) -> None:
    event = an_event(Evening(pairs=4))
    assert who.role_on(an_account(event, club=club, here=here), event) == counts


def test_a_role_on_one_event_is_none_in_the_club_and_none_on_another_event() -> None:
    event, other = an_event(Evening(pairs=4)), an_event(Evening(pairs=4, name="Burraco d'inverno"))
    user = an_account(event, here=Role.DIRECTOR)
    assert who.role_in(user, event.club) is None
    assert who.role_on(user, other) is None
    assert list(who.events_of(user)) == [event]
    assert not who.clubs_of(user, who.RANK).exists()


def test_who_is_not_signed_in_has_no_role_anywhere() -> None:
    event = an_event(Evening(pairs=4))
    nobody = AnonymousUser()
    assert who.role_on(nobody, event) is None
    assert who.role_in(nobody, event.club) is None
    assert not who.events_of(nobody).exists()
    assert not who.clubs_of(nobody, who.RANK).exists()


def test_whoever_administers_the_installation_owns_every_club() -> None:
    event = an_event(Evening(pairs=4))
    another = club_named("Un altro circolo")
    administrator = User.objects.create_superuser("capo")
    assert who.role_on(administrator, event) == who.role_in(administrator, another) == Role.OWNER
    assert {event.club, another} <= set(who.clubs_of(administrator, (Role.OWNER,)))
    assert list(who.events_of(administrator)) == [event]


def test_a_role_may_do_what_the_lower_ones_may() -> None:
    assert who.at_least(Role.DIRECTOR, Role.SCORER)
    assert who.at_least(Role.SCORER, Role.SCORER)
    assert not who.at_least(Role.READER, Role.SCORER)
    assert not who.at_least(None, Role.READER)


def test_the_role_on_an_event_is_one_question_to_the_database(django_assert_num_queries: object) -> None:
    event = an_event(Evening(pairs=4))
    user = an_account(event, club=Role.SCORER, here=Role.READER)
    with django_assert_num_queries(1):  # type: ignore[operator]
        who.role_on(user, event)

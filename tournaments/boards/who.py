"""What an account may do: its role in a club, its role on an event, and which of the two counts.

Roles rank: a reader looks on, a scorer also records, a director also runs events, an owner also looks after
the club and its people. On an event the higher of the club's role and the event's own counts; whoever
administers the installation owns every club.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import OuterRef, QuerySet, Subquery

from tournaments.models import Club, ClubMember, Event, EventMember, JournalLine

Role = ClubMember.Role
OWNER, DIRECTOR, SCORER, READER = Role.OWNER, Role.DIRECTOR, Role.SCORER, Role.READER

RANK: dict[str, int] = {READER: 1, SCORER: 2, DIRECTOR: 3, OWNER: 4}
"""The higher, the more: a role may do everything the lower ones may."""

Account = AbstractBaseUser | AnonymousUser


def at_least(role: str | None, wanted: str) -> bool:
    """Whether ``role`` may do what ``wanted`` may: ``at_least("director", "scorer")`` is true."""
    return role is not None and RANK[role] >= RANK[wanted]


def highest(*roles: str | None) -> str | None:
    """The role that counts where an account has several; None where it has none."""
    return max((role for role in roles if role), key=RANK.__getitem__, default=None)


def role_in(user: Account, club: Club) -> str | None:
    """What this account is in the club; None for a stranger. One query."""
    if not user.is_authenticated:
        return None
    if getattr(user, "is_superuser", False):
        return OWNER
    return ClubMember.objects.filter(club=club, user_id=user.pk).values_list("role", flat=True).first()


def role_on(user: Account, event: Event) -> str | None:
    """What this account is on the event: the higher of its two roles; None for a stranger. One query."""
    if not user.is_authenticated:
        return None
    if getattr(user, "is_superuser", False):
        return OWNER
    found = with_roles(Event.objects.filter(pk=event.pk), user).values_list("club_role", "event_role").first()
    return highest(*found) if found else None


def with_roles(events: QuerySet[Event], user: Account | int) -> QuerySet[Any]:
    """The events, each with this account's ``club_role`` and ``event_role`` (None: none)."""
    pk = user if isinstance(user, int) else user.pk or 0
    in_club = ClubMember.objects.filter(club=OuterRef("club"), user_id=pk).values("role")
    on_event = EventMember.objects.filter(event=OuterRef("pk"), user_id=pk).values("role")
    return events.annotate(club_role=Subquery(in_club), event_role=Subquery(on_event))


def clubs_of(user: Account, roles: Collection[str]) -> QuerySet[Club]:
    """The clubs this account works for in one of these roles."""
    if not user.is_authenticated:
        return Club.objects.none()
    if getattr(user, "is_superuser", False):
        return Club.objects.all()
    return Club.objects.filter(
        pk__in=ClubMember.objects.filter(user_id=user.pk, role__in=roles).values("club")
    )


def club_last_used(user: Account, clubs: QuerySet[Club]) -> Club | None:
    """Of these clubs the one at whose events the account last did something; else the first by name."""
    lines = JournalLine.objects.filter(by_id=user.pk or 0, event__club__in=clubs)
    last = lines.order_by("-pk").values_list("event__club", flat=True).first()
    return (clubs.filter(pk=last) if last else clubs.order_by("name", "pk")).first()


def events_of(user: Account) -> QuerySet[Event]:
    """The events this account has any role on, by its club or for this event alone."""
    if not user.is_authenticated:
        return Event.objects.none()
    if getattr(user, "is_superuser", False):
        return Event.objects.all()
    # Two searches put together, not one with "or": each finds its events by an index.
    in_clubs = Event.objects.filter(club__in=ClubMember.objects.filter(user_id=user.pk).values("club"))
    alone = EventMember.objects.filter(user_id=user.pk).order_by().values("event")
    return Event.objects.filter(pk__in=in_clubs.order_by().values("pk").union(alone))

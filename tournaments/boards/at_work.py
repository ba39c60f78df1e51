"""Who works for a club or on an event, and who has been invited to."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from tournaments.boards.who import RANK
from tournaments.models import Club, ClubMember, Event, EventMember, Invitation


@dataclass(frozen=True, slots=True)
class Worker:
    """An account and what it is here; ``seen``: when it last signed in."""

    pk: int
    name: str
    username: str
    role: str
    label: str
    seen: datetime | None


@dataclass(frozen=True, slots=True)
class Open:
    """An invitation nobody has accepted yet. Its link is known to nobody but who was sent it."""

    pk: int
    for_whom: str
    label: str
    by: str
    at: datetime
    until: datetime


def of_club(club: Club) -> list[Worker]:
    """Who works for the club, the highest role first. One query."""
    return _workers(club.staff.select_related("user"))


def of_event(event: Event) -> list[Worker]:
    """Who works on this event by a role of its own, whatever they are in the club. One query."""
    return _workers(event.staff.select_related("user"))


def _workers(rows: Iterable[ClubMember] | Iterable[EventMember]) -> list[Worker]:
    found = [
        Worker(
            row.user_id,
            row.user.get_full_name() or row.user.get_username(),
            row.user.get_username(),
            row.role,
            row.get_role_display(),
            row.user.last_login,
        )
        for row in rows
    ]
    return sorted(found, key=lambda one: (-RANK[one.role], one.name.casefold()))


def open_invitations(club: Club, event: Event | None = None) -> list[Open]:
    """Those to the club itself, or those to one of its events; the next to end first. One query."""
    rows = Invitation.objects.filter(
        club=club, event=event, used_at=None, revoked_at=None, expires_at__gt=timezone.now()
    )
    return [
        Open(
            row.pk,
            row.for_whom,
            row.get_role_display(),
            (row.by.get_full_name() or row.by.get_username()) if row.by else "",
            row.at,
            row.expires_at,
        )
        for row in rows.select_related("by").order_by("expires_at", "pk")
    ]

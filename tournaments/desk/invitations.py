"""Invitations: a link that gives one person a role, in a club or on one event, once and for some days.

The secret in the link is shown when it is made and kept nowhere; what is kept is its digest, so that neither
a copy of the database nor a look at it lets anybody in.
"""

from __future__ import annotations

import hashlib
import secrets
from dataclasses import dataclass
from datetime import timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.sentences import gettext_noop, say
from tournaments.boards.who import RANK, highest
from tournaments.desk.accounts import make_account
from tournaments.desk.change import Actor, DeskRefusal, change
from tournaments.desk.staff import put_on_event
from tournaments.models import Club, ClubMember, Event, EventMember, Invitation, Source

DAYS = 7
MOST_DAYS = 90
OPEN, USED, REVOKED, ENDED = "open", "used", "revoked", "ended"


@dataclass(frozen=True)
class Invited:
    """A fresh invitation and the secret of its link, which nobody can be shown again."""

    invitation: Invitation
    secret: str


def digest_of(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def invite(
    *, club: Club, event: Event | None = None, role: str, for_whom: str = "", days: int = DAYS, by: Actor
) -> Invited:
    """A link for one person. ``event``: for that evening alone, where nobody can be made an owner."""
    if role not in RANK or (event is not None and role == ClubMember.Role.OWNER):
        raise DeskRefusal("no_such_role", say(gettext_noop("Choose what the person is to be.")))
    if event is not None and event.club_id != club.pk:
        raise ValueError("the event is of another club")
    if not 1 <= days <= MOST_DAYS:
        told = gettext_noop("An invitation holds from 1 to {days} days.")
        raise DeskRefusal("invitation_days", say(told, days=MOST_DAYS))
    secret, now = secrets.token_urlsafe(24), timezone.now()
    made = Invitation.objects.create(
        club=club, event=event, role=role, for_whom=for_whom.strip()[:120], digest=digest_of(secret),
        by_id=by.user_id, at=now, expires_at=now + timedelta(days=days),
    )  # fmt: skip
    return Invited(made, secret)


def revoke(*, club: Club, event: Event | None = None, invitation_id: int) -> None:
    """The link opens nothing any more. One that was used stays used: then the role is taken away."""
    with transaction.atomic():
        open_ones = Invitation.objects.filter(club=club, used_at=None, revoked_at=None)
        if event is not None:
            open_ones = open_ones.filter(event=event)
        if not open_ones.filter(pk=invitation_id).update(revoked_at=timezone.now()):
            told = gettext_noop("This invitation has been accepted or revoked already.")
            raise DeskRefusal("invitation_gone", say(told))


def found_by(secret: str) -> Invitation | None:
    """The invitation of a link, open or not."""
    found = Invitation.objects.select_related("club", "event", "by").filter(digest=digest_of(secret))
    return found.first()


def state_of(invitation: Invitation) -> str:
    """``OPEN``, or why it opens nothing: ``USED``, ``REVOKED``, ``ENDED``."""
    if invitation.used_at is not None:
        return USED
    if invitation.revoked_at is not None:
        return REVOKED
    return OPEN if timezone.now() < invitation.expires_at else ENDED


def accept(*, secret: str, user: User) -> Invitation:
    """Who is signed in takes the role; a higher one held already stays. Of two at once, one is let in."""
    with transaction.atomic():
        invitation = _use(secret, user)
        if invitation.event is None:
            _join_club(invitation.club, user, invitation.role)
        else:
            _join_event(invitation.event, user, invitation.role)
    return invitation


def accept_as_new(*, secret: str, username: str, password: str) -> tuple[Invitation, User]:
    """The same for who has no account yet: it is made in the same moment, or neither happens."""
    with transaction.atomic():
        user = make_account(username=username, password=password)
        return accept(secret=secret, user=user), user


def _use(secret: str, user: User) -> Invitation:
    """Mark the invitation used, if it is open; the row itself says who came first."""
    mine = Invitation.objects.filter(
        digest=digest_of(secret), used_at=None, revoked_at=None, expires_at__gt=timezone.now()
    )
    if not mine.update(used_at=timezone.now(), used_by=user):
        raise DeskRefusal(
            "invitation_not_open",
            say(gettext_noop("This invitation has been used, revoked, or has run out: ask for a new one.")),
        )
    return Invitation.objects.select_related("club", "event").get(digest=digest_of(secret))


def _join_club(club: Club, user: User, role: str) -> None:
    there, made = ClubMember.objects.get_or_create(club=club, user=user, defaults={"role": role})
    best = highest(there.role, role)
    if not made and best is not None and best != there.role:
        there.role = best
        there.save(update_fields=["role"])


def _join_event(event: Event, user: User, role: str) -> None:
    by = Actor(name=user.get_username(), source=Source.DESK, user_id=user.pk)
    with change(event, by=by) as frame:
        there = EventMember.objects.filter(event=frame.event, user=user).first()
        if there is not None and highest(there.role, role) == there.role:
            frame.nothing_to_write()
            return
        put_on_event(frame, user_id=user.pk, role=role, there=there)

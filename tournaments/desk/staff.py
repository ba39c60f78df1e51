"""Who works for a club or for one event, and as what. An owner is never the last one to go.

A club has no journal; what changes on an event is a line of its own.
"""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from scoring.sentences import gettext_noop, say
from tournaments.desk.change import Actor, Change, DeskRefusal, change
from tournaments.models import Club, ClubMember, Event, EventMember, Invitation

OWNER = ClubMember.Role.OWNER


def set_club_role(*, club_id: int, user_id: int, role: str, by: Actor) -> None:
    """Let an account that works for the club do so as something else; with no role, no longer.

    A club keeps one owner at least. Who goes takes the invitations along that nobody has accepted yet.
    """
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club_id)
        there = club.staff.select_for_update().filter(user_id=user_id).first()
        if there is None:
            raise _works_not_here()
        owners = club.staff.filter(role=OWNER).exclude(user_id=user_id)
        if there.role == OWNER and role != OWNER and not owners.exists():
            raise DeskRefusal("last_owner", say(gettext_noop("A club keeps one owner at least.")))
        if not role:
            there.delete()
        elif role != there.role:
            there.role = role
            there.save(update_fields=["role"])
        if role != OWNER:
            _take_invitations_along(club, user_id, role)


def set_event_role(*, event: Event, user_id: int, role: str, by: Actor) -> None:
    """The same for an account that works for this event alone. Who does not yet comes by an invitation."""
    with change(event, by=by) as frame:
        there = EventMember.objects.filter(event=frame.event, user_id=user_id).first()
        if there is None:
            raise _works_not_here()
        if there.role == role:
            frame.nothing_to_write()
            return
        put_on_event(frame, user_id=user_id, role=role, there=there)


def put_on_event(frame: Change, *, user_id: int, role: str, there: EventMember | None) -> None:
    """Give, change or take the role, and write the line. ``role`` is never that of an owner."""
    user = get_user_model().objects.get(pk=user_id)
    old = there.role if there else ""
    if not role and there is not None:
        there.delete()
    else:
        EventMember.objects.update_or_create(event=frame.event, user=user, defaults={"role": role})
    frame.write("set_role", old={"role": str(old)}, new={"who": name_of(user), "role": str(role)})


def name_of(user: AbstractBaseUser) -> str:
    """How an account is called where people read it."""
    return str(getattr(user, "get_full_name", lambda: "")() or user.get_username())


def _works_not_here() -> DeskRefusal:
    return DeskRefusal(
        "works_not_here",
        say(gettext_noop("This account does not work here any more: load the page again.")),
    )


def _take_invitations_along(club: Club, user_id: int, role: str) -> None:
    """Invitations somebody made who may make them no longer would let people in after all."""
    made = Invitation.objects.filter(club=club, by_id=user_id, used_at=None, revoked_at=None)
    if role == ClubMember.Role.DIRECTOR:
        made = made.filter(event=None)
    made.update(revoked_at=timezone.now())

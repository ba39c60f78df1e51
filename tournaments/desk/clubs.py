"""Clubs are made and corrected. No event, hence no journal."""

from __future__ import annotations

from django.db import transaction

from scoring.sentences import gettext_noop, say
from tournaments import names
from tournaments.desk.change import DeskRefusal
from tournaments.desk.events import club_named
from tournaments.models import Club, ClubMember


def add_club(
    *, name: str, federation_code: str = "", town: str = "", region: str = "", owner_id: int | None
) -> Club:
    """A new club, owned by whoever makes it. Refused if there is one of this name."""
    with transaction.atomic():
        _refuse_taken_name(name, None)
        club = club_named(name)
        club.federation_code, club.town, club.region = federation_code, town, region
        club.save()
        if owner_id is not None:
            ClubMember.objects.get_or_create(
                club=club, user_id=owner_id, defaults={"role": ClubMember.Role.OWNER}
            )
    return club


def edit_club(
    *, club_id: int, name: str, federation_code: str = "", town: str = "", region: str = ""
) -> Club:
    """Correct what is kept about a club; its address stays."""
    with transaction.atomic():
        club = Club.objects.select_for_update().get(pk=club_id)
        _refuse_taken_name(name, club_id)
        club.name = names.tidy(name)
        club.federation_code, club.town, club.region = federation_code, town, region
        club.save()
    return club


def _refuse_taken_name(name: str, club_id: int | None) -> None:
    key = names.key(name)
    if not key:
        raise DeskRefusal("club_without_name", say(gettext_noop("The club has no name: give it one.")))
    other = Club.objects.filter(name_key=key).first()
    if other is not None and other.pk != club_id:
        raise DeskRefusal(
            "club_name_taken", say(gettext_noop("There is already a club called {name}."), name=other.name)
        )

"""Accounts: the first of an installation, claimed by a one-time link; others by invitation; one's own.

There is never a default password.
"""

from __future__ import annotations

import secrets
from datetime import datetime
from pathlib import Path
from typing import Any

from axes.handlers.proxy import AxesProxyHandler
from django.conf import settings
from django.contrib.auth import SESSION_KEY, get_user_model
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.contrib.sessions.models import Session
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone

from scoring.sentences import gettext_noop, say
from tournaments.boards.desk_people import playable_by
from tournaments.desk.change import DeskRefusal
from tournaments.models import Account, Player
from tournaments.private_files import private_key


def _token_file() -> Path:
    return Path(settings.VAR_DIR) / "first_owner_token"


def first_owner_link(base_url: str) -> str | None:
    """The address that makes the first account, or None once there is one.

    The token lies in a private file under ``var/``, so that a restart prints the same link.
    """
    if get_user_model().objects.exists():
        return None
    token = private_key(_token_file())
    return base_url.rstrip("/") + reverse("welcome", args=[token])


def is_first_owner_token(token: str) -> bool:
    """Whether the link is the one that was printed and nobody has used it yet.

    It opens nothing once there is any account: one may have come with a restored copy, past the link.
    """
    try:
        kept = _token_file().read_text(encoding="ascii")
    except FileNotFoundError:
        return False
    known = bool(kept) and secrets.compare_digest(kept.encode(), token.encode())
    return known and not get_user_model().objects.exists()


def claim_first_owner(*, token: str, username: str, password: str) -> User:
    """Make the first account, which may do everything, and burn the link.

    Refuses a link that is not the printed one or was used, and a password that is too easy.
    """
    if not is_first_owner_token(token):
        raise DeskRefusal(
            "link_used",
            say(gettext_noop("This link has been used or is not the one that was printed at the start.")),
        )
    name = _sound_name(username, password)
    with transaction.atomic():
        # Whoever removes the file is the first; a second claim at the same moment finds it gone.
        try:
            _token_file().unlink()
        except FileNotFoundError:
            raise DeskRefusal(
                "link_used",
                say(gettext_noop("This link has been used or is not the one that was printed at the start.")),
            ) from None
        owner: User = get_user_model().objects.create_superuser(name, password=password)
    return owner


def make_account(*, username: str, password: str) -> User:
    """An account that may do nothing yet. Refused: a name that is taken, a password that is too easy."""
    name = _sound_name(username, password)
    told = gettext_noop("There is already an account called {name}: choose another name, or sign in.")
    taken = DeskRefusal("user_name_taken", say(told, name=name))
    try:
        with transaction.atomic():
            if get_user_model().objects.filter(username__iexact=name).exists():
                raise taken
            made: User = get_user_model().objects.create_user(name, password=password)
    except IntegrityError as error:  # two who choose the same name at one moment
        raise taken from error
    return made


def change_password(*, user: User, password: str) -> None:
    """Another password, judged before; whoever is signed in elsewhere with the old one is so no longer."""
    user.set_password(password)
    user.save(update_fields=["password"])


def _sound_name(username: str, password: str) -> str:
    model = get_user_model()
    name = model.normalize_username(username.strip())
    if not name:
        raise DeskRefusal("no_user_name", say(gettext_noop("Choose a user name.")))
    try:
        validate_password(password, model(username=name))
        model(username=name).clean_fields(exclude=["password"])
    except ValidationError as error:
        # Django's own sentences, already in the reader's language.
        raise DeskRefusal("weak_password", say("{text}", text=" ".join(error.messages))) from error
    return name


def sign_out_elsewhere(*, user_id: int, keep: str) -> int:
    """End every session of the account but the one whose key is ``keep``; how many ended."""
    ended = [
        session.session_key
        for session in Session.objects.filter(expire_date__gt=timezone.now()).exclude(session_key=keep)
        if session.get_decoded().get(SESSION_KEY) == str(user_id)
    ]
    Session.objects.filter(session_key__in=ended).delete()
    return len(ended)


def set_player(*, user_id: int, player_id: int | None) -> Player | None:
    """Say who an account is at the tables (None: nobody); one of the players it may choose from."""
    with transaction.atomic():
        user = get_user_model().objects.get(pk=user_id)
        player = playable_by(user).filter(pk=player_id).first() if player_id else None
        if player_id and player is None:
            told = gettext_noop("A player you chose is no longer on the list: choose again.")
            raise DeskRefusal("unknown_player", say(told))
        Account.objects.update_or_create(user=user, defaults={"player": player})
    return player


def tries_again_at(request: HttpRequest, credentials: dict[str, Any] | None) -> datetime:
    """When somebody who is kept from signing in, after too many wrong passwords, may try again."""
    held_since = AxesProxyHandler.get_implementation().last_failure(request, credentials)
    return (held_since or timezone.now()) + settings.AXES_COOLOFF_TIME


def is_everybody_held(request: HttpRequest, credentials: dict[str, Any] | None) -> bool:
    """Whether nobody may try from that address, or only this one name may not."""
    return bool(AxesProxyHandler.get_implementation().holds_address(request, credentials))

"""The first account of an installation: claimed by a one-time link, never a default password."""

from __future__ import annotations

import secrets
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractUser
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import transaction
from django.urls import reverse

from scoring.sentences import gettext_noop, say
from tournaments.desk.change import DeskRefusal
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
    """Whether the link is the one that was printed and nobody has used it yet."""
    try:
        kept = _token_file().read_text(encoding="ascii")
    except FileNotFoundError:
        return False
    return bool(kept) and secrets.compare_digest(kept.encode(), token.encode())


def claim_first_owner(*, token: str, username: str, password: str) -> AbstractUser:
    """Make the first account, which may do everything, and burn the link.

    Refuses a link that is not the printed one or was used, and a password that is too easy.
    """
    if not is_first_owner_token(token):
        raise DeskRefusal(
            "link_used",
            say(gettext_noop("This link has been used or is not the one that was printed at the start.")),
        )
    model = get_user_model()
    name = username.strip()
    if not name:
        raise DeskRefusal("no_user_name", say(gettext_noop("Choose a user name.")))
    try:
        validate_password(password, model(username=name))
        model(username=name).clean_fields(exclude=["password"])
    except ValidationError as error:
        # Django's own sentences, already in the reader's language.
        raise DeskRefusal("weak_password", say("{text}", text=" ".join(error.messages))) from error
    with transaction.atomic():
        # Whoever removes the file is the first; a second claim at the same moment finds it gone.
        try:
            _token_file().unlink()
        except FileNotFoundError:
            raise DeskRefusal(
                "link_used",
                say(gettext_noop("This link has been used or is not the one that was printed at the start.")),
            ) from None
        owner: AbstractUser = model.objects.create_superuser(name, password=password)
    return owner

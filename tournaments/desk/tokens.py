"""Tokens with which other programs act for a club: made, used, revoked. No event, hence no journal.

A token is a random secret that is shown once; only its SHA-256 is kept. A plain digest is enough, for a
secret of 256 bits cannot be guessed from it.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta

from django.db import models, transaction
from django.db.models import Q
from django.utils import timezone

from scoring.sentences import gettext_noop, say
from tournaments import names
from tournaments.desk.change import DeskRefusal
from tournaments.models import ApiToken, Club, ClubMember

PREFIX = "pzt_"
BEGINS = 10
"""How many characters of a token are kept readable, so that people can tell one from another."""
MOST_TOKENS = 50
LONGEST = timedelta(days=3 * 366)
USED_EVERY = timedelta(minutes=1)

SCOPES = (ClubMember.Role.READER, ClubMember.Role.SCORER, ClubMember.Role.DIRECTOR)


def make_token(
    *, club: Club, name: str, scope: str, expires_at: datetime, by_id: int | None
) -> tuple[ApiToken, str]:
    """A new token and its secret, which nobody can read again. Refuses what is nameless or has no end."""
    tidy = names.tidy(name)
    now = timezone.now()
    if not tidy:
        raise DeskRefusal("token_without_name", say(gettext_noop("Say which program this is for.")))
    if scope not in SCOPES:
        raise DeskRefusal(
            "token_scope", say(gettext_noop("A program can be a reader, a scorer or a director."))
        )
    if not now < expires_at <= now + LONGEST:
        raise DeskRefusal(
            "token_end", say(gettext_noop("The last day must lie ahead, within three years from now."))
        )
    secret = PREFIX + secrets.token_urlsafe(32)
    with transaction.atomic():
        Club.objects.select_for_update().get(pk=club.pk)
        if living(club, now).count() >= MOST_TOKENS:
            raise DeskRefusal(
                "too_many_tokens",
                say(gettext_noop("The club has {most} tokens in use: revoke one first."), most=MOST_TOKENS),
            )
        token = ApiToken.objects.create(
            club=club,
            name=tidy[:80],
            scope=scope,
            begins=secret[:BEGINS],
            digest=digest_of(secret),
            by_id=by_id,
            at=now,
            expires_at=expires_at,
        )
    return token, secret


def living(club: Club, now: datetime) -> models.QuerySet[ApiToken]:
    """The tokens of a club that still open something."""
    return ApiToken.objects.filter(club=club, revoked_at=None, expires_at__gt=now)


def revoke_token(*, club: Club, pk: int) -> None:
    """End a token now; one that is ended already stays as it is. Refuses one that is not this club's."""
    with transaction.atomic():
        token = ApiToken.objects.select_for_update().filter(club=club, pk=pk).first()
        if token is None:
            raise DeskRefusal("no_such_token", say(gettext_noop("This club has no such token.")))
        if token.revoked_at is None:
            token.revoked_at = timezone.now()
            token.save(update_fields=["revoked_at"])


def digest_of(secret: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def note_use(token: ApiToken, now: datetime) -> None:
    """Remember that a token was used; written at most once a minute, so that reading stays reading."""
    if token.last_used_at is None or now - token.last_used_at >= USED_EVERY:
        # Two requests at once write once: whoever comes second finds the moment moved.
        before = Q(last_used_at=None) | Q(last_used_at__lte=now - USED_EVERY)
        ApiToken.objects.filter(before, pk=token.pk).update(last_used_at=now)

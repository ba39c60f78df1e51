"""Who calls: a program with its token, an account with its session, or anybody."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.http import HttpResponse
from django.middleware.csrf import CsrfViewMiddleware
from django.utils import timezone
from rest_framework import authentication
from rest_framework.request import Request

from scoring.sentences import gettext_noop, say
from tournaments.api.refusals import ApiRefusal
from tournaments.boards import who
from tournaments.desk.change import Actor
from tournaments.desk.tokens import PREFIX, digest_of, note_use
from tournaments.models import ApiToken, Club, Event, Source


class Who(IntEnum):
    """What a caller must at least be; each may do what the lower ones may."""

    ANYBODY = 0
    READERS = 1
    SCORERS = 2
    DIRECTORS = 3
    OWNERS = 4


ANYBODY, READERS, SCORERS, DIRECTORS, OWNERS = Who


@dataclass(frozen=True)
class Program:
    """What stands in the place of an account where a token was shown: it works for one club."""

    token: ApiToken
    pk: None = None
    id: None = None
    is_authenticated: bool = True
    is_anonymous: bool = False
    is_active: bool = True
    is_staff: bool = False
    is_superuser: bool = False

    def get_username(self) -> str:
        return self.token.name

    def __str__(self) -> str:
        return str(self.token)


Caller = Program | AbstractBaseUser | AnonymousUser


def rank_on(caller: Caller, event: Event) -> Who:
    """How much this caller is on an event; a token counts in its own club only. At most one query."""
    if isinstance(caller, Program):
        return rank_in(caller, event.club)
    return _rank(who.role_on(caller, event))


def rank_in(caller: Caller, club: Club) -> Who:
    """How much this caller is in a club."""
    if isinstance(caller, Program):
        return _rank(caller.token.scope if caller.token.club_id == club.pk else None)
    return _rank(who.role_in(caller, club))


def _rank(role: str | None) -> Who:
    return Who(who.RANK[role]) if role else ANYBODY


def actor_of(caller: Caller) -> Actor:
    """Who this caller is in the journal: a program by the name of its token."""
    if isinstance(caller, Program):
        return Actor(name=caller.token.name, source=Source.API)
    name = (caller.get_full_name() if hasattr(caller, "get_full_name") else "") or caller.get_username()
    return Actor(name=name, source=Source.API, user_id=caller.pk)


def name_of(caller: Caller) -> str:
    """A short name for the caller, to count and to keep answers by; "" for anybody."""
    if isinstance(caller, Program):
        return f"token:{caller.token.pk}"
    return f"account:{caller.pk}" if caller.is_authenticated else ""


class TokenAuthentication(authentication.BaseAuthentication):
    """``Authorization: Bearer pzt_...``: a token that is known, not revoked and not past its end."""

    def authenticate(self, request: Request) -> tuple[Program, ApiToken] | None:
        scheme, _space, secret = request.META.get("HTTP_AUTHORIZATION", "").strip().partition(" ")
        if not scheme:
            return None
        secret = secret.strip()
        if scheme.lower() != "bearer" or not secret.startswith(PREFIX):
            raise _unknown()
        token = ApiToken.objects.select_related("club").filter(digest=digest_of(secret)).first()
        if token is None:
            raise _unknown()
        now = timezone.now()
        if token.revoked_at is not None:
            raise ApiRefusal(401, "token_revoked", say(gettext_noop("This token has been revoked.")))
        if token.expires_at <= now:
            raise ApiRefusal(401, "token_expired", say(gettext_noop("This token is past its last day.")))
        note_use(token, now)
        return Program(token), token

    def authenticate_header(self, request: Request) -> str:
        return 'Bearer realm="pozzetto"'


def _unknown() -> ApiRefusal:
    return ApiRefusal(
        401,
        "token_unknown",
        say(gettext_noop("This token is not known. It is sent as: Authorization: Bearer pzt_...")),
    )


class SessionAuthentication(authentication.SessionAuthentication):
    """The session of somebody signed in at the desk; what changes something needs the CSRF token."""

    def enforce_csrf(self, request: Any) -> None:
        check = _CsrfCheck(lambda _request: HttpResponse())
        check.process_request(request)
        if check.process_view(request, HttpResponse, (), {}) is not None:
            raise ApiRefusal(
                403,
                "csrf",
                say(gettext_noop("A change by a signed-in browser needs the X-CSRFToken header.")),
            )


class _CsrfCheck(CsrfViewMiddleware):
    def _reject(self, request: Any, reason: str) -> Any:
        return reason

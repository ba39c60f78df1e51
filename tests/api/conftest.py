"""Callers of the interface, and the evening they ask about."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from tests.factories import Evening, an_evening
from tournaments.desk.tokens import make_token
from tournaments.models import ApiToken, Club, ClubMember, Event

ROOT = "/api/v1/"


@dataclass
class Caller:
    """Somebody who asks: ``get`` and ``post`` below ``/api/v1/``, JSON in and out."""

    client: Client = field(default_factory=lambda: Client(headers={"Accept-Language": "en"}))
    headers: dict[str, str] = field(default_factory=dict)

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> Any:
        sent = {**self.headers, **{name.replace("_", "-"): value for name, value in headers.items()}}
        more = {} if body is None else {"data": body}
        return self.client.generic(
            method, ROOT + path, headers=sent, content_type="application/json", **_json(more)
        )

    def get(self, path: str, **headers: str) -> Any:
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        return self.ask("POST", path, {} if body is None else body, **headers)


def _json(more: dict[str, Any]) -> dict[str, Any]:
    import json

    return {"data": json.dumps(more["data"])} if "data" in more else {}


def a_token(club: Club, scope: str, name: str = "Federation office") -> tuple[ApiToken, str]:
    return make_token(
        club=club, name=name, scope=scope, expires_at=timezone.now() + timedelta(days=30), by_id=None
    )


def by_token(secret: str) -> Caller:
    return Caller(headers={"Authorization": f"Bearer {secret}"})


def by_session(club: Club, role: str, name: str) -> Caller:
    user = get_user_model().objects.create_user(name, password="burraco-2026")
    ClubMember.objects.create(club=club, user=user, role=role)
    caller = Caller()
    caller.client.force_login(user)
    return caller


@pytest.fixture(autouse=True)
def nobody_has_asked_yet() -> Iterator[None]:
    """Counts of earlier tests do not hold anybody up."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def evening(db: None) -> Event:
    """Nine pairs: one round closed, one published, without results."""
    return an_evening(
        Evening(pairs=9, closed=1, open_round="published", programme="Mitchell 2; Danese modificato 1")
    )


@pytest.fixture
def anybody() -> Caller:
    return Caller()


@pytest.fixture
def program(evening: Event) -> Callable[[str], Caller]:
    """``program("scorer")``: a caller with a token of the evening's club."""

    def make(scope: str) -> Caller:
        return by_token(a_token(evening.club, scope)[1])

    return make

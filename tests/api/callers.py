"""Callers of the interface, for tests: by token, by session, or nobody in particular."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from tournaments.desk.tokens import make_token
from tournaments.models import ApiToken, Club, ClubMember

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

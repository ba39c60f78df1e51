"""A list between its reading and its confirmation: kept on the server for two hours, for whoever sent it.

It lies where the sessions lie, under a key of its own and without a visitor; what is expired goes with
them.
"""

from __future__ import annotations

import datetime
import secrets
from typing import Any

from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.http import Http404
from django.utils import timezone

from tournaments.spreadsheets.lists import Source
from tournaments.views.desk.access import Desk

KEPT_FOR = datetime.timedelta(hours=2)


def keep(desk: Desk, sources: list[Source]) -> str:
    """Put a list away; the key it is found under."""
    now = timezone.now()
    Session.objects.filter(expire_date__lt=now).delete()
    key = secrets.token_hex(16)
    content: dict[str, Any] = {
        "event": desk.event.pk,
        "user": desk.actor.user_id,
        "sources": [
            {"rows": source.rows, "is_message": source.is_message, "sheet": source.sheet}
            for source in sources
        ],
    }
    Session.objects.create(
        session_key=key, session_data=SessionStore().encode(content), expire_date=now + KEPT_FOR
    )
    return key


def fetch(desk: Desk, key: str) -> list[Source] | None:
    """The list under a key; None once stored or expired; 404 for one of another event or person."""
    row = Session.objects.filter(session_key=key, expire_date__gte=timezone.now()).first()
    if row is None:
        return None
    content = SessionStore().decode(row.session_data)
    if (content.get("event"), content.get("user")) != (desk.event.pk, desk.actor.user_id):
        raise Http404("a list of another event or of somebody else")
    return [
        Source(
            rows=tuple((number, tuple(cells)) for number, cells in source["rows"]),
            is_message=source["is_message"],
            sheet=source["sheet"],
        )
        for source in content["sources"]
    ]


def take(key: str) -> bool:
    """Use a list up; False for the second of two who confirm it."""
    deleted, _ = Session.objects.filter(session_key=key).delete()
    return deleted == 1

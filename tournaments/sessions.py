"""Sessions that end: twelve hours after somebody has last opened a page or sent something.

Writing that down at every request would make each look at a page a write to the database; it is written when
more than ten minutes have passed. What an open page asks by itself (is there news?) is no use of it, else a
browser forgotten at the desk would stay signed in for ever.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest, HttpResponse

USED = "used_at"
PRECISION = 600  # seconds


def begin(sender: Any, request: HttpRequest, **_more: Any) -> None:
    """Signing in is a use; the session is written then anyhow."""
    request.session[USED] = int(time.time())


class SessionsThatEnd:
    """Moves the end of a signed-in session while it is used; nothing for who has not signed in."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        session = request.session
        # A page made for everybody has not looked at the session, and must not: it is kept for others too.
        if session.accessed and by_a_person(request) and SESSION_KEY in session:
            now = int(time.time())
            if now - session.get(USED, 0) > PRECISION:
                session[USED] = now
        return response


def by_a_person(request: HttpRequest) -> bool:
    """Whether somebody has opened a page or sent something, as against a script that looks for news."""
    return request.method not in ("GET", "HEAD") or "text/html" in request.headers.get("Accept", "")

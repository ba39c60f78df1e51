"""What open pages ask every other second: has anything this page hangs on changed?

The answer carries nothing but a number of the journal, and mostly it is 304 with nothing rendered: no
session, no user, no template. ``Door`` stands before Django and gives that answer from the memory of its
process; whatever it cannot answer there goes on to Django, which asks the database.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable
from typing import Any

from csp.utils import build_policy
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.boards.live import Marks, marks_of, peek
from tournaments.views.build import fingerprint
from tournaments.views.request_log import ID_HEADER, id_for, write_quick

ADDRESS = re.compile(r"/e/([-a-zA-Z0-9_]+)/live/([a-z0-9-]+)/")
KEEP = "private, no-cache"
PLAIN = "text/plain; charset=utf-8"

StartResponse = Callable[..., Any]
Application = Callable[[dict[str, Any], StartResponse], Iterable[bytes]]


def tag_of(marks: Marks, watch: str) -> str | None:
    """The ETag of a watch; None where it is none. A new build is a change too."""
    mark = marks.of(watch)
    return None if mark is None else f'"{fingerprint()}-{marks.pk}-{mark}"'


@require_safe
def live(request: HttpRequest, slug: str, watch: str) -> HttpResponse:
    """The mark of a watch, or 304 for who has it."""
    marks = marks_of(slug)
    tag = marks and tag_of(marks, watch)
    if not tag:
        raise Http404("nothing to watch here")
    if _has(request.headers.get("If-None-Match"), tag):
        answer = HttpResponse(status=304)
        del answer["Content-Type"]
    else:
        answer = HttpResponse(tag, content_type=PLAIN)
    answer["ETag"] = tag
    answer["Cache-Control"] = KEEP
    return answer


def _has(told: str | None, tag: str) -> bool:
    return told is not None and (told == tag or tag in told.replace("W/", "").split(", "))


class Door:
    """A WSGI application in front of another, which answers what needs no more than memory."""

    def __init__(self, inside: Application) -> None:
        self.inside = inside
        self.safe = [("X-Content-Type-Options", "nosniff"), ("Content-Security-Policy", build_policy())]
        fingerprint()

    def __call__(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "GET" and "/live/" in environ["PATH_INFO"]:
            answer = self._from_memory(environ, start_response)
            if answer is not None:
                return answer
        return self.inside(environ, start_response)

    def _from_memory(self, environ: dict[str, Any], start_response: StartResponse) -> Iterable[bytes] | None:
        began = time.perf_counter()
        found = ADDRESS.fullmatch(environ["PATH_INFO"])
        if found is None or (settings.HTTPS and environ.get("HTTP_X_FORWARDED_PROTO") != "https"):
            return None
        slug, watch = found.groups()
        marks = peek(slug)
        tag = marks and tag_of(marks, watch)
        if not tag:
            return None
        request_id = id_for(environ.get("HTTP_X_REQUEST_ID"))
        headers = [("ETag", tag), ("Cache-Control", KEEP), (ID_HEADER, request_id)]
        if _has(environ.get("HTTP_IF_NONE_MATCH"), tag):
            start_response("304 Not Modified", headers)
            write_quick(environ, 304, began, request_id)
            return []
        body = tag.encode("ascii")
        headers += [("Content-Type", PLAIN), ("Content-Length", str(len(body)))]
        start_response("200 OK", headers + self.safe)
        write_quick(environ, 200, began, request_id)
        return [body]


urls = [path("e/<slug:slug>/live/<slug:watch>/", live, name="live")]

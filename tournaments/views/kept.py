"""Public pages kept under the mark of what they hang on, so that a hundred phones cost one rendering.

A page depends on its watch (``tournaments.boards.live``), its address, the language, and whether somebody
is signed in; the pair a phone follows is marked in the kept page afterwards. The build's fingerprint is
part of every key and ETag: a new release never serves what the old one had rendered. The mark is read
before the page is made: a page may be newer than its key says, never older.
"""

from __future__ import annotations

import gzip
import hashlib
import pickle
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.boards.live import Marks, marks_now
from tournaments.boards.released import NotReleasedError
from tournaments.models import Entry, Event
from tournaments.views.address import address_for_phones
from tournaments.views.build import fingerprint
from tournaments.views.live import tag_of

__all__ = ["Page", "fingerprint", "followed", "kept_page", "settled"]

DOCK = b"<!--dock-->"
FOLLOWED_FOR = 60 * 60 * 24 * 60  # seconds


@dataclass(frozen=True)
class Page:
    """What a view makes of an event: the context of a template.

    ``docks``: what ``dock_template`` says of each pair to whoever follows it; it takes the place of what
    the page has between two marks ``<!--dock-->``.
    """

    template: str
    context: Mapping[str, Any]
    docks: Mapping[int, Any] = field(default_factory=dict)
    dock_template: str = "parts/dock.html"


Make = Callable[..., Page]
Watch = Callable[..., str]

# A page is made once in a process, though after a change every phone asks for it at once; and few pages at a
# time, so that who asks for nothing new is not kept waiting by those who do.
_MAKING = [threading.Lock() for _ in range(64)]
_AT_A_TIME = threading.BoundedSemaphore(2)


def every(_marks: Marks, **_kwargs: Any) -> str:
    """The page hangs on all lines of the journal."""
    return "every"


def settled(_marks: Marks, **_kwargs: Any) -> str:
    """The page hangs on no result of a round being played."""
    return "settled"


def kept_page(
    *parameters: str, watch: Watch = every, along: tuple[str, ...] = (), addressed: bool = False
) -> Callable[[Make], Callable[..., HttpResponse]]:
    """Turn ``make(event, options, **kwargs) -> Page`` into a view ``(request, slug, **kwargs)``.

    Of the query only ``parameters`` reach the page and its key, so that nobody fills the cache with
    invented addresses. ``?follow=30`` remembers the pair in a cookie of this event. ``watch(marks,
    **kwargs)``: what the page hangs on; its own script asks after that. ``along``: what is read together
    with the event. ``addressed``: the page names its own address, handed over as the option ``address``.
    """

    def decorate(make: Make) -> Callable[..., HttpResponse]:
        @require_safe
        @wraps(make)
        def view(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            marks = marks_now(slug)
            if marks is None:
                raise Http404("no such event")
            if "follow" in request.GET:
                return _remember(request, marks.pk)
            options = {name: request.GET.get(name, "") for name in parameters}
            if addressed:
                options["address"] = address_for_phones(request)
            watched = watch(marks, **kwargs)
            live = {} if watched == "every" else {"watch": watched, "live_tag": tag_of(marks, watched)}

            def made() -> tuple[Page, dict[str, Any]]:
                event = Event.objects.select_related("club", *along).get(pk=marks.pk)
                try:
                    page = make(event, options, **kwargs)
                except NotReleasedError as error:
                    raise Http404(str(error)) from error
                return page, {"event": event, **live, **page.context}

            signed_in = request.user.is_authenticated
            if signed_in and len(get_messages(request)):  # told once, so not kept for anybody else
                page, context = made()
                return render(request, page.template, context)
            key = _key(request, (marks.pk, watched, marks.of(watched)), options, signed_in)
            follow = followed(request, marks.pk)
            etag = f'W/"{key}-{follow or 0}"'
            answer = get_conditional_response(request, etag)
            if answer is None:
                answer = _answer(request, key, follow, made)
            answer["ETag"] = etag
            answer["Cache-Control"] = "private, no-cache"
            patch_vary_headers(answer, ("Accept-Encoding", "Accept-Language", "Cookie"))
            return answer

        return view

    return decorate


def followed(request: HttpRequest, event_pk: int) -> int | None:
    """The number of the pair this phone follows in this event."""
    text = request.COOKIES.get(_cookie(event_pk), "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def _cookie(event_pk: int) -> str:
    return f"pair-{event_pk}"


def _remember(request: HttpRequest, event_pk: int) -> HttpResponse:
    """Keep the pair to follow, or forget it, and go on to the page itself."""
    query = request.GET.copy()
    number = query.pop("follow")[-1]
    rest = query.urlencode()
    answer = HttpResponseRedirect(f"{request.path}?{rest}" if rest else request.path)
    known = number.isascii() and number.isdigit()
    if known and Entry.objects.filter(event=event_pk, number=int(number[:6])).exists():
        answer.set_cookie(_cookie(event_pk), number, max_age=FOLLOWED_FOR, samesite="Lax", httponly=True)
    else:
        answer.delete_cookie(_cookie(event_pk), samesite="Lax")
    return answer


def _key(request: HttpRequest, hangs_on: object, options: Mapping[str, str], signed_in: bool) -> str:
    parts = [fingerprint(), hangs_on, request.path, sorted(options.items()), get_language(), signed_in]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:40]


Made = Callable[[], tuple[Page, dict[str, Any]]]


def _answer(request: HttpRequest, key: str, follow: int | None, made: Made) -> HttpResponse:
    packed = cache.get(f"page:{key}")
    if packed is None:
        with _MAKING[int(key[:8], 16) % len(_MAKING)]:
            packed = cache.get(f"page:{key}")
            if packed is None:
                with _AT_A_TIME:
                    packed = _make(request, key, made)
    accepts = "gzip" in request.headers.get("Accept-Encoding", "")
    if follow is not None:
        body = _with_followed(gzip.decompress(packed), _dock(key, follow), follow)
        packed = gzip.compress(body, 1) if accepts else body
    elif not accepts:
        packed = gzip.decompress(packed)
    answer = HttpResponse(packed)
    if accepts:
        answer["Content-Encoding"] = "gzip"
    answer["Content-Length"] = str(len(packed))
    return answer


def _make(request: HttpRequest, key: str, made: Made) -> bytes:
    """Render a page and keep it, and what it says to the followers of each pair."""
    page, context = made()
    packed = gzip.compress(render_to_string(page.template, context, request).encode(), 3, mtime=0)
    # Each row apart: who follows one pair does not unpack the others.
    rows = {number: pickle.dumps(row) for number, row in page.docks.items()}
    cache.set(f"docks:{key}", (page.dock_template, context["event"], rows))
    cache.set(f"page:{key}", packed)
    return packed


def _dock(key: str, follow: int) -> bytes:
    template, event, rows = cache.get(f"docks:{key}", ("", None, {}))
    if follow not in rows:
        return b""
    row = pickle.loads(rows[follow])  # noqa: S301 - written by _make
    return render_to_string(template, {"event": event, "row": row}).encode()


def _with_followed(body: bytes, dock: bytes, follow: int) -> bytes:
    """Mark the followed pair wherever the page names it, and put in its dock."""
    named = f'data-pair="{follow}"'.encode()
    before, anybody, rest = body.partition(DOCK)
    if dock and anybody:
        before, rest = before + dock, rest.partition(DOCK)[2]
        anybody = b""
    marked = named + b' aria-current="true"'
    return before.replace(named, marked) + anybody + rest.replace(named, marked)

"""Public pages kept under the version of their event, so that a hundred phones cost one rendering.

A page depends on the event's version, its address, the language, and whether somebody is signed in;
the pair a phone follows is marked in the kept page afterwards. The build's fingerprint is part of
every key and ETag: a new release never serves what the old one had rendered.
"""

from __future__ import annotations

import gzip
import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, wraps
from typing import Any

from django.conf import settings
from django.contrib.messages import get_messages
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404, render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from tournaments.boards.released import NotReleasedError
from tournaments.models import Event
from tournaments.views.address import address_for_phones

DOCK = "<!--dock-->"
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


def kept_page(
    *parameters: str, along: tuple[str, ...] = (), addressed: bool = False
) -> Callable[[Make], Callable[..., HttpResponse]]:
    """Turn ``make(event, options, **kwargs) -> Page`` into a view ``(request, slug, **kwargs)``.

    Of the query only ``parameters`` reach the page and its key, so that nobody fills the cache with
    invented addresses. ``?follow=30`` remembers the pair in a cookie of this event. ``along``: what is read
    together with the event. ``addressed``: the page names its own address, handed over as the option
    ``address``.
    """

    def decorate(make: Make) -> Callable[..., HttpResponse]:
        @require_safe
        @wraps(make)
        def view(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            event = get_object_or_404(Event.objects.select_related("club", *along), slug=slug)
            if "follow" in request.GET:
                return _remember(request, event)
            options = {name: request.GET.get(name, "") for name in parameters}
            if addressed:
                options["address"] = address_for_phones(request)

            def released() -> Page:
                try:
                    return make(event, options, **kwargs)
                except NotReleasedError as error:
                    raise Http404(str(error)) from error

            signed_in = request.user.is_authenticated
            if signed_in and len(get_messages(request)):  # told once, so not kept for anybody else
                page = released()
                return render(request, page.template, {"event": event, **page.context})
            key = _key(request, event, options, signed_in)
            follow = followed(request, event)
            etag = f'W/"{key}-{follow or 0}"'
            answer = get_conditional_response(request, etag)
            if answer is None:
                answer = _answer(request, key, follow, released, event)
            answer["ETag"] = etag
            answer["Cache-Control"] = "private, no-cache"
            patch_vary_headers(answer, ("Accept-Encoding", "Accept-Language", "Cookie"))
            return answer

        return view

    return decorate


def followed(request: HttpRequest, event: Event) -> int | None:
    """The number of the pair this phone follows in this event."""
    text = request.COOKIES.get(_cookie(event), "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def _cookie(event: Event) -> str:
    return f"pair-{event.pk}"


def _remember(request: HttpRequest, event: Event) -> HttpResponse:
    """Keep the pair to follow, or forget it, and go on to the page itself."""
    query = request.GET.copy()
    number = query.pop("follow")[-1]
    rest = query.urlencode()
    answer = HttpResponseRedirect(f"{request.path}?{rest}" if rest else request.path)
    if number.isascii() and number.isdigit() and event.entries.filter(number=int(number[:6])).exists():
        answer.set_cookie(_cookie(event), number, max_age=FOLLOWED_FOR, samesite="Lax", httponly=True)
    else:
        answer.delete_cookie(_cookie(event), samesite="Lax")
    return answer


def _key(request: HttpRequest, event: Event, options: Mapping[str, str], signed_in: bool) -> str:
    parts = [
        fingerprint(),
        event.pk,
        event.version,
        request.path,
        sorted(options.items()),
        get_language(),
        signed_in,
    ]
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:40]


def _answer(
    request: HttpRequest, key: str, follow: int | None, make: Callable[[], Page], event: Event
) -> HttpResponse:
    packed = cache.get(f"page:{key}")
    docks: Mapping[int, Any] | None = None
    if packed is None:
        page = make()
        whole = render_to_string(page.template, {"event": event, **page.context}, request)
        packed = gzip.compress(whole.encode(), 3, mtime=0)
        docks = {number: (page.dock_template, row) for number, row in page.docks.items()}
        cache.set(f"docks:{key}", docks)
        cache.set(f"page:{key}", packed)
    accepts = "gzip" in request.headers.get("Accept-Encoding", "")
    if follow is not None:
        docks = cache.get(f"docks:{key}", {}) if docks is None else docks
        dock_template, row = docks.get(follow, ("", None))
        dock = render_to_string(dock_template, {"event": event, "row": row}) if row else ""
        body = _with_followed(gzip.decompress(packed).decode(), dock, follow)
        packed = gzip.compress(body.encode(), 1) if accepts else body.encode()
    elif not accepts:
        packed = gzip.decompress(packed)
    answer = HttpResponse(packed)
    if accepts:
        answer["Content-Encoding"] = "gzip"
    answer["Content-Length"] = str(len(packed))
    return answer


def _with_followed(body: str, dock: str, follow: int) -> str:
    """Mark the followed pair wherever the page names it, and put in its dock."""
    body = body.replace(f'data-pair="{follow}"', f'data-pair="{follow}" aria-current="true"')
    if not dock or body.count(DOCK) != 2:
        return body
    before, _anybody, after = body.split(DOCK)
    return before + dock + after


@lru_cache(maxsize=1)
def fingerprint() -> str:
    """A digest of the program's own files: what a page looks like hangs on all of them."""
    digest = hashlib.sha256()
    base = settings.BASE_DIR
    for folder in ("templates", "tournaments", "scoring"):
        for path in sorted((base / folder).rglob("*")):
            if path.is_file() and path.suffix in {".html", ".py", ".css", ".js", ".svg", ".mo", ".po"}:
                digest.update(path.relative_to(base).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]

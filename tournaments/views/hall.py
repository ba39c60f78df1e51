"""Pages and answers for the screens in the hall: what the wall shows, and the clock. No sign-in."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

import segno
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from django.utils.cache import get_conditional_response
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.http import require_safe

from tournaments.boards.clock import SECONDS_A_PAGE, Hall, hall_of
from tournaments.boards.released import load_released
from tournaments.boards.wall import wall_board
from tournaments.models import Event, Wall
from tournaments.views.build import fingerprint
from tournaments.views.kept import Page, kept_page

NOW = "Server-Now"  # header: milliseconds since 1970, on every answer, so that a 304 tells the time too
FIXED = [choice for choice in Wall.Shows.values if choice != Wall.Shows.AUTOMATIC]

Options = Mapping[str, str]


@kept_page(along=("clock", "wall"), addressed=True)
def wall(event: Event, options: Options, shows: str = "") -> Page:
    """What the director chose for the wall, or what a screen of its own always shows."""
    chosen = getattr(event, "wall", None) or Wall(event=event)
    clock = getattr(event, "clock", None)
    released = load_released(event)
    board = wall_board(released, shows or chosen.shows, clock_round=clock.round_number if clock else None)
    playing = board.round is not None and not board.round.is_closed
    context = {
        "released": released,
        "board": board,
        "clock": clock if clock and playing and clock.round_number == released.last_released else None,
        "seconds": chosen.seconds_a_page or SECONDS_A_PAGE,
        "zone": settings.TIME_ZONE,
        **_phones(event, options["address"]),
    }
    return Page("hall/wall.html", context)


@kept_page(along=("clock",))
def clock_page(event: Event, options: Options) -> Page:
    """The clock for a phone or a tablet on a table."""
    released = load_released(event)
    return Page("hall/clock.html", {"released": released, "zone": settings.TIME_ZONE, "here": "clock"})


@require_safe
def clock_json(request: HttpRequest, slug: str) -> HttpResponse:
    """The clock for scripts: 304 until it changes, and the server's time on every answer."""
    hall = _hall(slug)
    return _conditional(
        request, hall.clock_version, lambda now: {**_clock(hall, now), "version": hall.clock_version}
    )


@require_safe
def wall_json(request: HttpRequest, slug: str) -> HttpResponse:
    """What the wall hangs on: 304 until the event has a new version; one query."""
    hall = _hall(slug)
    return _conditional(
        request,
        f"{fingerprint()}-{hall.version}",
        lambda now: {
            "version": hall.version,
            "build": fingerprint(),
            "shows": hall.shows,
            "seconds": hall.seconds_a_page,
            "clock": _clock(hall, now),
        },
    )


def _hall(slug: str) -> Hall:
    hall = hall_of(slug)
    if hall is None:
        raise Http404("no such event")
    return hall


def _clock(hall: Hall, now: int) -> dict[str, object]:
    """The clock with the server's time; ``left``: seconds at that time."""
    told = hall.told_clock()
    if hall.clock is not None:
        told["left"] = hall.clock.seconds_left_at(now)
    return {"now": now, **told}


def _conditional(
    request: HttpRequest, version: str, told: Callable[[int], Mapping[str, object]]
) -> HttpResponse:
    """An answer that is not sent twice; its body is made only when it is sent."""
    etag = f'W/"{version}"'
    answer = get_conditional_response(request, etag)
    now = int(time.time() * 1000)
    if answer is None:
        answer = JsonResponse(told(now))
    answer["ETag"] = etag
    answer["Cache-Control"] = "private, no-cache"
    answer[NOW] = str(now)
    return answer


def _phones(event: Event, address: str) -> dict[str, str | SafeString]:
    """How a phone gets here: the address of the house, short enough to type, and the event's as a code."""
    there = f"{address}{event.get_absolute_url()}"
    code = segno.make(there, error="m").svg_inline(omitsize=True, border=2, dark="#1c1a17", light="#fffdf7")
    return {"address": address.split("://", 1)[1], "qr": mark_safe(code)}  # noqa: S308 - drawn here


urls = [
    path("e/<slug:slug>/clock/", clock_page, name="clock"),
    path("e/<slug:slug>/clock.json", clock_json, name="clock_json"),
    path("e/<slug:slug>/wall.json", wall_json, name="wall_json"),
    path("e/<slug:slug>/wall/", wall, name="wall"),
    *(path(f"e/<slug:slug>/wall/{shows}/", wall, {"shows": shows}, name=f"wall_{shows}") for shows in FIXED),
]

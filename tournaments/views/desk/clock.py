"""The desk's pages of the hall: the clock of the round, and what the wall shows."""

from __future__ import annotations

import secrets

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse

from scoring.sentences import gettext_noop, say
from tournaments.boards.clock import Hall, hall_of
from tournaments.desk import clock as verbs
from tournaments.desk.change import DeskRefusal
from tournaments.desk.wall import QUICKEST, SLOWEST, set_wall
from tournaments.models import Event, Round, Wall
from tournaments.views.address import address_for_phones
from tournaments.views.desk.access import EVERYBODY, Desk, desk_page
from tournaments.views.numbers import whole

EXTRA = (1, 5, -1)  # minutes


@desk_page("GET", "HEAD", roles=EVERYBODY)
def clock(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The clock of the round, and the one thing to do with it now."""
    event = desk.event
    hall = _hall(event)
    playing = (
        event.rounds.exclude(state=Round.State.DRAWN)
        .order_by("-number")
        .values_list("number", "state")
        .first()
    )
    number, state = playing or (None, "")
    context = {
        "desk": desk,
        "event": event,
        "clock": hall.clock,
        "number": hall.clock.round if hall.clock else number,
        "can_start": desk.directs and hall.clock is None and state == Round.State.PUBLISHED,
        "minutes": verbs.minutes_for(event.hands_per_round),
        "warning": verbs.WARNING,
        "longest": verbs.LONGEST,
        "extra": EXTRA,
        "key": secrets.token_hex(12),
        "zone": settings.TIME_ZONE,
        "here": "clock",
    }
    return render(request, "desk/clock/clock.html", context)


@desk_page("POST", back="desk_clock")
def start(request: HttpRequest, desk: Desk) -> HttpResponse:
    verbs.start_clock(
        event=desk.event,
        by=desk.actor,
        minutes=_whole(request, "minutes"),
        warning=_whole(request, "warning"),
        number=_whole(request, "round"),
    )
    return redirect("desk_clock", desk.event.slug)


@desk_page("POST", back="desk_clock")
def pause(request: HttpRequest, desk: Desk) -> HttpResponse:
    verbs.pause_clock(event=desk.event, by=desk.actor)
    return redirect("desk_clock", desk.event.slug)


@desk_page("POST", back="desk_clock")
def resume(request: HttpRequest, desk: Desk) -> HttpResponse:
    verbs.resume_clock(event=desk.event, by=desk.actor)
    return redirect("desk_clock", desk.event.slug)


@desk_page("POST", back="desk_clock")
def extra_time(request: HttpRequest, desk: Desk) -> HttpResponse:
    key = request.POST.get("key", "")[:40]
    verbs.add_time(event=desk.event, by=desk.actor, minutes=_whole(request, "minutes"), key=key)
    return redirect("desk_clock", desk.event.slug)


@desk_page("POST", back="desk_clock")
def last_lap(request: HttpRequest, desk: Desk) -> HttpResponse:
    verbs.announce_last_lap(event=desk.event, by=desk.actor)
    return redirect("desk_clock", desk.event.slug)


@desk_page("POST", back="desk_clock")
def stop(request: HttpRequest, desk: Desk) -> HttpResponse:
    verbs.stop_clock(event=desk.event, by=desk.actor, confirmed=request.POST.get("confirmed") == "yes")
    return redirect("desk_clock", desk.event.slug)


@desk_page("GET", "HEAD", roles=EVERYBODY)
def wall(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What the screens show, and how to put one up."""
    hall = _hall(desk.event)
    screens = [(f"wall_{choice.value}", choice.label) for choice in list(Wall.Shows)[1:]]
    context = {
        "desk": desk,
        "event": desk.event,
        "choices": [(choice.value, choice.label, choice.value == hall.shows) for choice in Wall.Shows],
        "seconds": hall.seconds_a_page,
        "quickest": QUICKEST,
        "slowest": SLOWEST,
        "address": address_for_phones(request) + reverse("wall", args=[desk.event.slug]),
        "screens": screens,
        "here": "clock",
    }
    return render(request, "desk/clock/wall.html", context)


@desk_page("POST", back="desk_wall")
def choose(request: HttpRequest, desk: Desk) -> HttpResponse:
    set_wall(
        event=desk.event,
        by=desk.actor,
        shows=request.POST.get("shows", ""),
        seconds_a_page=_whole(request, "seconds"),
    )
    return redirect("desk_wall", desk.event.slug)


def _hall(event: Event) -> Hall:
    hall = hall_of(event.slug)
    if hall is None:
        raise RuntimeError("an event that has just been read is gone")
    return hall


def _whole(request: HttpRequest, name: str) -> int:
    """A whole number that was typed or chosen; anything else is refused in words."""
    text = request.POST.get(name, "").strip().replace("−", "-")
    size = whole(text.removeprefix("-"), 9_999)
    if size is None:
        raise DeskRefusal(
            "not_a_number",
            say(gettext_noop("“{text}” is not a whole number."), text=text[:20]),
        )
    return -size if text.startswith("-") else size


urls = [
    path("<slug:slug>/clock/", clock, name="desk_clock"),
    path("<slug:slug>/clock/start/", start, name="desk_clock_start"),
    path("<slug:slug>/clock/pause/", pause, name="desk_clock_pause"),
    path("<slug:slug>/clock/resume/", resume, name="desk_clock_resume"),
    path("<slug:slug>/clock/time/", extra_time, name="desk_clock_time"),
    path("<slug:slug>/clock/last/", last_lap, name="desk_clock_last"),
    path("<slug:slug>/clock/stop/", stop, name="desk_clock_stop"),
    path("<slug:slug>/wall/", wall, name="desk_wall"),
    path("<slug:slug>/wall/show/", choose, name="desk_wall_show"),
]

"""Finding one's way without an account: the evenings of a club, a pair by its code, a seat by a surname."""

from __future__ import annotations

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import path, reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from tournaments.boards.live import marks_now
from tournaments.boards.overview import events_board
from tournaments.boards.released import shared_released
from tournaments.boards.where import where_board
from tournaments.models import Club, Event
from tournaments.views.kept import followed
from tournaments.views.limits import costs
from tournaments.views.live import tag_of


@require_safe
def club(request: HttpRequest, slug: str) -> HttpResponse:
    """The evenings of a club, the newest first; the earlier ones page by page."""
    found = get_object_or_404(Club, slug=slug)
    board = events_board(found, request.GET.get("before", ""))
    context = {"events": board.events, "earlier": board.earlier, "club": found}
    return render(request, "players/events.html", context)


@require_safe
@costs(1)
@cache_control(private=True, no_cache=True)
def where(request: HttpRequest, slug: str) -> HttpResponse:
    """Table and line of whoever is called what was typed. Not kept: what people type is endless."""
    marks = marks_now(slug)
    found = get_object_or_404(Event.objects.select_related("club"), slug=slug)
    released = shared_released(found)
    context = {
        "event": found,
        "released": released,
        "board": where_board(released, request.GET.get("q", "")[:80]),
        "follow": followed(request, found.pk),
        "watch": "settled",
        "live_tag": marks and tag_of(marks, "settled"),
        "here": "seats",
    }
    return render(request, "players/where.html", context)


@require_safe
def short(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The short address behind the code of a pair."""
    return redirect("pair", slug=slug, number=number)


def code_of_pair(event: Event, number: int, address: str) -> dict[str, str | SafeString]:
    """What a pair shows of itself: an address to type, and the same as a code to scan."""
    there = address + reverse("pair_code", args=[event.slug, number])
    drawn = segno.make(there, error="m").svg_inline(omitsize=True, border=2, dark="#1c1a17", light="#fffdf7")
    return {"address": there.split("://", 1)[1], "qr": mark_safe(drawn)}  # noqa: S308 - drawn here


urls = [
    path("c/<slug:slug>/", club, name="club"),
    path("e/<slug:slug>/where/", where, name="where"),
    path("e/<slug:slug>/p/<int:number>/", short, name="pair_code"),
]

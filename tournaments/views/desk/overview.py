"""The list of a director's events, the front page of one, and its journal."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db.models import Count, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from tournaments.boards.desk_overview import desk_overview
from tournaments.boards.journal import PAGE, About, journal_rows
from tournaments.boards.who import clubs_of, events_of
from tournaments.desk.backups import trouble
from tournaments.models import Entry
from tournaments.views.desk.access import DIRECTORS, EVERYBODY, Desk, desk_page
from tournaments.views.numbers import whole


@require_safe
@never_cache
@login_required
def my_events(request: HttpRequest) -> HttpResponse:
    """The events this account works for, by its clubs or for one evening alone; the newest first."""
    user = request.user
    events = (
        events_of(user)
        .select_related("club")
        .annotate(pairs=Count("entries", filter=Q(entries__state=Entry.State.ACTIVE)))
        .order_by("-date", "-pk")[:100]
    )
    # Whoever administers the installation makes the first club on the way to the first event.
    may_make = getattr(user, "is_superuser", False) or clubs_of(user, DIRECTORS).exists()
    return render(
        request,
        "desk/overview/events.html",
        {"events": events, "may_make": may_make, "no_players": not may_make, "here": "desk"},
    )


@desk_page("GET", "HEAD", roles=EVERYBODY)
def overview(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Where the evening stands and what comes next."""
    board = desk_overview(desk.event, waiting=desk.waiting)
    return render(
        request,
        "desk/overview/event.html",
        {"desk": desk, "event": desk.event, "board": board, "trouble": trouble(), "here": "overview"},
    )


@desk_page("GET", "HEAD", roles=EVERYBODY)
def journal(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Everything that was done, newest first; narrowed to a pair, a table, a round or a person."""
    about = About(
        pair=_number(request, "pair"),
        table=_number(request, "table"),
        round=_number(request, "round"),
        who=request.GET.get("who", "").strip()[:80],
        before=_number(request, "before"),
    )
    rows = journal_rows(desk.event, about)
    query = request.GET.copy()
    query["before"] = str(rows[-1].number) if rows else ""
    return render(
        request,
        "desk/journal/journal.html",
        {
            "desk": desk,
            "event": desk.event,
            "rows": rows,
            "about": about,
            "older": query.urlencode() if len(rows) == PAGE else "",
            "here": "journal",
        },
    )


def _number(request: HttpRequest, name: str) -> int | None:
    return whole(request.GET.get(name, "").strip())


urls = [
    path("", my_events, name="desk"),
    path("<slug:slug>/", overview, name="desk_event"),
    path("<slug:slug>/journal/", journal, name="desk_journal"),
]

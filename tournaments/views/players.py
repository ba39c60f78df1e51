"""Pages for players and for whoever is curious: everything released, nothing else. No sign-in."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.templatetags.static import static
from django.views.decorators.http import require_safe

from tournaments.boards.charts import leaders_chart, pair_chart
from tournaments.boards.live import Marks, open_seats
from tournaments.boards.overview import events_board, overview_board
from tournaments.boards.pairs import pair_board, pairs_board
from tournaments.boards.picture import picture_pages
from tournaments.boards.publication import published
from tournaments.boards.released import shared_released
from tournaments.boards.results import results_board
from tournaments.boards.seating import seating_board
from tournaments.boards.standings import standings_board, tie_break_labels
from tournaments.models import Event
from tournaments.views.finding import code_of_pair
from tournaments.views.kept import Page, followed, kept_page, settled
from tournaments.views.limits import costs

Options = Mapping[str, str]
MOST_PICTURES = 4  # links to pictures of the standings; a field of hundreds is read on the page


@require_safe
def events(request: HttpRequest) -> HttpResponse:
    """The events of this installation, the newest first; the earlier ones page by page."""
    board = events_board(before=request.GET.get("before", ""))
    return render(request, "players/events.html", {"events": board.events, "earlier": board.earlier})


def every_result(_marks: Marks) -> str:
    """Hangs on each result as it comes."""
    return "all"


def results_of(_marks: Marks, number: int | None = None) -> str:
    """Hangs on the results of one round; of whichever is being played, where none is named."""
    return "all" if number is None or number > 9999 else f"round-{number}"


def table_of(marks: Marks, number: int) -> str:
    """Hangs on the one table at which the pair is playing."""
    key = f"seats:{marks.pk}-{marks.settled}-{number}"
    seats = cache.get(key)
    if seats is None:
        seats = open_seats(marks.pk, number)
        cache.set(key, seats)
    if len(seats) > 1:
        return "all"
    return f"table-{seats[0][0]}-{seats[0][1]}" if seats else "settled"


@kept_page(watch=every_result)
def event(event: Event, options: Options) -> Page:
    """The front of an event: programme, first places, facts."""
    released = shared_released(event)
    context = {
        "released": released,
        "board": overview_board(released),
        "chart": leaders_chart(released),
        "here": "event",
    }
    return Page("players/event.html", context)


@kept_page(watch=settled)
def standings(event: Event, options: Options, number: int | None = None) -> Page:
    """The standings after a closed round, by default the last."""
    released = shared_released(event)
    if number is None and not released.last_closed:
        return Page("players/standings_to_come.html", {"released": released, "here": "standings"})
    upto = released.standings_round(number)
    board = standings_board(released, upto)
    context = {
        "released": released,
        "board": board,
        "closed_rounds": range(1, released.last_closed + 1),
        "publication": published(released, upto, board.rows),
        "tie_breaks": tie_break_labels(event.criteria),
        "pictures": picture_pages(len(board.rows))[:MOST_PICTURES],
        "is_final": released.is_final(upto),
        "here": "standings",
    }
    return Page("players/standings.html", context, docks={row.number: row.docked for row in board.rows})


@kept_page("by", watch=settled)
def seats(event: Event, options: Options, number: int | None = None) -> Page:
    """The seats of a released round by table, or with ``?by=name`` by player."""
    released = shared_released(event)
    if number is None and not released.last_released:
        return Page("players/seats_to_come.html", {"released": released, "here": "seats"})
    number = released.last_released if number is None else number
    context = {
        "released": released,
        "round": released.round_numbered(number),
        "board": seating_board(released, number),
        "by_name": options["by"] == "name",
        "order": "?by=name" if options["by"] == "name" else "",
        "here": "seats",
    }
    return Page("players/seats.html", context)


@kept_page(watch=results_of)
def results(event: Event, options: Options, number: int | None = None) -> Page:
    """The results of a released round, table by table."""
    released = shared_released(event)
    if number is None and not released.last_released:
        return Page("players/seats_to_come.html", {"released": released, "here": "results"})
    number = released.last_released if number is None else number
    context = {
        "released": released,
        "round": released.round_numbered(number),
        "board": results_board(released, number),
        "here": "results",
    }
    return Page("players/results.html", context)


@kept_page(watch=table_of, addressed=True)
def pair(event: Event, options: Options, number: int) -> Page:
    """A pair's whole evening."""
    released = shared_released(event)
    board = pair_board(released, number)
    context = {
        "released": released,
        "board": board,
        "chart": pair_chart(released, number),
        "code": code_of_pair(event, number, options["address"]),
        "here": "pairs",
    }
    docks = {number: board.name}
    return Page("players/pair.html", context, docks=docks, dock_template="parts/followed.html")


@require_safe
@costs(1)
def pairs(request: HttpRequest, slug: str) -> HttpResponse:
    """The players in alphabetical order, with a search; searches are not kept, they are endless."""
    found = get_object_or_404(Event.objects.select_related("club"), slug=slug)
    released = shared_released(found)
    asked = request.GET.get("q", "")[:80]
    context = {
        "event": found,
        "released": released,
        "board": pairs_board(released, asked),
        "follow": followed(request, found.pk),
        "here": "pairs",
    }
    return render(request, "players/pairs.html", context)


@require_safe
def favicon(request: HttpRequest) -> HttpResponse:
    """Browsers ask for this address unbidden; the drawing has its own."""
    return redirect(static("pozzetto/favicon.svg"), permanent=True)


@require_safe
def my_pair(request: HttpRequest, slug: str) -> HttpResponse:
    """The page of the pair this phone follows, or the list in which to find it."""
    found = get_object_or_404(Event, slug=slug)
    number = followed(request, found.pk)
    if number is None or not found.entries.filter(number=number).exists():
        return redirect("pairs", slug=slug)
    return redirect("pair", slug=slug, number=number)

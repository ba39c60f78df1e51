"""What a correction sets off: places moved, and seats that were drawn from the result as it was before."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from tournaments.boards.desk_moves import moves_of
from tournaments.desk import correcting, rounds
from tournaments.models import JournalLine
from tournaments.templatetags.field import nth
from tournaments.views.desk.access import DIRECTORS, EVERYBODY, Desk, desk_page


@desk_page(roles=EVERYBODY)
def moves(request: HttpRequest, desk: Desk, number: int, line: int) -> HttpResponse:
    """Places before and after the correction in a line of the journal; a fragment under the grid."""
    found = JournalLine.objects.filter(
        event=desk.event, number=line, round_number=number, verb="correct_result"
    ).first()
    if found is None:
        raise Http404
    context = {
        "desk": desk,
        "event": desk.event,
        "line": found,
        "standings": moves_of(desk.event, found),
        "again": correcting.seats_to_draw_again(desk.event, number),
    }
    return render(request, "desk/scores/moves.html", context)


@desk_page("POST", roles=DIRECTORS, back="desk_scores")
def draw_again(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Draw a round again whose seats a correction has overtaken; only while nobody has seen them."""
    rounds.redraw_round(event=desk.event, number=number, by=desk.actor)
    messages.success(request, _("The {n} round has been drawn again.").format(n=nth(number)))
    return redirect("desk_seats", desk.event.slug)


urls = [
    path("<slug:slug>/scores/<int:number>/moves/<int:line>/", moves, name="desk_moves"),
    path("<slug:slug>/scores/<int:number>/draw-again/", draw_again, name="desk_draw_again"),
]

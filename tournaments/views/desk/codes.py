"""The codes of the tables at the desk: listed, printed, revoked, made anew; calls for the director."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.boards.names import load_names
from tournaments.boards.table import LineCode, codes_of, open_calls
from tournaments.desk import calls, codes
from tournaments.epoch import epoch
from tournaments.models import Line, Round
from tournaments.templatetags.field import line_name
from tournaments.views.desk.access import DIRECTORS, EVERYBODY, Desk, desk_page
from tournaments.views.numbers import MOST_ID, whole
from tournaments.views.phone_addresses import phone_address, qr


@desk_page(roles=EVERYBODY)
def code_list(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Every table of the round with the codes of its two lines."""
    found = _round(desk, number)
    context = {
        "desk": desk,
        "event": desk.event,
        "round": found,
        "tables": list(codes_of(desk.event, number).values()),
        "start": phone_address(request, reverse("table_start")).partition("://")[2],
        "may": desk.directs and found.state == Round.State.PUBLISHED,
        "here": "seats",
    }
    return render(request, "desk/codes/codes.html", context)


@desk_page(roles=EVERYBODY)
def code_cards(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """The codes on paper, to be cut out; with ``?table=7`` those of one table."""
    found = _round(desk, number)
    names = load_names(desk.event)
    asked = request.GET.get("table", "")
    tables = [table for table in codes_of(desk.event, number).values() if asked in ("", str(table.table))]
    if asked and not tables:
        raise Http404
    seats: dict[tuple[int, str], tuple[int, ...]] = {}
    for table, line, entry in found.seats.order_by("chair").values_list(
        "match__table", "line", "entry__number"
    ):
        seats[table, line] = (*seats.get((table, line), ()), entry)
    cards = [
        {
            "table": table.table,
            "code": code,
            "who": names.together(seats.get((table.table, code.line), ()), number),
            "qr": square(request, code),
        }
        for table in tables
        for code in table.lines
        if code.opens
    ]
    context = {"desk": desk, "event": desk.event, "round": found, "number": number, "cards": cards}
    return render(request, "desk/prints/codes.html", context)


def square(request: HttpRequest, code: LineCode) -> str:
    """The QR code that opens the page of a line; nothing where its code opens nothing."""
    if not code.opens:
        return ""
    return qr(phone_address(request, reverse("table", args=[code.code])))


@desk_page("POST", roles=DIRECTORS)
def change_code(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Make the code of a line anew, revoke it, or give one to every line that has none."""
    what, line = request.POST.get("what"), request.POST.get("line", "")
    table = whole(request.POST.get("table", ""))
    if what == "issue":
        made = codes.issue_codes(event=desk.event, round_number=number, by=desk.actor)
        told = ngettext("{n} code made.", "{n} codes made.", made).format(n=made)
        messages.success(request, told if made else _("Every line has its code."))
        return redirect("desk_codes", desk.event.slug, number)
    if what not in ("reissue", "revoke") or line not in Line.values or table is None:
        raise Http404
    at: dict[str, Any] = {"event": desk.event, "round_number": number, "table": table, "line": line}
    if what == "reissue":
        codes.reissue_code(**at, by=desk.actor)
        told = _("Table {table}, {line}: the new code is here, the old one opens nothing any more.")
    else:
        codes.revoke_code(**at, by=desk.actor)
        told = _("Table {table}, {line}: the code opens nothing any more.")
    messages.success(request, told.format(table=table, line=line_name(line)))
    return redirect(f"{reverse('desk_codes', args=[desk.event.slug, number])}#t{table}")


def _round(desk: Desk, number: int) -> Round:
    found = desk.event.rounds.exclude(state=Round.State.DRAWN).defer("why").filter(number=number).first()
    if found is None:
        raise Http404
    return found


@desk_page(roles=EVERYBODY)
def call_list(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The tables that call, as a part of other pages; 304 while nothing has changed in the event."""
    tag = f'"{epoch()}-{desk.event.version}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers={"ETag": tag})
    context = {"desk": desk, "event": desk.event, "calls": open_calls(desk.event)}
    response = render(request, "desk/codes/calls.html", context)
    response["ETag"] = tag
    return response


@desk_page("POST", roles=EVERYBODY)
def answer_call(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Somebody has gone to the table."""
    call = whole(request.POST.get("call", ""), MOST_ID)
    if call is None or not desk.event.calls.filter(pk=call).exists():
        raise Http404
    calls.answer_call(event=desk.event, call_id=call, by=desk.actor)
    if "application/json" in request.headers.get("Accept", ""):
        return HttpResponse(status=204)
    return redirect("desk_event", desk.event.slug)


urls = [
    path("<slug:slug>/codes/<int:number>/", code_list, name="desk_codes"),
    path("<slug:slug>/codes/<int:number>/print/", code_cards, name="desk_print_codes"),
    path("<slug:slug>/codes/<int:number>/change/", change_code, name="desk_change_code"),
    path("<slug:slug>/calls/", call_list, name="desk_calls"),
    path("<slug:slug>/calls/answer/", answer_call, name="desk_answer_call"),
]

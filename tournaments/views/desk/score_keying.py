"""The second pass: everything keyed again into empty cells, then only the differences."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.sentences import Refusal
from tournaments.boards import desk_scores as boards
from tournaments.boards.desk_scores import Grid
from tournaments.desk import keying
from tournaments.views.desk import score_answers as answers
from tournaments.views.desk import score_entries as entries
from tournaments.views.desk.access import DIRECTORS, EVERYBODY, Desk, desk_page
from tournaments.views.desk.score_page import Said, page_data, rows_of
from tournaments.views.numbers import whole
from tournaments.words import spoken


@desk_page("GET", "HEAD", "POST", roles=EVERYBODY)
def again(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """The grid with empty cells; what was keyed first is not shown."""
    grid = _grid(desk, number)
    if request.method != "POST":
        return _page(request, desk, grid, {})
    if request.content_type == "application/json":
        sent = entries.from_json(request.body, desk.event)
        try:
            _key(desk, number, sent)
        except Refusal as refusal:
            return answers.refused(refusal)
        return JsonResponse({"table": sent.plan.table, "ns": sent.plan.ns_mp, "ew": sent.plan.ew_mp})
    said: Said = {}
    done = 0
    for table in entries.typed_tables(request.POST, desk.event):
        try:
            typed = entries.from_form(request.POST, table, desk.event)
            if typed is None:
                raise entries.half_typed(table)
            _key(desk, number, typed)
            done += 1
        except Refusal as refusal:
            said[table] = spoken(refusal.sentence), None
    if said:
        return _page(request, desk, _grid(desk, number), said)
    messages.success(request, ngettext("{n} table keyed.", "{n} tables keyed.", done).format(n=done))
    return redirect("desk_differences", desk.event.slug, number)


def _key(desk: Desk, number: int, sent: entries.SentEntry) -> None:
    keying.key_again(
        event=desk.event,
        round_number=number,
        table=sent.plan.table,
        ns_mp=sent.plan.ns_mp,
        ew_mp=sent.plan.ew_mp,
        by=desk.actor,
    )


def _grid(desk: Desk, number: int) -> Grid:
    grid = boards.grid_of(desk.event, number)
    if grid is None:
        raise Http404
    return grid


def _page(request: HttpRequest, desk: Desk, grid: Grid, said: Said) -> HttpResponse:
    context = {
        "desk": desk,
        "event": desk.event,
        "here": "scores",
        "grid": grid,
        "round": grid.round,
        "rows": rows_of(desk.event, grid, said, request.POST, own={}, again=True),
        "data": page_data(desk.event, grid, own={}, again=True),
        "keyed": sum(table.second is not None for table in grid.tables),
    }
    return render(request, "desk/scores/again.html", context, status=422 if said else 200)


@desk_page("GET", "HEAD", "POST", roles=EVERYBODY)
def differences(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Only the tables whose two keyings differ; one key decides each."""
    refusal: Refusal | None = None
    if request.method == "POST":
        _grid(desk, number)
        table, stands = whole(request.POST.get("table", "")), request.POST.get("stands", "")
        if table is None or stands not in (keying.FIRST, keying.SECOND):
            raise BadRequest("which table, and which keying stands")
        try:
            keying.settle_difference(
                event=desk.event,
                round_number=number,
                table=table,
                stands=stands,
                by=desk.actor,
                confirmed=request.POST.get("confirmed") == "yes",
                override_reason=request.POST.get("override", "").strip()[:300],
                countersigned_by=request.POST.get("countersigned", "").strip()[:150],
            )
            return redirect("desk_differences", desk.event.slug, number)
        except Refusal as found:
            refusal = found
    grid = _grid(desk, number)
    context = {
        "desk": desk,
        "event": desk.event,
        "here": "scores",
        "grid": grid,
        "round": grid.round,
        "said": spoken(refusal.sentence) if refusal else "",
        "asks": answers.asks(refusal) if refusal else None,
        "sent": request.POST,
    }
    return render(request, "desk/scores/differences.html", context, status=422 if refusal else 200)


@desk_page("POST", roles=DIRECTORS, back="desk_scores")
def double_keying(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Have everything keyed twice from now on, or no longer."""
    on = request.POST.get("on") == "yes"
    keying.switch_double_keying(event=desk.event, on=on, by=desk.actor)
    messages.success(request, _("Every result is keyed twice.") if on else _("Every result is keyed once."))
    number = whole(request.POST.get("round", ""))
    if number is not None:
        return redirect("desk_scores_round", desk.event.slug, number)
    return redirect("desk_scores", desk.event.slug)


urls = [
    path("<slug:slug>/scores/<int:number>/again/", again, name="desk_again"),
    path("<slug:slug>/scores/<int:number>/differences/", differences, name="desk_differences"),
    path("<slug:slug>/double-keying/", double_keying, name="desk_double_keying"),
]

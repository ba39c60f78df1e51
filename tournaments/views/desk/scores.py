"""The grid of a round: typed by keyboard, stored row by row while the typing goes on."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotModified, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.sentences import Refusal
from tournaments.boards import desk_scores as boards
from tournaments.boards.sitting import lines_in
from tournaments.boards.table import open_calls
from tournaments.desk import correcting, keying, results, rounds, tables
from tournaments.desk.actions import Answer, verdict
from tournaments.desk.judging import Seen
from tournaments.epoch import epoch
from tournaments.models import Round
from tournaments.templatetags.field import nth
from tournaments.views.desk import score_answers as answers
from tournaments.views.desk import score_entries as entries
from tournaments.views.desk.access import DIRECTORS, EVERYBODY, Desk, desk_page, round_or_404
from tournaments.views.desk.score_page import Said, in_the_way, page_data, rows_of
from tournaments.views.desk.score_table import COMPONENTS, parts_of, sides
from tournaments.views.numbers import whole
from tournaments.words import spoken


@desk_page(roles=EVERYBODY)
def scores(request: HttpRequest, desk: Desk, number: int | None = None) -> HttpResponse:
    """The round that is being played, or any other one published."""
    return _page(request, desk, number)


def _page(
    request: HttpRequest, desk: Desk, number: int | None, said: Said | None = None, status: int = 200
) -> HttpResponse:
    grid = boards.grid_of(desk.event, number)
    if grid is None:
        if number is not None:
            raise Http404
        return render(request, "desk/scores/none.html", _context(desk))
    own = lines_in(desk.event, grid.round.number, desk.actor.user_id)
    context = _context(desk) | {
        "grid": grid,
        "calls": open_calls(desk.event),
        "round": grid.round,
        "rows": rows_of(desk.event, grid, said or {}, request.POST, own=own),
        "hands": list(range(1, desk.event.hands_per_round + 1)),
        "data": page_data(desk.event, grid, own=own),
        "sheet_parts": parts_of(COMPONENTS),
        "sides": sides(),
        "in_the_way": in_the_way(desk.event, grid),
        "can_close": verdict("close", grid.round.state).answer is not Answer.AGAINST,
        "until": correcting.until(desk.event, grid.rounds, grid.phases),
    }
    return render(request, "desk/scores/grid.html", context, status=status)


def _context(desk: Desk) -> dict[str, Any]:
    return {"desk": desk, "event": desk.event, "here": "scores"}


@desk_page("POST", roles=EVERYBODY)
def record(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Store one table sent by the grid (JSON), or every row changed in a plain form."""
    if request.content_type == "application/json":
        try:
            recorded = _record(desk, number, entries.from_json(request.body, desk.event))
        except Refusal as refusal:
            return answers.refused(refusal)
        return answers.stored(desk.event, number, recorded)
    return _record_form(request, desk, number)


def _record(desk: Desk, number: int, sent: entries.SentEntry) -> results.Recorded:
    return results.record(
        event=desk.event,
        round_number=number,
        plan=sent.plan,
        by=desk.actor,
        seen=sent.seen,
        confirmed=sent.confirmed,
        countersigned_by=sent.countersigned_by,
        reason=sent.reason,
        key=sent.key,
    )


def _record_form(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Row by row, so that one refusal keeps nothing else from being stored."""
    said: Said = {}
    done = waiting = 0
    for table in entries.typed_tables(request.POST, desk.event):
        try:
            sent = entries.from_form(request.POST, table, desk.event)
            if sent is None:
                raise entries.half_typed(table)
            waits = bool(_record(desk, number, sent).waits)
            done, waiting = done + (not waits), waiting + waits
        except Refusal as refusal:
            said[table] = spoken(refusal.sentence), answers.asks(refusal)
    if not said:
        told = ngettext("{n} table stored.", "{n} tables stored.", done).format(n=done)
        if done or not waiting:
            messages.success(request, told if done else _("Nothing new was typed."))
        return redirect("desk_scores_round", desk.event.slug, number)
    return _page(request, desk, number, said, status=422)


@desk_page(roles=EVERYBODY)
def state(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """What has changed in the round since a version of the event; 304 where nothing has."""
    tag = f'"{epoch()}-{desk.event.version}"'
    if request.headers.get("If-None-Match") == tag:
        return HttpResponseNotModified(headers={"ETag": tag})
    found = desk.event.rounds.exclude(state=Round.State.DRAWN).filter(number=number).first()
    if found is None:
        raise Http404
    since = whole(request.GET.get("since", ""))
    if not request.headers.get("If-None-Match", tag).startswith(f'"{epoch()}-'):
        since = None  # the page is from before a restore: its versions say nothing of what is here now
    tables = None if since is None else boards.changed_tables(desk.event, number, since)
    own = lines_in(desk.event, number, desk.actor.user_id) if tables != set() else {}
    rows = [] if tables == set() else boards.load_tables(desk.event, found, tables=tables)
    return JsonResponse(
        {
            "version": desk.event.version,
            "round_state": found.state,
            "rows": [answers.row_json(row, own) for row in rows if not row.is_bye],
            **answers.left(boards.progress(found.pk)),
        },
        headers={"ETag": tag},
    )


@desk_page("POST", roles=EVERYBODY)
def swap(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """The totals of a table stand on the wrong lines: exchange them."""
    round_or_404(desk, number)
    if request.content_type == "application/json":
        sent = entries.from_json(request.body, desk.event)
        table, seen, signed = sent.plan.table, sent.seen, sent.countersigned_by
    else:
        table = _number(request, "table")
        seen = Seen(_number(request, "ns"), _number(request, "ew"))
        signed = request.POST.get("countersigned", "")
    try:
        recorded = results.swap_totals(
            event=desk.event,
            round_number=number,
            table=table,
            by=desk.actor,
            seen=seen,
            countersigned_by=signed,
        )
    except Refusal as refusal:
        if request.content_type == "application/json":
            return answers.refused(refusal)
        raise
    if request.content_type == "application/json":
        return answers.stored(desk.event, number, recorded)
    return redirect("desk_table", desk.event.slug, number, table)


@desk_page("POST", roles=EVERYBODY, back="desk_scores")
def take(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """The desk decides for what one of the lines has handed in."""
    round_or_404(desk, number)
    in_json = request.content_type == "application/json"
    if in_json:
        sent = entries.from_json(request.body, desk.event)
        table, proposal = sent.plan.table, sent.proposal
    else:
        table, proposal = _number(request, "table"), _number(request, "proposal")
    if not desk.event.results.filter(pk=proposal).exists():
        raise Http404
    try:
        recorded = tables.take_proposal(
            event=desk.event, round_number=number, table=table, seen=proposal, by=desk.actor
        )
    except Refusal as refusal:
        if in_json:
            return answers.refused(refusal)
        raise
    if in_json:
        return answers.stored(desk.event, number, recorded)
    return redirect("desk_scores_round", desk.event.slug, number)


def _number(request: HttpRequest, name: str) -> int:
    value = request.POST.get(name, "")
    size = whole(value.removeprefix("-"))
    if size is None:
        raise Http404
    return -size if value.startswith("-") else size


@desk_page("POST", roles=DIRECTORS, back="desk_scores")
def close_round(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """All tables are in: the round is over."""
    keying.refuse_open_differences(desk.event, number, confirmed=request.POST.get("confirmed") == "yes")
    rounds.close_round(event=desk.event, number=number, by=desk.actor)
    messages.success(request, _("The {n} round is closed.").format(n=nth(number)))
    return redirect("desk_scores_round", desk.event.slug, number)


urls = [
    path("<slug:slug>/scores/", scores, name="desk_scores"),
    path("<slug:slug>/scores/<int:number>/", scores, name="desk_scores_round"),
    path("<slug:slug>/scores/<int:number>/record/", record, name="desk_record"),
    path("<slug:slug>/scores/<int:number>/state/", state, name="desk_scores_state"),
    path("<slug:slug>/scores/<int:number>/swap/", swap, name="desk_swap"),
    path("<slug:slug>/scores/<int:number>/take/", take, name="desk_take"),
    path("<slug:slug>/scores/<int:number>/close/", close_round, name="desk_close_round"),
]

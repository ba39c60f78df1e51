"""Seating a round: draw, look, ask why, swap by hand, take back, publish."""

from __future__ import annotations

import secrets
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from scoring.sentences import Refusal, gettext_noop, say
from tournaments.boards.desk_notes import named
from tournaments.boards.desk_seats import DeskSeats, Preview, computed_lines, load_seats, preview
from tournaments.desk import drawing, seating
from tournaments.desk.change import DeskRefusal, NeedsConfirmationError
from tournaments.desk.outlook import Outlook, outlook
from tournaments.desk.rounds import draw_next_round, publish_round, redraw_round, undo_draw
from tournaments.models import Line, Round
from tournaments.movements.byes import Rest
from tournaments.movements.danish import Note, Why
from tournaments.views.desk.access import DIRECTORS, EVERYBODY, Desk, desk_page, round_or_404
from tournaments.views.numbers import MOST, whole

ALREADY_THERE = frozenset({"draw_open", "already_drawn"})
MOST_SEED = 2**63 - 1  # another bound than that of a number of a pair or a round


@desk_page(roles=EVERYBODY)
def seats(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The round that is drawn and not published; else the next one to draw; else the last."""
    loaded = load_seats(desk.event)
    last = loaded.last
    coming = outlook(desk.event, loaded.facts, loaded.phases)
    if last is not None and (last.state == Round.State.DRAWN or coming.is_over):
        return _show_round(request, desk, loaded, last.number)
    return _show_draw(request, desk, loaded, coming)


@desk_page(roles=EVERYBODY)
def seats_round(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """The seats of one round."""
    return _show_round(request, desk, load_seats(desk.event), number)


def _show_draw(request: HttpRequest, desk: Desk, loaded: DeskSeats, coming: Outlook) -> HttpResponse:
    context = {
        "seats": loaded,
        "coming": coming,
        "seed": desk.event.seed + coming.number if desk.event.seed else secrets.randbelow(900_000) + 100_000,
        "resting": loaded.names.of(coming.rests, coming.number) if coming.rests else None,
        "rest_reason": named(coming.rest_reason, loaded.names, coming.number) if coming.rest_reason else None,
        "unseen": [loaded.names.of(number) for number in coming.unseen],
    }
    return _page(request, desk, "desk/seats/draw.html", context)


def _show_round(request: HttpRequest, desk: Desk, loaded: DeskSeats, number: int) -> HttpResponse:
    context = {"seats": loaded, "board": _preview(loaded, number), "open_table": request.GET.get("table", "")}
    context["seats_mark"] = loaded.facts.seats_mark(number)
    context["phase"] = (
        drawing.place_of(number, loaded.phases).position if _is_planned(loaded, number) else None
    )
    return _page(request, desk, "desk/seats/round.html", context)


def _page(request: HttpRequest, desk: Desk, template: str, context: dict[str, Any]) -> HttpResponse:
    return render(request, template, {"desk": desk, "event": desk.event, "here": "seats", **context})


def _is_planned(loaded: DeskSeats, number: int) -> bool:
    return number <= sum(phase.rounds for phase in loaded.phases)


def _preview(loaded: DeskSeats, number: int) -> Preview:
    if number not in loaded.rounds:
        raise Http404
    notes: tuple[Note, ...] = ()
    if _is_planned(loaded, number):
        why = loaded.rounds[number].why
        notes = seating.notes_on(
            loaded.event, loaded.facts, number, phases=loaded.phases, apart=why.get("apart")
        )
    return preview(loaded, number, notes)


@desk_page("POST", back="desk_seats")
def draw(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Draw the next round; the second of two clicks is shown what the first has drawn."""
    number = _number(request, "number")
    order = request.POST.get("order", "")
    try:
        found = draw_next_round(
            event=desk.event,
            by=desk.actor,
            seed=_number(request, "seed", MOST_SEED),
            order=order if order in {drawing.ENTRY_ORDER, drawing.RANDOM, drawing.BY_HAND} else "",
            apart=_apart(request),
            number=number,
            confirmed="confirmed" in request.POST,
        )
    except DeskRefusal as refusal:
        there = number is not None and desk.event.rounds.filter(number=number).exists()
        if refusal.code not in ALREADY_THERE or not there:
            raise
        messages.info(request, _("The round had been drawn already: here it is."))
        return redirect("desk_seats_round", desk.event.slug, number or 0)
    if order == drawing.BY_HAND:
        return redirect("desk_swap_seats", desk.event.slug, found.number)
    return redirect("desk_seats_round", desk.event.slug, found.number)


def _apart(request: HttpRequest) -> bool | None:
    """What the box for club-mates says, where the page had one."""
    return "apart" in request.POST if "apart_asked" in request.POST else None


def _number(request: HttpRequest, name: str, most: int = MOST) -> int | None:
    text = request.POST.get(name, "").strip()
    if not text:
        return None
    number = whole(text, most)
    if number is None:
        text = gettext_noop("The number of the draw is made of digits only: type another one.")
        raise DeskRefusal("not_a_number", say(text))
    return number


@desk_page("POST", back="desk_seats")
def undo(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Take a draw back that nobody has seen."""
    undo_draw(event=desk.event, number=number, by=desk.actor)
    messages.success(request, _("The draw is undone. What it was stays in the journal."))
    return redirect("desk_seats", desk.event.slug)


@desk_page("POST", back="desk_seats")
def redraw(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Undo and draw again in one; the lot is cast anew."""
    redraw_round(event=desk.event, number=number, by=desk.actor)
    messages.success(request, _("Drawn again. The seats of before stay in the journal."))
    return redirect("desk_seats_round", desk.event.slug, number)


@desk_page("POST", back="desk_seats")
def publish(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Publish; where there is something to know first, ask once."""
    if "confirmed" not in request.POST:
        board = _preview(load_seats(desk.event), number)
        if board.is_draft and board.has_doubts:
            raise NeedsConfirmationError("publish_with_doubts", board.question)
    seen = request.POST.get("seats", "")[:16]
    publish_round(event=desk.event, number=number, by=desk.actor, seats_seen=seen)
    messages.success(request, _("The seats are published: the players see them now."))
    return redirect("desk_seats_round", desk.event.slug, number)


@desk_page(roles=EVERYBODY)
def why(request: HttpRequest, desk: Desk, number: int, table: int) -> HttpResponse:
    """Why these two meet at this table: in the row that was opened, or as a page of its own."""
    loaded = load_seats(desk.event)
    board = _preview(loaded, number)
    row = next((row for row in board.rows if row.table == table), None)
    if row is None:
        raise Http404
    found = loaded.rounds[number]
    place = drawing.place_of(number, loaded.phases) if _is_planned(loaded, number) else None
    answer = drawing.why_at(loaded.facts, place.position, found.why, table) if place else None
    context: dict[str, Any] = {"board": board, "row": row, "place": place, "found": found, "seats": loaded}
    if isinstance(answer, Why):
        context["why"] = answer
        context["sentence"] = named(answer.sentence, loaded.names, number)
        context["sides"] = named(answer.sides, loaded.names, number)
        context["skipped"] = _skipped(loaded, answer.skipped, number)
    elif isinstance(answer, Rest):
        context["sentence"] = named(answer.reason, loaded.names, number)
        context["skipped"] = _skipped(loaded, answer.skipped, number)
    context["computed"] = computed_lines(loaded, number, table) if row.by_hand else []
    context["notes"] = [note for note in board.notes if note.table == table]
    template = "desk/seats/parts/why.html" if getattr(request, "htmx", False) else "desk/seats/why.html"
    return _page(request, desk, template, context)


def _skipped(loaded: DeskSeats, skipped: Any, number: int) -> list[dict[str, Any]]:
    return [
        {"place": one.place, "name": loaded.names.of(one.entry, number), "reason": one.reason}
        for one in skipped
    ]


@desk_page("GET", "HEAD", "POST", roles=DIRECTORS, back="desk_seats")
def swap(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Choose two; see what that breaks; confirm with a note."""
    round_or_404(desk, number)
    if request.method == "POST":
        return _swap(request, desk, number)
    loaded = load_seats(desk.event)
    board = _preview(loaded, number)
    context: dict[str, Any] = {"seats": loaded, "board": board, "chosen": []}
    chosen = [pair for text in request.GET.getlist("pair") if (pair := whole(text)) is not None]
    context["chosen"] = chosen
    if chosen:
        try:
            context |= _effect(loaded, board, chosen)
        except Refusal as refusal:
            context["refusal"] = refusal.sentence
    return _page(request, desk, "desk/seats/swap.html", context)


def _effect(loaded: DeskSeats, board: Preview, chosen: list[int]) -> dict[str, Any]:
    if len(chosen) != 2:
        text = gettext_noop("Choose two pairs: the ones that change seats.")
        raise DeskRefusal("choose_two", say(text))
    number, (first, second) = board.round.number, chosen
    effect = seating.effect_of_swap(
        loaded.event, loaded.facts, number, first, second, why=board.round.why, phases=loaded.phases
    )
    at = _where(loaded, number)
    return {
        "effect": effect,
        "breaks": [(note, named(note.sentence, loaded.names, number)) for note in effect.breaks],
        "mends": [(note, named(note.sentence, loaded.names, number)) for note in effect.mends],
        "moves": [
            {"name": loaded.names.of(n, number), "table": at[other][0], "line": at[other][1], "seen": at[n]}
            for n, other in ((first, second), (second, first))
        ],
    }


def _where(loaded: DeskSeats, number: int) -> dict[int, tuple[int, str]]:
    return {
        entry: (match.table, line)
        for match in loaded.facts.matches_of(number)
        for line, seated in ((Line.NS.value, match.ns), (Line.EW.value, match.ew))
        for entry in seated
    }


def _swap(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    first, second = _number(request, "first"), _number(request, "second")
    if first is None or second is None:
        text = gettext_noop("Choose two pairs: the ones that change seats.")
        raise DeskRefusal("choose_two", say(text))
    seating.swap(
        event=desk.event,
        round_number=number,
        first=first,
        second=second,
        reason=request.POST.get("reason", "").strip()[:300],
        seen=(_at(request, "first_at"), _at(request, "second_at")),
        by=desk.actor,
    )
    messages.success(request, _("Swapped. The rows changed by hand are marked."))
    return redirect("desk_seats_round", desk.event.slug, number)


def _at(request: HttpRequest, name: str) -> tuple[int, str]:
    table, _space, line = request.POST.get(name, "").partition(" ")
    return (whole(table) or 0, line)


urls = [
    path("<slug:slug>/seats/", seats, name="desk_seats"),
    path("<slug:slug>/seats/draw/", draw, name="desk_draw"),
    path("<slug:slug>/seats/<int:number>/", seats_round, name="desk_seats_round"),
    path("<slug:slug>/seats/<int:number>/undo/", undo, name="desk_undo_draw"),
    path("<slug:slug>/seats/<int:number>/redraw/", redraw, name="desk_redraw"),
    path("<slug:slug>/seats/<int:number>/swap/", swap, name="desk_swap_seats"),
    path("<slug:slug>/seats/<int:number>/publish/", publish, name="desk_publish_round"),
    path("<slug:slug>/seats/<int:number>/why/<int:table>/", why, name="desk_why"),
]

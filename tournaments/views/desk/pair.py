"""One pair: names, club, line and number, a player replaced, the pair gone or struck off."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _

from scoring.sentences import gettext_noop, say
from tournaments import names
from tournaments.boards import desk_people
from tournaments.boards.desk_pair import pair_desk
from tournaments.boards.names import shown
from tournaments.desk.change import DeskRefusal
from tournaments.desk.entries import edit_entry, remove_entry, renumber
from tournaments.desk.rulings import awards_of, withdraw
from tournaments.desk.substitutions import substitute
from tournaments.models import Line
from tournaments.views.desk.access import EVERYBODY, Desk, desk_page
from tournaments.views.desk.typed_pair import TypedPerson
from tournaments.views.numbers import whole


@desk_page("GET", "HEAD", roles=EVERYBODY)
def pair(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """The page of a pair."""
    return _page(request, desk, number)


def _page(
    request: HttpRequest,
    desk: Desk,
    number: int,
    *,
    typed: TypedPerson | None = None,
    position: int = 1,
    status: int = 200,
) -> HttpResponse:
    board = pair_desk(desk.event, number)
    if board is None:
        raise Http404
    context = {
        "desk": desk,
        "event": desk.event,
        "board": board,
        "awards": awards_of(desk.event),
        "typed": typed or TypedPerson(1),
        "position": position,
        "clubs": desk_people.club_names(),
        "here": "entries",
    }
    return render(request, "desk/entries/pair.html", context, status=status)


@desk_page("POST")
def edit(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Club and line."""
    line = request.POST.get("line", "")
    club = names.tidy(request.POST.get("club", ""))[:120]
    edit_entry(
        event=desk.event,
        number=number,
        club_name=club,
        line=line if line in Line.values else "",
        by=desk.actor,
    )
    messages.success(request, _("Stored."))
    return redirect("desk_pair", desk.event.slug, number)


@desk_page("POST")
def give_number(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Another number, before the first draw."""
    _there(desk, number)
    to = _whole(request.POST.get("to", ""))
    renumber(event=desk.event, number=number, to=to, by=desk.actor)
    messages.success(request, _("The pair now has number %(number)s.") % {"number": to})
    return redirect("desk_pair", desk.event.slug, to)


@desk_page("POST")
def remove(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """Off the list, before the first draw; asked first."""
    if request.POST.get("confirmed") != "yes":
        board = pair_desk(desk.event, number)
        if board is None:
            raise Http404
        context = {"desk": desk, "event": desk.event, "board": board, "here": "entries"}
        return render(request, "desk/entries/remove.html", context, status=409)
    remove_entry(event=desk.event, number=number, by=desk.actor)
    messages.success(request, _("Pair %(number)s is struck off the list.") % {"number": number})
    return redirect("desk_entries", desk.event.slug)


@desk_page("POST")
def replace_player(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """A substitute, from the next match on."""
    _there(desk, number)
    typed = TypedPerson.read(request.POST, 1)
    position = _whole(request.POST.get("position", ""))
    if not typed.name:
        raise DeskRefusal("no_name", say(gettext_noop("Type a surname and a first name.")))
    typed.ask(desk.event)
    if typed.in_question:
        return _page(request, desk, number, typed=typed, position=position, status=422)
    member = substitute(
        event=desk.event,
        number=number,
        position=position,
        person=typed.plan(desk.event),
        reason=request.POST.get("reason", "").strip()[:300],
        by=desk.actor,
    )
    messages.success(
        request,
        _("%(name)s sits in pair %(number)s from round %(round)s.")
        % {"name": shown(member.player.full_name), "number": number, "round": member.from_round},
    )
    return redirect("desk_pair", desk.event.slug, number)


@desk_page("POST")
def leave(request: HttpRequest, desk: Desk, number: int) -> HttpResponse:
    """The pair leaves the event; justified or not."""
    board = pair_desk(desk.event, number)
    if board is None:
        raise Http404
    reason = request.POST.get("reason", "").strip()[:300]
    justified = request.POST.get("justified", "")
    if justified not in ("yes", "no"):
        raise DeskRefusal(
            "justified_or_not",
            say(gettext_noop("Say whether the pair leaves with a good reason or without.")),
        )
    if not board.rounds:
        raise DeskRefusal(
            "not_begun", say(gettext_noop("Nothing is drawn yet: strike the pair off, or mark it absent."))
        )
    withdraw(
        event=desk.event,
        number=number,
        round_number=board.leaves_in,
        justified=justified == "yes",
        reason=reason,
        by=desk.actor,
    )
    messages.success(request, _("Pair %(number)s has left the event.") % {"number": number})
    return redirect("desk_pair", desk.event.slug, number)


def _there(desk: Desk, number: int) -> None:
    """The pair in the address is one of the event's."""
    if not desk.event.entries.filter(number=number).exists():
        raise Http404


def _whole(text: str) -> int:
    return whole(text.strip()) or 0


urls = [
    path("<slug:slug>/entries/<int:number>/", pair, name="desk_pair"),
    path("<slug:slug>/entries/<int:number>/edit/", edit, name="desk_pair_edit"),
    path("<slug:slug>/entries/<int:number>/number/", give_number, name="desk_pair_number"),
    path("<slug:slug>/entries/<int:number>/remove/", remove, name="desk_pair_remove"),
    path("<slug:slug>/entries/<int:number>/substitute/", replace_player, name="desk_pair_substitute"),
    path("<slug:slug>/entries/<int:number>/leave/", leave, name="desk_pair_leave"),
]

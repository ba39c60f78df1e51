"""The list of pairs: check-in, adding a pair, who waits for a partner."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import path, reverse
from django.utils.translation import gettext as _

from scoring.sentences import gettext_noop, say
from tournaments.boards import desk_people
from tournaments.boards.desk_entries import ABSENT, HERE, UNKNOWN, counts_of, entry_board, presence_of
from tournaments.boards.names import shown
from tournaments.desk.change import DeskRefusal
from tournaments.desk.entries import EntryPlan, enter
from tournaments.desk.presence import check_in, join, set_paid, stop_waiting, wait_for_partner
from tournaments.desk.substitutions import enter_late
from tournaments.models import Entry
from tournaments.views.desk.access import EVERYBODY, Desk, desk_page
from tournaments.views.desk.typed_pair import TypedPair, TypedPerson
from tournaments.views.numbers import MOST_ID, whole

PAID, UNPAID = "paid", "unpaid"


@desk_page("GET", "HEAD", roles=EVERYBODY)
def entries(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The list with its check-in."""
    context = {"desk": desk, "event": desk.event, "board": entry_board(desk.event), "here": "entries"}
    return render(request, "desk/entries/list.html", context)


@desk_page("POST", back="desk_entries")
def mark(request: HttpRequest, desk: Desk) -> HttpResponse:
    """One key of the check-in: ``mark`` is "7:here", "7:absent", "7:unknown", "7:paid" or "7:unpaid"."""
    typed, _colon, target = request.POST.get("mark", "").partition(":")
    number = whole(typed)
    if number is None:
        raise DeskRefusal("no_pair_named", say(gettext_noop("Choose a pair of the list.")))
    if target in (PAID, UNPAID):
        entry = set_paid(event=desk.event, number=number, paid=target == PAID, by=desk.actor)
    elif target in (HERE, ABSENT, UNKNOWN):
        entry = check_in(event=desk.event, number=number, presence=target, by=desk.actor)
    else:
        raise DeskRefusal("unknown_mark", say(gettext_noop("A pair is here, absent or not seen yet.")))
    if request.accepts("application/json") and not request.accepts("text/html"):
        told = {
            "presence": presence_of(entry.state, entry.checked_in),
            "paid": entry.paid,
            "counts": render_to_string(
                "desk/entries/counts.html", {"counts": counts_of(desk.event)}, request
            ),
        }
        return JsonResponse(told)
    return redirect(f"{reverse('desk_entries', args=[desk.event.slug])}#p{number}")


@desk_page("GET", "HEAD", "POST")
def add_pair(request: HttpRequest, desk: Desk) -> HttpResponse:
    """A pair typed by hand. What may be a slip, or somebody else of the same name, is asked first."""
    typed = TypedPair.read(request.POST)
    if request.method != "POST":
        return _pair_form(request, desk, typed)
    typed.look_up(desk.event)
    if typed.problem or typed.has_questions:
        return _pair_form(request, desk, typed, status=422)
    entry = _enter(desk, typed.plan(desk.event))
    names = " – ".join(person.name for person in typed.people)
    messages.success(
        request, _("Pair %(number)s: %(names)s.") % {"number": entry.number, "names": shown(names)}
    )
    return redirect("desk_add_pair", desk.event.slug)


def _enter(desk: Desk, plan: EntryPlan) -> Entry:
    """On the list; while round 1 is played, at the incomplete table."""
    if desk.event.rounds.exists():
        return enter_late(event=desk.event, plan=plan, by=desk.actor)
    return enter(event=desk.event, plans=[plan], by=desk.actor)[0]


def _pair_form(request: HttpRequest, desk: Desk, typed: TypedPair, *, status: int = 200) -> HttpResponse:
    board = entry_board(desk.event)
    context = {
        "desk": desk,
        "event": desk.event,
        "typed": typed,
        "board": board,
        "latest": board.rows[:-6:-1],
        "clubs": desk_people.club_names(),
        "here": "entries",
    }
    return render(request, "desk/entries/add.html", context, status=status)


@desk_page("GET", "HEAD")
def find_player(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What a name being typed may become, for the list under the field."""
    text = next((request.GET[name] for name in ("name1", "name2", "q") if name in request.GET), "")
    found = desk_people.search_players(desk.event, text[:80])
    list_id = request.GET.get("list", "")[:10]
    return render(request, "desk/entries/found.html", {"found": found, "list": list_id, "typed": text})


@desk_page("GET", "HEAD")
def partner(request: HttpRequest, desk: Desk) -> HttpResponse:
    """The usual partner of a chosen player, to be proposed."""
    player = whole(request.GET.get("player", ""), MOST_ID)
    found = None
    if player is not None:
        found = desk_people.usual_partner(desk.event, player)
    if found is None:
        return JsonResponse({})
    known, times = found
    return JsonResponse({"player": known.pk, "name": known.name, "times": times})


@desk_page("GET", "HEAD", "POST", back="desk_waiting")
def waiting(request: HttpRequest, desk: Desk) -> HttpResponse:
    """Players without a partner: one more, two made a pair, one struck off."""
    typed = TypedPerson.read(request.POST, 1)
    if request.method == "POST":
        if "remove" not in request.POST and "join" not in request.POST:
            typed.ask(desk.event)
        if not typed.in_question:
            _change_waiting(request, desk, typed)
            return redirect("desk_waiting", desk.event.slug)
    context = {
        "desk": desk,
        "event": desk.event,
        "board": entry_board(desk.event),
        "typed": typed,
        "here": "entries",
    }
    return render(request, "desk/entries/waiting.html", context, status=422 if typed.in_question else 200)


def _change_waiting(request: HttpRequest, desk: Desk, typed: TypedPerson) -> None:
    if "remove" in request.POST:
        stop_waiting(event=desk.event, waiting_id=_id(request.POST["remove"]), by=desk.actor)
        messages.success(request, _("Struck off the list."))
    elif "join" in request.POST:
        chosen = request.POST.getlist("who")
        if len(chosen) != 2:
            raise DeskRefusal(
                "joined_with_oneself", say(gettext_noop("Choose two different people to make a pair of."))
            )
        entry = join(event=desk.event, first_id=_id(chosen[0]), second_id=_id(chosen[1]), by=desk.actor)
        messages.success(request, _("Pair %(number)s is made and marked as here.") % {"number": entry.number})
    else:
        if not typed.name:
            raise DeskRefusal("no_name", say(gettext_noop("Type a surname and a first name.")))
        wait_for_partner(
            event=desk.event, person=typed.plan(desk.event), club_name=desk.event.club.name, by=desk.actor
        )
        messages.success(request, _("%(name)s waits for a partner.") % {"name": shown(typed.name)})


def _id(text: str) -> int:
    return whole(text, MOST_ID) or 0


urls = [
    path("<slug:slug>/entries/", entries, name="desk_entries"),
    path("<slug:slug>/entries/check-in/", mark, name="desk_check_in"),
    path("<slug:slug>/entries/add/", add_pair, name="desk_add_pair"),
    path("<slug:slug>/entries/find/", find_player, name="desk_find_player"),
    path("<slug:slug>/entries/partner/", partner, name="desk_partner"),
    path("<slug:slug>/entries/waiting/", waiting, name="desk_waiting"),
]

"""A player's own data: shown, handed over as a file, and erased once the name has been typed."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.sentences import Refusal
from tournaments.boards.person import everything_about
from tournaments.desk.privacy import erase_player
from tournaments.models import Player
from tournaments.views.desk.people import People, people_page
from tournaments.words import spoken


@people_page("GET", "HEAD")
def player_data(request: HttpRequest, people: People, pk: int) -> HttpResponse:
    """Everything that is kept about a player, to read and to print."""
    found = _found(people, pk)
    told = everything_about(found)
    for evening in told["evenings"]:
        evening["day"] = date.fromisoformat(evening["date"])
    context = {"player": found, "told": told, "here": "players"}
    return render(request, "desk/people/data.html", context)


@people_page("GET", "HEAD")
def player_data_file(request: HttpRequest, people: People, pk: int) -> HttpResponse:
    """The same as JSON, to hand over."""
    told = json.dumps(everything_about(_found(people, pk)), ensure_ascii=False, indent=2)
    answer = HttpResponse(told + "\n", content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{pk}.json"'
    return answer


@people_page("GET", "HEAD", "POST")
def erase(request: HttpRequest, people: People, pk: int) -> HttpResponse:
    """The question, with what goes and what stays; done once the name has been typed."""
    found = _found(people, pk)
    context: dict[str, Any] = {"player": found, "here": "players"}
    if request.method != "POST":
        return render(request, "desk/people/erase.html", context)
    try:
        done = erase_player(player_id=pk, typed=request.POST.get("typed", "")[:200], by=people.actor)
    except Refusal as refusal:
        context["problem"] = spoken(refusal.sentence)
        return render(request, "desk/people/erase.html", context, status=422)
    told = ngettext(
        "Erased. In %(events)d evening the name is now “%(label)s”.",
        "Erased. In %(events)d evenings the name is now “%(label)s”.",
        len(done.events),
    )
    messages.success(
        request, told % {"events": len(done.events), "label": done.label} if done.events else _("Erased.")
    )
    return redirect("desk_players")


def _found(people: People, pk: int) -> Player:
    found = people.players.select_related("club").filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


urls = [
    path("players/<int:pk>/data/", player_data, name="desk_player_data"),
    path("players/<int:pk>/data.json", player_data_file, name="desk_player_data_file"),
    path("players/<int:pk>/erase/", erase, name="desk_player_erase"),
]

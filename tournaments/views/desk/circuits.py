"""Circuits at the desk: what they are made of, and counting them again."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.boards.circuits import circuit_board
from tournaments.desk.circuits import (
    MOST_TIMES,
    CircuitPlan,
    ask_recount,
    edit_circuit,
    make_circuit,
    remove_stage,
    set_stage,
)
from tournaments.models import Circuit, Club, Event
from tournaments.views.desk.people import People, people_page
from tournaments.views.numbers import whole

LATEST = 200


class CircuitForm(forms.Form):
    """What is decided about a circuit."""

    name = forms.CharField(label=gettext_lazy("Name"), max_length=140)
    season = forms.CharField(label=gettext_lazy("Season"), max_length=9)
    best_of = forms.IntegerField(
        label=gettext_lazy("Only the best results count"),
        min_value=1,
        max_value=400,
        required=False,
        help_text=gettext_lazy("How many of each player’s; empty: all of them."),
    )
    minimum_attendances = forms.IntegerField(
        label=gettext_lazy("Minimum attendances"),
        min_value=0,
        max_value=400,
        required=False,
        help_text=gettext_lazy("Who came less often is listed without a place."),
    )

    def plan(self) -> CircuitPlan:
        told = self.cleaned_data
        return CircuitPlan(
            told["name"], told["season"], told["best_of"] or None, told["minimum_attendances"] or 0
        )


class NewCircuitForm(CircuitForm):
    club = forms.ModelChoiceField(label=gettext_lazy("Club"), queryset=Club.objects.none(), empty_label=None)

    def __init__(self, *args: Any, people: People, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club = self.fields["club"]
        if isinstance(club, forms.ModelChoiceField):
            club.queryset = people.clubs.order_by("name")


@people_page("GET", "HEAD", "POST")
def circuits(request: HttpRequest, people: People) -> HttpResponse:
    """The circuits of the clubs this account directs, and a new one."""
    first = {"season": str(timezone.localdate().year), "minimum_attendances": 0}
    form = NewCircuitForm(request.POST or None, initial=first, people=people)
    if request.method == "POST" and form.is_valid():
        made = make_circuit(club=form.cleaned_data["club"], plan=form.plan())
        return redirect("desk_circuit", made.slug)
    listed = Circuit.objects.filter(club__in=people.clubs).select_related("club")
    context = {"circuits": listed, "form": form, "here": "circuits"}
    return render(request, "desk/circuits/circuits.html", context, status=422 if form.errors else 200)


@people_page("GET", "HEAD", "POST")
def circuit(request: HttpRequest, people: People, circuit: str) -> HttpResponse:
    """One circuit: what was decided, its stages, and the ranking as last counted."""
    found = Circuit.objects.select_related("club").filter(slug=circuit, club__in=people.clubs).first()
    if found is None:
        raise Http404
    first = {name: getattr(found, name) for name in ("name", "season", "best_of", "minimum_attendances")}
    decides = request.method == "POST" and "name" in request.POST
    form = CircuitForm(request.POST if decides else None, initial=first)
    if decides and form.is_valid():
        edit_circuit(circuit=found, plan=form.plan(), by=people.actor)
        messages.success(request, _("Stored."))
        return redirect("desk_circuit", found.slug)
    if request.method == "POST" and not decides:
        return _stages(request, people, found)
    board = circuit_board(found)
    theirs = Event.objects.filter(club__in=people.clubs).exclude(stages__circuit=found)
    context = {
        "board": board,
        "circuit": found,
        "form": form,
        "events": theirs.order_by("-date", "-pk")[:LATEST],
        "times": range(1, MOST_TIMES + 1),
        "here": "circuits",
    }
    return render(request, "desk/circuits/circuit.html", context, status=422 if form.errors else 200)


def _stages(request: HttpRequest, people: People, found: Circuit) -> HttpResponse:
    """A stage added, changed or taken out, or everything counted again."""
    if "recount" in request.POST:
        return redirect("desk_job", ask_recount(circuit=found, by=people.actor).pk)
    event = Event.objects.filter(slug=request.POST.get("event", ""), club__in=people.clubs).first()
    if event is None:
        raise Http404
    if "remove" in request.POST:
        remove_stage(circuit=found, event=event, by=people.actor)
    else:
        factor = whole(request.POST.get("factor", "1")) or 1
        annulled = request.POST.get("annulled") == "yes"
        set_stage(circuit=found, event=event, factor=factor, annulled=annulled, by=people.actor)
    messages.success(request, _("Stored."))
    return redirect("desk_circuit", found.slug)


urls = [
    path("circuits/", circuits, name="desk_circuits"),
    path("circuits/<slug:circuit>/", circuit, name="desk_circuit"),
]

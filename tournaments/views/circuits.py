"""Circuits for whoever is curious: stages that are over, and the ranking as last counted. No sign-in."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import path
from django.views.decorators.http import require_safe

from tournaments.boards.circuits import circuit_board
from tournaments.models import Circuit


@require_safe
def circuits(request: HttpRequest) -> HttpResponse:
    """All circuits, the latest season first."""
    return render(
        request, "players/circuits.html", {"circuits": Circuit.objects.select_related("club")[:300]}
    )


@require_safe
def circuit(request: HttpRequest, circuit: str) -> HttpResponse:
    """The ranking of a season, with what each stage gave; in grey what does not count."""
    found = get_object_or_404(Circuit.objects.select_related("club"), slug=circuit)
    return render(request, "players/circuit.html", {"board": circuit_board(found), "circuit": found})


urls = [
    path("circuits/", circuits, name="circuits"),
    path("circuits/<slug:circuit>/", circuit, name="circuit"),
]

"""The addresses of the desk, one list for each part of an evening."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from tournaments.views.desk import (
    entries,
    finish,
    lists,
    overview,
    pair,
    prints,
    rulings,
    score_corrections,
    score_keying,
    score_table,
    scores,
    seats,
    settings,
)


def _soon(_request: HttpRequest, **_kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


urlpatterns = [
    *settings.urls,
    path("clubs/", _soon, name="desk_clubs"),
    path("players/", _soon, name="desk_players"),
    path("players/<int:pk>/", _soon, name="desk_player"),
    *overview.urls,
    *entries.urls,
    *pair.urls,
    *lists.urls,
    *seats.urls,
    *prints.urls,
    *scores.urls,
    *score_table.urls,
    *score_corrections.urls,
    *score_keying.urls,
    *rulings.urls,
    *finish.urls,
]

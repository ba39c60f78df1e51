"""The addresses of the desk, one list for each part of an evening."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from tournaments.views.desk import entries, overview, pair, prints, seats, settings


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
    path("<slug:slug>/entries/list/", _soon, name="desk_import_list"),
    *seats.urls,
    *prints.urls,
    path("<slug:slug>/scores/", _soon, name="desk_scores"),
    path("<slug:slug>/scores/<int:number>/", _soon, name="desk_scores_round"),
    path("<slug:slug>/standings/", _soon, name="desk_standings"),
]

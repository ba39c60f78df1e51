"""The addresses of the desk, one list for each part of an evening."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from tournaments.views.desk import overview, settings


def _soon(_request: HttpRequest, **_kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


urlpatterns = [
    *settings.urls,
    path("clubs/", _soon, name="desk_clubs"),
    path("players/", _soon, name="desk_players"),
    *overview.urls,
    path("<slug:slug>/entries/", _soon, name="desk_entries"),
    path("<slug:slug>/seats/", _soon, name="desk_seats"),
    path("<slug:slug>/seats/<int:number>/", _soon, name="desk_seats_round"),
    path("<slug:slug>/scores/", _soon, name="desk_scores"),
    path("<slug:slug>/scores/<int:number>/", _soon, name="desk_scores_round"),
    path("<slug:slug>/standings/", _soon, name="desk_standings"),
]

"""The addresses of the desk, one list for each part of an evening."""

from django.http import HttpRequest, HttpResponse
from django.urls import path


def _soon(_request: HttpRequest, **_kwargs: object) -> HttpResponse:
    return HttpResponse(status=501)


urlpatterns = [
    path("", _soon, name="desk"),
    path("<slug:slug>/", _soon, name="desk_event"),
    path("<slug:slug>/entries/", _soon, name="desk_entries"),
    path("<slug:slug>/seats/", _soon, name="desk_seats"),
    path("<slug:slug>/scores/", _soon, name="desk_scores"),
    path("<slug:slug>/standings/", _soon, name="desk_standings"),
    path("<slug:slug>/journal/", _soon, name="desk_journal"),
]

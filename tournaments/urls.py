"""The addresses of the program."""

from django.urls import include, path
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from django.views.i18n import set_language

from tournaments.views import (
    accounts,
    circuits,
    counter,
    director,
    finding,
    hall,
    health,
    invitation,
    live,
    pictures,
    players,
    table,
    workbooks,
)

urlpatterns = [
    path("", players.events, name="events"),
    path("desk/", include("tournaments.urls_desk")),
    path("api/v1/", include("tournaments.urls_api")),
    path("load/", director.load_event, name="load_event"),
    path("sign-in/", accounts.sign_in, name="sign_in"),
    path("sign-out/", accounts.sign_out, name="sign_out"),
    path("welcome/<str:token>/", accounts.welcome, name="welcome"),
    # The switch stands on pages kept for everybody, which cannot hold a token of one visitor; all it
    # can do is choose a language.
    path("language/", csrf_exempt(require_POST(set_language)), name="set_language"),
    path("favicon.ico", players.favicon, name="favicon"),
    path("e/<slug:slug>/", players.event, name="event"),
    path("e/<slug:slug>/standings/", players.standings, name="standings"),
    path("e/<slug:slug>/standings/<int:number>/", players.standings, name="standings_after"),
    path(
        "e/<slug:slug>/standings/<int:number>/picture.png",
        pictures.standings_picture,
        name="standings_picture",
    ),
    path("e/<slug:slug>/seats/", players.seats, name="seats_now"),
    path("e/<slug:slug>/seats/<int:number>/", players.seats, name="seats"),
    path("e/<slug:slug>/results/", players.results, name="results_now"),
    path("e/<slug:slug>/results/<int:number>/", players.results, name="results"),
    path("e/<slug:slug>/pairs/", players.pairs, name="pairs"),
    path("e/<slug:slug>/pairs/mine/", players.my_pair, name="my_pair"),
    path("e/<slug:slug>/pairs/<int:number>/", players.pair, name="pair"),
    path("e/<slug:slug>/workbook/", workbooks.export_event, name="export_event"),
    *invitation.urls,
    *circuits.urls,
    *hall.urls,
    *health.urls,
    *live.urls,
    *finding.urls,
    *table.urls,
    *counter.urls,
]

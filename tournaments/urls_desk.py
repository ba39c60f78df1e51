"""The addresses of the desk, one list for each part of an evening."""

from tournaments.views import accounts
from tournaments.views.desk import (
    clock,
    codes,
    entries,
    finish,
    lists,
    overview,
    pair,
    people,
    prints,
    rulings,
    score_corrections,
    score_keying,
    score_table,
    scores,
    seats,
    settings,
)

urlpatterns = [
    *accounts.urls,
    *settings.urls,
    *people.urls,
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
    *clock.urls,
    *codes.urls,
]

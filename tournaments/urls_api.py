"""The addresses of the interface for programs, one list for each subject."""

from collections.abc import Iterable

from django.urls import URLPattern, path, re_path
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer

from tournaments.api.documentation import Document, browse
from tournaments.api.reads import entries, events, journal, players, referee, rounds, standings
from tournaments.api.views import NothingThere
from tournaments.api.writes import entries as entries_written
from tournaments.api.writes import events as events_written
from tournaments.api.writes import hall, importing, leaving, people
from tournaments.api.writes import referee as referee_written
from tournaments.api.writes import results as results_written
from tournaments.api.writes import rounds as rounds_written

documentation = [
    path("", browse, name="api"),
    path("openapi.json", Document.as_view(renderer_classes=[OpenApiJsonRenderer]), name="api_document_json"),
    path("openapi.yaml", Document.as_view(renderer_classes=[OpenApiYamlRenderer]), name="api_document_yaml"),
]


def one_view_each(*lists: Iterable[URLPattern]) -> list[URLPattern]:
    """One pattern for each name, the first: what is both read and changed has the view of ``writes/``,
    which reads as the one of ``reads/`` does."""
    found: dict[str, URLPattern] = {}
    for one in (pattern for urls in lists for pattern in urls):
        found.setdefault(str(one.name), one)
    return list(found.values())


written = [
    *people.urls,
    *events_written.urls,
    *importing.urls,
    *entries_written.urls,
    *leaving.urls,
    *rounds_written.urls,
    *results_written.urls,
    *referee_written.urls,
    *hall.urls,
]
operations = one_view_each(
    written,
    [
        *events.urls,
        *players.urls,
        *entries.urls,
        *rounds.urls,
        *standings.urls,
        *referee.urls,
        *journal.urls,
    ],
)

urlpatterns = [*documentation, *operations, re_path("", NothingThere.as_view(), name="api_nothing")]

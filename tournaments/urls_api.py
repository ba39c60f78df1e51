"""The addresses of the interface for programs, one list for each subject."""

from django.urls import path, re_path
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer

from tournaments.api.documentation import Document, browse
from tournaments.api.reads import entries, events, journal, players, referee, rounds, standings
from tournaments.api.views import NothingThere

documentation = [
    path("", browse, name="api"),
    path("openapi.json", Document.as_view(renderer_classes=[OpenApiJsonRenderer]), name="api_document_json"),
    path("openapi.yaml", Document.as_view(renderer_classes=[OpenApiYamlRenderer]), name="api_document_yaml"),
]

operations = [
    *events.urls,
    *players.urls,
    *entries.urls,
    *rounds.urls,
    *standings.urls,
    *referee.urls,
    *journal.urls,
]

urlpatterns = [*documentation, *operations, re_path("", NothingThere.as_view(), name="api_nothing")]

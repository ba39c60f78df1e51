"""Whatever is sent, nothing breaks and nothing is answered that the document does not tell.

The long form is ``make fuzz-api``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client, override_settings

from tests.api.callers import a_token
from tests.api.doors import House, a_house
from tests.api.fuzzing import known_of, narrowed, run, schema_at, settings_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def as_often_as_one_likes() -> Iterator[None]:
    with override_settings(API_RATE_ANYBODY="1000000/min", API_RATE_CALLER="1000000/min"):
        yield


@pytest.fixture
def house() -> House:
    return a_house()


@pytest.fixture
def document(house: House) -> dict[str, Any]:
    return narrowed(Client().get("/api/v1/openapi.json").json(), known_of(house))


def test_made_up_requests_break_nothing_and_are_answered_as_the_document_says(
    live_server: Any, house: House, document: dict[str, Any]
) -> None:
    _token, secret = a_token(house.running.club, "director")
    config = settings_of(examples=3, seed=7, steps=6, token=secret, the_same=True)
    figures = run(
        schema_at(live_server.url, document, config), enough=lambda figures: figures.requests >= 700
    )
    told = "\n".join(figures.lines())
    assert figures.server_errors == 0, told
    assert not figures.violations, told
    assert not figures.errors, told
    assert figures.requests >= 300, told


def test_an_answer_the_document_does_not_tell_is_found(
    live_server: Any, house: House, document: dict[str, Any]
) -> None:
    """The same run over a document that says something else is full of findings."""
    _token, secret = a_token(house.running.club, "director")
    paths = {path: item for path, item in document["paths"].items() if path == "/api/v1/clubs/"}
    wrong = {**document, "paths": paths}
    wrong["components"]["schemas"]["Club"]["properties"]["name"] = {"type": "integer"}
    config = settings_of(examples=2, seed=7, steps=2, token=secret)
    assert run(schema_at(live_server.url, wrong, config)).violations

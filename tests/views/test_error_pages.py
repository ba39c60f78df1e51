"""What went wrong is said in the look of the house, also when the database is what went wrong."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import SuspiciousOperation
from django.db import DatabaseError, OperationalError
from django.template.loader import get_template
from django.test import Client, RequestFactory

from tournaments.views import errors


@pytest.mark.django_db
def test_a_page_that_is_not_there_says_so_with_a_way_on() -> None:
    answer = Client(HTTP_ACCEPT_LANGUAGE="en").get("/nowhere/")
    assert answer.status_code == 404
    page = answer.content.decode()
    assert "There is no such page" in page
    assert 'href="/"' in page
    assert 'class="bar"' in page


def test_when_the_database_is_gone_the_page_still_comes() -> None:
    client = Client(raise_request_exception=False, HTTP_ACCEPT_LANGUAGE="en")
    with patch("tournaments.views.players.events_board", side_effect=DatabaseError("gone")):
        answer = client.get("/")
    assert answer.status_code == 500
    page = answer.content.decode()
    assert '<html lang="en">' in page
    assert "Something broke in the program" in page
    assert "gone" not in page


@pytest.mark.django_db
def test_a_program_is_told_of_a_defect_in_the_shape_of_every_refusal() -> None:
    client = Client(raise_request_exception=False, HTTP_ACCEPT_LANGUAGE="en")
    with patch("tournaments.api.reads.events.Events.get", side_effect=DatabaseError("gone")):
        answer = client.get("/api/v1/events/")
    assert answer.status_code == 500
    told = answer.json()
    assert told["code"] == "broken"
    assert answer["X-Request-ID"] in told["sentence"]
    assert "gone" not in answer.content.decode()


def test_when_the_hashed_names_are_gone_the_page_still_comes() -> None:
    with patch("tournaments.views.errors.static", side_effect=ValueError("no manifest")):
        answer = errors.broken(RequestFactory().get("/"))
    assert answer.status_code == 500
    assert b"/static/pozzetto/look.css" in answer.content


@pytest.mark.django_db
def test_a_request_that_makes_no_sense_is_answered_in_the_house() -> None:
    request = RequestFactory().get("/")
    request.user = None  # type: ignore[assignment]
    answer = errors.bad_request(request, SuspiciousOperation("what"))
    assert answer.status_code == 400
    assert b'class="bar"' in answer.content


def test_every_error_page_is_a_template_of_its_own() -> None:
    for status in (400, 403, 404, 500, 503):
        assert get_template(f"{status}.html")


@pytest.mark.django_db
def test_the_small_icon_leads_to_the_drawing(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"] == "/static/pozzetto/favicon.svg"


GONE = OperationalError("server closed the connection unexpectedly")


@pytest.fixture
def postgres_gone() -> Iterator[Client]:
    with (
        patch("tournaments.views.players.events_board", side_effect=GONE),
        patch("tournaments.views.errors.connection.vendor", "postgresql"),
    ):
        yield Client(HTTP_ACCEPT_LANGUAGE="en")


@pytest.mark.django_db
def test_a_database_that_is_away_is_told_in_a_sentence_and_the_page_asks_again(postgres_gone: Client) -> None:
    answer = postgres_gone.get("/?before=2026-11-01.5")
    assert answer.status_code == 503
    assert (answer["Retry-After"], answer["Refresh"], answer["Cache-Control"]) == ("5", "5", "no-store")
    page = answer.content.decode()
    assert "The database does not answer at the moment." in page
    assert 'href="/?before=2026-11-01.5"' in page
    assert "closed the connection" not in page


@pytest.mark.django_db
def test_a_program_is_told_in_json_and_htmx_in_a_fragment(postgres_gone: Client) -> None:
    answer = postgres_gone.get("/", headers={"accept": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (503, "database_away")
    assert answer.json()["sentence"].startswith("The database does not answer")
    fragment = postgres_gone.get("/", headers={"hx-request": "true"})
    assert (fragment.status_code, "Refresh" in fragment) == (503, False)
    assert fragment.content.decode().startswith('<div class="finding"')


@pytest.mark.django_db
def test_what_middleware_cannot_ask_is_told_the_same_way() -> None:
    client = Client(raise_request_exception=False, HTTP_ACCEPT_LANGUAGE="en")
    client.force_login(User.objects.create_user("aldo"))
    with (
        patch("django.contrib.sessions.backends.db.SessionStore.load", side_effect=GONE),
        patch("tournaments.views.errors.connection.vendor", "postgresql"),
    ):
        answer = client.get("/desk/")
    assert answer.status_code == 503
    assert "does not answer" in answer.content.decode()


@pytest.mark.parametrize(
    ("error", "passes"),
    [("database is locked", True), ("no such table: tournaments_event", False), ("disk I/O error", False)],
)
def test_on_sqlite_only_a_lock_passes_by_itself(error: str, passes: bool) -> None:
    with patch("tournaments.views.errors.connection.vendor", "sqlite"):
        assert errors.is_away(OperationalError(error)) is passes
        assert not errors.is_away(DatabaseError(error))

"""What went wrong is said in the look of the house, also when the database is what went wrong."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.core.exceptions import SuspiciousOperation
from django.db import DatabaseError
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
    for status in (400, 403, 404, 500):
        assert get_template(f"{status}.html")


@pytest.mark.django_db
def test_the_small_icon_leads_to_the_drawing(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"] == "/static/pozzetto/favicon.svg"

"""What goes out comes back as the same event."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings

from tests.spreadsheets import books
from tournaments.boards.export import book_of
from tournaments.boards.facts import load
from tournaments.desk.change import Actor
from tournaments.desk.imports import import_event
from tournaments.spreadsheets import EventBook, read_event, write_event

EVENTS = Path(__file__).parents[1] / "data" / "events"
CLERK = Actor(name="Aldo Sacchi", source="import")


@settings(max_examples=60, deadline=None)
@given(books.events())
def test_a_workbook_holds_all_of_an_event(book: EventBook) -> None:
    assert read_event(write_event(book)) == book


@pytest.mark.django_db
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(books.events())
def test_an_event_of_the_desk_comes_back_as_it_went_out(book: EventBook) -> None:
    with transaction.atomic():
        event = import_event(book, by=CLERK)
        out = book_of(event)
        assert out == book
        back = read_event(write_event(out))
        assert back == book
        again = load(import_event(back, by=CLERK)).standings()
        assert again == load(event).standings()
        transaction.set_rollback(True)

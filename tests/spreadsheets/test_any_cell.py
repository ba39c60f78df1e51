"""Whatever stands in any cell: the workbook is refused in words, or it is an event the desk can store."""

from __future__ import annotations

import datetime
import io
from typing import Any

import openpyxl
import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.spreadsheets import books
from tests.spreadsheets.books import NASTY, texts
from tests.spreadsheets.workbooks import file_of
from tournaments.boards.export import book_of
from tournaments.desk.change import Actor
from tournaments.desk.imports import import_event
from tournaments.spreadsheets import WorkbookError, read_event, write_event

CLERK = Actor(name="Aldo Sacchi", source="import")
values: st.SearchStrategy[Any] = st.one_of(
    st.none(),
    st.integers(-30, 30),
    st.integers(-3000, 3000).map(lambda fives: 5 * fives),
    st.integers(-(10**20), 10**20),
    st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(),
    st.dates(datetime.date(1901, 1, 1)),
    st.datetimes(datetime.datetime(1901, 1, 1)),  # noqa: DTZ001 - cells know no time zone
    st.times(),
    st.timedeltas(datetime.timedelta(0), datetime.timedelta(days=40)),
    st.sampled_from(
        [*NASTY, "=A1", "#DIV/0!", "si", "no", "x", "NS", "EO", "ritirata turno 3", " ", "1-5", "Mitchell 9"]
    ),
    st.sampled_from(
        ["Tavolo", "Coppia", "Numero", "NS totale", "Limiti", "Turno 2", "Formula", "Danese puro 4"]
    ),
    texts,
)


@st.composite
def meddled(draw: st.DrawFn) -> bytes:
    """An event's own workbook, with some cells written over by chance."""
    book = openpyxl.load_workbook(io.BytesIO(write_event(draw(books.events()))))
    for _ in range(draw(st.integers(1, 4))):
        sheet = book[draw(st.sampled_from(book.sheetnames))]
        row = draw(st.integers(1, sheet.max_row + 2))
        column = draw(st.integers(1, sheet.max_column + 2))
        sheet.cell(row, column).value = draw(values)
    return file_of(book)


@pytest.mark.django_db
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(meddled())
def test_a_workbook_somebody_meddled_with_is_refused_in_words_or_can_be_stored(data: bytes) -> None:
    try:
        book = read_event(data)
    except WorkbookError as error:
        assert all(problem.text.strip() and "\n" not in problem.text for problem in error.problems)
        return
    with transaction.atomic():
        assert book_of(import_event(book, by=CLERK)) == book
        assert all(notice.text for notice in book.notices)
        transaction.set_rollback(True)

"""An evening that was kept in a workbook comes in by a program."""

from __future__ import annotations

import base64
from collections.abc import Callable
from io import BytesIO
from typing import Any

import openpyxl

from tests.api.callers import Caller, a_token, by_token
from tournaments.boards.export import book_of
from tournaments.boards.facts import load
from tournaments.boards.verify import verify
from tournaments.desk.clubs import add_club
from tournaments.models import Event, JournalLine
from tournaments.spreadsheets import write_event


def sent(data: bytes) -> dict[str, str]:
    return {"workbook": base64.b64encode(data).decode()}


def standings(event: Event) -> list[Any]:
    return [(one.place, one.entry, one.vp, one.net_mp) for one in load(event).standings()]


def test_a_workbook_comes_in_as_it_went_out(program: Callable[[str], Caller], evening: Event) -> None:
    data = write_event(book_of(evening, public=False))
    answer = program("director").post(f"clubs/{evening.club.slug}/events/import/", sent(data))
    assert answer.status_code == 201, answer.content
    told = answer.json()
    again = Event.objects.get(slug=told["slug"])
    assert answer["Location"] == f"/api/v1/events/{again.slug}/"
    assert (again.pk != evening.pk, verify(again), standings(again)) == (True, [], standings(evening))
    assert any("twice" in notice for notice in told["notices"])
    assert set(JournalLine.objects.filter(event=again).values_list("source", flat=True)) == {"import"}


def test_everything_wrong_in_a_workbook_is_told_and_nothing_is_stored(
    program: Callable[[str], Caller], evening: Event
) -> None:
    workbook = openpyxl.load_workbook(BytesIO(write_event(book_of(evening, public=False))))
    sheet = workbook.worksheets[1]
    for row in (2, 3):
        sheet.cell(row, 1).value = "non un numero"
    out = BytesIO()
    workbook.save(out)
    answer = program("director").post(f"clubs/{evening.club.slug}/events/import/", sent(out.getvalue()))
    assert (answer.status_code, answer.json()["code"]) == (422, "workbook")
    assert len(answer.json()["findings"]) >= 2
    assert Event.objects.count() == 1


def test_the_workbook_of_another_club_is_refused(evening: Event) -> None:
    other = add_club(name="Circolo lontano", owner_id=None)
    caller = by_token(a_token(other, "director")[1])
    data = write_event(book_of(evening, public=False))
    answer = caller.post(f"clubs/{other.slug}/events/import/", sent(data))
    assert (answer.status_code, answer.json()["code"]) == (409, "another_club")
    assert Event.objects.count() == 1


def test_what_is_no_workbook_is_refused(program: Callable[[str], Caller], evening: Event) -> None:
    director, path = program("director"), f"clubs/{evening.club.slug}/events/import/"
    for data in (b"a;b", b"PK\x03\x04", b""):
        assert director.post(path, sent(data)).status_code in (400, 422), data
    assert director.post(path, {"workbook": "città"}).json()["field"] == "workbook"
    assert director.post(path, {"workbook": "%%%"}).status_code == 400
    assert Event.objects.count() == 1

"""Names, reasons and titles that are a script or a formula: what they are is written down, never run.

Every way out at once: the public pages, the desk, the table, workbooks and csv, pictures, data, the interface
for programs, the journal, the log.
"""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client
from openpyxl import load_workbook

from tests.api.doors import DOORS as API_DOORS
from tests.api.doors import House as ApiHouse
from tests.factories import DIRECTOR
from tests.views.desk.doors import DOORS, House, a_house
from tests.views.test_outlets import addresses
from tests.views.test_request_log import lines
from tournaments.boards import live
from tournaments.boards.exports import WHAT, Scope
from tournaments.desk.change import Actor
from tournaments.desk.entries import PersonPlan
from tournaments.desk.exports import ExportPlan, write_export
from tournaments.desk.penalties import PenaltyPlan, penalise
from tournaments.desk.presence import wait_for_partner
from tournaments.desk.rulings import warn
from tournaments.models import Club, ClubMember, Event, Player, Source, TableCode
from tournaments.spreadsheets.writing.tables import FORMS

pytestmark = pytest.mark.django_db

__all__ = ["lines"]

HARM = (
    '=HYPERLINK("http://x.example","clicca")',
    "+1+1",
    "@SUM(A1:A9)",
    "-2+3",
    "\t=1+1",
    "\r=1+1",
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</script><script>alert(1)</script>",
    "<!--dock-->",
    "{{ 7|add:7 }}{% now 'Y' %}",
    "%(n)s {n} {0}",
)
STARTS_A_FORMULA = tuple("=+-@\t\r")
_STARTS = frozenset(STARTS_A_FORMULA)
A_NUMBER = re.compile(r"[-+−]?\d[\d.,]*")


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    cache.clear()
    live.forget()
    yield
    live.forget()


@pytest.fixture
def house() -> House:
    """Two evenings in which everything that can be written means harm."""
    house = a_house()
    for number, player in enumerate(Player.objects.order_by("pk")):
        player.surname = HARM[number % len(HARM)][:80]
        player.first_name = HARM[(number * 5 + 1) % len(HARM)][:80]
        player.save()
    for number, club in enumerate(Club.objects.order_by("pk")):
        club.name = HARM[(number + 6) % len(HARM)]
        club.save()
    for event in (house.running, house.preparing):
        event.name, event.place = HARM[6], HARM[7]
        event.save()
    harmful = Actor(HARM[7], Source.DESK)
    penalise(event=house.running, plans=[PenaltyPlan(3, vp=1, mp=5, reason=HARM[6])], by=harmful)
    warn(event=house.running, number=5, round_number=2, reason=HARM[0], by=harmful)
    wait_for_partner(event=house.preparing, person=PersonPlan(HARM[7]), by=DIRECTOR)
    return house


@pytest.fixture
def director(house: House) -> Client:
    user = User.objects.create_superuser("ada", first_name=HARM[6], last_name=HARM[7])
    ClubMember.objects.create(club=house.running.club, user=user, role=ClubMember.Role.OWNER)
    client = Client()
    client.force_login(user)
    return client


class Runs(HTMLParser):
    """What in a page would run or load: scripts of its own, handlers, pictures from elsewhere."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        if tag == "script" and "src" not in values and values.get("type") != "application/json":
            self.found.append("a script")
        if tag in ("img", "iframe", "object", "embed"):
            self.found.append(f"{tag} {values}")
        self.found += [f"{tag} {name}" for name in values if name.startswith("on") or name == "style"]
        if (values.get("href") or "").strip().lower().startswith("javascript:"):
            self.found.append("a link that runs")


def what_runs(page: str) -> list[str]:
    parser = Runs()
    parser.feed(page)
    parser.close()
    return parser.found


def what_computes(book: bytes) -> list[str]:
    """The cells of a workbook a program would compute."""
    return [
        f"{sheet.title} {cell.coordinate}: {cell.value!r}"
        for sheet in load_workbook(io.BytesIO(book))
        for row in sheet.iter_rows()
        for cell in row
        if cell.data_type == "f" or (str(cell.value or "")[:1] in _STARTS and not cell.quotePrefix)
        if not isinstance(cell.value, int | float)
    ]


def what_computes_in_text(text: str, separator: str) -> list[str]:
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    return [
        cell
        for row in rows
        for cell in row
        if cell.startswith(STARTS_A_FORMULA) and not A_NUMBER.fullmatch(cell)
    ]


def faults(answer: Any) -> list[str]:
    """What is wrong with an answer, whatever kind it is."""
    kind = answer.headers.get("Content-Type", "")
    assert answer.status_code < 500
    if kind.startswith("text/html"):
        return what_runs(answer.content.decode())
    if "spreadsheet" in kind:
        return what_computes(answer.content)
    if kind.startswith("application/json"):
        json.loads(answer.content)
        return [] if answer["X-Content-Type-Options"] == "nosniff" else ["sniffed"]
    return []


def test_the_search_for_harm_finds_it() -> None:
    assert what_runs(HARM[6]) == ["a script"]
    assert what_runs(f'<a title="{HARM[7]}">')
    assert what_runs(f"<a title='{HARM[8]}'>")
    assert what_runs("<script type='application/json'>{}</script><p onclick></p>") == ["p onclick"]
    assert what_computes_in_text("a;=1+1;-5;'=2;+1+1\r\n", ";") == ["=1+1", "+1+1"]


def test_no_public_page_runs_what_a_name_says(house: House) -> None:
    told = {address: faults(Client().get(address, follow=True)) for address in addresses(house.running)}
    assert {address: found for address, found in told.items() if found} == {}
    assert len(told) > 25


def test_no_page_of_the_desk_runs_what_a_name_says(house: House, director: Client) -> None:
    told = {}
    for door in DOORS.values():
        if door.method == "GET":
            address = house.address(door)
            told[address] = faults(director.get(address, follow=True))
    assert {address: found for address, found in told.items() if found} == {}
    assert len(told) > 40


def test_what_was_searched_for_is_not_run_either(house: House, director: Client) -> None:
    slug = house.running.slug
    for harm in HARM:
        for client, address in (
            (Client(), f"/e/{slug}/where/"), (Client(), f"/e/{slug}/pairs/"), (director, "/desk/players/"),
            (director, f"/desk/{slug}/journal/"), (Client(), "/t/"), (Client(), "/sign-in/"),
        ):  # fmt: skip
            answer = client.get(address, {"q": harm, "who": harm, "code": harm, "next": harm}, follow=True)
            assert faults(answer) == [], (address, harm)


def test_the_table_does_not_run_what_a_name_says(house: House) -> None:
    code = TableCode.objects.filter(match__round__event=house.running, revoked_at=None)[0].code
    for page in ("", "state/", "hand/1/counter/?line=ns"):
        assert faults(Client().get(f"/t/{code}/{page}")) == []


def test_the_interface_for_programs_gives_names_as_they_are(house: House, director: Client) -> None:
    api = ApiHouse(house.running, house.preparing)
    told: dict[str, list[str]] = {}
    for door in API_DOORS.values() if isinstance(API_DOORS, dict) else API_DOORS:
        if door.method == "GET":
            try:
                address = api.address(door)
            except (LookupError, AttributeError):  # about something this house does not have
                continue
            told[address] = faults(director.get(address))
    assert {address: found for address, found in told.items() if found} == {}
    assert len(told) > 10


@pytest.mark.parametrize("form", sorted(FORMS))
def test_no_export_computes_what_a_name_says(house: House, tmp_path: Path, form: str) -> None:
    for what in ((one,) for one in WHAT):
        path = tmp_path / f"{what[0]}-{form}"
        plan = ExportPlan(what, Scope(event=house.running, contacts=True), form)
        name = write_export(path, plan)
        data = path.read_bytes()
        if zipfile.is_zipfile(io.BytesIO(data)):
            assert what_computes(data) == [], name
        else:
            text = data.decode("utf-8-sig")
            assert what_computes_in_text(text, "," if form == "comma" else ";") == [], name
            assert "HYPERLINK" in text or what[0] == "results" or len(text) > 50


def test_the_workbook_of_an_evening_computes_nothing_and_holds_the_names(house: House) -> None:
    book = Client().get(f"/e/{house.running.slug}/workbook/").content
    assert what_computes(book) == []
    assert "HYPERLINK" in str([list(sheet.values) for sheet in load_workbook(io.BytesIO(book))])


def test_the_picture_is_drawn_whatever_the_names_are(house: House) -> None:
    answer = Client().get(f"/e/{house.running.slug}/standings/1/picture.png")
    assert (answer.status_code, answer.content[:4]) == (200, b"\x89PNG")


def test_a_line_of_the_log_stays_one_line(lines: Any) -> None:
    client = Client()
    client.get("/nowhere/%0d%0aINFO%20all%20is%20well/")
    client.get("/?q=%0d%0a{%22level%22:%22error%22}")
    found = lines()
    assert len(found) == 2
    assert all(line["event"] == "request" and line["level"] == "info" for line in found)


def test_signs_that_turn_the_writing_or_cannot_be_seen_do_not_come_in(house: House) -> None:
    wait_for_partner(event=house.preparing, person=PersonPlan("Neri\u202e\u200b\x07 Zoe"), by=DIRECTOR)
    assert Player.objects.filter(surname="Neri", first_name="Zoe").exists()


def test_every_harm_is_somewhere_in_the_house(house: House) -> None:
    written = " ".join(f"{p.surname} {p.first_name}" for p in Player.objects.all())
    assert all(harm in written for harm in HARM)
    assert Event.objects.filter(name=HARM[6]).count() == 2

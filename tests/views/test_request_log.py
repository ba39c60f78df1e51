"""One line a request, and nothing in it that opens anything or names anybody."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError
from django.test import Client, RequestFactory

from config.logs import logging_settings
from tests.factories import Evening, an_evening
from tests.house.real_server import RealServer
from tournaments.boards.overview import events_board
from tournaments.models import ClubMember, Event, TableCode
from tournaments.views.live import Door
from tournaments.views.request_log import ID_HEADER, id_for

pytestmark = pytest.mark.django_db

Lines = Callable[[], list[dict[str, Any]]]


class Kept(logging.Handler):
    """What the console would have been given, as JSON."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


@pytest.fixture
def lines() -> Iterator[Lines]:
    """The log as it is written where nobody sits at a terminal."""
    wanted = logging_settings("", terminal=False)
    kept = Kept()
    kept.setFormatter(_formatter(wanted["formatters"]["told"]))
    kept.addFilter(wanted["filters"]["without_secrets"]["()"]())
    root, requests = logging.getLogger(), logging.getLogger("pozzetto.requests")
    before = requests.level
    root.addHandler(kept)
    requests.setLevel("INFO")
    yield lambda: [json.loads(line) for line in kept.lines]
    root.removeHandler(kept)
    requests.setLevel(before)


def _formatter(shape: dict[str, Any]) -> logging.Formatter:
    from structlog.stdlib import ProcessorFormatter

    assert shape["()"] == "structlog.stdlib.ProcessorFormatter"
    return ProcessorFormatter(**{name: value for name, value in shape.items() if name != "()"})


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=1, open_round="published"))


def test_each_request_has_one_line_that_says_how_it_ended(client: Client, event: Event, lines: Lines) -> None:
    answer = client.get(f"/e/{event.slug}/standings/?follow=3&by=name")
    (line,) = lines()
    assert (line["method"], line["status"], line["level"]) == ("GET", 302, "info")
    assert line["path"] == f"/e/{event.slug}/standings/?follow=3&by=name"
    assert line["request_id"] == answer[ID_HEADER]
    assert line["ms"] >= 0
    assert line["user_id"] is None
    assert set(line) == {
        "event", "method", "path", "status", "ms", "user_id", "request_id", "level", "logger", "timestamp",
    }  # fmt: skip


def test_of_an_account_only_its_number_is_told(event: Event, lines: Lines) -> None:
    user = User.objects.create_user("adafiore", email="ada@example.org", first_name="Ada")
    ClubMember.objects.create(club=event.club, user=user, role=ClubMember.Role.DIRECTOR)
    client = Client(HTTP_USER_AGENT="Mozilla of Ada", REMOTE_ADDR="10.4.5.6")
    client.force_login(user)
    client.get(f"/desk/{event.slug}/")
    client.get("/e/nowhere/")
    told = lines()
    assert told[0]["user_id"] == user.pk
    written = json.dumps(told)
    for personal in ("adafiore", "ada@example.org", "Ada", "Mozilla", "10.4.5.6"):
        assert personal not in written


SECRETS = ("7KQ2M9XD", "7kq2-m9xd", "tokenofthefirst", "gentile", "Fiore", "secretofaninvitation")


@pytest.mark.parametrize(
    "address",
    [
        "/t/7KQ2M9XD/", "/t/7KQ2M9XD", "/t/7kq2-m9xd/", "/t/7KQ2M9XD/state/", "/t/7KQ2M9XD/hand/1/counter/",
        "/t/?code=7KQ2M9XD", "/T/7KQ2M9XD/", "/welcome/tokenofthefirst/", "/invitation/secretofaninvitation/",
        "/invitations/secretofaninvitation/", "/?q=gentile", "/e/x/where/?q=gentile&page=1", "/?page=Fiore",
        "/?Fiore=1", "/?gentile", "/desk/x/entries/list/tokenofthefirst/", "/nowhere/t/7KQ2M9XD/",
        "/sign-in/?next=/t/7KQ2M9XD/",
    ],
)  # fmt: skip
def test_what_opens_something_or_names_somebody_is_in_no_line(
    client: Client, lines: Lines, address: str
) -> None:
    client.get(address)
    assert lines()
    written = json.dumps(lines(), ensure_ascii=False)
    assert not [secret for secret in SECRETS if secret in written], written
    assert "…" in written


def test_a_code_that_opens_is_in_no_line_either(client: Client, event: Event, lines: Lines) -> None:
    code = TableCode.objects.filter(match__round__state="published")[0].code
    client.get(f"/t/{code}/")
    client.post(f"/t/{code}/call/")
    client.get(f"/t/{code}/nowhere/")
    assert [line["path"] for line in lines()] == ["/t/…/", "/t/…/call/", "/t/…/nowhere/"]


def test_a_form_refused_for_its_token_is_told_without_the_address(lines: Lines) -> None:
    Client(enforce_csrf_checks=True).post("/invitation/secretofaninvitation/", {})
    assert "secretofaninvitation" not in json.dumps(lines())


def test_what_broke_is_one_line_with_the_number_that_stands_on_the_page(lines: Lines) -> None:
    client = Client(raise_request_exception=False)
    error = IntegrityError("duplicate key\nDETAIL:  Key (name_key)=(fiore ada) already exists.")
    with patch("tournaments.views.players.events_board", side_effect=error):
        answer = client.get("/")
    (line,) = lines()
    assert (line["status"], line["level"]) == (500, "error")
    assert line["request_id"] in answer.content.decode()
    assert line["request_id"] == answer[ID_HEADER]
    assert "IntegrityError" in line["exception"] and "Traceback" in line["exception"]
    assert "fiore ada" not in json.dumps(line)


def test_other_lines_of_a_request_carry_its_number(client: Client, lines: Lines) -> None:
    def tell(*arguments: Any, **named: Any) -> Any:
        logging.getLogger("tournaments.anything").warning("a thing of %s", "/t/7KQ2M9XD/")
        return events_board(*arguments, **named)

    with patch("tournaments.views.players.events_board", side_effect=tell):
        answer = client.get("/")
    assert [line["request_id"] for line in lines()] == [answer[ID_HEADER]] * 2
    assert lines()[0]["event"] == "a thing of /t/…/"


def test_a_proxy_brings_the_number_and_nobody_writes_into_the_log_by_it(client: Client, lines: Lines) -> None:
    assert client.get("/t/", headers={ID_HEADER: "abcd-1234-efgh"})[ID_HEADER] == "abcd-1234-efgh"
    for odd in ("short", "x" * 65, 'quote"quote', "né-à-cela-aaa", "a b c d e f g h"):
        assert client.get("/t/", headers={ID_HEADER: odd})[ID_HEADER] != odd
    assert id_for(None) != id_for(None)


def test_the_door_tells_of_what_it_answers_from_memory(event: Event, lines: Lines) -> None:
    address = f"/e/{event.slug}/live/settled/"
    tag = Client().get(address)["ETag"]
    told: dict[str, str] = {}

    def start(status: str, headers: list[tuple[str, str]]) -> None:
        told.update(headers)

    environ = RequestFactory().get(address, headers={"If-None-Match": tag}).environ
    Door(lambda *_: [b""])(environ, start)
    line = lines()[-1]
    assert (line["status"], line["path"], line["request_id"]) == (304, address, told[ID_HEADER])
    assert {*line} == {*lines()[0]}


def test_asking_who_is_signed_in_costs_the_log_no_query(
    client: Client, event: Event, lines: Lines, django_assert_num_queries: Any
) -> None:
    user = User.objects.create_user("ada")
    client.force_login(user)
    address = f"/e/{event.slug}/live/settled/"
    client.get(address)
    with django_assert_num_queries(0):
        client.get(address)
    assert lines()[-1]["user_id"] is None


def test_a_terminal_stays_quiet_and_everything_else_gets_a_line_a_request() -> None:
    quiet, told = logging_settings("", terminal=True), logging_settings("", terminal=False)
    assert quiet["loggers"]["pozzetto.requests"]["level"] == "WARNING"
    assert told["loggers"]["pozzetto.requests"]["level"] == "INFO"
    assert quiet["root"]["level"] == told["root"]["level"] == "WARNING"
    asked = logging_settings("DEBUG", terminal=True)
    assert asked["root"]["level"] == asked["loggers"]["pozzetto.requests"]["level"] == "DEBUG"
    assert asked["loggers"]["django.db.backends"]["level"] == "INFO"


@pytest.mark.django_db(transaction=True)
def test_a_real_server_writes_json_lines(real_server: RealServer) -> None:
    import http.client

    real_server.start()
    connection = http.client.HTTPConnection("127.0.0.1", real_server.port, timeout=30)
    connection.request("GET", "/t/7KQ2M9XD/?q=gentile", headers={ID_HEADER: "of-this-test-1"})
    answer = connection.getresponse()
    assert (answer.status, answer.getheader(ID_HEADER)) == (404, "of-this-test-1")
    connection.close()
    assert real_server.stop() == 0
    found = [json.loads(line) for line in real_server.told().splitlines() if line.startswith("{")]
    (line,) = [line for line in found if line["request_id"] == "of-this-test-1"]
    assert line["path"] == "/t/…/?q=…"
    assert "7KQ2M9XD" not in real_server.told()

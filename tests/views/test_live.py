"""The question every open page asks: cheap to answer, and never a stale "nothing new"."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch

import pytest
from django.contrib.auth import get_user_model
from django.core.cache import cache
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards import live as known
from tournaments.desk.results import ResultPlan, record
from tournaments.models import Event
from tournaments.views import live
from tournaments.views.live import Door

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_known() -> Iterator[None]:
    cache.clear()
    known.forget()
    yield
    known.forget()


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=2, open_round="published"))


def play(event: Event, table: int = 1) -> None:
    plan = ResultPlan(table=table, ns_mp=3000, ew_mp=1000)
    record(event=event, round_number=3, plan=plan, by=DIRECTOR, confirmed=True)


def address(event: Event, watch: str = "all") -> str:
    return f"/e/{event.slug}/live/{watch}/"


def test_who_has_the_mark_is_told_nothing_new(client: Client, event: Event) -> None:
    tag = client.get(address(event))["ETag"]
    answer = client.get(address(event), HTTP_IF_NONE_MATCH=tag)
    assert (answer.status_code, answer.content, answer["ETag"]) == (304, b"", tag)
    assert client.get(address(event), HTTP_IF_NONE_MATCH=f'"x", W/{tag}').status_code == 304


def test_who_has_an_older_mark_is_told_the_new_one(client: Client, event: Event) -> None:
    tag = client.get(address(event))["ETag"]
    play(event)
    known.forget()
    answer = client.get(address(event), HTTP_IF_NONE_MATCH=tag)
    assert answer.status_code == 200
    assert answer.content.decode() == answer["ETag"] != tag


def test_a_new_build_is_news(client: Client, event: Event) -> None:
    tag = client.get(address(event))["ETag"]
    with patch.object(live, "fingerprint", return_value="another"):
        assert client.get(address(event), HTTP_IF_NONE_MATCH=tag).status_code == 200


def test_the_answer_takes_two_queries_at_first_and_then_one_and_no_session_nor_user(
    client: Client, event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(get_user_model().objects.create_user("aldo"))
    counts = []
    for moment in (1e9, 2e9, 2e9 + 0.1):
        monkeypatch.setattr(known.time, "monotonic", lambda moment=moment: moment)
        with CaptureQueriesContext(connection) as asked:
            assert client.get(address(event)).status_code == 200
        counts.append(len(asked))
        assert not any("session" in query["sql"] or "auth_user" in query["sql"] for query in asked)
    assert counts == [2, 1, 0]


@pytest.mark.parametrize("watch", ["nothing", "round-x", "table-1", "round-12345"])
def test_there_is_nothing_else_to_ask_for(client: Client, event: Event, watch: str) -> None:
    assert client.get(address(event, watch)).status_code == 404
    assert client.get(f"/e/nothing/live/{watch}/").status_code == 404
    assert client.post(address(event)).status_code == 405


def test_each_page_asks_after_what_it_hangs_on(client: Client, event: Event) -> None:
    number = event.rounds.get(number=3).matches.get(table=2).seats.all()[0].entry.number
    for page, watch in (
        ("", "all"),
        ("standings/", "settled"),
        ("standings/1/", "settled"),
        ("seats/", "settled"),
        ("results/", "all"),
        ("results/3/", "round-3"),
        (f"pairs/{number}/", "table-3-2"),
    ):
        text = client.get(f"/e/{event.slug}/{page}").content.decode()
        assert f'data-live="{address(event, watch)}"' in text, page
        tag = client.get(address(event, watch))["ETag"].replace('"', "&quot;")
        assert f'data-tag="{tag}"' in text, page


def test_a_page_not_touched_by_a_result_is_not_made_again(client: Client, event: Event) -> None:
    pages = ("standings/", "seats/3/", "results/2/")
    before = {page: client.get(f"/e/{event.slug}/{page}")["ETag"] for page in pages}
    play(event)
    for page in pages:
        answer = client.get(f"/e/{event.slug}/{page}", HTTP_IF_NONE_MATCH=before[page])
        assert answer.status_code == 304, page


# ---- the door before Django ----


def asked_at(door: Door, path: str, **environ: str) -> tuple[str, dict[str, str], bytes]:
    told: list[Any] = []
    request = {
        "REQUEST_METHOD": "GET", "PATH_INFO": path, "SERVER_NAME": "testserver", "SERVER_PORT": "80",
        "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO(),
    }  # fmt: skip
    body = door({**request, **environ}, lambda status, headers: told.extend((status, dict(headers))))
    return told[0], told[1], b"".join(body)


def test_the_door_says_what_django_says_without_asking_it(client: Client, event: Event) -> None:
    tag = client.get(address(event))["ETag"]
    door = Door(refuses)
    assert asked_at(door, address(event), HTTP_IF_NONE_MATCH=tag)[0] == "304 Not Modified"
    status, headers, body = asked_at(door, address(event), HTTP_IF_NONE_MATCH='"old"')
    assert (status, headers["ETag"], body.decode()) == ("200 OK", tag, tag)
    assert headers["Content-Length"] == str(len(body))


def refuses(_environ: Any, _start_response: Any) -> Any:
    raise AssertionError("Django was asked")


@pytest.mark.django_db(transaction=True)
def test_what_the_door_does_not_know_it_leaves_to_django(event: Event) -> None:
    door = Door(WSGIHandler())
    status, headers, _body = asked_at(door, address(event))
    assert status == "200 OK"
    assert headers["X-Content-Type-Options"] == "nosniff"
    for path, method in (
        (address(event, "nothing"), "GET"),
        ("/e/nothing/live/all/", "GET"),
        (address(event), "POST"),
    ):
        assert asked_at(door, path, REQUEST_METHOD=method)[0][:3] in {"403", "404"}, path


def test_the_door_trusts_what_it_knows_for_a_moment_only(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    known.marks_of(event.slug)
    assert known.FRESH <= 0.5
    monkeypatch.setattr(known.time, "monotonic", lambda: 1e12)
    with pytest.raises(AssertionError, match="Django was asked"):
        asked_at(Door(refuses), address(event))


def test_behind_https_a_plain_question_goes_to_django_to_be_sent_on(event: Event) -> None:
    known.marks_of(event.slug)
    with override_settings(HTTPS=True):
        with pytest.raises(AssertionError, match="Django was asked"):
            asked_at(Door(refuses), address(event))
        assert asked_at(Door(refuses), address(event), HTTP_X_FORWARDED_PROTO="https")[0] == "200 OK"

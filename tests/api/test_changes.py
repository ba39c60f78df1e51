"""What stands around every change: the body, the lock, If-Match, the Idempotency-Key.

Seen at an address of the tests' own, which publishes the seats of a round.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, ClassVar

import pytest
from django.test import override_settings
from django.urls import include, path
from django.utils import timezone
from rest_framework import serializers

from scoring.sentences import say
from tests.api.callers import Caller, by_session, by_token
from tests.factories import Evening, an_evening
from tournaments.api.callers import DIRECTORS
from tournaments.api.operations import acts
from tournaments.api.shapes.fields import Confirmable, Text, Whole
from tournaments.api.views import EventView
from tournaments.desk.change import NeedsConfirmationError
from tournaments.desk.rounds import publish_round
from tournaments.models import Event, JournalLine, KeptAnswer


class PublishSent(Confirmable):
    note = Text(20, default="", allow_blank=True)
    table = Whole(1, 9, required=False)


class PublishedShape(serializers.Serializer[Any]):
    version = serializers.IntegerField()


class Publish(EventView):
    may: ClassVar = {"POST": DIRECTORS}

    @acts("publish", "Publish", sends=PublishSent, answers=PublishedShape, example={"version": 1})
    def post(self, sent: Any, event: str, round: int) -> Any:
        """Publish the seats of a round."""
        if sent["note"] == "ask me" and not sent["confirmed"]:
            raise NeedsConfirmationError("really", say("Really?"))
        publish_round(event=self.event, number=round, by=self.actor)
        if sent["note"] == "break":
            raise RuntimeError("in the middle")
        return self.event


urlpatterns = [
    path("api/v1/events/<slug:event>/rounds/<number:round>/publish-in-tests/", Publish.as_view()),
    path("", include("tournaments.urls")),
]


@pytest.fixture(autouse=True)
def the_address_is_there() -> Iterator[None]:
    with override_settings(ROOT_URLCONF=__name__):
        yield


@pytest.fixture
def evening(db: None) -> Event:
    """Nine pairs, the first round drawn."""
    return an_evening(Evening(pairs=9, closed=0, open_round="drawn"))


@pytest.fixture
def director(evening: Event, program: Callable[[str], Caller]) -> Caller:
    return program("director")


def publish(caller: Caller, event: Event, body: Any = None, **headers: str) -> Any:
    return caller.post(f"events/{event.slug}/rounds/1/publish-in-tests/", body, **headers)


def lines(event: Event) -> int:
    return JournalLine.objects.filter(event=event, verb="publish_round").count()


def test_a_program_changes_something_under_the_name_of_its_token(evening: Event, director: Caller) -> None:
    answer = publish(director, evening)
    assert answer.status_code == 200, answer.content
    line = JournalLine.objects.filter(event=evening).latest("number")
    assert (line.by_name, line.source, answer.json()["version"]) == (
        "Federation office",
        "api",
        evening.version + 1,
    )


def test_an_account_needs_the_csrf_token_for_a_change(evening: Event) -> None:
    caller = by_session(evening.club, "owner", "olga")
    caller.client.handler.enforce_csrf_checks = True
    answer = publish(caller, evening)
    assert (answer.status_code, answer.json()["code"]) == (403, "csrf")
    caller.client.cookies["csrftoken"] = "a" * 32
    assert publish(caller, evening, X_CSRFToken="a" * 32).status_code == 200


def test_what_the_desk_refuses_is_a_conflict_with_its_code(evening: Event, director: Caller) -> None:
    publish(director, evening)
    answer = publish(director, evening)
    assert answer.status_code == 409
    told = answer.json()
    assert (told["code"], told["asks"], told["findings"]) == ("publish_published", False, [])
    assert told["sentence"] == "The seats of this round are already published."


def test_a_question_is_answered_by_sending_the_same_with_a_yes(evening: Event, director: Caller) -> None:
    asked = publish(director, evening, {"note": "ask me"})
    assert (asked.status_code, asked.json()["asks"], lines(evening)) == (409, True, 0)
    assert publish(director, evening, {"note": "ask me", "confirmed": True}).status_code == 200


def test_all_that_is_wrong_with_a_body_is_told_at_once(evening: Event, director: Caller) -> None:
    answer = publish(director, evening, {"note": 5, "table": "1", "confirmed": "yes"})
    assert answer.status_code == 400
    told = answer.json()
    assert {finding["field"] for finding in told["findings"]} == {"note", "table", "confirmed"}
    assert told["field"] is None
    answer = publish(director, evening, {"tabel": 1})
    assert (answer.json()["field"], answer.json()["findings"][0]["code"]) == ("tabel", "unknown")


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[1]",
        b'"text"',
        b'{"table": NaN}',
        b'{"note": "\\u0000"}',
        b'{"note": "\\ud800"}',
        b'{"table": 1e999}',
        b'{"table": %s}' % (b"9" * 5000),
        b'{"table": 99999999999999999999}',
        b"\xff\xfe",
        b'{"note": "\xff"}',
        b'{"a":' * 50_000 + b"1" + b"}" * 50_000,
        b'{"note": %s}' % (b"[" * 30 + b"]" * 30),
    ],
)
def test_a_body_that_is_none_is_refused_in_the_shape(evening: Event, director: Caller, body: bytes) -> None:
    answer = director.client.generic(
        "POST",
        f"/api/v1/events/{evening.slug}/rounds/1/publish-in-tests/",
        body,
        content_type="application/json",
        headers=director.headers,
    )
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), answer.content[:300]
    assert lines(evening) == 0


def test_a_body_in_another_language_or_too_large_is_refused(evening: Event, director: Caller) -> None:
    address = f"/api/v1/events/{evening.slug}/rounds/1/publish-in-tests/"

    def send(body: bytes, kind: str) -> Any:
        return director.client.generic("POST", address, body, content_type=kind, headers=director.headers)

    for kind in ("text/plain", "application/xml", "multipart/form-data; boundary=x", "nonsense", ";"):
        assert send(b"<a/>", kind).status_code == 415, kind
    assert send("{}".encode("utf-16"), "application/json; charset=utf-16").status_code == 415
    assert send(b'{"note": "' + b"x" * 1_000_001 + b'"}', "application/json").status_code == 413


def test_who_decides_on_what_has_changed_since_is_shown_both(evening: Event, director: Caller) -> None:
    seen = director.get(f"events/{evening.slug}/")["ETag"]
    Event.objects.filter(pk=evening.pk).update(version=evening.version + 1)
    answer = publish(director, evening, {"note": "mine"}, If_Match=seen)
    assert answer.status_code == 412
    told = answer.json()
    assert told["current"]["version"] == evening.version + 1
    assert told["sent"] == {"note": "mine"}
    assert lines(evening) == 0


def test_who_decides_on_what_stands_is_let_through(evening: Event, director: Caller) -> None:
    seen = director.get(f"events/{evening.slug}/", Accept_Language="it")["ETag"]
    answer = publish(director, evening, If_Match=f'"other", {seen}')
    assert answer.status_code == 200, answer.content
    assert publish(director, evening, If_Match=seen).status_code == 412
    # The tag of the answer is the tag to go on with.
    assert publish(director, evening, If_Match=answer["ETag"]).status_code == 409


def test_what_was_read_before_the_database_was_put_back_from_a_copy_is_stale(
    evening: Event, director: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = director.get(f"events/{evening.slug}/")["ETag"]
    monkeypatch.setattr("tournaments.api.marks.epoch", lambda: "another life")
    assert publish(director, evening, If_Match=seen).status_code == 412


def test_the_tag_of_another_event_matches_nothing(evening: Event, director: Caller) -> None:
    other = an_evening(Evening(pairs=9, closed=0, open_round="drawn", name="Another evening"))
    assert other.version == evening.version
    seen = director.get(f"events/{other.slug}/")["ETag"]
    assert publish(director, evening, If_Match=seen).status_code == 412


def test_sent_twice_under_one_key_it_is_done_once(evening: Event, director: Caller) -> None:
    first = publish(director, evening, {"note": "x"}, Idempotency_Key="one")
    again = publish(director, evening, {"note": "x"}, Idempotency_Key="one")
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json() == first.json()
    assert (again["ETag"], again["Idempotent-Replayed"]) == (first["ETag"], "true")
    assert "Idempotent-Replayed" not in first
    assert lines(evening) == 1


def test_a_key_that_comes_with_another_request_is_refused(evening: Event, director: Caller) -> None:
    publish(director, evening, {"note": "x"}, Idempotency_Key="one")
    answer = publish(director, evening, {"note": "y"}, Idempotency_Key="one")
    assert (answer.status_code, answer.json()["code"]) == (422, "key_used")


def test_a_key_is_its_askers_own(evening: Event, director: Caller, program: Callable[[str], Caller]) -> None:
    publish(director, evening, Idempotency_Key="one")
    answer = publish(program("director"), evening, Idempotency_Key="one")
    assert answer.status_code == 409
    assert "Idempotent-Replayed" not in answer


def test_a_refusal_too_is_the_first_answer(evening: Event, director: Caller) -> None:
    asked = publish(director, evening, {"note": "ask me"}, Idempotency_Key="one")
    again = publish(director, evening, {"note": "ask me"}, Idempotency_Key="one")
    assert (asked.status_code, again.status_code, again["Idempotent-Replayed"]) == (409, 409, "true")
    assert again.json() == asked.json()


def test_a_request_that_was_never_tried_does_not_use_its_key(evening: Event, director: Caller) -> None:
    assert publish(director, evening, {"note": 5}, Idempotency_Key="one").status_code == 400
    assert publish(director, evening, If_Match='"1-1"', Idempotency_Key="one").status_code == 412
    assert publish(director, evening, Idempotency_Key="one").status_code == 200


def test_after_a_crash_neither_the_change_nor_the_answer_is_there(evening: Event, director: Caller) -> None:
    director.client.raise_request_exception = False
    answer = publish(director, evening, {"note": "break"}, Idempotency_Key="one")
    assert answer.status_code == 500
    assert (lines(evening), KeptAnswer.objects.count()) == (0, 0)
    assert publish(director, evening, {"note": "x"}, Idempotency_Key="one").status_code == 200


def test_a_key_is_kept_a_day_and_then_swept(evening: Event, director: Caller) -> None:
    publish(director, evening, Idempotency_Key="one")
    KeptAnswer.objects.update(at=timezone.now() - timedelta(hours=25))
    assert publish(director, evening, Idempotency_Key="two").status_code == 409
    assert [kept.key for kept in KeptAnswer.objects.all()] == ["two"]


@pytest.mark.parametrize("key", ["x" * 121, "città"])
def test_a_key_that_cannot_be_kept_is_refused(evening: Event, director: Caller, key: str) -> None:
    answer = publish(director, evening, Idempotency_Key=key)
    assert (answer.status_code, answer.json()["field"]) == (400, "Idempotency-Key")


def test_what_is_kept_is_what_was_sent(evening: Event, director: Caller) -> None:
    answer = publish(director, evening, Idempotency_Key="one")
    assert json.loads(KeptAnswer.objects.get().body) == answer.json()


def test_a_program_of_a_lower_scope_is_told_what_it_would_need(
    evening: Event, program: Callable[[str], Caller]
) -> None:
    answer = publish(program("scorer"), evening)
    assert (answer.status_code, answer.json()["needs"]) == (403, "director")
    assert publish(Caller(), evening).status_code == 401
    assert publish(by_token("pzt_x"), evening).status_code == 401

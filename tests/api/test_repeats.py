"""The same request many times at the same moment, as programs send it that lost their answer: done once."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.api.callers import a_token
from tests.factories import Evening, an_evening
from tournaments.models import JournalLine, KeptAnswer, Result

pytestmark = pytest.mark.django_db(transaction=True)

AT_ONCE = 8


def send(url: str, body: Any, **headers: str) -> tuple[int, dict[str, str], Any]:
    sent = {"Content-Type": "application/json", "Accept-Language": "en"}
    sent |= {name.replace("_", "-"): value for name, value in headers.items()}
    request = Request(url, data=json.dumps(body).encode(), headers=sent, method="POST")  # noqa: S310
    try:
        with urlopen(request, timeout=120) as answer:  # noqa: S310 -- our own server
            return answer.status, dict(answer.headers), json.load(answer)
    except HTTPError as error:
        return error.code, dict(error.headers), json.load(error)


def all_at_once(url: str, bodies: list[Any], **headers: str) -> list[tuple[int, dict[str, str], Any]]:
    start = threading.Barrier(len(bodies))

    def one(body: Any) -> tuple[int, dict[str, str], Any]:
        start.wait(60)
        return send(url, body, **headers)

    with ThreadPoolExecutor(len(bodies)) as pool:
        return list(pool.map(one, bodies))


def test_a_repeat_at_the_same_moment_gets_the_first_answer(live_server: Any) -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="published"))
    secret = a_token(event.club, "scorer")[1]
    url = f"{live_server.url}/api/v1/events/{event.slug}/rounds/1/results/1/"
    body = {"ns_mp": 3000, "ew_mp": 1485}
    answers = all_at_once(
        url, [body] * AT_ONCE, Authorization=f"Bearer {secret}", Idempotency_Key="lost my answer"
    )
    assert {status for status, _headers, _told in answers} == {200}
    assert len({json.dumps(told) for _status, _headers, told in answers}) == 1
    assert sum("Idempotent-Replayed" in headers for _status, headers, _told in answers) == AT_ONCE - 1
    assert JournalLine.objects.filter(event=event, verb="record_result").count() == 1
    assert (Result.objects.filter(event=event).count(), KeptAnswer.objects.count()) == (1, 1)


def test_different_requests_under_one_key_at_the_same_moment_leave_one(live_server: Any) -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="published"))
    secret = a_token(event.club, "scorer")[1]
    url = f"{live_server.url}/api/v1/events/{event.slug}/rounds/1/results/1/"
    bodies = [{"ns_mp": 3000, "ew_mp": 1000 + 5 * number} for number in range(AT_ONCE)]
    answers = all_at_once(url, bodies, Authorization=f"Bearer {secret}", Idempotency_Key="one for all")
    statuses = sorted(status for status, _headers, _told in answers)
    assert statuses == [200] + [422] * (AT_ONCE - 1)
    assert Result.objects.filter(event=event).count() == 1


def test_of_changes_to_what_was_read_the_first_goes_through(live_server: Any) -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="published"))
    secret = a_token(event.club, "scorer")[1]
    url = f"{live_server.url}/api/v1/events/{event.slug}/rounds/1/results/1/"
    with urlopen(Request(url, headers={"Authorization": f"Bearer {secret}"}), timeout=60) as read:  # noqa: S310
        tag = read.headers["ETag"]
    bodies = [{"ns_mp": 3000, "ew_mp": 1000 + 5 * number} for number in range(AT_ONCE)]
    answers = all_at_once(url, bodies, Authorization=f"Bearer {secret}", If_Match=tag)
    done = [told for status, _headers, told in answers if status == 200]
    stale = [told for status, _headers, told in answers if status == 412]
    assert (len(done), len(stale)) == (1, AT_ONCE - 1)
    assert {told["current"]["ew_mp"] for told in stale} == {done[0]["ew_mp"]}

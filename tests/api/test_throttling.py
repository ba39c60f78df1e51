"""Nobody asks faster than is agreed; who does is told for how long to wait."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.test import override_settings

from tests.api.callers import Caller, a_token, by_token
from tournaments.models import Event


@pytest.fixture(autouse=True)
def a_few_a_minute() -> Any:
    with override_settings(API_RATE_ANYBODY="3/min", API_RATE_CALLER="5/min"):
        yield


def asks(caller: Caller, times: int, path: str = "events/", **more: Any) -> list[int]:
    client, headers = caller.client, caller.headers
    return [client.get(f"/api/v1/{path}", headers=headers, **more).status_code for _ in range(times)]


def test_anybody_is_counted_by_address(evening: Event, anybody: Caller) -> None:
    assert asks(anybody, 4) == [200, 200, 200, 429]
    assert asks(anybody, 1, REMOTE_ADDR="192.0.2.9") == [200]


def test_who_asks_for_many_pages_makes_no_room_for_more_questions(evening: Event, anybody: Caller) -> None:
    asks(anybody, 3)
    for number in range(1_000):
        cache.set(f"page-{number}", "kept")
    assert asks(anybody, 1) == [429]


def test_an_address_somebody_makes_up_does_not_count(evening: Event, anybody: Caller) -> None:
    """Behind a proxy the server puts the caller's address in place; this header is anybody's to write."""
    asks(anybody, 3)
    assert asks(anybody, 1, HTTP_X_FORWARDED_FOR="192.0.2.9") == [429]


def test_a_token_is_counted_by_itself_wherever_it_comes_from(
    evening: Event, program: Callable[[str], Caller]
) -> None:
    one, other = program("reader"), program("reader")
    assert asks(one, 4) == [200] * 4
    assert asks(one, 2, REMOTE_ADDR="192.0.2.9") == [200, 429]
    assert asks(other, 1) == [200]


def test_who_is_held_up_is_told_for_how_long_in_the_shape(evening: Event, anybody: Caller) -> None:
    asks(anybody, 3)
    answer = anybody.get("events/")
    assert answer.status_code == 429
    assert 1 <= int(answer["Retry-After"]) <= 60
    assert answer.json()["code"] == "too_many"


def test_trying_out_tokens_counts_too(evening: Event) -> None:
    assert asks(by_token("pzt_guess"), 4) == [401, 401, 401, 429]
    # Who has one is not held up by who has not.
    assert asks(by_token(a_token(evening.club, "reader")[1]), 1) == [200]


def test_addresses_that_are_none_count_too(evening: Event, anybody: Caller) -> None:
    assert asks(anybody, 4, path="nothing/") == [404, 404, 404, 429]

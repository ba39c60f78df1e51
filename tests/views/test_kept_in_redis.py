"""What all processes share through Redis: pages under the version of their event, counts of wrong codes."""

from __future__ import annotations

from collections.abc import Iterator
from unittest.mock import patch

import pytest
from django.core.cache import caches
from django.test import Client, override_settings

from tests.factories import DIRECTOR, Evening, an_evening
from tests.house.services import Redis
from tournaments import heard
from tournaments.boards import live, released
from tournaments.desk.results import ResultPlan, record
from tournaments.models import Event
from tournaments.views import guesses

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def on_redis(redis_server: Redis) -> Iterator[None]:
    backend = {
        "BACKEND": "tournaments.caching.ForgivingRedisCache",
        "LOCATION": redis_server.url,
        "KEY_FUNCTION": "tournaments.epoch.cache_key",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    both = {"default": backend, "limits": {**backend, "KEY_PREFIX": "limits"}}
    with override_settings(REDIS_URL=redis_server.url, CACHES=both):
        another_process()
        yield
    another_process()


def another_process() -> None:
    """Forget what this process knows: what it answers next it has from Redis or from the database."""
    live.forget()
    released._shared.clear()


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=2, open_round="published"))


def test_a_page_made_by_one_process_is_not_made_again_by_another(event: Event) -> None:
    pages = [f"/e/{event.slug}/{page}" for page in ("", "standings/", "results/", "seats/")]
    first = [Client().get(page).content for page in pages]
    another_process()
    with patch("tournaments.boards.released.load_released", side_effect=AssertionError("read again")):
        assert [Client().get(page).content for page in pages] == first


def test_a_new_version_of_an_event_is_another_page(event: Event) -> None:
    page = f"/e/{event.slug}/results/"
    before = Client().get(page).content
    record(event=event, round_number=3, plan=ResultPlan(1, 4005, 1000), by=DIRECTOR, confirmed=True)
    another_process()
    after = Client().get(page).content.decode()
    assert after.encode() != before
    assert "4.005" in after


def test_wrong_codes_are_counted_by_all_processes_together() -> None:
    for _ in range(guesses.MOST_WRONG - 1):
        assert Client().get("/t/ZZZZZZZZ/").status_code == 404
    assert heard.shared().keys("*wrong-codes*")
    del caches["limits"]  # as a process that has just begun
    assert Client().get("/t/ZZZZZZZZ/").status_code == 404
    assert Client().get("/t/ZZZZZZZZ/").status_code == 429

"""What is made for each asker is made so often and no more; a hall of four hundred phones does not notice."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client, RequestFactory, override_settings

from tests.factories import Evening, an_evening
from tests.house.services import Redis
from tournaments.models import Event
from tournaments.views import limits
from tournaments.views.limits import COSTLY, Limit, address_of

pytestmark = pytest.mark.django_db

FEW = Limit("of-this-test", most=20)


@pytest.fixture(autouse=True)
def the_clock_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "now", lambda: 1_800_000_060)


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=1))


def costly(event: Event) -> dict[str, int]:
    """The public addresses that are made for each asker, and what each costs."""
    base = f"/e/{event.slug}"
    return {
        f"{base}/where/?q=gentile": 1,
        f"{base}/pairs/?q=gentile": 1,
        f"{base}/standings/1/picture.png": 2,
        f"{base}/workbook/": 10,
    }


def test_each_costly_page_is_stopped_at_its_limit_and_opens_again(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, (address, cost) in enumerate(costly(event).items()):
        monkeypatch.setattr(limits, "COSTLY", Limit(f"costly-{number}", most=20))
        client = Client(HTTP_ACCEPT_LANGUAGE="en")
        assert {client.get(address).status_code for _ in range(20 // cost)} == {200}, address
        answer = client.get(address)
        assert (answer.status_code, answer["Retry-After"]) == (429, "540"), address
        assert "It goes on at 09:10" in answer.content.decode()
        assert Client(REMOTE_ADDR="10.0.0.9").get(address).status_code == 200
        monkeypatch.setattr(limits, "now", lambda: 1_800_000_600)
        assert client.get(address).status_code == 200
        monkeypatch.setattr(limits, "now", lambda: 1_800_000_060)


def test_people_of_the_desk_are_not_stopped(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "COSTLY", Limit("costly", most=1))
    client = Client()
    client.force_login(User.objects.create_user("ada"))
    assert {client.get(f"/e/{event.slug}/where/?q=x").status_code for _ in range(5)} == {200}


def test_a_hall_behind_one_address_is_far_below_the_limit() -> None:
    """Four hundred phones that each look for two names, fetch two pictures and, one in ten, the workbook."""
    phones = 400
    assert phones * (2 * 1 + 2 * 2) + phones // 10 * 10 <= COSTLY.most
    assert COSTLY.window == 600


def test_pages_kept_for_everybody_are_not_counted(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "COSTLY", Limit("costly", most=1))
    for page in ("", "standings/", "seats/", "results/1/", "pairs/1/", "live/settled/"):
        assert {Client().get(f"/e/{event.slug}/{page}").status_code for _ in range(3)} == {200}, page


@pytest.mark.parametrize(
    ("told", "address"),
    [
        ("10.1.2.3", "10.1.2.3"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("something else", "something else"),
    ],
)
def test_a_household_with_as_many_addresses_as_it_likes_is_one(told: str, address: str) -> None:
    assert address_of(RequestFactory().get("/", REMOTE_ADDR=told)) == address


def test_behind_a_proxy_only_what_the_proxy_saw_counts(settings: Any) -> None:
    settings.HTTPS = True
    request = RequestFactory().get("/", headers={"X-Forwarded-For": "6.6.6.6, 10.1.1.1"})
    assert address_of(request) == "10.1.1.1"


def test_processes_count_together_on_redis_and_while_it_is_away_nobody_is_stopped(
    redis_server: Redis,
) -> None:
    place = {
        "BACKEND": "tournaments.caching.ForgivingRedisCache",
        "LOCATION": redis_server.url,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    request = RequestFactory().get("/")
    with override_settings(CACHES={"default": place, "limits": place}):
        assert isinstance(caches["limits"].get("x", 0), int)
        for _ in range(FEW.most):
            assert not FEW.is_reached(request)
            FEW.count(request)
        assert FEW.is_reached(request)
        redis_server.kill()
        assert not FEW.is_reached(request)
        FEW.count(request)
        redis_server.start()
        assert not FEW.is_reached(request)


def test_a_crowd_of_pages_does_not_push_the_count_out(event: Event) -> None:
    request = RequestFactory().get("/")
    FEW.count(request, FEW.most)
    for number in range(2_000):
        caches["default"].set(f"page-{number}", "x")
    assert FEW.is_reached(request)

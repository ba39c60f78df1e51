"""Draw pressed twice at once gives one round: with two connections, and through a real server."""

from __future__ import annotations

import http.cookiejar
import re
import threading
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connections

from tests.factories import DIRECTOR, Evening, an_event
from tests.house.real_server import RealServer
from tournaments.desk.change import DeskRefusal
from tournaments.desk.rounds import draw_next_round
from tournaments.models import Event, JournalLine, Match, Round, Seat

CLICKS = 5


def at_once(click: Callable[[int], Any]) -> list[Any]:
    """What each of several clicks came to, all made in the same moment from threads of their own."""
    told: list[Any] = [None] * CLICKS
    ready = threading.Barrier(CLICKS)

    def one(number: int) -> None:
        ready.wait(20)
        try:
            told[number] = click(number)
        except DeskRefusal as refusal:
            told[number] = refusal.code
        finally:
            connections.close_all()

    threads = [threading.Thread(target=one, args=(number,)) for number in range(CLICKS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return told


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("programme", ["Danese puro 2", "Mitchell 4"])
def test_draw_pressed_twice_at_once_gives_one_round(programme: str) -> None:
    event = an_event(Evening(pairs=60, programme=programme))
    lines = event.journal.count()

    def click(_number: int) -> Any:
        return draw_next_round(event=Event.objects.get(pk=event.pk), by=DIRECTOR, number=1).number

    told = at_once(click)
    assert sorted(map(str, told)) == ["1"] + ["draw_open"] * (CLICKS - 1)
    assert (Round.objects.count(), Match.objects.count(), Seat.objects.count()) == (1, 30, 60)
    assert list(event.journal.values_list("verb", flat=True))[lines:] == ["draw_round"]
    event.refresh_from_db()
    assert event.version == JournalLine.objects.filter(event=event).count()


class Visitor:
    """Somebody signed in at a real server."""

    def __init__(self, url: str) -> None:
        self.url = url
        jar = http.cookiejar.CookieJar()
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))

    def get(self, path: str) -> str:
        with self.opener.open(self.url + path, timeout=30) as answer:
            return answer.read().decode()

    def post(self, path: str, page: str, **fields: str) -> int:
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token, page
        sent = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token[1]}).encode()
        try:
            with self.opener.open(self.url + path, sent, timeout=30) as answer:
                answer.read()
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    def sign_in(self) -> None:
        page = self.get("/sign-in/")
        assert self.post("/sign-in/", page, username="aldo", password="quattordici") == 200


EVENING = (
    "from tests.factories import *; from django.contrib.auth.models import User;"
    "User.objects.create_superuser('aldo', password='quattordici');"
    "print(an_event(Evening(pairs=40, programme='Danese puro 2')).slug)"
)
COUNT = "from tournaments.models import *; print(Round.objects.count(), Seat.objects.count())"


def draw_from_many_browsers(server: RealServer) -> None:
    server.start()
    slug = server.manage("shell", "-v", "0", "-c", EVENING).split()[-1]
    visitors = [Visitor(server.url) for _ in range(CLICKS)]
    for visitor in visitors:
        visitor.sign_in()
    pages = [visitor.get(f"/desk/{slug}/seats/") for visitor in visitors]

    def click(number: int) -> int:
        return visitors[number].post(
            f"/desk/{slug}/seats/draw/", pages[number], number="1", order="random", seed=f"{number + 1}"
        )

    assert at_once(click) == [200] * CLICKS, "all of them end on the seats of the one round"
    assert server.manage("shell", "-v", "0", "-c", COUNT).split() == ["1", "40"]


def test_draw_pressed_in_several_browsers_at_once_gives_one_round(real_server: RealServer) -> None:
    draw_from_many_browsers(real_server)


def test_draw_pressed_in_several_browsers_at_once_gives_one_round_on_postgresql(
    another_server: Callable[..., RealServer], postgres_url: str
) -> None:
    draw_from_many_browsers(another_server(environment={"DATABASE_URL": postgres_url}))

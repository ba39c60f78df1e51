"""The desk's clock and wall: who may, what the page offers, presses that count once."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests.factories import DIRECTOR, Evening, an_evening
from tests.views.desk.test_overview import staff
from tournaments.desk.clock import pause_clock, start_clock
from tournaments.desk.events import club_named
from tournaments.models import Clock, Event, Wall

pytestmark = pytest.mark.django_db

PAGES = ["clock/", "wall/"]
ACTIONS = [
    *(f"clock/{verb}/" for verb in ("start", "pause", "resume", "time", "last", "stop")),
    "wall/show/",
]


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=1, open_round="published"))


@pytest.fixture
def director(client: Client, event: Event) -> Client:
    client.force_login(staff(event.club))
    return client


def page(client: Client, event: Event, name: str = "clock/") -> str:
    return client.get(f"/desk/{event.slug}/{name}", headers={"Accept-Language": "en"}).content.decode()


def press(client: Client, event: Event, action: str, **sent: object) -> int:
    return client.post(f"/desk/{event.slug}/{action}", sent).status_code


@pytest.mark.parametrize("address", PAGES + ACTIONS)
def test_a_stranger_is_sent_to_the_sign_in(client: Client, event: Event, address: str) -> None:
    ask = client.get if address in PAGES else client.post
    answer = ask(f"/desk/{event.slug}/{address}")
    assert answer.status_code == 302
    assert answer["Location"].startswith("/sign-in/")


@pytest.mark.parametrize("address", PAGES + ACTIONS)
def test_for_another_club_the_clock_does_not_exist(client: Client, event: Event, address: str) -> None:
    client.force_login(staff(club_named("Another club"), "owner", "eva"))
    ask = client.get if address in PAGES else client.post
    assert ask(f"/desk/{event.slug}/{address}").status_code == 404


@pytest.mark.parametrize("action", ACTIONS)
def test_a_scorer_sees_the_clock_and_leaves_it_alone(client: Client, event: Event, action: str) -> None:
    client.force_login(staff(event.club, "scorer"))
    assert press(client, event, action) == 403
    for name in PAGES:
        text = page(client, event, name)
        assert "data-clock=" in text
        assert f"/desk/{event.slug}/clock/pause/" not in text
    assert not Clock.objects.exists()


def test_the_length_of_the_rules_is_proposed_and_may_be_changed(director: Client, event: Event) -> None:
    text = page(director, event)
    assert re.search(r'name="minutes"[^>]*value="45"', text)
    assert press(director, event, "clock/start/", minutes=50, warning=3, round=2) == 302
    clock = Clock.objects.get()
    assert (clock.round_number, clock.length, clock.warning) == (2, 3000, 180)


def test_before_the_seats_are_published_the_page_says_what_is_in_the_way(director: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="drawn", name="Drawn"))
    text = page(director, event)
    assert "first publish the seats of a round" in text
    assert f'action="/desk/{event.slug}/clock/start/"' not in text


def test_the_main_action_is_what_the_clock_can_do_now(director: Client, event: Event) -> None:
    assert "Start the clock" in page(director, event)
    press(director, event, "clock/start/", minutes=45, warning=5, round=2)
    assert f"/desk/{event.slug}/clock/pause/" in page(director, event)
    press(director, event, "clock/pause/")
    assert f"/desk/{event.slug}/clock/resume/" in page(director, event)
    press(director, event, "clock/resume/")
    press(director, event, "clock/last/")
    assert "Last hand announced at" in page(director, event)
    for text in (page(director, event), page(director, event, "wall/")):
        assert text.count('class="btn main"') == 1


def test_stopping_asks_first(director: Client, event: Event) -> None:
    start_clock(event=event, by=DIRECTOR)
    answer = director.post(f"/desk/{event.slug}/clock/stop/", headers={"Accept-Language": "en"})
    assert answer.status_code == 409
    assert "Stop the clock all the same?" in answer.content.decode()
    assert Clock.objects.exists()
    assert press(director, event, "clock/stop/", confirmed="yes") == 302
    assert not Clock.objects.exists()


def test_extra_time_pressed_twice_is_given_once(director: Client, event: Event) -> None:
    start_clock(event=event, by=DIRECTOR)
    key = re.search(r'name="key" value="(\w+)"', page(director, event))
    assert key is not None
    for _ in range(2):
        press(director, event, "clock/time/", minutes=5, key=key[1])
    assert Clock.objects.get().length == 50 * 60
    assert event.journal.filter(verb="add_time").count() == 1


@pytest.mark.parametrize("typed", ["", "ten", "4.5", "99999", "²"])
def test_minutes_that_are_no_number_are_refused_in_words(director: Client, event: Event, typed: str) -> None:
    answer = director.post(
        f"/desk/{event.slug}/clock/start/",
        {"minutes": typed, "warning": 5, "round": 2},
        headers={"Accept-Language": "en"},
        follow=True,
    )
    assert "is not a whole number" in answer.content.decode()
    assert not Clock.objects.exists()


def test_what_the_wall_shows_is_chosen_here(director: Client, event: Event) -> None:
    assert re.search(r'value="auto" checked', page(director, event, "wall/"))
    assert press(director, event, "wall/show/", shows="names", seconds=20) == 302
    assert (Wall.objects.get().shows, Wall.objects.get().seconds_a_page) == ("names", 20)
    text = page(director, event, "wall/")
    assert re.search(r'value="names" checked', text)
    assert f"/e/{event.slug}/wall/" in text


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("pairs", [20, 250])
def test_the_pages_take_a_fixed_number_of_queries(
    client: Client, name: str, pairs: int, django_assert_max_num_queries: object
) -> None:
    event = an_evening(Evening(pairs=pairs, closed=1, open_round="published", with_hands=False))
    client.force_login(staff(event.club))
    start_clock(event=event, by=DIRECTOR)
    pause_clock(event=event, by=DIRECTOR)
    with django_assert_max_num_queries(6):  # type: ignore[operator]
        page(client, event, name)


def test_every_page_of_the_desk_has_the_clock_in_its_bar(director: Client, event: Event) -> None:
    for name in ("", "entries/", "seats/", "scores/", "standings/", "journal/"):
        answer = director.get(f"/desk/{event.slug}/{name}", follow=True).content.decode()
        assert f'data-clock-url="/e/{event.slug}/clock.json"' in answer, name

"""When an evening is over: the players and the desk are told the same, and nothing before it is so."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.desk.closing import finish_event, reopen_event
from tournaments.models import ClubMember, Event

pytestmark = pytest.mark.django_db

ENGLISH = {"Accept-Language": "en"}
OVER, CLOSED, FINAL = "The evening is over", "Every round is closed", "Final standings"
PUBLIC = ("", "standings/", "wall/standings/")
DESK = ("", "standings/", "finish/")


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=2, programme="Mitchell 2"))


@pytest.fixture
def director(client: Client, event: Event) -> Client:
    user = get_user_model().objects.create_user("aldo")
    ClubMember.objects.create(club=event.club, user=user, role="director")
    client.force_login(user)
    return client


def read(client: Client, event: Event, pages: tuple[str, ...], part: str) -> str:
    answers = [client.get(f"/{part}/{event.slug}/{page}", headers=ENGLISH) for page in pages]
    assert {answer.status_code for answer in answers} == {200}
    return "\n".join(answer.content.decode() for answer in answers)


def test_until_somebody_finishes_the_evening_players_and_desk_say_that_every_round_is_closed(
    director: Client, event: Event
) -> None:
    players, desk = read(director, event, PUBLIC, "e"), read(director, event, DESK, "desk")
    for told in (players, desk):
        assert CLOSED in told
        assert OVER not in told
        assert FINAL not in told
    assert desk.count(CLOSED) == len(DESK)
    assert "· running" not in desk


def test_a_finished_evening_is_over_for_players_and_desk_and_its_standings_are_final(
    director: Client, event: Event
) -> None:
    finish_event(event=event, by=DIRECTOR)
    players, desk = read(director, event, PUBLIC, "e"), read(director, event, DESK, "desk")
    assert OVER in players
    assert all(FINAL in told and CLOSED not in told for told in (players, desk))


def test_an_evening_that_is_reopened_is_not_over(director: Client, event: Event) -> None:
    finish_event(event=event, by=DIRECTOR)
    read(director, event, PUBLIC, "e")
    reopen_event(event=event, confirmed=True, reason="a slip was found", by=DIRECTOR)
    players = read(director, event, PUBLIC, "e")
    assert OVER not in players
    assert FINAL not in players


def test_an_evening_that_ends_early_has_final_standings_too(director: Client) -> None:
    short = an_evening(Evening(pairs=8, closed=1, programme="Mitchell 2", name="Short"))
    assert CLOSED not in read(director, short, PUBLIC, "e")
    finish_event(event=short, confirmed=True, by=DIRECTOR)
    assert FINAL in read(director, short, PUBLIC, "e")


def test_the_list_of_evenings_says_how_far_each_has_come(client: Client, event: Event) -> None:
    an_evening(Evening(pairs=8, closed=1, programme="Mitchell 2", name="Half"))
    over = an_evening(Evening(pairs=8, closed=1, programme="Mitchell 1", name="Done"))
    finish_event(event=over, by=DIRECTOR)
    told = client.get("/", headers=ENGLISH).content.decode()
    for words in ("every round is closed", "1 rounds of 2 played", "over"):
        assert told.count(words) == 1, words


def test_once_a_round_is_closed_nobody_is_counted_as_not_yet_seen(director: Client, event: Event) -> None:
    told = read(director, event, ("entries/",), "desk")
    assert "Not seen yet" not in told
    assert "here, of" not in told
    assert "<b>8</b> pairs" in told
    assert "Fees" in told
    early = an_evening(Evening(pairs=8, closed=0, open_round="published", name="Early"))
    told = read(director, early, ("entries/",), "desk")
    assert "pairs here, of 8" in told
    marked = director.post(
        f"/desk/{event.slug}/entries/check-in/",
        {"mark": "3:paid"},
        headers={"Accept": "application/json"} | ENGLISH,
    )
    assert "<b>8</b> pairs" in marked.json()["counts"]

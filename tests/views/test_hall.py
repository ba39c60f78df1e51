"""The wall and the clock: what is released and nothing else, small answers, pages for any field."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core.cache import cache
from django.db.models import F
from django.test import Client

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.desk.clock import announce_last_lap, pause_clock, start_clock
from tournaments.desk.closing import finish_event
from tournaments.desk.results import ResultPlan, record, record_round
from tournaments.desk.rounds import close_round, publish_round
from tournaments.desk.wall import set_wall
from tournaments.models import Clock, Event, Wall

pytestmark = pytest.mark.django_db

SCREENS = ["", "tables/", "names/", "standings/", "progress/", "clock/"]


@pytest.fixture(autouse=True)
def nothing_kept() -> None:
    cache.clear()


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=1, open_round="published"))


def page(client: Client, event: Event, screen: str = "") -> str:
    answer = client.get(f"/e/{event.slug}/wall/{screen}", headers={"Accept-Language": "en"})
    assert answer.status_code == 200
    return answer.content.decode()


def title(text: str) -> str:
    found = re.search(r"<h1>(.*?)</h1>", text)
    assert found is not None
    return found[1]


def leaves(text: str) -> int:
    return text.count('class="leaf')


def first_leaf(text: str) -> str:
    return text.split('class="leaf')[1]


# What is not released


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("shows", Wall.Shows.values)
def test_a_round_that_is_only_drawn_is_on_no_screen(client: Client, screen: str, shows: str) -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="drawn"))
    set_wall(event=event, by=DIRECTOR, shows=shows)
    text = page(client, event, screen)
    assert "Gentile" not in text
    assert "1st round</h1>" not in text


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("shows", Wall.Shows.values)
def test_standings_of_a_round_that_is_not_closed_are_on_no_screen(
    client: Client, screen: str, shows: str
) -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="published"))
    record(event=event, round_number=1, plan=ResultPlan(1, 4320, 10), by=DIRECTOR)
    set_wall(event=event, by=DIRECTOR, shows=shows)
    text = page(client, event, screen)
    assert "4320" not in text
    assert "4,310" not in text
    assert "VP" not in text


def test_a_drawn_round_changes_nothing_on_the_screens_of_the_round_before(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="drawn"))
    assert title(page(client, event, "tables/")) == "Seats of the 1st round"
    assert title(page(client, event, "standings/")) == "Standings after the 1st round"
    publish_round(event=event, number=2, by=DIRECTOR)
    assert title(page(client, event, "tables/")) == "Seats of the 2nd round"


def test_the_progress_tells_no_result(client: Client, event: Event) -> None:
    record(event=event, round_number=2, plan=ResultPlan(2, 4320, 10), by=DIRECTOR)
    text = page(client, event, "progress/")
    assert "4320" not in text.replace(".", "").replace(",", "")
    assert "Gentile" not in text
    assert text.count('<li class="done">') == 1


@pytest.mark.parametrize("address", ["wall/", "wall/tables/", "wall.json", "clock.json", "clock/"])
def test_an_unknown_event_has_no_screens(client: Client, address: str) -> None:
    assert client.get(f"/e/nothing/{address}").status_code == 404


def test_there_are_no_other_screens_than_those_that_can_be_chosen(client: Client, event: Event) -> None:
    assert client.get(f"/e/{event.slug}/wall/auto/").status_code == 404
    assert client.get(f"/e/{event.slug}/wall/prizes/").status_code == 404


# What fits the moment


def test_the_wall_follows_the_evening_by_itself(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="drawn"))
    assert "come here as soon as they are published" in page(client, event)
    publish_round(event=event, number=1, by=DIRECTOR)
    assert 'class="leaf halls' in page(client, event)
    start_clock(event=event, by=DIRECTOR)
    assert 'role="timer"' in page(client, event)
    plans = [ResultPlan(table, 500, 400) for table in range(1, 5)]
    record_round(event=event, round_number=1, plans=plans, by=DIRECTOR)
    assert "Results in: 4 of 4" in page(client, event)
    close_round(event=event, number=1, by=DIRECTOR)
    assert title(page(client, event)) == "Standings after the 1st round"


def test_without_a_clock_the_first_result_turns_the_seats_into_the_progress(
    client: Client, event: Event
) -> None:
    assert title(page(client, event)) == "Seats of the 2nd round"
    record(event=event, round_number=2, plan=ResultPlan(2, 500, 10), by=DIRECTOR)
    text = page(client, event)
    assert title(text) == "2nd round"
    assert 'class="leaf tiles' in text


def test_the_clock_of_the_round_before_is_not_taken_for_this_one(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="published"))
    start_clock(event=event, by=DIRECTOR)
    plans = [ResultPlan(table, 500, 400) for table in range(1, 5)]
    record_round(event=event, round_number=1, plans=plans, by=DIRECTOR)
    close_round(event=event, number=1, by=DIRECTOR)
    told = client.get(f"/e/{event.slug}/clock.json").json()
    assert (told["state"], told["round"], told["ends_at"]) == ("none", None, None)
    assert title(page(client, event)) == "Standings after the 1st round"


def test_what_the_director_chooses_is_shown_whatever_the_moment(client: Client, event: Event) -> None:
    set_wall(event=event, by=DIRECTOR, shows=Wall.Shows.STANDINGS, seconds_a_page=20)
    text = page(client, event)
    assert title(text) == "Standings after the 1st round"
    assert 'data-seconds="20"' in text
    assert title(page(client, event, "tables/")) == "Seats of the 2nd round"


def test_when_the_evening_is_finished_its_standings_are_final(client: Client) -> None:
    event = an_evening(Evening(pairs=8, closed=2, programme="Mitchell 2"))
    assert title(page(client, event)) == "Standings after the 2nd round"
    finish_event(event=event, by=DIRECTOR)
    assert title(page(client, event)) == "Final standings"


# Pages


@pytest.mark.parametrize(
    ("pairs", "tables", "names", "standings"), [(20, 1, 1, 1), (60, 2, 3, 2), (200, 7, 9, 7)]
)
def test_more_pairs_make_more_pages(
    client: Client, pairs: int, tables: int, names: int, standings: int
) -> None:
    event = an_evening(Evening(pairs=pairs, closed=1, open_round="published", with_hands=False))
    pages = [page(client, event, screen) for screen in ("tables/", "names/", "standings/")]
    assert [leaves(text) for text in pages] == [tables, names, standings]
    assert all(text.count('" hidden>') >= leaves(text) - 1 for text in pages)
    assert pages[1].count('<span class="who">') == 2 * pairs
    assert pages[2].count('<td class="p">') == pairs


def test_a_page_has_at_most_15_tables_or_30_pairs(client: Client) -> None:
    event = an_evening(Evening(pairs=64, closed=1, open_round="published", with_hands=False))
    assert first_leaf(page(client, event, "tables/")).count("<li>") == 15
    assert first_leaf(page(client, event, "standings/")).count('<td class="p">') == 30
    assert "places 1 – 30" in page(client, event, "standings/")
    assert "page 1 of 3" in page(client, event, "tables/")


def test_the_pair_that_rests_is_named_after_the_tables(client: Client) -> None:
    event = an_evening(Evening(pairs=9, closed=0, open_round="published"))
    text = page(client, event, "tables/")
    assert text.count("rests this round") == 1
    assert page(client, event, "names/").count('<span class="side">rests</span>') == 2


def test_the_last_tables_are_called_by_their_numbers(client: Client, event: Event) -> None:
    start_clock(event=event, by=DIRECTOR)
    assert "Missing" not in page(client, event)
    for table in (1, 2, 3):
        record(event=event, round_number=2, plan=ResultPlan(table, 500, 10), by=DIRECTOR)
    text = page(client, event)
    assert "Results in: 3 of 4" in text
    assert re.search(r"Missing: table <b>4</b>", text)


def test_phones_find_the_event_by_the_code_in_the_corner(client: Client, event: Event) -> None:
    answer = client.get(f"/e/{event.slug}/wall/", headers={"host": "localhost:8765"}).content.decode()
    assert 'class="segno"' in answer
    other = client.get(f"/e/{event.slug}/wall/", headers={"host": "testserver"}).content.decode()
    assert re.findall(r'class="qrline".*?d="(.*?)"', answer) != re.findall(
        r'class="qrline".*?d="(.*?)"', other
    )


def test_without_scripts_the_first_page_is_there_and_comes_anew(client: Client, event: Event) -> None:
    text = page(client, event)
    assert '<noscript><meta http-equiv="refresh"' in text
    start_clock(event=event, by=DIRECTOR)
    end = Clock.objects.get().ends_at
    assert end is not None
    assert end.astimezone().strftime("%M") in page(client, event)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("pairs", [20, 250])
def test_a_screen_takes_a_fixed_number_of_queries(
    client: Client, screen: str, pairs: int, django_assert_max_num_queries: object
) -> None:
    event = an_evening(Evening(pairs=pairs, closed=1, open_round="published", with_hands=False))
    start_clock(event=event, by=DIRECTOR)
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        page(client, event, screen)
    with django_assert_max_num_queries(1):  # type: ignore[operator]
        page(client, event, screen)


# Answers for scripts


def test_the_clock_tells_when_it_ends_and_what_time_it_is(client: Client, event: Event) -> None:
    start_clock(event=event, by=DIRECTOR)
    told = client.get(f"/e/{event.slug}/clock.json").json()
    assert (told["state"], told["round"], told["warning"], told["last_lap"]) == ("running", 2, 300, None)
    assert told["ends_at"] - told["now"] == pytest.approx(45 * 60_000, abs=3000)
    assert told["left"] == pytest.approx(45 * 60, abs=3)
    announce_last_lap(event=event, by=DIRECTOR)
    pause_clock(event=event, by=DIRECTOR)
    told = client.get(f"/e/{event.slug}/clock.json").json()
    assert (told["state"], told["ends_at"]) == ("paused", None)
    assert told["last_lap"] is not None


def test_the_clock_is_not_sent_twice_and_yet_tells_the_time(client: Client, event: Event) -> None:
    start_clock(event=event, by=DIRECTOR)
    address = f"/e/{event.slug}/clock.json"
    first = client.get(address)
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert int(again["Server-Now"]) >= int(first["Server-Now"]) > 1_600_000_000_000
    record(event=event, round_number=2, plan=ResultPlan(1, 500, 10), by=DIRECTOR)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    Clock.objects.update(ends_at=F("ends_at") + timedelta(seconds=1))
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 200


def test_the_wall_hears_of_every_change_and_of_nothing_else(client: Client, event: Event) -> None:
    address = f"/e/{event.slug}/wall.json"
    first = client.get(address)
    assert client.get(address, headers={"If-None-Match": first["ETag"]}).status_code == 304
    set_wall(event=event, by=DIRECTOR, shows=Wall.Shows.CLOCK)
    changed = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert (changed.json()["shows"], changed.json()["version"]) == ("clock", event.version)


@pytest.mark.parametrize("address", ["clock.json", "wall.json"])
def test_an_answer_costs_one_query_and_few_bytes(
    client: Client, event: Event, address: str, django_assert_num_queries: object
) -> None:
    start_clock(event=event, by=DIRECTOR)
    with django_assert_num_queries(1):  # type: ignore[operator]
        answer = client.get(f"/e/{event.slug}/{address}")
    assert len(answer.content) < 400
    with django_assert_num_queries(1):  # type: ignore[operator]
        client.get(f"/e/{event.slug}/{address}", headers={"If-None-Match": answer["ETag"]})


@pytest.mark.parametrize("address", ["clock.json", "wall.json", "wall/", "clock/"])
def test_nobody_changes_anything_from_a_screen(client: Client, event: Event, address: str) -> None:
    assert client.post(f"/e/{event.slug}/{address}").status_code == 405


def test_the_clock_for_phones_is_a_page_of_the_event(client: Client) -> None:
    event = an_event(Evening(pairs=4))
    answer = client.get(f"/e/{event.slug}/clock/", headers={"Accept-Language": "en"})
    assert 'role="timer"' in answer.content.decode()


def test_who_has_the_wall_read_aloud_hears_the_names_of_a_pair_apart(client: Client, event: Event) -> None:
    text = page(client, event, "tables/")
    [told] = re.findall(r'<p class="names">(?:(?!</p>).)*Gentile.*?</p>', text)
    assert re.sub(r"<[^>]+>", "", told).split(": ")[1] == "Gentile Conti"

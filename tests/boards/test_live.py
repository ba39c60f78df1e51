"""How far the public side of an event has come: what moves which page, and how old an answer may be."""

from __future__ import annotations

import inspect
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test import override_settings
from django.test.utils import CaptureQueriesContext

from tests.factories import DIRECTOR, Evening, an_evening
from tests.house.services import Redis
from tournaments import desk
from tournaments.boards import live
from tournaments.boards.live import Marks, marks_now, marks_of
from tournaments.boards.released import load_released, shared_released
from tournaments.boards.results import results_board
from tournaments.desk.clock import start_clock
from tournaments.desk.entries import edit_entry
from tournaments.desk.results import ResultPlan, record
from tournaments.desk.rounds import close_round
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_known() -> Iterator[None]:
    cache.clear()
    live.forget()
    yield
    live.forget()


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=2, open_round="published"))


def play(event: Event, table: int, number: int = 3, ns: int = 3000) -> None:
    plan = ResultPlan(table=table, ns_mp=ns, ew_mp=1000)
    record(event=event, round_number=number, plan=plan, by=DIRECTOR, confirmed=True)


def marks(event: Event) -> Marks:
    found = marks_now(event.slug)
    assert found is not None
    return found


WATCHES = ("settled", "all", "round-3", "round-2", "table-3-1", "table-3-2", "every")


def moved(event: Event, before: Marks) -> set[str]:
    after = marks(event)
    return {watch for watch in WATCHES if after.of(watch) != before.of(watch)}


def test_a_result_of_the_round_being_played_moves_its_round_and_its_table_and_no_standings(
    event: Event,
) -> None:
    before = marks(event)
    play(event, 1)
    assert moved(event, before) == {"all", "round-3", "table-3-1", "every"}


def test_a_correction_of_a_closed_round_moves_everything(event: Event) -> None:
    before = marks(event)
    play(event, 1, number=2)
    assert moved(event, before) == set(WATCHES)


def test_closing_a_round_moves_everything(event: Event) -> None:
    for table in range(1, 5):
        play(event, table)
    before = marks(event)
    close_round(event=event, number=3, by=DIRECTOR)
    assert moved(event, before) == set(WATCHES)


def test_the_clock_moves_no_page_of_the_players(event: Event) -> None:
    before = marks(event)
    start_clock(event=event, by=DIRECTOR)
    assert moved(event, before) == {"every"}


def test_a_pair_of_another_club_moves_everything(event: Event) -> None:
    before = marks(event)
    entry = event.entries.first()
    assert entry is not None
    edit_entry(event=event, number=entry.number, club_name="Altrove", line=entry.line, by=DIRECTOR)
    assert moved(event, before) == set(WATCHES)


def test_places_published_elsewhere_may_hang_on_any_result(event: Event) -> None:
    Event.objects.filter(pk=event.pk).update(official_places=True)
    before = marks(event)
    play(event, 1)
    assert moved(event, before) == set(WATCHES)


def test_what_is_known_line_by_line_is_what_the_whole_journal_says(event: Event) -> None:
    for table in (1, 3, 1, 2):
        play(event, table, ns=1000 * table)
        step_by_step = marks(event)
    live.forget()
    assert marks(event) == step_by_step


def test_a_verb_unseen_by_players_is_a_verb_of_the_desk() -> None:
    """A name that no verb writes would be a slip, and its pages would never be told."""
    folder = Path(inspect.getfile(desk)).parent
    written = "\n".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
    for verb in live.RESULTS | live.UNSEEN:
        assert re.search(rf'"{verb}"', written), verb


@pytest.mark.parametrize(
    "watch", ["", "nothing", "round-", "round-x", "round-99999", "table-3", "table-3-1-1", "ALL", "all "]
)
def test_what_is_no_watch_has_no_mark(watch: str) -> None:
    assert Marks(1, 9, 4).of(watch) is None


def test_an_event_that_is_not_there_has_no_marks() -> None:
    assert marks_of("nothing") is None
    assert marks_now("nothing") is None


def test_within_a_moment_nobody_is_asked_twice(event: Event) -> None:
    marks_of(event.slug)
    with CaptureQueriesContext(connection) as asked:
        marks_of(event.slug)
    assert len(asked) == 0


def test_after_that_moment_one_small_question_is_enough(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    marks_of(event.slug)
    monkeypatch.setattr(live.time, "monotonic", lambda: 1e12)
    with CaptureQueriesContext(connection) as asked:
        marks_of(event.slug)
    assert len(asked) == 1


def test_results_added_to_what_was_known_make_what_a_whole_reading_makes(event: Event) -> None:
    shared_released(event)
    play(event, 2)
    play(event, 1, ns=2000)
    play(event, 2, ns=4000)
    with CaptureQueriesContext(connection) as asked:
        added = shared_released(event)
    assert len(asked) <= 2
    whole = load_released(event)
    assert added.facts.matches == whole.facts.matches
    assert results_board(added, 3) == results_board(whole, 3)
    assert added.facts.standings() == whole.facts.standings()


def test_what_is_shared_is_never_of_another_version(event: Event) -> None:
    first = shared_released(event)
    assert shared_released(event) is first
    play(event, 1, number=2)
    assert shared_released(event) is not first
    assert shared_released(event).facts.matches == load_released(event).facts.matches


@pytest.mark.django_db(transaction=True)
def test_what_this_process_commits_it_tells_at_once(event: Event) -> None:
    before = marks_of(event.slug)
    play(event, 1)
    assert before is not None
    assert marks_of(event.slug) == marks(event) != before


@pytest.mark.django_db(transaction=True)
def test_a_change_that_is_rolled_back_is_told_by_nobody(event: Event) -> None:
    before = marks_of(event.slug)
    told: list[Marks | None] = []
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        play(event, 1)
        # Another phone asks meanwhile, in a thread and a connection of its own.
        asking = threading.Thread(target=lambda: (told.append(marks_now(event.slug)), connection.close()))
        asking.start()
        asking.join()
        raise ZeroDivisionError
    assert told == [before]
    assert marks(event) == before


@pytest.mark.django_db(transaction=True)
def test_with_redis_another_process_hears_of_a_change_without_asking_the_database(
    event: Event, redis_server: Redis
) -> None:
    with with_redis(redis_server):
        marks_of(event.slug)
        play(event, 1)  # commits, and tells Redis
        wanted = event.version
        live.forget()  # as another process, which has heard nothing
        with CaptureQueriesContext(connection) as asked:
            found = marks_of(event.slug)
        assert found is not None
        assert found.version == wanted
        assert len(asked) == 0


@pytest.mark.django_db(transaction=True)
def test_what_two_processes_tell_redis_the_other_way_round_stays_the_newest(
    event: Event, redis_server: Redis
) -> None:
    with with_redis(redis_server):
        old = (event.pk, event.version, event.official_places)
        play(event, 1)
        live.forget()
        live.changed(event.slug, old)  # of another process, late
        live.forget()
        found = marks_of(event.slug)
        assert found is not None
        assert found.version == event.version


@pytest.mark.django_db(transaction=True)
def test_a_message_that_redis_lost_is_made_good_within_two_seconds(event: Event, redis_server: Redis) -> None:
    assert live.FRESH + live.SHARED < 2
    with with_redis(redis_server):
        before = marks_of(event.slug)
        with patch("tournaments.boards.live.settings.REDIS_URL", ""):
            play(event, 1)  # by a process that does not reach Redis
        live.forget()
        assert marks_of(event.slug) == before
        threading.Event().wait(live.SHARED + live.FRESH + 0.1)
        assert marks_of(event.slug) == marks(event)


@pytest.mark.django_db(transaction=True)
def test_without_redis_answering_the_database_is_asked(event: Event, redis_server: Redis) -> None:
    with with_redis(redis_server):
        redis_server.kill()
        play(event, 1)
        found = marks_of(event.slug)
        assert found is not None
        assert found.version == event.version


def with_redis(server: Redis) -> override_settings:
    backend = {
        "BACKEND": "tournaments.caching.ForgivingRedisCache",
        "LOCATION": server.url,
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    return override_settings(REDIS_URL=server.url, CACHES={"default": backend})

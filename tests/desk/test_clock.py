"""The clock of the round: started by hand, paused to the second, lengthened, announced, stopped."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.boards.clock import ClockFace, hall_of
from tournaments.boards.journal import journal_rows
from tournaments.desk.change import DeskRefusal, NeedsConfirmationError
from tournaments.desk.clock import (
    add_time,
    announce_last_lap,
    pause_clock,
    resume_clock,
    start_clock,
    stop_clock,
)
from tournaments.desk.results import ResultPlan, record_round
from tournaments.desk.rounds import close_round, publish_round
from tournaments.desk.wall import set_wall
from tournaments.models import Clock, Event, Wall

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=1, open_round="published"))


def face(event: Event) -> ClockFace | None:
    hall = hall_of(event.slug)
    assert hall is not None
    return hall.clock


def left(event: Event) -> object:
    """What the screens show, in seconds; a test is quick, but not always within one second."""
    found = face(event)
    assert found is not None
    return pytest.approx(found.seconds_left(timezone.now()), abs=2)


def later(event: Event, **by: float) -> None:
    """Let time go by: all that is kept is the moment of the end."""
    Clock.objects.filter(event=event).update(ends_at=F("ends_at") - timedelta(**by))


def said(event: Event) -> str:
    return str(journal_rows(event, most=1)[0].sentence)


def test_publishing_the_seats_does_not_start_the_clock() -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="drawn"))
    publish_round(event=event, number=1, by=DIRECTOR)
    assert face(event) is None
    assert not Clock.objects.exists()


@pytest.mark.parametrize(("hands", "minutes"), [(2, 25), (3, 35), (4, 45)])
def test_a_round_lasts_25_35_or_45_minutes_for_2_3_or_4_hands(hands: int, minutes: int) -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="published", name=f"Of {hands}"))
    event.hands_per_round = hands
    event.save(update_fields=["hands_per_round"])
    start_clock(event=event, by=DIRECTOR)
    assert left(event) == minutes * 60
    assert said(event) == f"Clock of round 1 started: {minutes} minutes."


def test_the_director_may_choose_another_length_and_another_warning(event: Event) -> None:
    start_clock(event=event, by=DIRECTOR, minutes=50, warning=3)
    found = face(event)
    assert found is not None
    assert (found.round, found.length, found.warning, found.state) == (2, 3000, 180, "running")


@pytest.mark.parametrize(("minutes", "warning"), [(0, 0), (241, 5), (5, 5), (45, -1)])
def test_a_length_or_a_warning_that_cannot_be_is_refused(event: Event, minutes: int, warning: int) -> None:
    with pytest.raises(DeskRefusal):
        start_clock(event=event, by=DIRECTOR, minutes=minutes, warning=warning)
    assert face(event) is None


def test_the_clock_starts_only_for_a_round_whose_seats_are_published() -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="drawn"))
    with pytest.raises(DeskRefusal, match="closed"):
        start_clock(event=event, by=DIRECTOR)
    with pytest.raises(DeskRefusal, match="not published yet"):
        start_clock(event=event, by=DIRECTOR, number=2)
    with pytest.raises(DeskRefusal, match="No seats are published"):
        start_clock(event=an_event(Evening(pairs=4, name="Tomorrow")), by=DIRECTOR)


def test_two_clicks_start_one_clock(event: Event) -> None:
    start_clock(event=event, by=DIRECTOR)
    later(event, minutes=1)
    with pytest.raises(DeskRefusal, match="started already"):
        start_clock(event=event, by=DIRECTOR)
    assert left(event) == 44 * 60


def test_a_pause_keeps_the_seconds_however_long_it_is(event: Event) -> None:
    start_clock(event=event, by=DIRECTOR)
    later(event, minutes=10, seconds=17)
    kept = pause_clock(event=event, by=DIRECTOR).left
    assert kept in {34 * 60 + 43, 34 * 60 + 42}
    assert said(event) == f"Clock of round 2 paused with 34 min {kept % 60} s left."
    later(event, hours=1)
    assert left(event) == kept
    resume_clock(event=event, by=DIRECTOR)
    assert left(event) == kept
    assert said(event) == f"Clock of round 2 goes on with 34 min {kept % 60} s left."


def test_pause_and_resume_pressed_twice_do_it_once(event: Event) -> None:
    start_clock(event=event, by=DIRECTOR)
    with pytest.raises(DeskRefusal, match="running already"):
        resume_clock(event=event, by=DIRECTOR)
    pause_clock(event=event, by=DIRECTOR)
    with pytest.raises(DeskRefusal, match="paused already"):
        pause_clock(event=event, by=DIRECTOR)


@pytest.mark.parametrize("paused", [False, True])
def test_extra_time_is_given_and_taken_while_it_runs_or_is_paused(event: Event, paused: bool) -> None:
    start_clock(event=event, by=DIRECTOR)
    if paused:
        pause_clock(event=event, by=DIRECTOR)
    add_time(event=event, by=DIRECTOR, minutes=5)
    assert left(event) == 50 * 60
    assert "5 minutes given" in said(event)
    add_time(event=event, by=DIRECTOR, minutes=-10)
    assert left(event) == 40 * 60
    assert "10 minutes taken" in said(event)
    found = face(event)
    assert found is not None
    assert (found.length, found.state) == (40 * 60, "paused" if paused else "running")


def test_extra_time_after_the_end_counts_from_now(event: Event) -> None:
    start_clock(event=event, by=DIRECTOR)
    later(event, minutes=48)
    assert left(event) == 0
    add_time(event=event, by=DIRECTOR, minutes=5)
    assert left(event) == 300


def test_taking_more_than_is_left_ends_the_time(event: Event) -> None:
    start_clock(event=event, by=DIRECTOR)
    later(event, minutes=43)
    add_time(event=event, by=DIRECTOR, minutes=-5)
    assert left(event) == 0
    with pytest.raises(DeskRefusal, match="none can be taken away"):
        add_time(event=event, by=DIRECTOR, minutes=-1)
    with pytest.raises(DeskRefusal, match="nothing to pause"):
        pause_clock(event=event, by=DIRECTOR)


def test_one_press_of_the_button_gives_extra_time_once(event: Event) -> None:
    start_clock(event=event, by=DIRECTOR)
    add_time(event=event, by=DIRECTOR, minutes=5, key="press-1")
    with pytest.raises(DeskRefusal, match="done already"):
        add_time(event=event, by=DIRECTOR, minutes=5, key="press-1")
    assert left(event) == 50 * 60


@pytest.mark.parametrize("minutes", [0, 61, -61])
def test_extra_time_that_cannot_be_meant_is_refused(event: Event, minutes: int) -> None:
    start_clock(event=event, by=DIRECTOR)
    with pytest.raises(DeskRefusal, match="Between 1 and 60"):
        add_time(event=event, by=DIRECTOR, minutes=minutes)


def test_the_last_hand_is_announced_once(event: Event) -> None:
    start_clock(event=event, by=DIRECTOR)
    assert announce_last_lap(event=event, by=DIRECTOR).last_lap_at is not None
    assert said(event) == "Round 2: last hand announced."
    with pytest.raises(DeskRefusal, match="announced already"):
        announce_last_lap(event=event, by=DIRECTOR)


def test_stopping_asks_while_there_is_time_left(event: Event) -> None:
    start_clock(event=event, by=DIRECTOR)
    later(event, minutes=15)
    with pytest.raises(NeedsConfirmationError, match="Stop the clock all the same"):
        stop_clock(event=event, by=DIRECTOR)
    stop_clock(event=event, by=DIRECTOR, confirmed=True)
    assert face(event) is None
    assert said(event) == "Clock of round 2 stopped."
    start_clock(event=event, by=DIRECTOR)
    later(event, minutes=46)
    stop_clock(event=event, by=DIRECTOR)
    assert face(event) is None


@pytest.mark.parametrize("verb", [pause_clock, resume_clock, announce_last_lap, stop_clock])
def test_without_a_clock_there_is_nothing_to_do(event: Event, verb: object) -> None:
    with pytest.raises(DeskRefusal, match="No clock is running"):
        verb(event=event, by=DIRECTOR)  # type: ignore[operator]


def test_with_the_round_its_clock_is_over_and_the_next_one_starts_anew(event: Event) -> None:
    start_clock(event=event, by=DIRECTOR)
    announce_last_lap(event=event, by=DIRECTOR)
    plans = [ResultPlan(table, 500, 400) for table in range(1, 5)]
    record_round(event=event, round_number=2, plans=plans, by=DIRECTOR)
    close_round(event=event, number=2, by=DIRECTOR)
    assert face(event) is None
    with pytest.raises(DeskRefusal, match="No clock is running"):
        pause_clock(event=event, by=DIRECTOR)


def test_each_verb_of_clock_and_wall_leaves_one_line(event: Event) -> None:
    before = event.version
    start_clock(event=event, by=DIRECTOR)
    add_time(event=event, by=DIRECTOR, minutes=1)
    pause_clock(event=event, by=DIRECTOR)
    resume_clock(event=event, by=DIRECTOR)
    announce_last_lap(event=event, by=DIRECTOR)
    stop_clock(event=event, by=DIRECTOR, confirmed=True)
    set_wall(event=event, by=DIRECTOR, shows=Wall.Shows.CLOCK)
    assert event.version == before + 7
    assert event.journal.count() == event.version


def test_the_director_chooses_what_the_wall_shows(event: Event) -> None:
    set_wall(event=event, by=DIRECTOR, shows=Wall.Shows.SEATS_BY_NAME, seconds_a_page=20)
    hall = hall_of(event.slug)
    assert hall is not None
    assert (hall.shows, hall.seconds_a_page) == ("names", 20)
    assert said(event) == "The wall shows the seats by name, 20 seconds a page."


def test_choosing_what_the_wall_shows_already_leaves_no_line(event: Event) -> None:
    before = event.version
    set_wall(event=event, by=DIRECTOR, shows=Wall.Shows.AUTOMATIC)
    assert event.version == before


@pytest.mark.parametrize(("shows", "seconds"), [("prizes", 12), ("clock", 4), ("clock", 121)])
def test_what_the_wall_cannot_do_is_refused(event: Event, shows: str, seconds: int) -> None:
    with pytest.raises(DeskRefusal):
        set_wall(event=event, by=DIRECTOR, shows=shows, seconds_a_page=seconds)


def test_a_second_begun_is_shown_as_a_second() -> None:
    now = timezone.now()

    def shown(seconds: float) -> int:
        return ClockFace(1, 2700, now + timedelta(seconds=seconds), None, 300, None).seconds_left(now)

    assert [shown(2.0), shown(1.999), shown(0.001), shown(0), shown(-5)] == [2, 2, 1, 0, 0]

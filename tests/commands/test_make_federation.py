"""An invented federation: what the verbs would have left, the same from the same seed."""

from __future__ import annotations

import datetime
import hashlib
from dataclasses import replace
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Count

from tests.factories import DIRECTOR, an_event
from tournaments.boards.facts import load
from tournaments.boards.verify import verify
from tournaments.desk.federation import Federation, make_federation
from tournaments.desk.results import ResultPlan, record
from tournaments.desk.rounds import draw_next_round
from tournaments.management.commands.make_federation import last_friday
from tournaments.models import (
    Club,
    Event,
    HandResult,
    JournalLine,
    Member,
    Player,
    Publication,
    Result,
    Round,
    TableCode,
)

pytestmark = pytest.mark.django_db

FRIDAY = datetime.date(2026, 11, 27)
SMALL = Federation(seed=5, friday=FRIDAY, clubs=6, players=240, events=24, hands=6_000)


def test_it_has_what_was_asked_for_and_its_hands_within_a_hundredth() -> None:
    made = make_federation(SMALL)
    assert (Club.objects.count(), Player.objects.count(), Event.objects.count()) == (6, 240, 24)
    hands = HandResult.objects.filter(result__state=Result.State.CONFIRMED).count()
    assert (made.events, made.hands) == (24, hands)
    assert abs(hands - 6_000) <= 6_000 / 100


def test_every_event_adds_up() -> None:
    make_federation(SMALL)
    for event in Event.objects.all():
        assert verify(event) == [], event.slug


def test_a_small_federation_is_not_asked_for_the_hands_of_a_large_one() -> None:
    with pytest.raises(CommandError, match=r"240 .* 2\D?000\D?000 .* 24"):
        call_command("make_federation", seed=1, clubs=6, players=240, events=24)
    assert (Club.objects.count(), Player.objects.count()) == (0, 0)


@pytest.mark.parametrize("seed", range(4))
def test_evenings_that_seat_everybody_there_is_find_their_players(seed: int) -> None:
    made = make_federation(replace(SMALL, seed=seed, players=64, events=12, hands=12 * 16 * 4 * 4))
    assert made.events == 12


def test_ten_years_of_evenings_are_over_and_this_friday_some_are_being_played() -> None:
    make_federation(SMALL)
    over = Event.objects.filter(date__lt=FRIDAY)
    assert set(over.values_list("state", flat=True)) <= {"finished", "archived"}
    oldest = over.order_by("date")[0].date
    assert FRIDAY - datetime.timedelta(weeks=521) <= oldest < FRIDAY - datetime.timedelta(weeks=500)
    now = Event.objects.filter(date=FRIDAY)
    assert set(now.values_list("state", flat=True)) == {"running"}
    evenings = now.filter(kind=Event.Kind.CLUB)
    assert evenings.count() == 6
    for event in evenings:
        last = event.rounds.get(number=event.rounds.count())
        assert last.state == Round.State.PUBLISHED
        assert TableCode.objects.filter(match__round=last).count() == 2 * last.matches.count()


def test_nobody_plays_in_two_clubs_on_that_friday() -> None:
    make_federation(SMALL)
    seated = Member.objects.filter(event__date=FRIDAY, event__kind=Event.Kind.CLUB)
    assert not seated.values("player").annotate(times=Count("pk")).filter(times__gt=1).exists()


def test_its_standings_are_those_that_were_published() -> None:
    make_federation(SMALL)
    for publication in Publication.objects.select_related("event"):
        standings = load(publication.event).standings(publication.round_number)
        assert [(row["place"], row["number"]) for row in publication.rows] == [
            (standing.place, standing.entry) for standing in standings
        ]


def test_the_desk_goes_on_from_there() -> None:
    make_federation(SMALL)
    event = Event.objects.filter(date=FRIDAY, kind=Event.Kind.CLUB)[0]
    number = event.rounds.count()
    done = event.results.filter(match__round__number=number).values("match__table")
    table = event.rounds.get(number=number).matches.exclude(table__in=done)[0].table
    record(event=event, round_number=number, plan=ResultPlan(table, 2000, 1500), by=DIRECTOR)
    national = Event.objects.get(kind=Event.Kind.NATIONAL)
    drawn = draw_next_round(event=national, by=DIRECTOR)
    assert drawn.matches.count() == national.entries.count() // 2
    assert verify(event) == verify(national) == []


def test_the_same_seed_makes_the_same_federation_and_another_seed_another() -> None:
    first = fingerprint_of(SMALL)
    assert first == fingerprint_of(SMALL)
    assert first != fingerprint_of(replace(SMALL, seed=6))


def fingerprint_of(plan: Federation) -> str:
    """What a federation holds beside what is there already, whatever keys it was given."""
    before = Event.objects.order_by("pk").last()
    make_federation(plan, beside=True)
    made = Event.objects.filter(pk__gt=before.pk if before else 0)
    rows = JournalLine.objects.filter(event__in=made).order_by("event", "number")
    told = rows.values_list("number", "at", "verb", "round_number", "table", "old", "new")
    return hashlib.sha256(repr(list(told)).encode()).hexdigest()


def test_it_is_not_put_among_events_that_are_there_unless_told() -> None:
    an_event()
    sizes = ["--clubs", "3", "--players", "96", "--events", "4", "--hands", "600"]
    with pytest.raises(CommandError, match=r"databas|base dati"):
        call_command("make_federation", "--seed", "1", *sizes)
    assert Event.objects.count() == 1
    out = StringIO()
    call_command("make_federation", "--seed", "1", *sizes, "--beside", stdout=out)
    assert Event.objects.count() == 5
    assert out.getvalue().startswith(("4 events", "4 tornei", "Tornei: 4"))


@pytest.mark.parametrize(
    "wrong",
    [{"clubs": 0}, {"players": 20}, {"events": 0}, {"hands": 3}, {"clubs": 500}],
)
def test_a_federation_that_cannot_be_is_refused(wrong: dict[str, int]) -> None:
    sizes = {"clubs": 3, "players": 96, "events": 4, "hands": 600} | wrong
    asked = [word for name, value in sizes.items() for word in (f"--{name}", str(value))]
    with pytest.raises(CommandError):
        call_command("make_federation", "--seed", "1", *asked)
    assert not Club.objects.exists()


@pytest.mark.parametrize(
    ("today", "friday"),
    [("2026-11-27", "2026-11-27"), ("2026-11-30", "2026-11-27"), ("2026-12-03", "2026-11-27")],
)
def test_the_evenings_being_played_are_those_of_last_friday(today: str, friday: str) -> None:
    assert last_friday(datetime.date.fromisoformat(today)) == datetime.date.fromisoformat(friday)

"""500 pairs out of a pasted list: read, held against everybody known, stored; the goal is of the whole."""

from __future__ import annotations

import datetime

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring.victory_points import FOUR_HANDS
from tests.bench.measure import Figure, figure, wall
from tournaments import names
from tournaments.boards.desk_lists import list_board
from tournaments.desk.change import Actor
from tournaments.desk.events import EventPlan, club_named, create_event
from tournaments.desk.lists import enter_list, plans_of
from tournaments.models import Event, Player, Source
from tournaments.movements.programme import parse
from tournaments.spreadsheets.lists import from_text, guess, read

PAIRS = 500
KNOWN = 3_000
BY = Actor("bench", Source.DESK)


def figures() -> list[Figure]:
    event = _an_event()
    text = a_list(PAIRS)
    # The rollback leaves the event as it was, so that every run stores the same.
    took = wall(lambda: _take_in(event, text), runs=5)
    with CaptureQueriesContext(connection) as asked:
        _take_in(event, text)
    timed = figure(f"import of {PAIRS} entries from a list, {KNOWN} players known", "1,000 ms", took)
    counted = Figure(f"  its queries, {PAIRS} entries", "60", f"{len(asked)}")
    return [timed, counted]


def _an_event() -> Event:
    plan = EventPlan("Lists", datetime.date(2026, 1, 1), parse("Mitchell 3"), FOUR_HANDS, 12, 305)
    event = create_event(club=club_named("Circolo del banco"), plan=plan, by=BY)
    people = [_person(number) for number in range(KNOWN)]
    Player.objects.bulk_create(
        Player(
            surname=surname,
            first_name=first_name,
            name_key=names.key(f"{surname} {first_name}"),
            club=event.club,
        )
        for surname, first_name in people
    )
    return event


def _person(number: int) -> tuple[str, str]:
    starts = ("Bal", "Cor", "Der", "Fan", "Gol", "Mar", "Nes", "Pet", "Ros", "Tur")
    middles, ends = ("a", "an", "er", "il", "on"), ("ardi", "etti", "ini", "oli", "ucci")
    first = ("Ada", "Bice", "Carlo", "Dino", "Elsa", "Franco", "Gina", "Ivo")
    surname = starts[number % 10] + middles[number // 10 % 5] + ends[number // 50 % 5]
    return surname, f"{first[number // 250 % 8]} {first[number // 2000 % 8]}"


def a_list(pairs: int) -> str:
    """Half of the players are known, half are not, from 25 clubs."""
    people = [" ".join(_person(KNOWN - pairs + number)) for number in range(2 * pairs)]
    lines = [f"{n + 1};{people[n]};{people[n + pairs]};Circolo {n % 25}" for n in range(pairs)]
    return "\n".join(["Coppia;Giocatore A;Giocatore B;Circolo", *lines])


def _take_in(event: Event, text: str) -> None:
    with transaction.atomic():
        source = from_text(text)
        board = list_board(event, read(source, guess(source)), event.club.name)
        plans, waiting = plans_of(board, event.club.name)
        entries = enter_list(event=event, plans=plans, waiting=waiting, by=BY)
        if len(entries) != PAIRS:
            raise AssertionError(f"{len(entries)} of {PAIRS} pairs stored")
        transaction.set_rollback(True)

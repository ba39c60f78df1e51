"""What the desk stores while people wait: a result, the next round, a list of pairs; beside the plainest way
of storing the same."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.bench.measure import Figure, figure, wall
from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.boards.facts import load
from tournaments.desk.entries import EntryPlan, PersonPlan, enter
from tournaments.desk.results import ResultPlan, record
from tournaments.desk.rounds import draw_next_round, undo_draw
from tournaments.models import Event, Match, Result, Round, Seat

FORMULA = "Mitchell 8; Danese senza ripetizioni 4"
PAIRS = 500


def figures() -> list[Figure]:
    return [*_recording(), *_drawing(), *_entering()]


def _counted(what: str, goal: int, action: Callable[[], object]) -> Figure:
    with CaptureQueriesContext(connection) as asked:
        action()
    return Figure(f"  its queries, {what}", str(goal), f"{len(asked)}")


def _recording() -> list[Figure]:
    event = an_evening(Evening(pairs=PAIRS, closed=1, open_round="published", name="Recording"))
    tables = itertools.cycle(range(1, PAIRS // 2 + 1))
    totals = itertools.count(5, 5)

    def one() -> None:
        record(event=event, round_number=2, plan=ResultPlan(next(tables), next(totals), 400), by=DIRECTOR)

    def plainly() -> None:
        _plain_result(event, next(tables), next(totals))

    took = wall(one, runs=41)
    return [
        figure(
            "one result at 250 tables, checked and in the journal", "30 ms", took,
            wall(plainly, 5), "a save, then the round asked table by table",
        ),
        _counted("250 tables", 15, one),
    ]  # fmt: skip


def _plain_result(event: Event, table: int, total: int) -> int:
    """A save, and for what is missing each table of the round is asked whether it has a result."""
    with transaction.atomic():
        match = Match.objects.get(round__event=event, round__number=2, table=table)
        Result.objects.filter(match=match, state=Result.State.CONFIRMED).update(state=Result.State.SUPERSEDED)
        Result.objects.create(
            event=event, match=match, ns_mp=total, ew_mp=400, state=Result.State.CONFIRMED, at=timezone.now()
        )
    return sum(
        not other.results.filter(state=Result.State.CONFIRMED).exists()
        for other in Match.objects.filter(round=match.round)
    )


def _drawing() -> list[Figure]:
    event = an_evening(Evening(pairs=PAIRS, closed=8, programme=FORMULA, name="Drawing", with_hands=False))

    def draw() -> None:
        with transaction.atomic():
            draw_next_round(event=event, by=DIRECTOR)
            transaction.set_rollback(True)

    # Counted as it is pressed at the desk; timed inside a transaction that is taken back each time.
    counted = _counted("500 pairs", 15, lambda: draw_next_round(event=event, by=DIRECTOR))
    seats = [
        (match.table, match.ns[0], match.ew[0]) for match in load(event).matches_of(9) if not match.is_bye
    ]
    undo_draw(event=event, number=9, by=DIRECTOR)
    took = wall(draw, runs=5)
    other = wall(lambda: _plain_seats(event, seats), 3)
    return [
        figure(
            "the next round of 500 pairs after 8, drawn and stored", "300 ms", took,
            other, "the same seats, unreckoned, one save each",
        ),
        counted,
    ]  # fmt: skip


def _plain_seats(event: Event, seats: list[tuple[int, int, int]]) -> None:
    with transaction.atomic():
        found = Round.objects.create(event=event, number=9)
        for table, ns, ew in seats:
            match = Match.objects.create(round=found, table=table)
            for number, line in ((ns, "ns"), (ew, "ew")):
                entry = event.entries.get(number=number)
                Seat.objects.create(match=match, round=found, entry=entry, line=line)
        transaction.set_rollback(True)


def _entering() -> list[Figure]:
    event = an_event(Evening(pairs=0, name="Entering"))
    plans = [_pair(number) for number in range(1, PAIRS + 1)]

    def at_once() -> None:
        with transaction.atomic():
            enter(event=event, plans=plans, by=DIRECTOR)
            transaction.set_rollback(True)

    def one_by_one() -> None:
        with transaction.atomic():
            for plan in plans:
                enter(event=event, plans=[plan], by=DIRECTOR)
            transaction.set_rollback(True)

    took = wall(at_once, runs=5)
    return [
        figure(
            "500 pairs put on the list",
            "1,000 ms",
            took,
            wall(one_by_one, 1),
            "one by one with the same verb",
        ),
        _counted("500 pairs", 60, at_once),
    ]


def _pair(number: int) -> EntryPlan:
    people = (PersonPlan(f"Prova{number} Anna"), PersonPlan(f"Prova{number} Bruno"))
    return EntryPlan(number, people, club_name=f"Circolo {number % 25}")

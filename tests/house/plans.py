"""How PostgreSQL finds what each page and verb asks for: no query reads other events' rows.

``python -m tests.house.explain`` on a database made by ``make_federation``: opens every page of one evening,
runs the verbs (and takes them back), asks PostgreSQL how it ran each statement, and names every plan that
read a big table whole or more rows of it than the evening has.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings

from tests.api.doors import DOORS as API_DOORS
from tests.api.doors import House as ApiHouse
from tests.factories import DIRECTOR
from tests.views.desk.doors import DOORS, furnished
from tests.views.test_outlets import addresses
from tournaments.boards import live, released
from tournaments.boards.overview import events_board
from tournaments.boards.verify import verify
from tournaments.desk.entries import EntryPlan, PersonPlan, enter
from tournaments.desk.events import create_event, plan_of
from tournaments.desk.penalties import PenaltyPlan, penalise
from tournaments.desk.results import ResultPlan, record, record_round
from tournaments.desk.rounds import close_round, draw_next_round, publish_round
from tournaments.models import ClubMember, Entry, Event, HandResult, Member, Result, Seat

READS, WRITES = ("SELECT", "WITH"), ("UPDATE", "DELETE")
"""Statements that look for rows. What an INSERT brings it finds nowhere."""
DIRECTORY = frozenset({"tournaments_player", "tournaments_club"})
"""Who there is, and where: lists and searches of a club may look through them."""
FEW = 500
"""Rows a query may read whatever they belong to: a page of a list, the phases of a programme."""


@dataclass(frozen=True)
class Reading:
    """One step of a plan that reads a table: how many of its rows it had in hand."""

    table: str
    how: str
    rows: int


@dataclass
class Asked:
    """What one page or verb asked: its statements, and those that read too much with what they read."""

    what: str
    queries: int = 0
    most: int = 0
    too_much: list[tuple[Reading, str]] = field(default_factory=list)


class NotKeptError(Exception):
    """Ends a transaction whose changes were only wanted for their queries."""


def captured(action: Callable[[], object]) -> list[str]:
    """The statements of ``action``, which changes nothing for good."""
    try:
        with transaction.atomic(), CaptureQueriesContext(connection) as asked:
            action()
            raise NotKeptError
    except NotKeptError:
        return [query["sql"] for query in asked.captured_queries]


def readings(sql: str) -> list[Reading]:
    """What a statement reads: a SELECT is run, a change is only planned."""
    how = "ANALYZE, TIMING OFF, FORMAT JSON" if sql.startswith(READS) else "FORMAT JSON"
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN ({how}) {sql}".replace("%", "%%"), ())
        plan = cursor.fetchone()[0]
    return list(_steps((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"]))


def _steps(step: dict[str, Any]) -> Iterator[Reading]:
    if "Relation Name" in step and step["Node Type"] != "ModifyTable":
        yield Reading(step["Relation Name"], step["Node Type"], _rows(step))
    for part in step.get("Plans", ()):
        yield from _steps(part)


def _rows(step: dict[str, Any]) -> int:
    """The rows a step had in hand, those it threw away included; where it was not run, as reckoned."""
    if "Actual Rows" in step:
        dropped = ("Rows Removed by Filter", "Rows Removed by Index Recheck")
        each = float(step["Actual Rows"]) + sum(float(step.get(one, 0)) for one in dropped)
        return round(each * float(step["Actual Loops"]))
    if step["Node Type"] == "Seq Scan":
        with connection.cursor() as cursor:
            cursor.execute("SELECT reltuples FROM pg_class WHERE oid = %s::regclass", [step["Relation Name"]])
            return int(cursor.fetchone()[0])
    return int(step["Plan Rows"])


def judged(what: str, action: Callable[[], object], own: int, apart: frozenset[str] = frozenset()) -> Asked:
    """What a page or verb read; ``own``: the most rows that are its own in one table; ``apart``: tables that
    do not count here."""
    asked = Asked(what)
    for sql in dict.fromkeys(captured(action)):
        if not sql.startswith(READS + WRITES):
            continue
        asked.queries += 1
        for reading in readings(sql):
            asked.most = max(asked.most, reading.rows)
            if reading.rows > max(2 * own, FEW) and reading.table not in apart:
                asked.too_much.append((reading, sql))
    return asked


def told(all_asked: Iterable[Asked]) -> list[str]:
    """One line for each plan that read too much."""
    return [
        f"{asked.what}: {reading.how} read {reading.rows:,} rows of {reading.table}: {sql[:600]}"
        for asked in all_asked
        for reading, sql in asked.too_much
    ]


Asking = tuple[str, Callable[[], object]]


def of_an_evening(event: Event) -> Iterator[Asking]:
    """Every page of an evening being played, public and at the desk, and the verbs of a Friday."""
    reader, director = _reader(), _director(event)
    for address in addresses(event):
        yield f"GET {address}", partial(_get, reader, address)
    house = furnished(event, _preparing(event))
    for door in DOORS.values():
        if door.method == "GET":
            address = house.address(door)
            yield f"GET {address}", partial(_get, director, address)
    programs = ApiHouse(event, house.preparing)
    for asked in API_DOORS.values():
        if asked.method == "GET":
            address = programs.address(asked)
            yield f"GET {address}", partial(_get, director, address)
    yield from _verbs(event)
    yield "verify", partial(verify, event)


def _get(client: Client, address: str) -> None:
    cache.clear()
    live.forget()
    released._shared.clear()
    answer = client.get(address)
    assert answer.status_code < 400 or answer.status_code in (404, 409), (address, answer.status_code)


def _reader() -> Client:
    return Client(headers={"accept-language": "it"})


def _director(event: Event) -> Client:
    user = User.objects.create_user(f"direttore-{event.pk}")
    ClubMember.objects.create(club=event.club, user=user, role=ClubMember.Role.OWNER)
    client = Client(headers={"accept-language": "it"})
    client.force_login(user)
    return client


def _preparing(event: Event) -> Event:
    plan = replace(plan_of(event), name="Prossimo venerdì")
    made = create_event(club=event.club, plan=plan, by=DIRECTOR)
    people = [
        member.player.full_name for member in event.members.select_related("player").order_by("entry")[:40]
    ]
    plans = [
        EntryPlan(0, (PersonPlan(one), PersonPlan(other)), event.club.name)
        for one, other in zip(people[::2], people[1::2], strict=True)
    ]
    enter(event=made, plans=plans, by=DIRECTOR)
    return made


def _verbs(event: Event) -> Iterator[Asking]:
    number = event.rounds.count()
    done = set(event.results.filter(match__round__number=number).values_list("match__table", flat=True))
    tables = list(event.rounds.get(number=number).matches.values_list("table", flat=True))
    free = [table for table in tables if table not in done]
    by: dict[str, Any] = {"event": event, "by": DIRECTOR}

    def all_in() -> None:
        plans = [ResultPlan(table, 2000, 1500) for table in free]
        record_round(**by, round_number=number, plans=plans)

    def closed() -> None:
        all_in()
        close_round(**by, number=number)

    def drawn() -> None:
        closed()
        draw_next_round(**by, confirmed=True)
        publish_round(**by, number=number + 1)

    yield "record", partial(record, **by, round_number=number, plan=ResultPlan(free[0], 2000, 1500))
    yield (
        "correct",
        partial(record, **by, round_number=1, plan=ResultPlan(tables[0], 2000, 1505), confirmed=True),
    )
    yield "record_round", all_in
    yield "record_round, close", closed
    yield "record_round, close, draw, publish", drawn
    yield "penalise", partial(penalise, **by, plans=[PenaltyPlan(1, 1, 0, number)])


def own_rows(event: Event) -> int:
    """The most rows an evening has in one table."""
    hands = HandResult.objects.filter(result__event=event).count()
    seats = Seat.objects.filter(round__event=event).count()
    return max(hands, seats, event.version)


def listed_rows(event: Event) -> int:
    """The most rows behind a list: a page of evenings with their pairs, or who has played in a club's."""
    played = Member.objects.filter(event__club=event.club).count()
    newest = [shown.pk for shown in events_board().events]
    return max(played, Entry.objects.filter(event__in=newest).count())


def judge_an_evening(event: Event, tell: Callable[[Asked], None] = lambda asked: None) -> list[Asked]:
    """Everything an evening asks for, and how it was found; nothing is kept."""
    own, listed, found = own_rows(event), listed_rows(event), []
    try:
        with transaction.atomic():
            for what, action in of_an_evening(event):
                if event.slug in what or not what.startswith("GET"):
                    found.append(judged(what, action, own))
                else:
                    found.append(judged(what, action, max(own, listed), DIRECTORY))
                tell(found[-1])
            raise NotKeptError
    except NotKeptError:
        return found


def an_evening_being_played() -> Event:
    """One of a club in which nothing has been corrected yet: the pages ask for one correction, made here."""
    played = Event.objects.filter(state=Event.State.RUNNING, kind=Event.Kind.CLUB).order_by("pk")
    return played.exclude(journal__verb="correct_result")[0]


def answer(*, whole_table: bool) -> dict[str, Any]:
    """What was found, as plain values. ``whole_table``: of one query that reads too much, to see it found."""
    evening = an_evening_being_played()
    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(
        STORAGES={**settings.STORAGES, "staticfiles": plain}, ALLOWED_HOSTS=["testserver"]
    ):
        if whole_table:
            found = [judged("every result there is", lambda: Result.objects.filter(ns_mp=1).first(), 1)]
        else:
            found = judge_an_evening(evening)
    statements = sum(asked.queries for asked in found)
    return {"of": evening.slug, "pages": len(found), "statements": statements, "too_much": told(found)}

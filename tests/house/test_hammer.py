"""Fifty people post results of one event at once, at the desk, from phones and by a program."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.house.hall import Hall, Told
from tests.house.hammer import DESK, PHONE, PROGRAM, Hammer, held_against
from tests.house.real_server import RealServer


def hammered(server: RealServer, *, threads: int, posts: int) -> tuple[Hammer, Told]:
    hall = Hall.opened(server)
    hammer = Hammer(hall, threads=threads, posts=posts)
    hammer.run()
    assert hall.round_two.is_set()
    told = hall.told()
    held_against(hammer, told)
    assert "database is locked" not in server.told()
    assert "Traceback" not in server.told()
    return hammer, told


def fifty_people(server: RealServer) -> None:
    hammer, told = hammered(server, threads=50, posts=20)
    by_way = {
        way: sum(sent.stored for sent in hammer.sent if sent.way == way) for way in (DESK, PHONE, PROGRAM)
    }
    assert all(stored >= 5 for stored in by_way.values()), f"too little was tried: {by_way}"
    assert {line["round"] for line in told.lines if line["verb"] == "record_result"} == {1, 2}
    assert hammer.statuses["desk 409"], "nobody was stale at the desk"
    assert hammer.statuses["program 412"], "no program was stale"
    for way in ("desk", "program"):
        assert hammer.statuses[f"{way} again 200"], f"nothing was sent twice by {way}"
    # Of no effect where another line has answered in between, which is as good.
    assert any(each.startswith("phone again") for each in hammer.statuses), "nothing was sent twice by phone"


def test_every_result_of_fifty_people_at_once_is_there_exactly_once(real_server: RealServer) -> None:
    fifty_people(real_server)


def test_every_result_of_fifty_people_at_once_is_there_exactly_once_on_postgresql(
    another_server: Callable[..., RealServer], own_database: str
) -> None:
    fifty_people(another_server(environment={"DATABASE_URL": own_database}))


def test_a_journal_that_lost_or_doubled_something_would_be_noticed(real_server: RealServer) -> None:
    hammer, told = hammered(real_server, threads=10, posts=8)
    index, line = next(
        (index, line) for index, line in enumerate(told.lines) if line["verb"] == "record_result"
    )
    lost = [*told.lines[:index], {**line, "new": {}}, *told.lines[index + 1 :]]
    hole = [*told.lines[:index], *told.lines[index + 1 :]]
    doubled = [*told.lines, {**line, "number": told.version + 1}]
    for lines, version in ((lost, told.version), (hole, told.version), (doubled, told.version + 1)):
        with pytest.raises((AssertionError, KeyError)):
            held_against(hammer, type(told)(version, lines, told.standing))

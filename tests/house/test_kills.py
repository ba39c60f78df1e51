"""SIGKILL of the server in the middle of the load, restart, ``verify``: nothing acknowledged is lost."""

from __future__ import annotations

from collections.abc import Callable

from tests.house.kills import Kills
from tests.house.real_server import RealServer

KILLS = 5  # thirty by "make bench-kill"


def test_a_server_killed_in_the_middle_of_the_load_has_lost_nothing_it_acknowledged(
    real_server: RealServer,
) -> None:
    kills = Kills(real_server, kills=KILLS)
    kills.run()
    assert len(kills.back_after) == KILLS
    assert kills.lost_answers, "no answer was on its way when the server died: nothing was proven"
    assert kills.acknowledged > KILLS * 10


def test_a_server_killed_on_postgresql_has_lost_nothing_it_acknowledged(
    another_server: Callable[..., RealServer], own_database: str
) -> None:
    kills = Kills(another_server(environment={"DATABASE_URL": own_database}), kills=3)
    kills.run()
    assert kills.lost_answers
    assert kills.acknowledged > 3 * 10

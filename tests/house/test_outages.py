"""The engines are taken away in mid-evening: PostgreSQL restarted under load, Redis stopped and started."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import psycopg
import pytest

from tests.house.real_server import ROOT, RealServer
from tests.house.services import LastingPostgres, Redis
from tests.house.typists import PATIENCE, Browser, Typist

PAIRS, ROUNDS, TYPISTS = 32, 3, 4


@dataclass
class Hall:
    """An evening in its last round, two server processes, typists at both."""

    slug: str
    servers: list[RealServer]
    typists: list[Typist]
    database: LastingPostgres

    def start(self) -> None:
        for typist in self.typists:
            typist.start()
        self.wait_for(lambda typist: len(typist.acknowledged) >= 3, "nothing was recorded")

    def wait_for(self, what: Callable[[Typist], bool], told: str) -> None:
        for typist in self.typists:
            typist.wait_for(lambda typist=typist: what(typist), told)  # type: ignore[misc]

    def goes_on(self) -> None:
        """Everybody has recorded something more."""
        before = {id(typist): len(typist.acknowledged) for typist in self.typists}
        self.wait_for(lambda typist: len(typist.acknowledged) >= before[id(typist)] + 2, "no result more")

    def stop(self) -> None:
        for typist in self.typists:
            typist.stop()
        assert [typist.broken for typist in self.typists] == [[]] * TYPISTS

    def nothing_is_lost(self) -> None:
        """Each acknowledged result is in the journal, the last of a table stands, and the event adds up."""
        told = self.ask(
            "SELECT \"table\", (new->>'ns')::int, (new->>'ew')::int FROM tournaments_journalline"
            " WHERE verb IN ('record_result', 'correct_result') AND round_number = %s",
            ROUNDS,
        )
        acknowledged = [entry for typist in self.typists for entry in typist.acknowledged]
        assert set(acknowledged) <= set(told)
        # None was recorded twice, though many were sent twice.
        assert len(told) == len(set(told)) == len(acknowledged)
        standing = self.ask(
            'SELECT m."table", r.ns_mp, r.ew_mp FROM tournaments_result r'
            " JOIN tournaments_match m ON m.id = r.match_id JOIN tournaments_round o ON o.id = m.round_id"
            " WHERE r.state = 'confirmed' AND o.number = %s",
            ROUNDS,
        )
        last = {table: (table, ns, ew) for table, ns, ew in acknowledged}
        assert set(last.values()) == set(standing)
        self.servers[0].manage("verify", self.slug)

    def last_line(self) -> int:
        """The number of the last line of the journal."""
        return self.ask("SELECT max(number), 0, 0 FROM tournaments_journalline")[0][0]

    def ask(self, query: str, *values: object) -> list[tuple[int, int, int]]:
        with psycopg.connect(self.database.url) as connection:
            return connection.execute(query.encode(), values).fetchall()


@pytest.fixture
def lasting_postgres() -> Iterator[LastingPostgres]:
    with LastingPostgres() as server:
        yield server


@pytest.fixture
def hall(
    lasting_postgres: LastingPostgres, redis_server: Redis, another_server: Callable[..., RealServer]
) -> Iterator[Hall]:
    environment = {"DATABASE_URL": lasting_postgres.url, "REDIS_URL": redis_server.url}
    servers = [another_server(environment=environment) for _ in range(2)]
    servers[1].environment["VAR_DIR"] = str(servers[0].var_dir)
    command = [sys.executable, "-m", "tests.bench.evening", str(PAIRS), str(ROUNDS)]
    made = subprocess.run(command, cwd=ROOT, env=servers[0].environment, check=True, capture_output=True)
    slug = made.stdout.decode().strip()
    for server in servers:
        server.start()
    owner = Browser(servers[0].url)
    owner.become_owner(servers[0].told())
    typists = []
    for number in range(TYPISTS):
        browser = Browser(servers[number % 2].url)
        browser.cookies = dict(owner.cookies)
        tables = list(range(1 + number, PAIRS // 2 + 1, TYPISTS))
        typists.append(Typist(browser, f"/desk/{slug}/scores/{ROUNDS}/record/", tables))
    yield Hall(slug, servers, typists, lasting_postgres)
    for typist in typists:
        typist.stopping.set()


@pytest.mark.parametrize("immediate", [False, True], ids=["fast", "immediate"])
def test_postgresql_restarted_under_load_loses_nothing_that_was_acknowledged(
    hall: Hall, immediate: bool
) -> None:
    hall.start()
    hall.database.end(immediate=immediate)
    hall.wait_for(lambda typist: bool(typist.refused), "nobody was told")
    answer = hall.typists[0].refused[-1]
    told = json.loads(answer.body)
    assert (told["code"], answer.headers["retry-after"]) == ("database_away", "5")
    assert "base dati" in told["sentence"] or "database" in told["sentence"]
    page = Browser(hall.servers[1].url).get(f"/e/{hall.slug}/standings/", Accept_Language="en")
    assert (page.status, page.headers["refresh"]) == (503, "5")
    assert "The database does not answer" in page.body
    assert "Traceback" not in page.body
    ready = Browser(hall.servers[1].url).get("/readyz")
    assert (ready.status, json.loads(ready.body)["database"]) == (503, "does not answer")
    assert Browser(hall.servers[1].url).get("/healthz").status == 200
    hall.database.start()
    hall.goes_on()
    hall.stop()
    hall.nothing_is_lost()
    assert Browser(hall.servers[1].url).get(f"/e/{hall.slug}/standings/").status == 200


def test_redis_stopped_and_started_in_mid_evening_stops_nobody(hall: Hall, redis_server: Redis) -> None:
    phones = [Phone(server.url, hall.slug) for server in hall.servers]
    for phone in phones:
        phone.thread.start()
    hall.start()
    redis_server.kill()
    hall.goes_on()
    ready = Browser(hall.servers[0].url).get("/readyz")
    assert (ready.status, json.loads(ready.body)["redis"]) == (200, "away: slower")
    for phone in phones:
        phone.sees_more()
    redis_server.start()
    hall.goes_on()
    for phone in phones:
        phone.sees_more()
    hall.stop()
    for phone in phones:
        phone.stop()
        assert phone.statuses <= {200, 304}
        assert phone.marks == sorted(phone.marks)
        phone.comes_to(hall.last_line())
    assert all(not typist.refused for typist in hall.typists)
    hall.nothing_is_lost()


class Phone:
    """Asks after the results of a round until told to stop; what it has seen never goes back."""

    def __init__(self, url: str, slug: str) -> None:
        self.browser = Browser(url)
        self.address = f"/e/{slug}/live/all/"
        self.page = f"/e/{slug}/results/"
        self.statuses: set[int] = set()
        self.marks: list[int] = []
        self.stopping = threading.Event()
        self.moved = threading.Condition()
        self.thread = threading.Thread(target=self._follow, daemon=True)

    def ask(self) -> int:
        answer = self.browser.get(self.address)
        self.statuses.add(answer.status)
        return int(answer.body.strip('"').rsplit("-", 1)[1])

    def comes_to(self, line: int) -> None:
        """In the end it is told of the last line there is."""
        ends = time.monotonic() + PATIENCE
        while (found := self.ask()) != line:
            assert time.monotonic() < ends, f"it is told of {found}, and there are {line}"

    def sees_more(self) -> None:
        with self.moved:
            before = len(self.marks)
            assert self.moved.wait_for(lambda: len(self.marks) > before + 1, PATIENCE), "nothing new was seen"

    def stop(self) -> None:
        self.stopping.set()
        self.thread.join(PATIENCE)

    def _follow(self) -> None:
        while not self.stopping.is_set():
            mark = self.ask()
            self.statuses.add(self.browser.get(self.page).status)
            if not self.marks or mark != self.marks[-1]:
                with self.moved:
                    self.marks.append(mark)
                    self.moved.notify_all()
            self.stopping.wait(0.1)

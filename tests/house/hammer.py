"""Fifty people who hand in results of one event at once: typed at the desk, from phones, by a program.

Some of what they send is a repeat, some is stale; round 2 is drawn and published in the middle. Every
answer is written down, and afterwards held against the journal: what was acknowledged is there exactly once,
and nothing is there that nobody sent. With ``patient`` they go on asking with the same key while the server
is away, as the pages and programs do.
"""

from __future__ import annotations

import http.client
import json
import random
import threading
import time
import urllib.parse
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.house.hall import PAIRS, Hall, Told

DESK, PHONE, PROGRAM = "desk", "phone", "program"
WAYS = (DESK, DESK, PROGRAM, PHONE)
LONGEST = 180.0  # seconds somebody goes on asking
TABLES = PAIRS // 2


@dataclass
class Sent:
    """One result as somebody sends it, and what came of it.

    ``seen``: the totals it takes the place of; ``read``: the version it goes by instead (``If-Match``).
    ``stored``: acknowledged as new; ``refused``: answered, and not stored; ``lost``: at least one answer did
    not come. The totals of each are unlike those of any other.
    """

    way: str
    round: int
    table: int
    ns: int
    ew: int
    key: str
    line: str = ""
    seen: tuple[int, int] | None = None
    read: int = 0
    stored: bool = False
    refused: bool = False
    lost: bool = False
    version: int = 0

    def hands(self) -> list[tuple[int, int]]:
        """The totals as four hands."""
        return [(self.ns - 3 * 500, self.ew - 3 * 100), *[(500, 100)] * 3]


@dataclass
class Hammer:
    hall: Hall
    threads: int = 50
    posts: int = 20
    seed: int = 1
    patient: bool = False
    draw_after: int = 0
    sent: list[Sent] = field(default_factory=list)
    statuses: Counter[str] = field(default_factory=Counter)
    troubles: list[str] = field(default_factory=list)
    answered: int = 0
    newest: int = 1
    stopped: threading.Event = field(default_factory=threading.Event)
    _standing: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)
    _totals: Iterator[tuple[int, int]] = field(init=False)
    _guard: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._totals = _unlike_any_other()

    def run(self, meanwhile: Callable[[], None] = lambda: None) -> None:
        """Let them all send; ``meanwhile`` runs in this thread. Returns when everybody is done."""
        ready = threading.Barrier(self.threads + 2)
        people = [threading.Thread(target=self._person, args=(n, ready)) for n in range(self.threads)]
        people.append(threading.Thread(target=self._director, args=(ready,)))
        for thread in people:
            thread.start()
        ready.wait(60)
        try:
            meanwhile()
        finally:
            for thread in people:
                thread.join(LONGEST * 2)
        assert not any(thread.is_alive() for thread in people), "somebody still waits for an answer"

    def _person(self, number: int, ready: threading.Barrier) -> None:
        luck = random.Random(self.seed * 1000 + number)
        ready.wait(60)
        try:
            self._evening(number, luck)
        except (OSError, http.client.HTTPException, AssertionError, ValueError, KeyError) as error:
            with self._guard:
                self.troubles.append(f"{number}: {error!r}")

    def _evening(self, number: int, luck: random.Random) -> None:
        last: Sent | None = None
        with Line(self) as line:
            for count in range(self.posts):
                if self.stopped.is_set():
                    return
                # A table hands in once or twice an evening: each of these comes twice.
                if last is not None and last.stored and (last.way == PHONE or luck.random() < 0.2):
                    line.repeat(last)
                    continue
                last = self._something(luck, f"{self.seed}-{number}-{count}")
                line.send(last)

    def _something(self, luck: random.Random, key: str) -> Sent:
        way = luck.choice(WAYS)
        rounds = [1, 2] if self.hall.round_two.is_set() and way != PHONE else [1]
        with self._guard:
            ns, ew = next(self._totals)
        number, table = luck.choice(rounds), luck.randint(1, TABLES)
        sent = Sent(way, number, table, ns, ew, key)
        if way == PHONE:
            sent.line = luck.choice(("ns", "ew"))
        elif luck.random() < 0.25:  # stale: no table ever had that, and much has come after version 1
            sent.seen, sent.read = (None, 1) if way == PROGRAM else ((5, 0), 0)
        elif way == PROGRAM and luck.random() < 0.5:
            sent.read = self.newest
        else:
            sent.seen = self._standing.get((number, table))
        with self._guard:
            self.sent.append(sent)
        return sent

    def _director(self, ready: threading.Barrier) -> None:
        """Draws and publishes round 2 once a third of the results have been answered, or ``draw_after``."""
        ready.wait(60)
        wanted = self.draw_after or self.threads * self.posts // 3
        while self.answered < wanted and not self.stopped.is_set():
            time.sleep(0.02)
        with Line(self) as line:
            for path, fields in self.hall.round_two_in_two_steps():
                line.ask("POST", path, urllib.parse.urlencode(fields), self.hall.form_headers())
        self.hall.round_two.set()

    def note(self, what: str, status: int, body: bytes) -> None:
        with self._guard:
            self.answered += 1
            self.statuses[f"{what} {status}"] += 1
            if status >= 500 or b"database is locked" in body:
                self.troubles.append(f"{what} {status}: {body[:300]!r}")

    def learn(self, sent: Sent, standing: Any) -> None:
        if standing and standing[0] is not None:
            self._standing[sent.round, sent.table] = (standing[0], standing[1])


def _unlike_any_other() -> Iterator[tuple[int, int]]:
    for ew in range(400, 4000, 5):
        for ns in range(1600, 6000, 5):
            yield ns, ew


class Line:
    """The one connection of somebody who sends; opened again whenever it breaks."""

    def __init__(self, hammer: Hammer) -> None:
        self.hammer = hammer
        self.hall = hammer.hall
        self.connection: http.client.HTTPConnection | None = None

    def __enter__(self) -> Line:
        return self

    def __exit__(self, *_error: object) -> None:
        self.hang_up()

    def hang_up(self) -> None:
        if self.connection is not None:
            self.connection.close()
            self.connection = None

    def ask(
        self, method: str, path: str, body: str, headers: dict[str, str], sent: Sent | None = None
    ) -> tuple[int, bytes]:
        """The answer, however long it takes; only the patient ask again after one that did not come."""
        deadline = time.monotonic() + LONGEST
        while True:
            try:
                if self.connection is None:
                    self.connection = http.client.HTTPConnection("127.0.0.1", self.hall.port, timeout=60)
                self.connection.request(method, path, body, headers)
                answer = self.connection.getresponse()
                told = answer.read()
            except (OSError, http.client.HTTPException):
                self.hang_up()
                if not self.hammer.patient or time.monotonic() > deadline:
                    raise
                if sent is not None:
                    sent.lost = True
                time.sleep(0.05)
            else:
                return answer.status, told

    def send(self, sent: Sent) -> None:
        status, told = self._sent(sent)
        self.hammer.note(sent.way, status, told)
        sent.stored = status == 200
        sent.refused = status != 200
        if sent.way == PHONE:
            return
        answer = json.loads(told)
        if sent.stored:
            sent.version = answer["version"]
            self.hammer.newest = max(self.hammer.newest, sent.version)
            self.hammer.learn(sent, (sent.ns, sent.ew))
        else:
            self.hammer.learn(sent, self.hall.what_stands(sent.way, status, answer))

    def repeat(self, sent: Sent) -> None:
        """The same once more: acknowledged again, or of no effect because others came after it."""
        status, told = self._sent(sent)
        self.hammer.note(f"{sent.way} again", status, told)
        if sent.way != PHONE:
            assert status == 200, f"a repeat is answered as the first was, not {status}: {told[:200]!r}"

    def _sent(self, sent: Sent) -> tuple[int, bytes]:
        path, body, headers = self.hall.as_request(sent)
        return self.ask("POST", path, body, headers, sent)


def held_against(hammer: Hammer, told: Told) -> None:
    """Assert that the journal and the acknowledgements tell the same evening."""
    assert not hammer.troubles, hammer.troubles[:5]
    assert [line["number"] for line in told.lines] == list(range(1, told.version + 1)), "a hole"
    by_key: dict[str, list[dict[str, Any]]] = {}
    by_totals: dict[tuple[int, int, int, int], list[dict[str, Any]]] = {}
    for line in told.lines:
        new = line["new"]
        if "key" in new:
            by_key.setdefault(new["key"], []).append(line)
        elif "ns" in new and line["source"] == "api":
            by_totals.setdefault((line["round"], line["table"], new["ns"], new["ew"]), []).append(line)
    for sent in hammer.sent:
        found = (
            by_totals.pop((sent.round, sent.table, sent.ns, sent.ew), [])
            if sent.way == PROGRAM
            else by_key.pop(sent.key, [])
        )
        assert len(found) <= 1, f"stored twice: {sent} {found}"
        if sent.stored:
            assert found, f"acknowledged and gone: {sent}"
        if sent.refused and not sent.lost:
            assert not found, f"refused and there all the same: {sent}"
        for line in found:
            assert (line["round"], line["table"]) == (sent.round, sent.table)
            assert (line["new"]["ns"], line["new"]["ew"]) == (sent.ns, sent.ew)
            assert sent.version in (0, line["number"]) or sent.lost
    assert not by_key, f"lines nobody sent: {by_key}"
    assert not by_totals, f"lines nobody sent: {by_totals}"
    _each_change_knew_the_last(told)


def _each_change_knew_the_last(told: Told) -> None:
    """A correction names what stood before it; at the end stands what the last line says."""
    standing: dict[tuple[int, int], tuple[int, int]] = {}
    for line in told.lines:
        at = line["round"], line["table"]
        if line["verb"] in {"record_result", "correct_result", "confirm_result"}:
            if line["verb"] == "correct_result":
                assert (line["old"]["ns"], line["old"]["ew"]) == standing[at], f"nobody saw it: {line}"
            standing[at] = line["new"]["ns"], line["new"]["ew"]
    assert standing == told.standing

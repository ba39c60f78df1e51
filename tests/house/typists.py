"""Typists at a real server: they record results as the grid does, and keep each until it is acknowledged."""

from __future__ import annotations

import http.client
import json
import re
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode, urlsplit

PATIENCE = 90.0  # seconds for anything to happen, on a machine that has other things to do


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: str


class Browser:
    """As much of one as keeps cookies and shows its token."""

    def __init__(self, url: str) -> None:
        self.place = urlsplit(url).netloc
        self.cookies: dict[str, str] = {}

    def ask(self, method: str, path: str, body: str = "", **headers: str) -> Answer:
        """One question on a connection of its own; ``OSError`` where nobody answers."""
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        told["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        told["X-CSRFToken"] = self.cookies.get("csrftoken", "")
        connection = http.client.HTTPConnection(self.place, timeout=30)
        try:
            connection.request(method, path, body or None, told)
            answer = connection.getresponse()
            text = answer.read().decode()
        except http.client.HTTPException as error:  # hung up in the middle
            raise OSError(str(error)) from error
        finally:
            connection.close()
        for line in answer.headers.get_all("Set-Cookie") or ():
            for name, morsel in SimpleCookie(line).items():
                self.cookies[name] = morsel.value
        return Answer(answer.status, {name.lower(): value for name, value in answer.headers.items()}, text)

    def get(self, path: str, **headers: str) -> Answer:
        return self.ask("GET", path, **headers)

    def become_owner(self, told: str) -> None:
        """Follow the link a new installation prints, and be its first owner."""
        link = re.search(r"(/welcome/\S+?/)\s", told)
        assert link is not None, told
        self.get(link[1])
        form = {"username": "direttore", "password": "tavolo-verde-8", "again": "tavolo-verde-8"}
        answer = self.ask("POST", link[1], urlencode(form), Content_Type="application/x-www-form-urlencoded")
        assert answer.status == 302, answer.body


@dataclass
class Typist:
    """Records one result after the other at some tables of a round until told to stop.

    ``acknowledged``: what a 200 has confirmed, in order; ``refused``: answers that said "not now".
    """

    browser: Browser
    address: str
    tables: list[int]
    acknowledged: list[tuple[int, int, int]] = field(default_factory=list)
    refused: list[Answer] = field(default_factory=list)
    unheard: int = 0
    broken: list[Answer] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.stopping = threading.Event()
        self.happened = threading.Condition()
        self.thread = threading.Thread(target=self._type, daemon=True)
        self._seen: dict[int, list[int] | None] = dict.fromkeys(self.tables)

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        """The entry in hand is sent until it is acknowledged; then no further one is begun."""
        self.stopping.set()
        self.thread.join(PATIENCE)
        assert not self.thread.is_alive(), "an entry is still not acknowledged"

    def wait_for(self, what: Callable[[], bool], told: str) -> None:
        with self.happened:
            assert self.happened.wait_for(what, PATIENCE), told

    def _type(self) -> None:
        turn = 0
        while not self.stopping.is_set():
            turn += 1
            table = self.tables[turn % len(self.tables)]
            self._record(table, 5 * (200 + turn), 5 * table)

    def _record(self, table: int, ns: int, ew: int) -> None:
        entry: dict[str, object] = {
            "table": table, "ns": ns, "ew": ew, "seen": self._seen[table], "confirmed": True,
            "key": secrets.token_hex(12),
        }  # fmt: skip
        while not self._sent(entry):
            # As the grid does after a failure; the same entry under the same key.
            threading.Event().wait(0.05)
        self._seen[table] = [ns, ew]
        self._tell(lambda: self.acknowledged.append((table, ns, ew)))

    def _sent(self, entry: dict[str, object]) -> bool:
        try:
            answer = self.browser.ask(
                "POST", self.address, json.dumps(entry), Content_Type="application/json"
            )
        except OSError:
            self.unheard += 1
            return False
        if answer.status == 503:
            self._tell(lambda: self.refused.append(answer))
        elif answer.status != 200:
            self._tell(lambda: self.broken.append(answer))
            self.stopping.set()
            raise AssertionError(f"{answer.status}: {answer.body[:500]}")
        return answer.status == 200

    def _tell(self, what: Callable[[], None]) -> None:
        with self.happened:
            what()
            self.happened.notify_all()

"""A real server with an evening to hammer at: somebody signed in, the codes of the tables, a token."""

from __future__ import annotations

import http.client
import json
import re
import threading
import urllib.parse
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import TYPE_CHECKING, Any

from tests.house.real_server import RealServer

if TYPE_CHECKING:
    from tests.house.hammer import Sent

PAIRS = 40
JSON = {"Content-Type": "application/json", "Accept": "application/json"}

OPEN = f"""
import json
from datetime import timedelta
from django.contrib.auth.models import User
from django.utils import timezone
from tests.factories import *
from tournaments.desk.tokens import make_token
from tournaments.models import TableCode
User.objects.create_superuser("aldo", password="quattordici")
event = an_evening(Evening(pairs={PAIRS}, closed=0, open_round="published", programme="Mitchell 3"))
_token, secret = make_token(
    club=event.club, name="hammer", scope="scorer", by_id=None,
    expires_at=timezone.now() + timedelta(days=1),
)
codes = [
    [code.match.table, code.line, code.code] for code in TableCode.objects.select_related("match")
]
print(json.dumps({{"slug": event.slug, "pk": event.pk, "token": secret, "codes": codes}}))
"""

TELL = """
import json
from tournaments.boards.verify import verify
from tournaments.models import Event, JournalLine, Result
event = Event.objects.get()
lines = [
    {"number": line.number, "verb": line.verb, "source": line.source, "round": line.round_number,
     "table": line.table, "old": line.old, "new": line.new}
    for line in JournalLine.objects.filter(event=event).order_by("number")
]
standing = [
    [row.match.round.number, row.match.table, row.ns_mp, row.ew_mp]
    for row in Result.objects.filter(event=event, state="confirmed").select_related("match__round")
]
off = [str(sentence) for sentence in verify(event)]
print(json.dumps({"version": event.version, "lines": lines, "standing": standing, "off": off}))
"""


@dataclass(frozen=True)
class Told:
    """The event as the database has it: its journal, and what stands at each (round, table)."""

    version: int
    lines: list[dict[str, Any]]
    standing: dict[tuple[int, int], tuple[int, int]]


@dataclass
class Hall:
    """``round_two`` is set once it is drawn and published."""

    server: RealServer
    slug: str = ""
    pk: int = 0
    token: str = ""
    codes: dict[tuple[int, str], str] = field(default_factory=dict)
    cookies: dict[str, str] = field(default_factory=dict)
    round_two: threading.Event = field(default_factory=threading.Event)

    @property
    def port(self) -> int:
        return self.server.port

    @classmethod
    def opened(cls, server: RealServer) -> Hall:
        """Start the server, make the evening, sign in."""
        # What keeps strangers from guessing and flooding would keep fifty people behind one address out.
        server.environment |= {"API_RATE_CALLER": "100000/min", "API_RATE_ANYBODY": "100000/min"}
        server.start()
        told = json.loads(server.manage("shell", "-v", "0", "-c", OPEN).splitlines()[-1])
        hall = cls(server, told["slug"], told["pk"], told["token"])
        hall.codes = {(table, line): code for table, line, code in told["codes"]}
        hall._sign_in()
        return hall

    def _sign_in(self) -> None:
        page = self._visit("GET", "/sign-in/")
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert found, page
        sent = {"username": "aldo", "password": "quattordici", "csrfmiddlewaretoken": found[1]}
        self._visit("POST", "/sign-in/", urllib.parse.urlencode(sent))
        assert "sessionid" in self.cookies, "the director was not let in"

    def _visit(self, method: str, path: str, body: str = "") -> str:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {"Cookie": self._cookie(), "Content-Type": "application/x-www-form-urlencoded"}
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        for header in answer.headers.get_all("Set-Cookie") or []:
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(header).items()}
        told = answer.read().decode()
        connection.close()
        return told

    def _cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    def desk_headers(self) -> dict[str, str]:
        return {**JSON, "Cookie": self._cookie(), "X-CSRFToken": self.cookies["csrftoken"]}

    def form_headers(self) -> dict[str, str]:
        return {**self.desk_headers(), "Content-Type": "application/x-www-form-urlencoded"}

    def round_two_in_two_steps(self) -> list[tuple[str, dict[str, str]]]:
        desk = f"/desk/{self.slug}/seats/"
        return [
            (f"{desk}draw/", {"number": "2", "order": "random", "seed": "5"}),
            (f"{desk}2/publish/", {"confirmed": "yes"}),
        ]

    def as_request(self, sent: Sent) -> tuple[str, str, dict[str, str]]:
        """Address, body and headers of a result, by the way it is sent."""
        if sent.way == "phone":
            fields = {"form": "hands", "confirmed": "yes", "key": sent.key}
            for number, (ns, ew) in enumerate(sent.hands(), 1):
                fields |= {f"h{number}-ns-mp": str(ns), f"h{number}-ew-mp": str(ew)}
            headers = {**JSON, "Content-Type": "application/x-www-form-urlencoded"}
            return f"/t/{self.codes[sent.table, sent.line]}/", urllib.parse.urlencode(fields), headers
        if sent.way == "desk":
            body = {
                "table": sent.table, "ns": sent.ns, "ew": sent.ew, "hands": [], "seen": sent.seen,
                "key": sent.key, "confirmed": True,
            }  # fmt: skip
            return f"/desk/{self.slug}/scores/{sent.round}/record/", json.dumps(body), self.desk_headers()
        told: dict[str, Any] = {"ns_mp": sent.ns, "ew_mp": sent.ew, "confirmed": True}
        if sent.seen is not None:
            told["seen"] = {"ns_mp": sent.seen[0], "ew_mp": sent.seen[1]}
        address = f"/api/v1/events/{self.slug}/rounds/{sent.round}/results/{sent.table}/"
        headers = {**JSON, "Authorization": f"Bearer {self.token}", "Idempotency-Key": sent.key}
        if sent.read:
            headers["If-Match"] = f'"{self.pk}-{sent.read}-0"'
        return address, json.dumps(told), headers

    def what_stands(self, way: str, status: int, answer: dict[str, Any]) -> tuple[int, int] | None:
        """The totals somebody is told who was stale."""
        if way == "desk" and "theirs" in answer:
            return answer["theirs"]["ns"], answer["theirs"]["ew"]
        if way == "program" and status == 412 and answer.get("current"):
            return answer["current"]["ns_mp"], answer["current"]["ew_mp"]
        return None

    def told(self) -> Told:
        """The event as the database has it now; everything in it adds up."""
        found = json.loads(self.server.manage("shell", "-v", "0", "-c", TELL).splitlines()[-1])
        assert found["off"] == []
        standing = {(number, table): (ns, ew) for number, table, ns, ew in found["standing"]}
        return Told(found["version"], found["lines"], standing)

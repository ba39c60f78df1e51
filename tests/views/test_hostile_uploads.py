"""Every upload of the program against damaged and hostile files, on the server as it runs in the hall.

Each gets a plain answer (4xx with a sentence), nothing is stored, the server stays below 300 MB, and it
answers the next request. A new upload that is not in the table below fails here.
"""

from __future__ import annotations

import ast
import html
import http.client
import json
import re
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

from tests.house.real_server import RealServer
from tests.views import hostile_files
from tests.views.hostile_files import Hostile
from tournaments.spreadsheets.lists import worker

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
WORKBOOK = (DATA / "events" / "stage-1.xlsx").read_bytes()
LIST_BOOK = (DATA / "entries" / "modulo-iscrizioni.xlsx").read_bytes()
OLD_LIST = (DATA / "entries" / "elenco-vecchio.xls").read_bytes()
TEXT_LIST = (DATA / "entries" / "iscritti-excel.csv").read_bytes()
MEGABYTES = 300
PATIENCE = 60  # seconds for one answer on a slow machine


@dataclass(frozen=True)
class Upload:
    """Where a file is taken, and under which name; ``kind``: what is sent there. ``is_job``: it is put away
    and read by a job, which then says what it has to say."""

    kind: str
    address: str
    field: str
    is_job: bool = False


@cache
def workbook_files() -> tuple[Hostile, ...]:
    return (
        *hostile_files.of_workbooks(WORKBOOK),
        *hostile_files.damaged(WORKBOOK, "serata.xlsx", cuts=16, flips=32, seed=11),
    )


@cache
def list_files() -> tuple[Hostile, ...]:
    return (
        *hostile_files.of_workbooks(LIST_BOOK),
        *hostile_files.of_lists(LIST_BOOK, OLD_LIST),
        *hostile_files.damaged(LIST_BOOK, "a.xlsx", cuts=8, flips=12, seed=12),
        *hostile_files.damaged(OLD_LIST, "a.xls", cuts=8, flips=12, seed=13),
        *hostile_files.damaged(
            hostile_files.an_ods(hostile_files.ods_row() * 9), "a.ods", cuts=6, flips=12, seed=14
        ),
    )


def players_files() -> tuple[Hostile, ...]:
    """The same lists; of those merely hurt, every fourth: they are read by the same hands."""
    hurt = [file for file in list_files() if file.maybe_sound]
    return (*(file for file in list_files() if not file.maybe_sound), *hurt[::4])


def archive_files() -> tuple[Hostile, ...]:
    """Archives of evenings: what is no zip, and zips of workbooks each of which means harm."""
    inside = [file for file in workbook_files() if not file.maybe_sound][:30]
    pack = hostile_files.packed
    return (
        *(Hostile(f"an archive of {file.kind}", "a.zip", pack({"x.xlsx": file.data})) for file in inside),
        *(Hostile(f"called a.zip: {file.kind}", "a.zip", file.data) for file in inside),
        Hostile("a sound archive called a.xlsx", "a.xlsx", pack({"x.xlsx": WORKBOOK})),
        Hostile("a mountain", "a.zip", pack({"x.xlsx": bytes(60_000_000)})),
        Hostile("a name that leads elsewhere", "a.zip", pack({"../../x.xlsx": WORKBOOK})),
        *hostile_files.damaged(pack({"x.xlsx": WORKBOOK}), "a.zip", cuts=6, flips=0, seed=15),
    )


UPLOADS = {
    "load": Upload("load", "/load/", "workbook"),
    "list": Upload("list", "/desk/{slug}/entries/list/", "file"),
    "players": Upload("players", "/desk/players/list/", "file", is_job=True),
    "archive": Upload("archive", "/desk/archive/", "file", is_job=True),
}
FILES: dict[str, Callable[[], tuple[Hostile, ...]]] = {
    "load": workbook_files,
    "list": list_files,
    "players": players_files,
    "archive": archive_files,
}
SOUND = {
    "load": Hostile("sound", "a.xlsx", WORKBOOK),
    "list": Hostile("sound", "a.xlsx", LIST_BOOK),
    "players": Hostile("sound", "a.csv", b"Cognome;Nome\nRossi;Ada\n"),
    "archive": Hostile("sound", "a.zip", hostile_files.packed({"x.xlsx": WORKBOOK})),
}
READ_BY = {
    "tournaments/views/director.py": {"load"},
    "tournaments/views/desk/lists.py": {"list"},
    "tournaments/views/desk/takings.py": {"players", "archive"},
}


def views_that_read_files() -> Iterator[str]:
    """The modules in which something of a request's files is touched."""
    for room in ("views", "api"):
        for path in sorted((ROOT / "tournaments" / room).rglob("*.py")):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            words = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
            words |= {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            if words & {"FILES", "FileField", "ImageField", "MultiPartParser", "FileUploadParser"}:
                yield path.relative_to(ROOT).as_posix()


def test_no_upload_is_left_out() -> None:
    assert sorted(views_that_read_files()) == sorted(READ_BY)
    assert set().union(*READ_BY.values()) == set(UPLOADS)
    forms = [
        path
        for path in (ROOT / "templates").rglob("*.html")
        if "multipart/form-data" in path.read_text(encoding="utf-8")
    ]
    assert len(forms) == len(UPLOADS), forms


# ---- a server, and who sends ------------------------------------------------------------------------------

PREPARE = """
import json
from django.contrib.auth.models import User
from django.test import Client
from tests.factories import Evening, an_event
event = an_event(Evening(pairs=2))
user = User.objects.create_superuser("ada")
client = Client()
client.force_login(user)
print(json.dumps({"slug": event.slug, "session": client.cookies["sessionid"].value}))
"""


class Sender:
    """Somebody signed in who sends files, one after the other, on one connection after the other."""

    def __init__(self, server: RealServer, upload: Upload, told: dict[str, str]) -> None:
        self.server, self.upload = server, upload
        self.address = upload.address.format(slug=told["slug"])
        self.session = told["session"]
        status, page, headers = self._ask("GET", self.address)
        assert status == 200
        cookie = next(
            value for name, value in headers if name == "Set-Cookie" and value.startswith("csrftoken=")
        )
        self.csrf_cookie = cookie.split(";")[0]
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert found is not None
        self.fields = {"csrfmiddlewaretoken": found[1]}
        club = re.search(r'<select name="club".*?<option value="(\d+)"', page, re.DOTALL)
        if club is not None:
            self.fields["club"] = club[1]

    def _ask(
        self, method: str, address: str, body: bytes = b"", **headers: str
    ) -> tuple[int, str, list[tuple[str, str]]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
        cookies = f"sessionid={self.session}" + (
            f"; {self.csrf_cookie}" if hasattr(self, "csrf_cookie") else ""
        )
        connection.request(
            method, address, body or None, {"Cookie": cookies, "Accept-Language": "en"} | headers
        )
        answer = connection.getresponse()
        told = answer.status, answer.read().decode("utf-8", "replace"), answer.getheaders()
        connection.close()
        return told

    def send(self, file: Hostile) -> tuple[int, str]:
        part = "--asso\r\nContent-Disposition: form-data; name="
        parts = "".join(f'{part}"{name}"\r\n\r\n{value}\r\n' for name, value in self.fields.items())
        parts += (
            f'{part}"{self.upload.field}"; filename="{file.name}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        body = parts.encode() + file.data + b"\r\n--asso--\r\n"
        kind = {"Content-Type": "multipart/form-data; boundary=asso"}
        status, page, _headers = self._ask("POST", self.address, body, **kind)
        return status, page


def tables_of(server: RealServer) -> dict[str, int]:
    """How many rows each table of the program has."""
    with sqlite3.connect(f"file:{server.var_dir / 'pozzetto.sqlite3'}?mode=ro", uri=True) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return {
            name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0]  # noqa: S608 - its own
            for name in names
            if name.startswith("tournaments_") and name != "tournaments_job"
        }


def outcome_of_the_job(server: RealServer) -> tuple[int, str]:
    """What came of the newest job, as a status: 422 for one that failed with a sentence."""
    ask = "SELECT state, message, problems FROM tournaments_job ORDER BY asked_at DESC LIMIT 1"
    for _ in range(PATIENCE * 20):
        with sqlite3.connect(f"file:{server.var_dir / 'pozzetto.sqlite3'}?mode=ro", uri=True) as database:
            state, message, _problems = database.execute(ask).fetchone()
        if state not in ("waiting", "running"):
            break
        time.sleep(0.05)
    told = " ".join(text for text in json.loads(message).values() if isinstance(text, str))
    return (422 if state == "failed" else 302 if state == "done" else 500), told


def most_memory(server: RealServer) -> float:
    """The most the server's process has ever held, in MB."""
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    assert found is not None
    return int(found[1]) / 1024


def sentence_of(page: str) -> str:
    """What the page says went wrong."""
    alert = r'role="alert"[^>]*>(.*?)</(?:div|section|table)>|<p class="finding"[^>]*>(.*?)</p>'
    found = re.search(alert, page, re.DOTALL)
    return html.unescape(re.sub(r"<[^>]+>", " ", found[1] or found[2])).strip() if found else ""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.parametrize("name", UPLOADS)
def test_no_hostile_file_gets_anywhere(real_server: RealServer, name: str) -> None:
    upload = UPLOADS[name]
    real_server.start()
    told = json.loads(real_server.manage("shell", "--no-imports", "-c", PREPARE).splitlines()[-1])
    sender = Sender(real_server, upload, told)
    before = tables_of(real_server)
    odd = []
    for file in FILES[upload.kind]():
        status, page = sender.send(file)
        sentence = sentence_of(page)
        if upload.is_job and status == 302:
            status, sentence = outcome_of_the_job(real_server)
        after = tables_of(real_server)
        refused = 400 <= status < 500 and len(sentence.split()) >= 3
        if not (refused or (file.maybe_sound and status == 302)):
            odd.append(f"{file.kind}: {status} {sentence!r}")
        if after != before and not file.maybe_sound:
            odd.append(f"{file.kind}: stored {after}")
        before = after
    assert not odd, "\n".join(odd)
    assert most_memory(real_server) < MEGABYTES
    # The form itself is right: a sound file goes through.
    assert sender.send(SOUND[upload.kind])[0] == 302


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
def test_eight_hostile_files_at_once_stay_within_the_same_memory(real_server: RealServer) -> None:
    """What is taken apart takes its turn: two in the memory of one would be twice as much."""
    real_server.start()
    told = json.loads(real_server.manage("shell", "--no-imports", "-c", PREPARE).splitlines()[-1])
    kinds = {"a million rows", "sixteen thousand columns", "a million strings", "a directory that lies"}
    heavy = [
        (Sender(real_server, UPLOADS[name], told), file)
        for name in ("load", "list")
        for file in FILES[name]()
        if file.kind in kinds
    ]
    assert len(heavy) == 8
    with ThreadPoolExecutor(len(heavy)) as crowd:
        found = list(crowd.map(lambda one: one[0].send(one[1])[0], heavy))
    assert all(400 <= status < 500 for status in found), found
    assert most_memory(real_server) < MEGABYTES


@pytest.mark.django_db(transaction=True)
def test_what_is_larger_than_anything_here_is_refused_unread_in_a_sentence(real_server: RealServer) -> None:
    real_server.start()
    for headers, status in (
        ({"Content-Length": str(10**9), "Content-Type": "text/plain"}, 413),
        ({"Content-Length": "many"}, 400),
    ):
        connection = http.client.HTTPConnection("127.0.0.1", real_server.port, timeout=PATIENCE)
        connection.putrequest("POST", "/load/")
        for name, value in headers.items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        assert answer.status == status
        assert len(answer.read().decode().split()) > 6
        assert answer.getheader("X-Content-Type-Options") == "nosniff"
        connection.close()


def test_the_process_that_reads_a_list_may_not_take_more_either() -> None:
    """It is apart from the server; whatever it is given, the system ends it there."""
    assert worker.MOST_MEMORY <= MEGABYTES * 1_000_000
    script = (
        "import resource, sys; from tournaments.spreadsheets.lists.source import from_file, ListError\n"
        "try: from_file(sys.stdin.buffer.read())\n"
        "except ListError: print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)"
    )
    most = 0
    for file in list_files():
        if file.kind in ("a spreadsheet of repeated cells", "a workbook of two hundred thousand rows"):
            done = subprocess.run(
                [sys.executable, "-c", f"import django; django.setup()\n{script}"],
                input=file.data, capture_output=True, check=True, cwd=ROOT,
            )  # fmt: skip
            most = max(most, int(done.stdout))
    assert 0 < most < MEGABYTES

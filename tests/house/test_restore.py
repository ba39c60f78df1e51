"""Putting a copy back where servers, caches and browsers have been: none of them may tell what is no more."""

from __future__ import annotations

import contextlib
import http.client
import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import pytest

from tests.house.missing import needs
from tests.house.real_server import ROOT, RealServer

EVENING = (
    "from tests.factories import *;"
    "print(an_evening(Evening(pairs=8, closed=1, open_round='published', programme='Mitchell 3')).slug)"
)
RECORD = (
    "from tests.factories import *; from tournaments.desk.results import *; from tournaments.models import *;"
    "e = Event.objects.get(); p = ResultPlan(table=1, ns_mp={ns}, ew_mp=1000);"
    "print(record(event=e, round_number=2, plan=p, by=DIRECTOR, confirmed=True).version)"
)


@dataclass
class Phone:
    """A browser that keeps what it was given and asks whether that is still right."""

    server: RealServer
    kept: dict[str, str] = field(default_factory=dict)

    def open(self, path: str) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=60)
        told = {"If-None-Match": self.kept[path]} if path in self.kept else {}
        connection.request("GET", path, headers={"Accept-Language": "it", **told})
        answer = connection.getresponse()
        body = answer.read().decode("utf-8", "replace")
        connection.close()
        self.kept[path] = answer.headers["ETag"] or ""
        return answer.status, body


def run(server: RealServer, code: str) -> str:
    return server.manage("shell", "-v", "0", "-c", code).split()[-1]


def put_back(server: RealServer, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", "restore", *arguments],
        cwd=ROOT, env=server.environment, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip


def nobody_tells_what_is_no_more(server: RealServer) -> None:
    server.start()
    slug = run(server, EVENING)
    pages = [f"/e/{slug}/results/", f"/e/{slug}/live/all/", f"/e/{slug}/live/round-2/", f"/e/{slug}/wall/"]
    copy = server.manage("backup").split()[-1]
    first = run(server, RECORD.format(ns=4440))
    phone = Phone(server)
    for page in pages:
        assert phone.open(page)[0] == 200
    assert "4.440" in phone.open(f"/e/{slug}/results/?all")[1]
    assert [phone.open(page)[0] for page in pages[:3]] == [304, 304, 304], "nothing has changed"

    refused = put_back(server, copy, "--replace")
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1
    assert run(server, "print('still', Event.objects.get().version)") == first
    server.stop()
    without_a_word = put_back(server, copy)
    assert without_a_word.returncode == 1
    assert "--replace" in without_a_word.stderr
    done = put_back(server, copy, "--replace")
    assert done.returncode == 0, done.stderr

    server.start()
    server.manage("verify", slug)
    assert "4.440" not in phone.open(f"/e/{slug}/results/?all")[1]
    assert run(server, RECORD.format(ns=3330)) == first, (
        "the same number once more, with something else in it"
    )
    for page in pages:
        status, _body = phone.open(page)
        assert status == 200, f"{page} was kept from a time that never was"
    body = phone.open(f"/e/{slug}/results/?all")[1]
    assert "3.330" in body
    assert "4.440" not in body
    server.manage("verify", slug)


def test_after_a_restore_no_browser_and_no_cache_tells_what_is_no_more(
    another_server: Callable[..., RealServer], redis_url: str
) -> None:
    server = another_server(environment={"REDIS_URL": redis_url})
    nobody_tells_what_is_no_more(server)
    (old,) = server.var_dir.glob("pozzetto-until-*.sqlite3")
    with contextlib.closing(sqlite3.connect(old)) as database:
        assert database.execute("SELECT count(*) FROM tournaments_result WHERE ns_mp = 4440").fetchone() == (
            1,
        )
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_after_a_restore_on_postgresql_no_browser_and_no_cache_tells_what_is_no_more(
    another_server: Callable[..., RealServer], redis_url: str, own_database: str
) -> None:
    needs("pg_dump", for_what="copies of PostgreSQL")
    server = another_server(environment={"REDIS_URL": redis_url, "DATABASE_URL": own_database})
    nobody_tells_what_is_no_more(server)
    with psycopg.connect(own_database) as database:
        query = "SELECT datname FROM pg_database WHERE datname LIKE 'circolo_until%'"
        ((old,),) = database.execute(query).fetchall()
    with psycopg.connect(own_database.replace("circolo", old)) as database:
        found = database.execute("SELECT count(*) FROM tournaments_result WHERE ns_mp = 4440").fetchone()
    assert found == (1,), "the old database is kept under a dated name"


def test_without_pg_dump_it_says_where_that_comes_from(
    another_server: Callable[..., RealServer], own_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = another_server(environment={"DATABASE_URL": own_database})
    server.manage("migrate", "--verbosity", "0")
    code = (
        "from pathlib import Path; from tournaments.desk.backups import postgres_copies, keep_backup;"
        "from scoring.sentences import Refusal\n"
        "postgres_copies.DEBIAN = Path('/nowhere')\n"
        "try: keep_backup('closing')\n"
        "except Refusal as refusal: print(str(refusal.sentence))"
    )
    server.environment["PATH"] = "/nowhere"
    said = server.manage("shell", "-v", "0", "-c", code)
    assert "pg_dump is not installed" in said
    assert "apt install postgresql-client" in said


def test_a_copy_of_one_kind_of_database_does_not_go_into_the_other(
    real_server: RealServer, another_server: Callable[..., RealServer], own_database: str
) -> None:
    real_server.var_dir.mkdir()
    real_server.manage("migrate", "--verbosity", "0")
    copy = real_server.manage("backup").split()[-1]
    other = another_server(environment={"DATABASE_URL": own_database})
    refused = put_back(other, copy, "--replace")
    assert refused.returncode == 1
    assert "DATABASE_URL" in refused.stderr


def test_a_restore_that_fails_half_way_on_postgresql_leaves_the_database_as_it_was(
    another_server: Callable[..., RealServer], own_database: str, tmp_path: Path
) -> None:
    server = another_server(environment={"DATABASE_URL": own_database})
    server.manage("migrate", "--verbosity", "0")
    slug = run(server, EVENING)
    copy = server.manage("backup").split()[-1]
    failing = a_pg_restore_that_fails(tmp_path)
    broken = server.environment | {"PATH": f"{failing}:{server.environment['PATH']}"}
    code = (
        "from pathlib import Path; from django.core.management import call_command;"
        "from tournaments.desk.backups import postgres_copies;"
        f"postgres_copies.DEBIAN = Path('/nowhere'); call_command('restore', {copy!r}, '--replace')"
    )
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-v", "0", "-c", code],
        cwd=ROOT, env=broken, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "the disk of the server is full" in done.stderr
    server.manage("verify", slug)


def a_pg_restore_that_fails(folder: Path) -> Path:
    """A ``pg_restore`` that lists what is in a dump and then cannot bring it in."""
    real = needs("pg_restore", for_what="copies of PostgreSQL")
    program = folder / "pg_restore"
    says = 'echo "the disk of the server is full" >&2; exit 1'
    program.write_text(f'#!/bin/sh\n[ "$1" = --list ] && exec {real} "$@"\n{says}\n')
    program.chmod(0o755)
    return folder


def test_a_database_somebody_has_open_is_not_replaced_under_him(real_server: RealServer) -> None:
    real_server.var_dir.mkdir()
    real_server.manage("migrate", "--verbosity", "0")
    copy = real_server.manage("backup").split()[-1]
    path = real_server.var_dir / "pozzetto.sqlite3"
    with contextlib.closing(sqlite3.connect(path)) as reader:
        reader.execute("PRAGMA journal_mode = WAL")
        reader.execute("SELECT count(*) FROM tournaments_event").fetchone()
        refused = put_back(real_server, copy, "--replace")
        assert refused.returncode == 1
        assert len(list(real_server.var_dir.glob("pozzetto*.sqlite3"))) == 1
    assert put_back(real_server, copy, "--replace").returncode == 0


def test_a_server_waits_for_no_restore_but_says_that_one_is_under_way(real_server: RealServer) -> None:
    from tournaments.file_locks import InUse

    real_server.var_dir.mkdir()
    with InUse(real_server.var_dir / "pozzetto.sqlite3") as restoring:
        assert restoring.take()
        command = [sys.executable, "-m", "config.server", "--host=127.0.0.1", f"--port={real_server.port}"]
        done = subprocess.run(
            command, cwd=ROOT, env=real_server.environment, capture_output=True, text=True, check=False
        )
    assert done.returncode == 1
    assert "is being restored from a copy at this moment" in done.stderr
    assert not (real_server.var_dir / "pozzetto.sqlite3").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_whoever_could_read_the_database_can_read_the_restored_one(real_server: RealServer) -> None:
    real_server.var_dir.mkdir()
    real_server.manage("migrate", "--verbosity", "0")
    path = real_server.var_dir / "pozzetto.sqlite3"
    path.chmod(0o660)
    if os.geteuid() == 0:
        os.chown(path, 12345, 12346)
    was = path.stat()
    copy = real_server.manage("backup").split()[-1]
    assert put_back(real_server, copy, "--replace").returncode == 0
    now = path.stat()
    assert (now.st_mode, now.st_uid, now.st_gid) == (was.st_mode, was.st_uid, was.st_gid)


def test_a_plain_copy_of_the_file_is_taken_too(real_server: RealServer, tmp_path: Path) -> None:
    real_server.var_dir.mkdir()
    real_server.manage("migrate", "--verbosity", "0")
    slug = run(real_server, EVENING)
    path, plain = real_server.var_dir / "pozzetto.sqlite3", tmp_path / "stick.sqlite3"
    with (
        contextlib.closing(sqlite3.connect(path)) as there,
        contextlib.closing(sqlite3.connect(plain)) as copy,
    ):
        there.backup(copy)
    path.unlink()
    assert put_back(real_server, str(plain)).returncode == 0
    real_server.manage("verify", slug)

"""An installation as a federation runs it: PostgreSQL, Redis, Celery workers, each a process of its own."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psycopg
from psycopg import sql

from tests.house.services import Redis

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 180.0
"""Seconds a machine with two busy cores may take for what takes one."""


def _environment(url: str, redis_url: str, folder: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    kept |= {"PYTHONUTF8": "1", "DJANGO_SETTINGS_MODULE": "config.settings", "VAR_DIR": str(folder / "var")}
    return kept | {"DATABASE_URL": url, "REDIS_URL": redis_url}


def _on(url: str, name: str) -> str:
    return f"{url.rpartition('/')[0]}/{name}"


def migrated(url: str, folder: Path) -> str:
    """Make a database with every table in it; its name."""
    name = f"jobs_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--verbosity", "0"], cwd=ROOT, check=False,
        env=_environment(_on(url, name), "", folder), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return name


class Installation:
    """A database copied from ``template``, a Redis, a folder; ends whatever it started."""

    def __init__(self, url: str, template: str, redis: Redis, folder: Path) -> None:
        self.redis, self.folder = redis, folder
        name = f"jobs_{uuid.uuid4().hex[:8]}"
        with psycopg.connect(url, autocommit=True) as connection:
            copy = sql.SQL("CREATE DATABASE {} TEMPLATE {}")
            connection.execute(copy.format(sql.Identifier(name), sql.Identifier(template)))
        self.url = _on(url, name)
        self.environment = _environment(self.url, redis.url, folder)
        self.workers: list[subprocess.Popen[bytes]] = []
        self.killed: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for worker in self.workers:
            self.kill(worker)

    # ---- doing ----

    def do(self, what: str, *arguments: str, **changed: str) -> Any:
        """Something of ``tests.jobs.inside``, in a process of its own."""
        done = subprocess.run(
            [sys.executable, "-m", "tests.jobs.inside", what, *arguments], cwd=ROOT, check=False,
            env=self.environment | changed, capture_output=True, text=True,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return json.loads(done.stdout.splitlines()[-1])

    def start_worker(self, *arguments: str) -> subprocess.Popen[bytes]:
        """``celery worker`` as it is deployed, with one process for jobs, in a group of its own."""
        command = [sys.executable, "-m", "celery", "-A", "config.celery", "worker", "--concurrency", "1"]
        command += ["--loglevel", "INFO", *arguments]
        with (self.folder / "worker.log").open("ab") as log:
            worker = subprocess.Popen(
                command, cwd=ROOT, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )
        self.workers.append(worker)
        return worker

    def said(self) -> str:
        """What the workers have written into their log."""
        return (self.folder / "worker.log").read_text(encoding="utf-8", errors="replace")

    def kill(self, worker: subprocess.Popen[bytes]) -> None:
        """SIGKILL to the worker and everything it has started: the power cut of one machine."""
        self.killed.append(worker)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait(20)

    # ---- seeing ----

    def ask(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with psycopg.connect(self.url, autocommit=True) as connection:
            return connection.execute(query.encode(), values).fetchall()

    def change(self, query: str, *values: Any) -> None:
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(query.encode(), values)

    def count(self, table: str) -> int:
        return int(self.ask(f"SELECT count(*) FROM tournaments_{table}")[0][0])  # noqa: S608 - tables of tests

    def job(self, job: str) -> dict[str, Any]:
        fields = ("state", "done", "total", "message", "problems", "file_name")
        row = self.ask(f"SELECT {', '.join(fields)} FROM tournaments_job WHERE id = %s", job)[0]  # noqa: S608
        return dict(zip(fields, row, strict=True))

    def wait_for(self, what: str, found: Callable[[], bool]) -> None:
        """Wait until ``found``; what the workers said, where it never comes."""
        deadline = time.monotonic() + PATIENCE
        while not found():
            gone = (
                self.workers and self.workers[-1].poll() is not None and self.workers[-1] not in self.killed
            )
            if gone or time.monotonic() > deadline:
                log = self.folder / "worker.log"
                told = log.read_text(encoding="utf-8", errors="replace")[-4000:] if log.exists() else ""
                raise AssertionError(f"{what} never came:\n{told}")
            time.sleep(0.1)

    def wait_for_state(self, job: str, *states: str) -> dict[str, Any]:
        self.wait_for(f"{job} {states}", lambda: self.job(job)["state"] in states)
        return self.job(job)

    @contextmanager
    def held(self, table: str) -> Iterator[psycopg.Connection[Any]]:
        """Nobody else reads or writes a table: whoever needs it stops there, in the middle of things."""
        with psycopg.connect(self.url) as connection:
            lock = sql.SQL("LOCK TABLE {} IN ACCESS EXCLUSIVE MODE")
            connection.execute(lock.format(sql.Identifier(f"tournaments_{table}")))
            yield connection
            connection.rollback()

    def is_waiting_for_a_lock(self) -> bool:
        """Whether some process stands before a lock."""
        return bool(self.ask("SELECT 1 FROM pg_locks WHERE NOT granted"))

    def silence(self, job: str) -> None:
        """Half a minute without a sign of life has passed."""
        self.change("UPDATE tournaments_job SET beat_at = beat_at - interval '1 minute' WHERE id = %s", job)

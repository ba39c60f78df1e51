"""Real servers for tests: a private PostgreSQL cluster and a private Redis, on loopback and a free port."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.house.missing import needs

STARTING = 120.0  # seconds a server may take before it answers; a busy machine takes its time


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_until(ready: Callable[[], bool], what: str, process: subprocess.Popen[Any], log: Path) -> None:
    """Ask ``ready`` until it says yes; a process that died or is too slow fails with its own log."""
    deadline = time.monotonic() + STARTING
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            told = log.read_text(encoding="utf-8", errors="replace")[-4000:]
            raise AssertionError(f"{what} did not start (exit code {process.poll()}):\n{told}")
        time.sleep(0.05)


class Service:
    """A process on a free port with a folder of its own; starts on entering, ends on leaving."""

    name = "service"

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix=f"pozzetto-{self.name}-"))
        self.log = self.folder / "log"
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        raise AssertionError("each service names its command")

    def prepare(self) -> None:
        """What has to happen once, before the first start."""

    def answers(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command(), stdout=log, stderr=log, cwd=self.folder, **self.as_whom()
            )
        wait_until(self.answers, self.name, self.process, self.log)

    def as_whom(self) -> dict[str, Any]:
        return {}

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.process.pid, how)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait(10)
        self.process = None

    def kill(self) -> None:
        self.stop(signal.SIGKILL)

    def __enter__(self) -> Self:
        try:
            self.prepare()
            self.start()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Postgres(Service):
    """A cluster that trusts everybody on loopback and does not wait for the disk."""

    name = "postgresql"
    tuned: tuple[str, ...] = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
    """What it is started with beside the rest: for a test nothing has to outlive the test."""

    def __init__(self) -> None:
        places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
        self.initdb = needs("initdb", for_what="the database on PostgreSQL", places=places)
        super().__init__()

    @property
    def url(self) -> str:
        return f"postgres://postgres@127.0.0.1:{self.port}/postgres"

    def as_whom(self) -> dict[str, Any]:
        # PostgreSQL refuses to run as root; Debian's package brings a user for it.
        if os.name == "nt" or os.geteuid() != 0:
            return {}
        return {"user": "postgres", "group": "postgres", "extra_groups": []}

    def prepare(self) -> None:
        self.log.touch()
        whom = self.as_whom()
        if whom:
            shutil.chown(self.folder, whom["user"], whom["group"])
        command = [
            str(self.initdb),
            "--pgdata",
            str(self.folder / "data"),
            "--username",
            "postgres",
            "--auth",
            "trust",
        ]
        command += ["--encoding", "UTF8", "--locale", "C.UTF-8", "--no-sync"]
        made = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, check=False, **whom)
        if made.returncode:
            raise AssertionError(f"initdb failed: {made.stderr}")

    def command(self) -> list[str]:
        return [
            str(self.initdb.with_name("postgres")), "-D", str(self.folder / "data"), "-p", str(self.port),
            "-k", str(self.folder), "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200",
            "-c", "random_page_cost=1.1", *(word for one in self.tuned for word in ("-c", one)),
        ]  # fmt: skip

    def answers(self) -> bool:
        import psycopg

        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True


class LastingPostgres(Postgres):
    """One that keeps what it has acknowledged, however it is ended (not the machine under it)."""

    tuned = ("fsync=off", "synchronous_commit=on", "full_page_writes=off")

    def end(self, *, immediate: bool = False) -> None:
        """Stop as ``pg_ctl stop`` does: connections are cut, and if ``immediate`` nothing is written out."""
        self.stop(signal.SIGQUIT if immediate else signal.SIGINT)


class DurablePostgres(Postgres):
    """One as it is run in earnest: what it has acknowledged is on the disk."""

    tuned = ("fsync=on", "synchronous_commit=on", "shared_buffers=512MB", "max_wal_size=4GB")


class Redis(Service):
    """A Redis that keeps everything in memory and forgets it when it dies."""

    name = "redis"

    def __init__(self) -> None:
        self.program = needs("redis-server", for_what="the shared cache on Redis")
        super().__init__()

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def command(self) -> list[str]:
        return [
            str(self.program), "--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder),
            "--save", "", "--appendonly", "no",
        ]  # fmt: skip

    def answers(self) -> bool:
        import redis

        with contextlib.suppress(redis.exceptions.RedisError), redis.Redis(port=self.port) as client:
            return bool(client.ping())
        return False

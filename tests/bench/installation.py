"""An installation to be measured: a database, web processes, and somebody who may do everything."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.house.services import free_port, wait_until

OWNER = """
from django.contrib.auth.models import User
from django.test import Client
from django.conf import settings
user, _ = User.objects.get_or_create(username="misure", is_superuser=True)
client = Client()
client.force_login(user)
client.get("/desk/account/", HTTP_HOST="127.0.0.1")
print(client.cookies[settings.SESSION_COOKIE_NAME].value)
"""
TOKEN = "m" * 32  # a CSRF token may be anything that cookie and header agree on


@dataclass(frozen=True)
class Installation:
    """Where it is reached and by whom; ``environment`` is that of its processes."""

    environment: dict[str, str]
    ports: list[int]
    session: str
    pids: list[int]

    def port(self, number: int) -> int:
        return self.ports[number % len(self.ports)]

    def computed(self) -> float:
        """Seconds of processor time the web processes have had so far; 0 where the system does not tell."""
        return sum(_computed(pid) for pid in self.pids)

    @property
    def signed_in(self) -> dict[str, str]:
        """The headers of somebody who may do everything, sending JSON."""
        cookies = f"sessionid={self.session}; csrftoken={TOKEN}"
        return {"Cookie": cookies, "X-CSRFToken": TOKEN, "Content-Type": "application/json"}


@contextmanager
def installed(
    folder: Path, *, database: str = "", redis: str = "", sizes: list[str] | None, processes: int = 2
) -> Iterator[Installation]:
    """Two web processes on a database with a federation in it. ``sizes`` None: it is there already."""
    environment = {
        **os.environ, "VAR_DIR": str(folder), "ALLOWED_HOSTS": "127.0.0.1", "LOG_LEVEL": "ERROR",
        "DATABASE_URL": database, "REDIS_URL": redis, "DJANGO_SETTINGS_MODULE": "config.settings",
        "API_RATE_CALLER": "100000/min",
    }  # fmt: skip
    manage(environment, "migrate", "--verbosity", "0")
    manage(environment, "collectstatic", "--no-input", "--verbosity", "0")
    if sizes is not None:
        print(manage(environment, "make_federation", "--seed", "1", *sizes).splitlines()[-1], flush=True)
    session = manage(environment, "shell", "--no-imports", "-c", OWNER).split()[-1]
    with ExitStack() as stack:
        web = [stack.enter_context(_web(folder, environment)) for _ in range(processes)]
        yield Installation(environment, [port for port, _pid in web], session, [pid for _port, pid in web])


def manage(environment: dict[str, str], *arguments: str) -> str:
    return run(environment, "manage.py", *arguments)


def run(environment: dict[str, str], *command: str) -> str:
    """A Python program on the installation; what it printed."""
    done = subprocess.run(
        [sys.executable, *command], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SystemExit(f"{' '.join(command)}:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return done.stdout


@contextmanager
def _web(folder: Path, environment: dict[str, str]) -> Iterator[tuple[int, int]]:
    port = free_port()
    log = folder / f"log-{port}"
    command = [sys.executable, "-m", "config.server", "--no-sample", "--host", "127.0.0.1"]
    with log.open("wb") as out:
        process = subprocess.Popen([*command, "--port", str(port)], env=environment, stdout=out, stderr=out)
    try:
        wait_until(lambda: b"ready" in log.read_bytes(), "the server", process, log)
        yield port, process.pid
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


def _computed(pid: int) -> float:
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return 0.0
    user, system = stat.read_text(encoding="ascii").rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")

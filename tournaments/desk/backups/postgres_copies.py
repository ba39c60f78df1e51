"""Copying a PostgreSQL database with its own programs, ``pg_dump`` and ``pg_restore``."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

from django.db import connection

from scoring.sentences import gettext_noop, say
from tournaments.desk.backups.problems import BackupRefusal, in_one_line

DEBIAN = Path("/usr/lib/postgresql")


def program(name: str) -> str:
    """The newest of PostgreSQL's programs of that name; a clear sentence where there is none."""
    places = sorted(
        DEBIAN.glob(f"*/bin/{name}"),
        key=lambda path: float(path.parts[-3]) if path.parts[-3].replace(".", "").isdigit() else 0.0,
    )
    found = str(places[-1]) if places else shutil.which(name)
    if found is None:
        told = gettext_noop(
            "The program {program} is not installed here. It comes with PostgreSQL's client programs, on"
            " Debian and Ubuntu: apt install postgresql-client"
        )
        raise BackupRefusal("no_program", say(told, program=name))
    return found


def dump_to(target: Path) -> None:
    """A consistent copy in PostgreSQL's custom format; nobody who writes is held up."""
    run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--file={target}", into=database())


def what_is_off(path: Path) -> str:
    """Why the dump cannot be read, "" where it can: its list of contents names our tables."""
    done = subprocess.run(  # noqa: S603 - our own arguments, no shell
        [program("pg_restore"), "--list", str(path)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        return in_one_line(done.stderr)
    return "" if "tournaments_event" in done.stdout else "no table of events"


def told_now() -> tuple[dict[str, list[str]], int, int, int]:
    """What the database holds: its migrations by app, how many events, lines of journals, the newest line."""
    applied: dict[str, list[str]] = {}
    with connection.cursor() as cursor:
        cursor.execute("SELECT app, name FROM django_migrations ORDER BY id")
        for app, name in cursor.fetchall():
            applied.setdefault(app, []).append(name)
        cursor.execute(
            "SELECT (SELECT count(*) FROM tournaments_event), count(*), max(id) FROM tournaments_journalline"
        )
        events, lines, last = cursor.fetchone()
    return applied, int(events), int(lines), int(last or 0)


def database() -> str:
    return str(connection.settings_dict["NAME"])


def run(command: str, *arguments: str, into: str) -> str:
    """Run one of PostgreSQL's programs on our server; what it complains of becomes a refusal.

    The password travels in the environment, where other people of the machine do not see it.
    """
    done = subprocess.run(  # noqa: S603 - our own arguments, no shell
        [program(command), "--no-password", f"--dbname={into}", *arguments],
        env=environment(connection.settings_dict),
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        told = gettext_noop("{program} did not succeed: {why}")
        raise BackupRefusal("program_failed", say(told, program=command, why=in_one_line(done.stderr)))
    return done.stdout


def environment(settings: dict[str, Any]) -> dict[str, str]:
    """Where the server is and who asks, as libpq reads it."""
    told = {
        "PGHOST": settings.get("HOST"),
        "PGPORT": settings.get("PORT"),
        "PGUSER": settings.get("USER"),
        "PGPASSWORD": settings.get("PASSWORD"),
        **{f"PG{name.upper()}": value for name, value in settings.get("OPTIONS", {}).items() if name in SAFE},
    }
    return {
        **os.environ,
        "PGCONNECT_TIMEOUT": "20",
        **{name: str(value) for name, value in told.items() if value},
    }


SAFE = frozenset({"sslmode", "sslrootcert", "sslcert", "sslkey", "service", "passfile"})

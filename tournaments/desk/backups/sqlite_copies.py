"""Copying a SQLite database that is in use, and asking whether a copy is sound.

With a write-ahead log whoever reads holds up nobody who writes. A copy is made from one pinned state, in
steps: what is written meanwhile is not in it, and it does not begin again however much that is.
"""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from scoring.sentences import gettext_noop, say
from tournaments.desk.backups.problems import BackupRefusal, in_one_line

STEP = 500  # pages at a time
PATIENCE = 20.0  # seconds a copy waits for a database that is locked as a whole


class State:
    """One state of the database, pinned: ``copy_to`` copies it however long afterwards.

    ``lines`` and ``last_line``: how many lines the journals had, and the primary key of the newest.
    """

    def __init__(self, database: Path) -> None:
        # Opened here, copied by the thread that keeps copies.
        self._connection = sqlite3.connect(
            f"{database.resolve().as_uri()}?mode=rw",
            uri=True,
            timeout=PATIENCE,
            isolation_level=None,
            check_same_thread=False,
        )
        self._connection.execute("BEGIN")
        self.lines, self.last_line = journal_of(self._connection)

    def copy_to(self, target: Path) -> None:
        copy = sqlite3.connect(target)
        try:
            copy.execute("PRAGMA synchronous = OFF")  # it is synced once, when it is whole
            self._connection.backup(copy, pages=STEP)
            # One file that needs no other beside it.
            copy.execute("PRAGMA journal_mode = DELETE")
        finally:
            copy.close()

    def close(self) -> None:
        self._connection.close()

    def __del__(self) -> None:
        # Of a change that was rolled back nobody closes it; left to itself the connection would stay open
        # and keep SQLite from ever emptying its log.
        with contextlib.suppress(AttributeError):  # it could not even be opened
            self.close()


def journal_of(database: sqlite3.Connection) -> tuple[int, int]:
    """How many lines the journals have, and the primary key of the newest one."""
    lines, last = database.execute("SELECT count(*), max(id) FROM tournaments_journalline").fetchone()
    return int(lines), int(last or 0)


def what_is_off(path: Path) -> str:
    """Why the database file is not sound, "" where it is; it is read through and left as it is."""
    try:
        database = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)
        try:
            found = [str(row[0]) for row in database.execute("PRAGMA integrity_check(3)")]
        finally:
            database.close()
    except sqlite3.Error as error:
        return in_one_line(error)
    return "" if found == ["ok"] else "; ".join(in_one_line(line) for line in found)


def told_by(path: Path) -> tuple[dict[str, list[str]], int, int, int]:
    """What a copy holds: its migrations by app, how many events, lines of journals, and the newest line."""
    database = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    try:
        applied: dict[str, list[str]] = {}
        for app, name in database.execute("SELECT app, name FROM django_migrations ORDER BY id"):
            applied.setdefault(app, []).append(name)
        (events,) = database.execute("SELECT count(*) FROM tournaments_event").fetchone()
        return applied, int(events), *journal_of(database)
    except sqlite3.Error as error:
        told = gettext_noop("{file} is not a database of Pozzetto ({why}).")
        raise BackupRefusal("no_copy", say(told, file=str(path), why=in_one_line(error))) from error
    finally:
        database.close()

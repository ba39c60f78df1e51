"""Which life of the database this is: part of everything kept outside it, in caches and in browsers.

A restored database counts its versions on from where the copy was made, so a version comes twice with
different content. What was kept under the first must not answer for the second: every restore begins a new
epoch, and keys and ETags carry it.

On SQLite it is a number in the head of the file (``user_version``), drawn at the first start and at every
restore. On PostgreSQL it follows from the identity of the database and of its table of events, which are
new after every restore, however it was done.
"""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable
from typing import Any

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

_known: dict[str, str] = {}
_listeners: list[Callable[[], None]] = []

IDENTITY = (
    "SELECT (SELECT oid FROM pg_database WHERE datname = current_database()),"
    " to_regclass('tournaments_event')::oid"
)


def epoch() -> str:
    """The epoch of the database this process works on, as digits and dots; "none" before the first question.

    It is learned with every connection, hence before anything can be known of an event.
    """
    return _known.get("now", "none")


def cache_key(key: str, prefix: str, version: int) -> str:
    """What Django's cache calls a key: nothing is found again that was kept in another epoch."""
    return f"{prefix}:{epoch()}:{version}:{key}"


def when_it_changes(listener: Callable[[], None]) -> None:
    """Call ``listener`` when this process learns that the database was restored under it."""
    _listeners.append(listener)


def learn(connection: BaseDatabaseWrapper, **_kwargs: Any) -> None:
    """Read the epoch on every new connection: a receiver of ``connection_created``."""
    if connection.alias != "default":
        return
    raw = connection.connection
    if connection.vendor == "sqlite":
        try:
            found = str(raw.execute("PRAGMA user_version").fetchone()[0])
        except sqlite3.DatabaseError:
            return  # no database, or a damaged one: the first real question says so
    else:
        found = ".".join(str(part or 0) for part in raw.execute(IDENTITY).fetchone())
    before, _known["now"] = _known.get("now"), found
    if before not in {None, found}:
        for listener in _listeners:
            listener()


def begin(database: sqlite3.Connection) -> None:
    """Begin a new epoch in a SQLite database; takes part in its transaction if there is one."""
    database.execute(f"PRAGMA user_version = {secrets.randbelow(2**31 - 1) + 1}")


def be_born() -> None:
    """Give a SQLite database that has none yet its first epoch; a database made anew is another one."""
    if connection.vendor != "sqlite":
        return
    connection.ensure_connection()
    raw = connection.connection
    if raw is not None and raw.execute("PRAGMA user_version").fetchone()[0] == 0:
        begin(raw)
        learn(connection)

"""Putting a copy back: checked first, never over a database in use, the old one kept aside."""

from __future__ import annotations

import contextlib
import os
import shlex
import sqlite3
import subprocess
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from scoring.sentences import gettext_noop, say
from tournaments import epoch
from tournaments.desk.backups import archive, failures, postgres_restore, shelf, sqlite_copies
from tournaments.desk.backups.archive import Manifest
from tournaments.desk.backups.problems import BackupRefusal, dated, in_one_line, in_use, there_is_one
from tournaments.file_locks import InUse

SQLITE_HEAD = b"SQLite format 3\x00"
BESIDE = ("-wal", "-shm", "-journal")


@dataclass(frozen=True)
class Restored:
    """What was put back, and where the database lies (or is called) that was there before, "" for none."""

    manifest: Manifest
    old: str


def restore(path: Path, *, replace: bool = False) -> Restored:
    """Put the copy at ``path`` in the place of the database; ``replace`` says that one may be there.

    The copy is checked before anything is touched: whole, sound, of this kind of database, and not made by
    a newer program. Refused while a server or anybody else has the database open. The database that was
    there is kept under a dated name. Afterwards nothing that caches or browsers have kept counts any more.
    A plain file of SQLite, copied with whatever program, is taken as well.
    """
    try:
        manifest = _looked_through(path)
    except OSError as error:  # no room to look into it
        raise archive.unreadable(path, error) from error
    if manifest.engine != shelf.engine():
        told = gettext_noop(
            "The copy is of a {of} database and this installation works on {here}: set DATABASE_URL to suit."
        )
        raise BackupRefusal("other_engine", say(told, of=manifest.engine, here=shelf.engine()))
    refuse_newer(manifest.migrations, path)
    if manifest.engine == "postgresql":
        old = postgres_restore.put_back(path, manifest, replace=replace)
    else:
        old = _put_back(path, manifest, replace=replace)
    failures.forget()
    return Restored(manifest, old)


def _looked_through(path: Path) -> Manifest:
    with contextlib.suppress(OSError), path.open("rb") as file:
        if file.read(len(SQLITE_HEAD)) == SQLITE_HEAD:
            return _plain(path)
    return shelf.what_is_in(path)


def _plain(path: Path) -> Manifest:
    off = sqlite_copies.what_is_off(path)
    if off:
        raise archive.damaged(path, off)
    at = datetime.fromtimestamp(path.stat().st_mtime, timezone.get_current_timezone())
    migrations, events, lines, last = sqlite_copies.told_by(path)
    return Manifest("sqlite", "", at, migrations=migrations, events=events, lines=lines, last_line=last)


def refuse_newer(applied: dict[str, list[str]], path: Path) -> None:
    """Raise where the copy has been through migrations this program does not know."""
    if unknown_migrations(applied):
        raise archive.newer(path)


def unknown_migrations(applied: dict[str, list[str]]) -> list[str]:
    """The migrations of our own among those applied that this program has never heard of."""
    known = MigrationLoader(None).disk_migrations
    return [name for name in applied.get("tournaments", []) if ("tournaments", name) not in known]


def restore_command(path: Path) -> str:
    """The line to type that puts a copy back, in this place and with this Python."""
    words = [sys.executable, str(settings.BASE_DIR / "manage.py"), "restore", str(path), "--replace"]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _put_back(path: Path, manifest: Manifest, *, replace: bool) -> str:
    target = Path(str(connection.settings_dict["NAME"]))
    there = [target, *(target.with_name(target.name + ending) for ending in BESIDE)]
    if not replace and any(file.exists() for file in there):
        raise there_is_one(str(target))
    connection.close()
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with InUse(target) as lock, archive.private_file(target) as draft:
            if not lock.take():
                raise in_use()
            if manifest.sha256:
                archive.unpack(path, manifest, draft)
            else:
                _copied(path, draft)
            with contextlib.closing(sqlite3.connect(draft)) as database:
                epoch.begin(database)
            _as_readable_as(target, draft)
            old = _set_aside(target)
            archive.put_in_place(draft, target)
    except OSError as error:
        told = gettext_noop("{file} cannot be written: {why}.")
        why = error.strerror or in_one_line(error)
        raise BackupRefusal("not_written", say(told, file=str(target), why=why)) from error
    return old


def _as_readable_as(target: Path, draft: Path) -> None:
    """Whoever may read and write the old database may so the new one: the server has its own account."""
    if target.exists() and os.name != "nt":
        was = target.stat()
        draft.chmod(was.st_mode & 0o777)
        with contextlib.suppress(PermissionError):  # only root gives files away
            os.chown(draft, was.st_uid, was.st_gid)


def _copied(path: Path, draft: Path) -> None:
    """A plain database with whatever lies in its log beside it."""
    state = sqlite_copies.State(path)
    try:
        state.copy_to(draft)
    finally:
        state.close()


def _set_aside(target: Path) -> str:
    """Keep what is there under a dated name; "" where nothing is.

    A sound database is made one file first, and keeps its own name until the new one takes it. A damaged
    one is moved as it is, with its log: the main file first, so that a crash in between leaves something
    a start refuses.
    """
    aside = target.with_name(dated(target.stem) + target.suffix)
    if not target.exists() and not any(target.with_name(target.name + end).exists() for end in BESIDE):
        return ""
    if target.exists() and _alone_in_one_file(target):
        try:
            os.link(target, aside)
        except OSError:  # a disk that knows no second names
            target.rename(aside)
        return str(aside)
    for ending in ("", *BESIDE):
        file = target.with_name(target.name + ending)
        if file.exists():
            file.rename(aside.with_name(aside.name + ending))
    return str(aside)


def _alone_in_one_file(target: Path) -> bool:
    """Bring the log into the file, which nobody else may have open; False where the database is damaged."""
    try:
        with contextlib.closing(sqlite3.connect(target, timeout=2, isolation_level=None)) as database:
            if database.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                return False
            return bool(database.execute("PRAGMA journal_mode = DELETE").fetchone()[0] == "delete")
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise in_use() from error
        return False
    except sqlite3.DatabaseError:
        return False

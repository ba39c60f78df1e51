"""Making copies: now, or soon after a change without keeping anybody waiting."""

from __future__ import annotations

import logging
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from django.conf import settings
from django.db import connection, connections, transaction
from django.utils import timezone

from scoring.sentences import gettext_noop, say
from tournaments.desk.backups import archive, failures, postgres_copies, shelf, sqlite_copies
from tournaments.desk.backups.archive import Manifest
from tournaments.desk.backups.problems import BackupRefusal, in_one_line
from tournaments.desk.backups.sqlite_copies import State
from tournaments.file_locks import alone
from tournaments.models import Event

log = logging.getLogger(__name__)


def keep_backup(reason: str, *, about: str = "") -> Path:
    """Make a copy in the folder of copies now, and let old ones go; its path.

    ``reason``: a word of ``shelf.REASONS``. Never two at once, in whatever process. Raises a ``Refusal``
    where no copy can be made, which is then told at the desk until one is.
    """
    return _keep([_Wish(reason, about)])


def write_backup(target: Path, *, reason: str = shelf.ASKED, about: str = "") -> Manifest:
    """Make a copy under a name of one's own; afterwards a whole file has that name, or the old one."""
    if target.is_dir():
        told = gettext_noop("{file} is a folder: name a file in it.")
        raise BackupRefusal("a_folder", say(told, file=str(target)))
    try:
        with alone(shelf.room() / ".lock"):
            return _write(target, _Wish(reason, about))
    except OSError as error:
        raise _not_written(target, error) from error


def keep_soon(reason: str, event: Event, *, round_number: int = 0) -> None:
    """Have a copy made once the change being made has been committed; nobody waits for it.

    To be called in the transaction of the change. A draw gets two: the state before it, pinned now, unless
    that is what the last copy holds, and the state with it. Many wishes at once make one copy. A copy that
    fails is told in the log and at the desk; the change stands.
    """
    if settings.BACKUPS_KEEP < 1:
        return
    if _elsewhere:
        hand = _elsewhere[0]
        transaction.on_commit(lambda: hand(reason), robust=True)
        return
    before = _pinned() if reason == shelf.DRAW else None
    wish = _Wish(reason, event.name, round_number, before)
    transaction.on_commit(lambda: _ask(wish), robust=True)


def hand_over(keeper: Callable[[str], object] | None) -> None:
    """Let somebody else (a queue of long work) keep the copies that changes ask for; None: in this process.

    ``keeper(reason)`` is called after the commit and is to bring ``keep_backup(reason)`` about.
    """
    _elsewhere[:] = [keeper] if keeper else []


def wait_for_copies() -> None:
    """Return once every copy asked for in this process has been made, or has failed."""
    while (last := _last) is not None and not last.done():
        last.result()


@dataclass(frozen=True)
class _Wish:
    """``before``: the state the change found, pinned."""

    reason: str
    about: str = ""
    round_number: int = 0
    before: State | None = None


_elsewhere: list[Callable[[str], object]] = []
_waiting: list[_Wish] = []
_guard = threading.Lock()
# One thread; at the end of the process it finishes what it has begun.
_worker = ThreadPoolExecutor(max_workers=1, thread_name_prefix="copies")
_last: Future[None] | None = None


def _ask(wish: _Wish) -> None:
    global _last  # noqa: PLW0603 - the one queue of this process
    with _guard:
        _waiting.append(wish)
        if len(_waiting) == 1:
            _last = _worker.submit(_keep_waiting)


def _keep_waiting() -> None:
    with _guard:
        wishes = list(_waiting)
        _waiting.clear()
    try:
        _keep(wishes)
    except Exception:
        log.exception("no copy of the database was kept")
    finally:
        connections.close_all()


def _keep(wishes: list[_Wish]) -> Path:
    """One copy for all wishes, and one of the state the first draw among them found."""
    wish = wishes[-1]
    before = [w for w in wishes if w.before is not None]
    try:
        with alone(shelf.room() / ".lock"):
            if before and before[0].before is not None and _is_news(before[0].before):
                _shelve(replace(before[0], reason=shelf.BEFORE_DRAW))
            made = _shelve(replace(wish, before=None))
            shelf.sweep()
    except OSError as error:
        refusal = _not_written(shelf.folder(), error)
        failures.remember(refusal)
        raise refusal from error
    except Exception as error:
        failures.remember(error)
        raise
    finally:
        for one in before:
            if one.before is not None:
                one.before.close()
    failures.forget()
    return made


def _shelve(wish: _Wish) -> Path:
    target = shelf.new_name(wish.reason, timezone.now())
    _write(target, wish)
    return target


def _is_news(state: State) -> bool:
    return shelf.newest_mark() != (state.lines, state.last_line)


def _write(target: Path, wish: _Wish) -> Manifest:
    with archive.private_file(shelf.folder() / "copy") as draft:
        if connection.vendor == "sqlite":
            _copy_sqlite(draft, wish.before)
            told, off = sqlite_copies.told_by(draft), sqlite_copies.what_is_off(draft)
        else:
            told = postgres_copies.told_now()
            postgres_copies.dump_to(draft)
            off = postgres_copies.what_is_off(draft)
        if off:
            raise _unsound(off)
        with draft.open("rb") as file:
            digest = archive.digest_of(file)
        manifest = Manifest(
            engine=shelf.engine(),
            reason=wish.reason,
            at=timezone.now(),
            about=wish.about,
            round_number=wish.round_number,
            program=archive.program_version(),
            migrations=told[0],
            events=told[1],
            lines=told[2],
            last_line=told[3],
            sha256=digest,
            size=draft.stat().st_size,
        )
        archive.pack(manifest, draft, target)
    return manifest


def _copy_sqlite(draft: Path, state: State | None) -> None:
    try:
        pinned = state or State(database_file())
        try:
            pinned.copy_to(draft)
        finally:
            if state is None:
                pinned.close()
    except sqlite3.OperationalError as error:
        # "disk is full", "disk I/O error", "unable to open": what a disk does, told as such
        raise OSError(in_one_line(error)) from error
    except sqlite3.DatabaseError as error:
        raise _unsound(in_one_line(error)) from error


def _unsound(why: str) -> BackupRefusal:
    told = gettext_noop("The database is damaged ({why}): no copy was made, the older ones stay.")
    return BackupRefusal("database_damaged", say(told, why=why))


def database_file() -> Path:
    """The file of a SQLite database."""
    return Path(str(connection.settings_dict["NAME"]))


def _pinned() -> State | None:
    """The state before the change being made: what others see of the database until it is committed."""
    if connection.vendor != "sqlite":
        return None
    try:
        return State(database_file())
    except sqlite3.Error as error:  # the copy after the change will tell what is the matter
        log.warning("the state before a draw could not be pinned: %s", error)
        return None


def _not_written(target: Path, error: OSError) -> BackupRefusal:
    told = gettext_noop("The copy {file} cannot be written: {why}.")
    return BackupRefusal("not_written", say(told, file=str(target), why=error.strerror or in_one_line(error)))

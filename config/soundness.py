"""Whether the house may start on what it finds: a damaged database is kept as it is, never started over.

Each refusal names the file and what is the matter with it, the last good copy, and the command that puts
it back.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import sqlite3
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from tournaments.desk.backups import last_good_copy, restore_command
from tournaments.desk.backups.restoring import unknown_migrations

LEAST_FREE = 20_000_000
"""Bytes an evening needs on the disk: the database, its log, a copy."""


class Stop(Exception):  # noqa: N818
    """Something the person at the keyboard can mend, said in both languages."""

    def __init__(self, italian: str, english: str) -> None:
        super().__init__(f"{italian}\n{english}")


def refuse_a_full_disk() -> None:
    """Raise ``Stop`` where the disk has no room left to keep what is going to be entered."""
    places = [Path(settings.VAR_DIR)]
    if connection.vendor == "sqlite":
        places.append(_file().parent)
    for place in places:
        free = shutil.disk_usage(place).free if place.is_dir() else LEAST_FREE
        if free < LEAST_FREE:
            raise Stop(
                f"Il disco è pieno: in {place} restano {free // 1_000_000} MB. Fare spazio, poi ripartire.",
                f"The disk is full: {place} has {free // 1_000_000} MB left. Make room, then start again.",
            )


def refuse_a_damaged_database() -> None:
    """Raise ``Stop`` when the SQLite database is gone, empty, cannot be read or fails its own check.

    Nothing is written: neither the file nor the log beside it changes. ``OSError`` where the folder may not
    be written: SQLite then cannot even read, and nothing is damaged.
    """
    if connection.vendor != "sqlite":
        return
    path = _file()
    log = path.with_name(f"{path.name}-wal")
    size = path.stat().st_size if path.exists() else -1
    if size <= 0:
        _refuse_to_begin_anew(path, log, there=size == 0)
        return
    found = _quick_check(path)
    if found != ["ok"]:
        problem = "; ".join(" ".join(line.split()) for line in found)
        raise _stop(
            f"Il file della base dati {path} è danneggiato o illeggibile ({problem}). Non lo tocco.",
            f"The database file {path} is damaged or cannot be read ({problem}). It was left as it is.",
        )


def _quick_check(path: Path) -> list[str]:
    # SQLite cuts off or overwrites a log that does not belong to the file; a damaged file is only read.
    try:
        with path.open("rb") as file:
            if not file.read(16).startswith(b"SQLite format 3"):
                return ["file is not a database"]
        database = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)
        try:
            return [str(row[0]) for row in database.execute("PRAGMA quick_check(3)")]
        finally:
            database.close()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_READONLY:  # the kind, whatever the case of it
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path.parent)) from error
        return [str(error)]
    except (sqlite3.Error, OSError) as error:
        return [str(error)]


def _refuse_to_begin_anew(path: Path, log: Path, *, there: bool) -> None:
    """No database, or an empty file, is a first start only where nothing says that there was one."""
    if log.exists() and log.stat().st_size:
        raise _stop(
            f"Il file della base dati {path} {'è vuoto' if there else 'non c’è'}, ma accanto c’è il suo "
            f"registro {log.name}: c’era una serata. Non comincio da capo.",
            f"The database file {path} is {'empty' if there else 'gone'}, but its log {log.name} lies beside "
            "it: there was an evening. It is not started over.",
        )
    if last_good_copy() is not None:
        folder = settings.BACKUP_DIR
        raise _stop(
            f"Il file della base dati {path} {'è vuoto' if there else 'non c’è'}, ma ci sono le sue copie. "
            f"Non comincio da capo; chi vuole davvero una base dati nuova metta via la cartella {folder}.",
            f"The database file {path} is {'empty' if there else 'gone'}, but there are copies of it. It is "
            f"not started over; for a new one, if that is what you want, put the folder {folder} away.",
        )


def refuse_a_strange_database() -> None:
    """Raise ``Stop`` when the database is not ours, lacks tables, or was made by a newer program."""
    there, applied = _on_sqlite() if connection.vendor == "sqlite" else _on_a_server()
    if not there:
        return
    if not applied:
        if connection.vendor == "sqlite" or any(name.startswith("tournaments_") for name in there):
            raise _stop(
                f"La base dati {_name()} non è di Pozzetto, o le mancano tabelle (django_migrations).",
                f"The database {_name()} is not one of Pozzetto, or it lacks tables (django_migrations).",
            )
        return
    newer = unknown_migrations({"tournaments": sorted(name for app, name in applied if app == "tournaments")})
    if newer:
        raise Stop(
            f"La base dati {_name()} è di un Pozzetto più recente ({newer[-1]}): aggiornare il programma. "
            "Non la tocco.",
            f"The database {_name()} was made by a newer Pozzetto ({newer[-1]}): update the program. It was "
            "left as it is.",
        )
    missing = sorted(_tables_after(applied) - there)
    if missing:
        some = ", ".join(missing[:3])
        raise _stop(
            f"Nella base dati {_name()} mancano tabelle ({some}): è danneggiata. Non la tocco.",
            f"The database {_name()} lacks tables ({some}): it is damaged. It was left as it is.",
        )


def _on_sqlite() -> tuple[set[str], set[tuple[str, str]]]:
    """The tables and the migrations that have been through. Django's own connection would write already:
    it puts the file under a log."""
    path = _file()
    if not path.exists() or not path.stat().st_size:
        return set(), set()
    with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)) as database:
        tables = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        there = {str(name) for (name,) in database.execute(tables)}
        if "django_migrations" not in there:
            return there, set()
        return there, {
            (app, name) for app, name in database.execute("SELECT app, name FROM django_migrations")
        }


def _on_a_server() -> tuple[set[str], set[tuple[str, str]]]:
    there = set(connection.introspection.table_names())
    return there, set(MigrationRecorder(connection).applied_migrations())


def _tables_after(applied: set[tuple[str, str]]) -> set[str]:
    """The tables there must be once these migrations have been through."""
    loader = MigrationLoader(None)
    known = [key for key in applied if key in loader.graph.nodes]
    state = loader.project_state(known, at_end=True)
    return {
        model.options.get("db_table") or f"{app}_{name}"
        for (app, name), model in state.models.items()
        if not model.options.get("proxy") and model.options.get("managed", True)
    }


def _stop(italian: str, english: str) -> Stop:
    """A refusal with the way out: the last good copy and the command that puts it back."""
    copy = last_good_copy()
    if copy is None or copy.manifest is None:
        return Stop(
            f"{italian} Va messo da parte (con i file -wal e -shm accanto) e sostituito con una copia buona; "
            "qui non ce n’è nessuna.",
            f"{english} Put it aside (with the -wal and -shm files beside it) and put a good copy in its "
            "place; there is none here.",
        )
    at = copy.manifest.at.astimezone().strftime("%Y-%m-%d %H:%M")
    command = restore_command(copy.path)
    return Stop(
        f"{italian}\nL’ultima copia buona è del {at}: {copy.path}\nPer rimetterla (quella di adesso viene "
        f"conservata):\n  {command}",
        f"{english}\nThe last good copy is of {at}: {copy.path}\nTo put it back (what is there now is kept):"
        f"\n  {command}",
    )


def _file() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def _name() -> str:
    return str(connection.settings_dict["NAME"])

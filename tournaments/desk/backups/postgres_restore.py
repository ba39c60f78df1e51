"""Putting a copy back into PostgreSQL: into a new database, which then takes the name of the old one."""

from __future__ import annotations

from pathlib import Path

import psycopg
from django.db import connection
from psycopg import sql
from psycopg.conninfo import make_conninfo

from scoring.sentences import gettext_noop, say
from tournaments.desk.backups import archive, postgres_copies, shelf
from tournaments.desk.backups.archive import Manifest
from tournaments.desk.backups.problems import BackupRefusal, dated, in_one_line, in_use, there_is_one


def put_back(path: Path, manifest: Manifest, *, replace: bool) -> str:
    """Restore into a database of its own; once it is whole, rename. The name of the old one.

    A restore that fails half-way leaves the database in use as it was.
    """
    name = postgres_copies.database()
    connection.close()
    try:
        with psycopg.connect(_at(_another_than(name)), autocommit=True) as server:
            there = _exists(server, name)
            if there and not replace and _tables(name):
                raise there_is_one(name)
            _refuse_in_use(server, name)
            fresh = f"{name}_restoring"
            server.execute(sql.SQL("DROP DATABASE IF EXISTS {}").format(sql.Identifier(fresh)))
            server.execute(sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(fresh)))
            with archive.private_file(shelf.room() / "restore") as draft:
                archive.unpack(path, manifest, draft)
                postgres_copies.run(
                    "pg_restore", "--exit-on-error", "--no-owner", "--no-privileges", str(draft), into=fresh
                )
            old = dated(name, "_") if there else ""
            _refuse_in_use(server, name)
            with server.transaction():
                if there:
                    _rename(server, name, old)
                _rename(server, fresh, name)
    except psycopg.errors.InsufficientPrivilege as error:
        told = gettext_noop(
            "The account of DATABASE_URL may not make databases ({why}). Whoever looks after the server gives"
            " it that right: ALTER ROLE … CREATEDB"
        )
        raise BackupRefusal("may_not", say(told, why=in_one_line(error))) from error
    except psycopg.errors.ObjectInUse as error:
        raise in_use() from error
    except psycopg.OperationalError as error:
        told = gettext_noop(
            "The database does not answer ({why}). Check that it is running, and DATABASE_URL."
        )
        raise BackupRefusal("no_answer", say(told, why=in_one_line(error))) from error
    return old


def _another_than(name: str) -> str:
    """A database every server has: one cannot rename the room one stands in."""
    return "postgres" if name != "postgres" else "template1"


def _at(name: str) -> str:
    settings = connection.settings_dict
    told = {key.lower(): settings[key] for key in ("HOST", "PORT", "USER", "PASSWORD") if settings[key]}
    return make_conninfo(dbname=name, connect_timeout=20, **told)


def _exists(server: psycopg.Connection, name: str) -> bool:
    return server.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone() is not None


def _tables(name: str) -> bool:
    """Whether there is anything in the database."""
    with psycopg.connect(_at(name)) as there:
        found = there.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone()
    return bool(found and found[0])


def _refuse_in_use(server: psycopg.Connection, name: str) -> None:
    who = server.execute("SELECT count(*) FROM pg_stat_activity WHERE datname = %s", [name]).fetchone()
    if who and who[0]:
        raise in_use()


def _rename(server: psycopg.Connection, name: str, new: str) -> None:
    server.execute(
        sql.SQL("ALTER DATABASE {} RENAME TO {}").format(sql.Identifier(name), sql.Identifier(new))
    )

"""Everything between a copied folder and a program that can answer: a sound database brought up to
date, the static files in their place, an evening to look at the first time."""

from __future__ import annotations

import contextlib
import hashlib
import io
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.db import OperationalError, connection
from django.db.migrations.executor import MigrationExecutor

from config.first_start import alone
from config.soundness import (
    Stop,
    refuse_a_damaged_database,
    refuse_a_full_disk,
    refuse_a_strange_database,
)
from scoring.sentences import Refusal
from tournaments import epoch
from tournaments.desk.backups import keep_backup

__all__ = ["Stop", "prepare"]

log = logging.getLogger(__name__)

SAMPLE = settings.BASE_DIR / "tournaments" / "samples" / "serata-di-prova.xlsx"


def prepare(*, sample: bool) -> None:
    """Bring database and static files up to date; with ``sample``, load an evening into an empty one.

    One process at a time: a second one waits and then finds everything done. A database that is
    damaged stops here, before anything has been written to it; one that is to be changed is copied first.
    """
    try:
        with alone(settings.VAR_DIR / "preparation.lock"):
            refuse_a_full_disk()
            refuse_a_damaged_database()
            make_private()
            with answering():
                refuse_a_strange_database()
                copy_before_update()
                migrate()
                call_command("clearsessions")
            collect_static()
            if sample:
                load_sample()
    except OSError as error:
        raise Stop(f"Non si può scrivere: {error}", f"Cannot write: {error}") from error


@contextlib.contextmanager
def answering() -> Iterator[None]:
    """``Stop`` when the database does not answer, or its disk takes nothing more."""
    try:
        yield
    except OperationalError as error:
        problem = " ".join(str(error).split())
        if connection.vendor == "sqlite":
            name = connection.settings_dict["NAME"]
            raise Stop(
                f"La base dati {name} non si lascia scrivere ({problem}). C’è spazio sul disco, e si può "
                "scrivere nella cartella?",
                f"The database {name} cannot be written ({problem}). Is there room on the disk, and may the "
                "folder be written?",
            ) from error
        raise Stop(
            f"La base dati non risponde ({problem}). Controllare che sia accesa, e DATABASE_URL.",
            f"The database does not answer ({problem}). Check that it is running, and DATABASE_URL.",
        ) from error


def copy_before_update() -> None:
    """Keep a copy of a database that is about to be brought up to date. One that cannot be kept is told."""
    if settings.BACKUPS_KEEP < 1 or "django_migrations" not in connection.introspection.table_names():
        return
    executor = MigrationExecutor(connection)
    if not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return
    connection.close()
    try:
        keep_backup("update")
    except Refusal as refusal:
        log.warning("no copy was kept before the update: %s", refusal.sentence)


def make_private() -> None:
    """Give a new SQLite database to its owner alone: names, addresses and sessions are going to lie in it.

    Its log and whatever SQLite puts beside it are then as private as the file itself.
    """
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite" and not name.startswith((":", "file:")) and not Path(name).exists():
        os.close(os.open(name, os.O_CREAT | os.O_WRONLY, 0o600))


def migrate() -> None:
    """Bring the database to the present models, and give a new one its first epoch."""
    call_command("migrate", interactive=False, verbosity=0)
    epoch.be_born()


def collect_static() -> bool:
    """Collect the static files under hashed names when any of them changed; True when it had to.

    A server that is already running keeps its files: nothing is rewritten while nothing changed.
    """
    stamp = settings.VAR_DIR / "static.stamp"
    wanted = _static_fingerprint()
    if stamp.exists() and stamp.read_text(encoding="ascii") == wanted and Path(settings.STATIC_ROOT).is_dir():
        return False
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(wanted, encoding="ascii")
    return True


def _static_fingerprint() -> str:
    digest = hashlib.sha256(django.__version__.encode())
    for finder in get_finders():
        for name, storage in finder.list([]):
            digest.update(name.encode())
            with storage.open(name) as file:
                digest.update(hashlib.sha256(file.read()).digest())
    return digest.hexdigest()


def load_sample() -> None:
    """Import the sample evening into a database that holds no event."""
    from tournaments.models import Event  # noqa: PLC0415  (only once Django is set up)

    if Event.objects.exists():
        return
    try:
        call_command("import_event", str(SAMPLE), stdout=io.StringIO())
    except (CommandError, SystemExit) as error:
        # The command that ends by itself has named every fault already.
        why = "" if isinstance(error, SystemExit) else f" ({error})"
        raise Stop(
            f"La serata di prova {SAMPLE} non si carica{why}. Per partire senza: --no-sample",
            f"The sample evening {SAMPLE} cannot be loaded{why}. To start without it: --no-sample",
        ) from error

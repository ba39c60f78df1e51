"""Everything between a copied folder and a program that can answer: a sound database brought up to
date, the static files in their place, an evening to look at the first time."""

from __future__ import annotations

import hashlib
import io
import sqlite3
from pathlib import Path

import django
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import CommandError, call_command
from django.db import OperationalError

from config.first_start import alone

SAMPLE = settings.BASE_DIR / "tournaments" / "samples" / "serata-di-prova.xlsx"


class Stop(Exception):  # noqa: N818
    """Something the person at the keyboard can mend, said in both languages."""

    def __init__(self, italian: str, english: str) -> None:
        super().__init__(f"{italian}\n{english}")


def prepare(*, sample: bool) -> None:
    """Bring database and static files up to date; with ``sample``, load an evening into an empty one.

    One process at a time: a second one waits and then finds everything done. A database that is
    damaged stops here, before anything has been written to it.
    """
    with alone(settings.VAR_DIR / "preparation.lock"):
        refuse_a_damaged_database()
        migrate()
        call_command("clearsessions")
        collect_static()
        if sample:
            load_sample()


def refuse_a_damaged_database() -> None:
    """Raise ``Stop``, naming the file, when the SQLite database cannot be read or fails its own check."""
    database = settings.DATABASES["default"]
    if database["ENGINE"] != "django.db.backends.sqlite3":
        return
    path = Path(str(database["NAME"]))
    if not path.exists():
        return
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=rw", uri=True)
        try:
            found = [row[0] for row in connection.execute("PRAGMA quick_check(3)")]
        finally:
            connection.close()
    except sqlite3.Error as error:
        found = [str(error)]
    if found == ["ok"]:
        return
    problem = "; ".join(" ".join(line.split()) for line in found)
    raise Stop(
        f"Il file della base dati {path} è danneggiato o illeggibile ({problem}). Non lo tocco: va messo da "
        "parte (con i file -wal e -shm accanto) e sostituito con una copia buona.",
        f"The database file {path} is damaged or cannot be read ({problem}). It was left as it is: put it "
        "aside (with the -wal and -shm files beside it) and put a good copy in its place.",
    )


def migrate() -> None:
    """Bring the database to the present models; ``Stop`` when it does not answer."""
    try:
        call_command("migrate", interactive=False, verbosity=0)
    except OperationalError as error:
        problem = " ".join(str(error).split())
        raise Stop(
            f"La base dati non risponde ({problem}). Controllare che sia accesa, e DATABASE_URL.",
            f"The database does not answer ({problem}). Check that it is running, and DATABASE_URL.",
        ) from error


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

"""What a test wants done inside an installation of its own: ``python -m tests.jobs.inside WHAT ARGUMENT...``.

A process beside the test's, with the database, the Redis and the folder of the installation; it answers with
one line of JSON.
"""

from __future__ import annotations

import io
import json
import sys
import uuid
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402

from tests.factories import Evening, an_evening  # noqa: E402
from tests.spreadsheets.workbooks import an_evening as a_workbook  # noqa: E402
from tests.spreadsheets.workbooks import file_of  # noqa: E402
from tournaments.boards.exports import JOURNAL, STANDINGS, Scope  # noqa: E402
from tournaments.desk import jobs  # noqa: E402
from tournaments.desk.archives import ArchivePlan, ask_archive  # noqa: E402
from tournaments.desk.change import Actor  # noqa: E402
from tournaments.desk.events import club_named  # noqa: E402
from tournaments.desk.exports import ExportPlan, ask_export  # noqa: E402
from tournaments.desk.jobs import files  # noqa: E402
from tournaments.desk.player_lists import ListPlan, ask_list  # noqa: E402
from tournaments.models import Club, Job, Source  # noqa: E402

CLUB = "Circolo La Pinella"


def owner() -> Actor:
    user, _made = User.objects.get_or_create(username="ada", is_superuser=True)
    return Actor(name="Ada", source=Source.DESK, user_id=user.pk)


def evenings(count: str) -> Any:
    for number in range(int(count)):
        an_evening(Evening(pairs=8, closed=2, programme="Mitchell 2", name=f"Serata {number + 1}"))
    return True


def export(form: str) -> Any:
    scope = Scope(club=Club.objects.get(name=CLUB))
    return str(ask_export(ExportPlan((STANDINGS, JOURNAL), scope, form), by=owner()).pk)


def archive(count: str) -> Any:
    """An archive of so many evenings, and one file that is none."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as made:
        for number in range(int(count)):
            book = a_workbook(pairs=8, rounds=2, formula="Mitchell 2")
            book["Torneo"]["B1"] = f"Serata d'archivio {number + 1}"
            made.writestr(f"{number + 1:02}.xlsx", file_of(book))
        made.writestr("zz-rotto.xlsx", b"this is no workbook at all" * 400)
    sent_in = files.keep_sent(buffer.getvalue())
    return str(ask_archive(ArchivePlan(sent_in, club=club_named(CLUB)), by=owner()).pk)


def players(count: str) -> Any:
    lines = ["Cognome;Nome;Tessera;Tipo"]
    lines += [f"D'Angiò;Nicolò {number};PV{number:05};ordinaria" for number in range(int(count))]
    sent_in = files.keep_sent("\n".join(lines).encode())
    return str(ask_list(ListPlan(sent_in, club_named(CLUB), dry=False), by=owner()).pk)


def cancel(job: str) -> Any:
    return str(jobs.cancel(Job.objects.get(pk=job)).state)


def look(job: str) -> Any:
    """What opening the page of a job does: a forgotten one is sent off again."""
    return jobs.send(Job.objects.get(pk=job))


def take_up() -> Any:
    return jobs.take_up()


def path(job: str) -> Any:
    found = files.path_of(Job.objects.get(pk=uuid.UUID(job)))
    return str(found) if found else ""


def parts() -> Any:
    return [str(one) for one in Path(files.folder()).rglob(f"*{files.PART}")]


KNOWN: dict[str, Callable[..., Any]] = {
    each.__name__: each for each in (evenings, export, archive, players, cancel, look, take_up, path, parts)
}

if __name__ == "__main__":
    sys.stdout.write(json.dumps(KNOWN[sys.argv[1]](*sys.argv[2:])) + "\n")

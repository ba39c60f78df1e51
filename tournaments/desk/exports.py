"""Exports people ask for: which, of what, in which form; small ones at once, large ones as a job."""

from __future__ import annotations

import tempfile
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.sentences import gettext_noop, say
from tournaments.boards.exports import PLAYERS, WHAT, Scope, steps, tables
from tournaments.boards.picture import picture_card, picture_pages
from tournaments.boards.released import load_released
from tournaments.desk.change import Actor, DeskRefusal
from tournaments.desk.jobs.asking import JobPlan, ask
from tournaments.desk.jobs.working import Outcome, Work
from tournaments.models import Event, Job
from tournaments.pictures.standings import png
from tournaments.spreadsheets.writing.tables import FORMS, extension, write_tables

AT_ONCE = 150
"""Entries up to which the export of one event is made while the page waits; a quarter of a second."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class ExportPlan:
    """An export: some of ``WHAT``, about ``scope``, as one of ``FORMS``."""

    what: tuple[str, ...]
    scope: Scope
    form: str

    @property
    def subject(self) -> str:
        """What the file is about, for its name."""
        scope = self.scope
        if scope.event is not None:
            return scope.event.slug
        years = "-".join(dict.fromkeys(str(year) for year in (scope.first, scope.last) if year))
        return "-".join(part for part in (scope.club.slug if scope.club else _("all-clubs"), years) if part)

    def named(self, titles: Sequence[str]) -> str:
        """The name of the file for whoever fetches it: "classifica-torneo-di-natale.xlsx"."""
        what = slugify(titles[0]) if len(titles) == 1 else _("export")
        return f"{what}-{self.subject}.{extension(self.form, len(titles))}"


def write_export(path: Path, plan: ExportPlan, progress: Progress | None = None) -> str:
    """Write an export to ``path``, a row at a time; the name it should be fetched under.

    ``progress(done, total)`` is called after every event of every table, and may raise to stop.
    """
    total, done = steps(plan.scope, plan.what), 0

    def step() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, total)

    made = tables(plan.scope, plan.what, step)
    write_tables(path, made, plan.form)
    return plan.named([table.title for table in made])


def is_small(plan: ExportPlan) -> bool:
    """Whether an export is made faster than it would be asked for as a job."""
    return plan.scope.event is not None and plan.scope.event.entries.count() <= AT_ONCE


def ask_export(plan: ExportPlan, *, by: Actor) -> Job:
    """Ask for an export as a job. Refused where nothing was chosen."""
    if not plan.what or plan.form not in FORMS:
        raise DeskRefusal("nothing_chosen", say(gettext_noop("Choose what the file is to hold.")))
    scope = plan.scope
    params: dict[str, Any] = {
        "what": list(plan.what), "form": plan.form, "first": scope.first, "last": scope.last,
        "contacts": scope.contacts,
    }  # fmt: skip
    about = scope.event.slug if scope.event else scope.club.slug if scope.club else "*"
    key = f"export:{by.user_id}:{about}:{scope.first}-{scope.last}:{'+'.join(plan.what)}:{plan.form}"
    return ask(
        JobPlan(
            kind="export", params=params, club=scope.club, event=scope.event, key=key,
            directors=scope.contacts and PLAYERS in plan.what,
        ),
        by=by,
    )  # fmt: skip


def make(work: Work) -> Outcome:
    """The job: everything asked for, written beside and renamed."""
    plan = plan_of(work.job)
    name = f"export.{extension(plan.form, len(plan.what))}"
    with work.result(name) as path:
        file_name = write_export(path, plan, work.progress)
    return Outcome(say(gettext_noop("The file is ready.")), file=name, file_name=file_name)


def plan_of(job: Job) -> ExportPlan:
    """What a job of this kind was asked for."""
    params = job.params
    scope = Scope(
        event=job.event,
        club=None if job.event_id else job.club,
        first=params.get("first"),
        last=params.get("last"),
        contacts=bool(params.get("contacts")),
    )
    return ExportPlan(tuple(one for one in WHAT if one in params["what"]), scope, params["form"])


def ask_pictures(*, event: Event, by: Actor) -> Job:
    """Ask for every picture of the last released standings."""
    return ask(JobPlan(kind="pictures", event=event, key=f"pictures:{event.pk}:{event.version}"), by=by)


def make_pictures(work: Work) -> Outcome:
    """The job: the pictures of the standings after the last closed round, in one zip."""
    event = work.job.event
    if event is None:
        raise ValueError("pictures are of an event")
    released = load_released(event)
    if not released.last_closed:
        raise DeskRefusal(
            "nothing_to_publish",
            say(gettext_noop("No round is closed yet: there are no standings to publish.")),
        )
    upto = released.standings_round(None)
    pages = picture_pages(len(released.standings_after(upto)))
    with work.result("pictures.zip") as path, zipfile.ZipFile(path, "w") as archive:
        for page in pages:
            archive.writestr(f"{event.slug}-{upto}-{page}.png", png(picture_card(released, upto, page)))
            work.progress(page, len(pages))
    return Outcome(
        say(gettext_noop("The file is ready.")), file="pictures.zip", file_name=f"{event.slug}-{upto}.zip"
    )


def export_now(plan: ExportPlan) -> tuple[str, bytes]:
    """A small export at once: its name and its bytes."""
    with tempfile.TemporaryDirectory(prefix="pozzetto-") as folder:
        path = Path(folder) / "export"
        name = write_export(path, plan)
        return name, path.read_bytes()

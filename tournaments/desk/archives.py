"""An archive of evenings: a zip of event workbooks, each taken in by itself or all of them or none.

Every workbook is one transaction, which also keeps with the job that this one is in: a job taken up again
after a power cut goes on with the next. An evening that is here already is left alone, whoever loaded it.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from django.contrib.auth import get_user_model

from scoring.sentences import Refusal, Sentence, gettext_noop, say
from tournaments import names
from tournaments.boards import who
from tournaments.desk.change import Actor
from tournaments.desk.imports import import_event
from tournaments.desk.jobs import files
from tournaments.desk.jobs.asking import JobPlan, ask
from tournaments.desk.jobs.working import JobFailed, Outcome, Work, problem
from tournaments.models import Club, Event, Job
from tournaments.spreadsheets import EventBook, WorkbookError, read_event
from tournaments.spreadsheets.reading.file import MOST_BYTES
from tournaments.spreadsheets.reading.outside import refused_by_directory

MOST_FILES = 1_000
MOST_ARCHIVE = 200_000_000
"""Bytes of the zip itself; an evening is 20 to 400 kB."""
MOST_UNPACKED = 1_000_000_000
MOST_RATIO = 20
"""How far a workbook, which is packed already, may shrink in the zip."""
MOST_TOLD = 30
"""Problems of one workbook that are kept with the job."""
_MEND = gettext_noop("Nothing was loaded: mend these and send the archive again.")
_DIRECTORY_RECORD = b"PK\x01\x02"


@dataclass(frozen=True)
class ArchivePlan:
    """A zip put away under ``sent_in``. ``together``: all of its evenings or none."""

    sent_in: str
    together: bool = False
    file_name: str = ""
    club: Club | None = None


def ask_archive(plan: ArchivePlan, *, by: Actor) -> Job:
    """Ask for an archive to be taken in."""
    params = {"sent_in": plan.sent_in, "together": plan.together, "list": plan.file_name[:120]}
    key = f"archive:{plan.sent_in}"
    return ask(JobPlan(kind="archive", params=params, club=plan.club, key=key, directors=True), by=by)


@dataclass
class _Tale:
    """What has become of the files so far."""

    loaded: int = 0
    here: int = 0
    problems: list[dict[str, Any]] = field(default_factory=list)
    failed: int = 0

    def fail(self, name: str, *sentences: Sentence) -> None:
        self.failed += 1
        more = len(sentences) - MOST_TOLD
        told = list(sentences[:MOST_TOLD])
        if more > 0:
            told.append(say(gettext_noop("and {count} more."), count=more))
        self.problems.append(problem(name, *told))

    def note(self, name: str, sentence: Sentence) -> None:
        self.problems.append(problem(name, sentence))

    @property
    def sentence(self) -> Sentence:
        told = gettext_noop("Loaded: {loaded}. Here already: {here}. Not loaded: {failed}.")
        return say(told, loaded=self.loaded, here=self.here, failed=self.failed)


def take_in(work: Work) -> Outcome:
    """The job: every workbook of the archive."""
    with _opened(work.job) as archive:
        members = _members(archive)
        if work.params.get("together"):
            return _together(work, archive, members)
        return _one_by_one(work, archive, members)


def _one_by_one(work: Work, archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> Outcome:
    tale = _Tale()
    may = _Loader(work)
    loaded: dict[str, str] = dict(work.params.get("loaded") or {})
    for count, member in enumerate(members):
        work.progress(count, len(members))
        name = member.filename
        if name in loaded:
            tale.loaded += 1
            continue
        try:
            book = may.read(archive, member)
            slug = here_already(book)
            if slug:
                _tell_here(tale, name, slug)
                continue
            with work.all_or_nothing():
                event = import_event(book, by=work.actor)
                loaded[name] = event.slug
                work.keep("loaded", dict(loaded))
        except WorkbookError as error:
            tale.fail(name, *(one.sentence for one in error.problems))
        except Refusal as refusal:
            tale.fail(name, refusal.sentence)
        else:
            tale.loaded += 1
    work.progress(len(members), len(members))
    if tale.failed == len(members):
        raise JobFailed(say(gettext_noop("No evening of the archive could be loaded.")), tale.problems)
    return Outcome(tale.sentence, tale.problems)


def _together(work: Work, archive: zipfile.ZipFile, members: list[zipfile.ZipInfo]) -> Outcome:
    """Read everything first; then all of it in one transaction, in which the job is done as well."""
    tale = _Tale()
    may = _Loader(work)
    total = 2 * len(members)
    for count, member in enumerate(members):
        work.progress(count, total)
        try:
            may.read(archive, member)
        except WorkbookError as error:
            tale.fail(member.filename, *(one.sentence for one in error.problems))
        except Refusal as refusal:
            tale.fail(member.filename, refusal.sentence)
    if tale.failed:
        raise JobFailed(say(_MEND), tale.problems)
    with work.all_or_nothing():
        for count, member in enumerate(members):
            work.progress(len(members) + count, total)
            book = may.read(archive, member)
            slug = here_already(book)
            if slug:
                _tell_here(tale, member.filename, slug)
                continue
            try:
                import_event(book, by=work.actor)
            except Refusal as refusal:
                raise JobFailed(say(_MEND), [problem(member.filename, refusal.sentence)]) from refusal
            tale.loaded += 1
        outcome = Outcome(tale.sentence, tale.problems)
        work.done(outcome)
    return outcome


def _tell_here(tale: _Tale, name: str, slug: str) -> None:
    tale.here += 1
    tale.note(
        name, say(gettext_noop("This evening is here already, as {slug}: it was left alone."), slug=slug)
    )


def here_already(book: EventBook) -> str:
    """The slug of the same club's event of the same name on the same day; "" where there is none."""
    settings = book.settings
    known = Event.objects.filter(club__name_key=names.key(settings.club), date=settings.date).order_by("pk")
    for slug, name in known.values_list("slug", "name"):
        if names.key(name) == names.key(settings.name):
            return slug
    return ""


class _Loader:
    """Reads the workbooks whoever asked may load: those of the clubs they direct."""

    def __init__(self, work: Work) -> None:
        user = get_user_model().objects.filter(pk=work.job.by_id or 0).first()
        self.all = user is not None and user.is_superuser
        self.mine: frozenset[str] = frozenset()
        if user is not None and not user.is_superuser:
            clubs = who.clubs_of(user, (who.OWNER, who.DIRECTOR))
            self.mine = frozenset(clubs.values_list("name_key", flat=True))

    def read(self, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> EventBook:
        try:
            data = archive.read(member)
        except (zipfile.BadZipFile, NotImplementedError, OSError, RuntimeError) as error:
            raise JobFailed(
                say(gettext_noop("it is damaged in the archive, or locked by a password."))
            ) from error
        book = read_event(data)
        if not self.all and names.key(book.settings.club) not in self.mine:
            told = gettext_noop("it is of “{club}”, and only a director of that club can load it.")
            raise JobFailed(say(told, club=book.settings.club))
        return book


@contextmanager
def _opened(job: Job) -> Iterator[zipfile.ZipFile]:
    """The archive, once its own directory says that it is within bounds."""
    path = files.sent_in(job)
    if not path.is_file():
        raise JobFailed(say(gettext_noop("The file is no longer kept: send it again.")))
    _refuse_a_directory_bomb(path)
    try:
        with zipfile.ZipFile(path) as archive:
            fault = refused_by_directory(archive)
            if fault is not None:
                raise JobFailed(fault)
            yield archive
    except zipfile.BadZipFile as error:
        raise JobFailed(say(gettext_noop("This is no zip archive, or it is damaged."))) from error


def _refuse_a_directory_bomb(path: Path) -> None:
    """The directory of a zip with a million members is itself a bomb: counted in the bytes first."""
    count = 0
    with path.open("rb") as file:
        while chunk := file.read(1_000_000):
            count += chunk.count(_DIRECTORY_RECORD)
            if count > 50 * MOST_FILES:
                raise _too_much()


def _members(archive: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The workbooks of the archive in order of their names, within bounds."""
    members = [one for one in archive.infolist() if not one.is_dir() and _is_meant(one.filename)]
    if not members:
        raise JobFailed(say(gettext_noop("There is no workbook (.xlsx) in the archive.")))
    if len(members) > MOST_FILES or sum(one.file_size for one in members) > MOST_UNPACKED:
        raise _too_much()
    for one in members:
        if one.file_size > MOST_BYTES or one.file_size > MOST_RATIO * max(one.compress_size, 10_000):
            raise _too_much(one.filename)
    return sorted(members, key=lambda one: one.filename)


def _is_meant(name: str) -> bool:
    """A workbook, and none of what Macs and spreadsheet programs leave beside it."""
    path = PurePosixPath(name)
    hidden = path.name.startswith((".", "~$")) or "__MACOSX" in path.parts
    return path.suffix.lower() == ".xlsx" and not hidden


def _too_much(name: str = "") -> JobFailed:
    told = gettext_noop(
        "The archive is larger than evenings are: at most {most} workbooks, none of more than {size} MB."
    )
    problems = [problem(name, say(gettext_noop("far too large once it is unpacked.")))] if name else []
    return JobFailed(say(told, most=MOST_FILES, size=MOST_BYTES // 1_000_000), problems)

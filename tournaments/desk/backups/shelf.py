"""The folder of copies: what lies in it, under which names, and which are let go."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.utils import timezone

from scoring.sentences import gettext_noop, say
from tournaments.desk.backups import archive, postgres_copies, sqlite_copies
from tournaments.desk.backups.archive import Manifest
from tournaments.desk.backups.problems import BackupRefusal, in_one_line

BEFORE_DRAW, DRAW, CLOSING, FINISH, UPDATE, DAILY, ASKED = (
    "before-draw", "draw", "closing", "finish", "update", "daily", "asked",
)  # fmt: skip
REASONS = {
    BEFORE_DRAW: gettext_noop("before a draw"),
    DRAW: gettext_noop("after a draw"),
    CLOSING: gettext_noop("on closing a round"),
    FINISH: gettext_noop("at the end of an event"),
    UPDATE: gettext_noop("before an update of the program"),
    DAILY: gettext_noop("that of the day"),
    ASKED: gettext_noop("asked for"),
}
ENDING = ".zip"


@dataclass(frozen=True)
class Copy:
    """A copy in the folder; ``manifest`` is None for one that is damaged."""

    path: Path
    size: int
    manifest: Manifest | None

    @property
    def name(self) -> str:
        return self.path.name

    @property
    def said_reason(self) -> str:
        """Why it was made, as a sentence to translate; another program's reason as it stands."""
        return REASONS.get(self.manifest.reason, self.manifest.reason) if self.manifest else ""


def folder() -> Path:
    return Path(settings.BACKUP_DIR)


def room() -> Path:
    """The folder, made where it is not there yet, for its owner only."""
    folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder()


def engine() -> str:
    return "sqlite" if connection.vendor == "sqlite" else "postgresql"


def new_name(reason: str, at: datetime) -> Path:
    """A name of its own in the folder, by local time, so that the newest is last in a list of files."""
    stamp = timezone.localtime(at).strftime("%Y%m%d-%H%M%S")
    plain = folder() / f"pozzetto-{stamp}-{reason}{ENDING}"
    found, number = plain, 1
    while found.exists():
        number += 1
        found = plain.with_name(f"{plain.stem}-{number}{ENDING}")
    return found


def copies() -> list[Copy]:
    """Every copy in the folder, the newest first; the damaged ones last. Contents are not read."""
    found = []
    for path in folder().glob(f"*{ENDING}"):
        try:
            size = path.stat().st_size
            manifest = archive.read_manifest(path)
        except FileNotFoundError:  # let go meanwhile
            continue
        except BackupRefusal:
            manifest = None
        found.append(Copy(path, size, manifest))
    oldest = timezone.now() - timedelta(days=365_000)
    return sorted(found, key=lambda c: (c.manifest.at if c.manifest else oldest, c.name), reverse=True)


def find(name: str) -> Path:
    """The copy of that name or path."""
    path = Path(name)
    if not path.exists() and path.name == name and (folder() / name).exists():
        return folder() / name
    if not path.is_file():
        told = gettext_noop("There is no file {file}. Those that are kept: python manage.py restore --list")
        raise BackupRefusal("no_file", say(told, file=name))
    return path


def last_good_copy() -> Copy | None:
    """The newest copy for this kind of database that is whole: read to the end, and checked."""
    for copy in copies():
        if copy.manifest is not None and copy.manifest.engine == engine() and is_good(copy.path):
            return copy
    return None


def is_good(path: Path) -> bool:
    """Whether the copy is what was put in and the database in it is sound."""
    try:
        try:
            what_is_in(path)
        except OSError:  # no room to take it out: what was written is what is read, at least
            archive.check(path)
    except BackupRefusal:
        return False
    return True


def what_is_in(path: Path) -> Manifest:
    """The manifest of a copy whose database has been taken out, looked through and found sound."""
    manifest = archive.check(path)
    with archive.private_file(room() / "check") as draft:
        try:
            archive.unpack(path, manifest, draft)
        except OSError as error:
            raise archive.unreadable(draft, error) from error
        look = sqlite_copies.what_is_off if manifest.engine == "sqlite" else postgres_copies.what_is_off
        off = look(draft)
    if off:
        raise archive.damaged(path, in_one_line(off))
    return manifest


def newest_mark() -> tuple[int, int] | None:
    """Lines and newest line of the journals in the newest copy: what it holds need not be copied again."""
    for path in sorted(folder().glob(f"pozzetto-*{ENDING}"), reverse=True):
        try:
            manifest = archive.read_manifest(path)
        except BackupRefusal:
            continue
        if manifest.engine == engine():
            return manifest.lines, manifest.last_line
    return None


def sweep() -> None:
    """Let go of the copies nobody needs any more; called while no other copy is being made.

    Of those made by themselves the newest ``BACKUPS_KEEP`` stay, and the last one of each of the last
    ``BACKUPS_KEEP_DAYS`` days. What somebody asked for stays until he removes it.
    """
    long_ago = timezone.now().timestamp() - 3600
    for left in folder().glob(".*.part*"):  # of a process that was killed
        if left.stat().st_mtime < long_ago:
            left.unlink(missing_ok=True)
    ours = [copy for copy in copies() if copy.manifest and copy.manifest.reason != ASKED]
    keep = kept(
        [copy.manifest.at for copy in ours if copy.manifest],
        newest=settings.BACKUPS_KEEP,
        days=settings.BACKUPS_KEEP_DAYS,
        now=timezone.now(),
    )
    for number, copy in enumerate(ours):
        if number not in keep and copy.name.startswith("pozzetto-"):
            copy.path.unlink(missing_ok=True)


def kept(made: Iterable[datetime], *, newest: int, days: int, now: datetime) -> set[int]:
    """Which of the copies made at these times (the newest first) stay, by their place in the list.

    >>> from datetime import timezone as zones
    >>> times = [datetime(2026, 11, day, hour, tzinfo=zones.utc) for day, hour in
    ...          ((27, 22), (27, 21), (27, 20), (26, 22), (26, 21), (1, 12))]
    >>> sorted(kept(times, newest=2, days=10, now=times[0]))
    [0, 1, 3]
    """
    staying: set[int] = set()
    seen = set()
    for number, at in enumerate(made):
        day = timezone.localtime(at).date()
        if number < newest or (day not in seen and now - at < timedelta(days=days)):
            staying.add(number)
        seen.add(day)
    return staying

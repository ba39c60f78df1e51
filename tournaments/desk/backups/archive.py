"""One copy as a file: a zip with a manifest and the database, whole or not there at all.

``manifest.json`` says what it is a copy of, ``pozzetto.sqlite3`` (or ``pozzetto.pgdump``) is the copy: in
need it can be taken out with any program that opens zip files.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import tempfile
import tomllib
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import IO, Any

from django.conf import settings

from scoring.sentences import gettext_noop, say
from tournaments.desk.backups.problems import BackupRefusal, in_one_line

WHAT = "Pozzetto backup"
FORMAT = 1
MANIFEST = "manifest.json"
CONTENT = {"sqlite": "pozzetto.sqlite3", "postgresql": "pozzetto.pgdump"}
LARGEST_MANIFEST = 1_000_000
CHUNK = 1 << 20


@dataclass(frozen=True)
class Manifest:
    """What a copy says of itself.

    ``at``: when it was made; ``about``, ``round_number``: the event for whose sake. ``migrations``: by app,
    those applied. ``events`` and ``lines``: how many events and lines of their journals it holds;
    ``last_line``: the primary key of the newest line. ``sha256`` and ``size`` are of the database in it,
    unpacked.
    """

    engine: str
    reason: str
    at: datetime
    about: str = ""
    round_number: int = 0
    program: str = ""
    migrations: dict[str, list[str]] = field(default_factory=dict)
    events: int = 0
    lines: int = 0
    last_line: int = 0
    sha256: str = ""
    size: int = 0

    @property
    def content(self) -> str:
        return CONTENT[self.engine]

    def as_json(self) -> bytes:
        told: dict[str, Any] = {"what": WHAT, "format": FORMAT, **asdict(self), "at": self.at.isoformat()}
        return json.dumps(told, ensure_ascii=False, indent=1).encode()


@dataclass(frozen=True)
class Checked:
    """A copy found whole: its file and what it says of itself."""

    path: Path
    manifest: Manifest


@lru_cache(maxsize=1)
def program_version() -> str:
    """The version of this program, as its project file names it."""
    with (settings.BASE_DIR / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def digest_of(file: IO[bytes]) -> str:
    digest = hashlib.sha256()
    while chunk := file.read(CHUNK):
        digest.update(chunk)
    return digest.hexdigest()


@contextlib.contextmanager
def private_file(beside: Path) -> Iterator[Path]:
    """A file of our own, readable by its owner only, in the folder of ``beside``; gone afterwards."""
    handle, name = tempfile.mkstemp(dir=beside.parent, prefix=f".{beside.name}.", suffix=".part")
    os.close(handle)
    try:
        yield Path(name)
    finally:
        for left in (name, f"{name}-wal", f"{name}-shm", f"{name}-journal"):
            Path(left).unlink(missing_ok=True)


def put_in_place(draft: Path, target: Path) -> None:
    """Give a finished file its name: on the disk before it has it, so that a power cut leaves no half one."""
    with draft.open("rb+") as file:
        os.fsync(file.fileno())
    draft.replace(target)
    sync_folder(target.parent)


def sync_folder(folder: Path) -> None:
    """Have the disk keep the names in a folder; Windows does so by itself."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def pack(manifest: Manifest, content: Path, target: Path) -> None:
    """Write the archive ``target``; what was written is read again before it gets its name."""
    how = zipfile.ZIP_DEFLATED if manifest.engine == "sqlite" else zipfile.ZIP_STORED
    with private_file(target) as draft:
        with zipfile.ZipFile(draft, "w", how, compresslevel=3) as archive:
            archive.writestr(MANIFEST, manifest.as_json())
            archive.write(content, manifest.content)
        with zipfile.ZipFile(draft) as archive, archive.open(manifest.content) as file:
            if digest_of(file) != manifest.sha256:
                raise OSError("what was written is not what is read")
        put_in_place(draft, target)


def read_manifest(path: Path) -> Manifest:
    """What the copy at ``path`` says of itself; ``BackupRefusal`` where it is no copy of ours."""
    try:
        with zipfile.ZipFile(path) as archive, archive.open(MANIFEST) as file:
            told = json.loads(file.read(LARGEST_MANIFEST))
        if told.pop("what") != WHAT:
            raise ValueError("another kind of archive")
        if told.pop("format") <= FORMAT:
            return Manifest(**told | {"at": datetime.fromisoformat(told["at"])})
    except OSError as error:
        raise unreadable(path, error) from error
    except (zipfile.BadZipFile, KeyError, ValueError, TypeError, AttributeError, EOFError) as error:
        raise BackupRefusal(
            "no_copy",
            say(gettext_noop("{file} is not a copy of Pozzetto, or it is damaged."), file=str(path)),
        ) from error
    raise newer(path)


def check(path: Path) -> Manifest:
    """What the copy at ``path`` says of itself, once its content is found to be what was put in."""
    manifest = read_manifest(path)
    try:
        with zipfile.ZipFile(path) as archive, archive.open(manifest.content) as file:
            found = digest_of(file)
    except (OSError, zipfile.BadZipFile, KeyError, EOFError, ValueError, zlib.error) as error:
        raise damaged(path, in_one_line(error)) from error
    if found != manifest.sha256:
        raise damaged(path, "sha256")
    return manifest


def unpack(path: Path, manifest: Manifest, target: Path) -> None:
    """Take the database out of a copy that has been checked."""
    with zipfile.ZipFile(path) as archive, archive.open(manifest.content) as file, target.open("wb") as out:
        shutil.copyfileobj(file, out, CHUNK)


def damaged(path: Path, why: str) -> BackupRefusal:
    told = gettext_noop("The copy {file} is damaged ({why}): take another one.")
    return BackupRefusal("copy_damaged", say(told, file=str(path), why=why))


def unreadable(path: Path, error: OSError) -> BackupRefusal:
    told = gettext_noop("{file} cannot be read: {why}.")
    return BackupRefusal("unreadable", say(told, file=str(path), why=error.strerror or str(error)))


def newer(path: Path) -> BackupRefusal:
    told = gettext_noop("The copy {file} was made by a newer Pozzetto: update the program first.")
    return BackupRefusal("copy_newer", say(told, file=str(path)))

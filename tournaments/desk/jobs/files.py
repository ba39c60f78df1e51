"""Where the files of jobs lie: results to be fetched, and what was sent in to be read.

Everything is below ``VAR_DIR/jobs``, in a folder for each job, readable by the program alone. A result is
written beside its name and renamed when it is whole: nobody ever fetches half of one.
"""

from __future__ import annotations

import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from tournaments.models import Job

PART = ".part"


def folder() -> Path:
    """The folder for everything of jobs; made when it is first asked for."""
    found = Path(settings.VAR_DIR) / "jobs"
    found.mkdir(mode=0o700, parents=True, exist_ok=True)
    return found


def folder_of(job: Job | uuid.UUID) -> Path:
    """The folder of one job, made if need be."""
    found = folder() / str(job.pk if isinstance(job, Job) else job)
    found.mkdir(mode=0o700, exist_ok=True)
    return found


def path_of(job: Job) -> Path | None:
    """The result of a job, if it has one that has not expired."""
    if not job.file or (job.expires_at is not None and job.expires_at < timezone.now()):
        return None
    found = folder() / job.file
    return found if found.is_file() else None


def sent_in(job: Job) -> Path:
    """Where the file lies that a job is to read; it may be gone."""
    return folder() / str(job.params.get("sent_in", ""))


def keep_sent(data: bytes | Iterator[bytes]) -> str:
    """Put a file away that a job is going to read; the name it is found under, below the folder."""
    name = f"in-{uuid.uuid4().hex}"
    target = folder() / name
    beside = target.with_suffix(PART)
    with beside.open("wb") as file:
        for chunk in (data,) if isinstance(data, bytes) else data:
            file.write(chunk)
        file.flush()
        os.fsync(file.fileno())
    beside.replace(target)
    return name


@contextmanager
def written(job: Job, name: str) -> Iterator[Path]:
    """A path to write a result to; it gets its name when the block ends well, and vanishes when it does not.

    Two processes at the same job write to two files, and whoever ends last gives the name.
    """
    target = folder_of(job) / name
    beside = target.with_name(f"{uuid.uuid4().hex}{PART}")
    try:
        yield beside
        with beside.open("rb+") as file:
            os.fsync(file.fileno())
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def clear(job: Job) -> None:
    """Delete what a job has written. What it was to read stays for another try, until it is swept away."""
    shutil.rmtree(folder() / str(job.pk), ignore_errors=True)

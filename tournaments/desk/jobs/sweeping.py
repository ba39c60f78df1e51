"""What has been fetched or forgotten goes: results after two days, the rows of jobs after a month."""

from __future__ import annotations

import contextlib
import shutil
import time
from datetime import timedelta
from pathlib import Path

from django.utils import timezone

from tournaments.desk.jobs import files
from tournaments.models import Job

KEPT_FOR = timedelta(days=2)
"""How long a result can be fetched."""
REMEMBERED = timedelta(days=30)
STRAY = 3 * 24 * 3600
"""Seconds after which a file that belongs to no job is deleted."""


def sweep() -> int:
    """Delete expired results, the rows of old jobs, and files nobody belongs to; how many results went."""
    now = timezone.now()
    expired = list(Job.objects.filter(expires_at__lt=now).exclude(file=""))
    for job in expired:
        files.clear(job)
        Job.objects.filter(pk=job.pk).update(file="")
    for job in Job.objects.filter(ended_at__lt=now - REMEMBERED):
        files.clear(job)
        job.delete()
    _strays()
    return len(expired)


def _strays() -> None:
    """Files of jobs whose row is gone, parts a power cut left, and what was sent in for a job never asked."""
    old = time.time() - STRAY
    known = {str(pk) for pk in Job.objects.values_list("pk", flat=True)}
    for found in files.folder().iterdir():
        with contextlib.suppress(OSError):
            if found.is_dir():
                _parts(found, old)
            if found.name not in known and found.stat().st_mtime < old:
                shutil.rmtree(found, ignore_errors=True) if found.is_dir() else found.unlink(missing_ok=True)


def _parts(folder: Path, old: float) -> None:
    for part in folder.glob(f"*{files.PART}"):
        if part.stat().st_mtime < old:
            part.unlink(missing_ok=True)

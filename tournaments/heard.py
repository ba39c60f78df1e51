"""Signs of life of the workers, left where every process can see them: in the cache all share."""

from __future__ import annotations

import time
from typing import Any

from django.core.cache import cache

KEY = "worker:heard"
EVERY = 10
"""Seconds between two signs."""
SILENT = 60
"""Seconds after which a worker is missed."""

_told = 0.0


def worker_lives(**_kwargs: Any) -> None:
    """For Celery's signals ``worker_ready`` and ``heartbeat_sent``: a worker is there."""
    global _told  # noqa: PLW0603 - one worker, one process
    now = time.monotonic()
    if not _told or now - _told >= EVERY:
        _told = now
        cache.set(KEY, time.time(), SILENT)


def worker_heard() -> int | None:
    """How many seconds ago a worker was heard of; None: not for the last minute."""
    at = cache.get(KEY)
    return None if at is None else max(0, round(time.time() - at))

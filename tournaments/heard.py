"""Signs of life of the workers, left in Redis where every process can see them.

Not in the cache: that is keyed by the life of the database, of which a waiting worker need know nothing.
"""

from __future__ import annotations

import contextlib
import time
from functools import lru_cache
from typing import Any

import redis
from django.conf import settings

KEY = "pozzetto:worker:heard"
EVERY = 10
"""Seconds between two signs."""
SILENT = 60
"""Seconds after which a worker is missed."""

_told = 0.0


def shared() -> redis.Redis:
    """The Redis that all processes share; does not wait for one that hangs."""
    return _at(settings.REDIS_URL)


@lru_cache(maxsize=4)
def _at(url: str) -> redis.Redis:
    return redis.Redis.from_url(url, socket_connect_timeout=1, socket_timeout=1)


def worker_lives(**_kwargs: Any) -> None:
    """For Celery's signals ``worker_ready`` and ``heartbeat_sent``: a worker is there."""
    global _told  # noqa: PLW0603 - one worker, one process
    now = time.monotonic()
    if settings.REDIS_URL and (not _told or now - _told >= EVERY):
        _told = now
        with contextlib.suppress(redis.RedisError):  # the next sign will be seen
            shared().set(KEY, f"{time.time():.0f}", ex=SILENT)


def worker_heard() -> int | None:
    """How many seconds ago a worker was heard of; None: not for the last minute, or nobody can say."""
    try:
        at: Any = shared().get(KEY)
    except redis.RedisError:
        return None
    return None if at is None else max(0, round(time.time() - float(at)))

"""A cache that may vanish: the evening goes on, slower, while Redis is away.

Everything kept here is derived from the database under the version of its event, or counts what may be
forgotten. While Redis does not answer, each process keeps its own instead: pages are still made once for
many readers, and too many wrong codes from one address are still too many, in this process. Redis is asked
again after ``PAUSE``, so that a server which hangs costs one wait in that time and not one for each question.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache import caches
from django.core.cache.backends.base import DEFAULT_TIMEOUT
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache, RedisCacheClient
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
T = TypeVar("T")

PAUSE = 1.0
"""Seconds for which a Redis that did not answer is left alone."""

_away: dict[str, float] = {}
"""By address: until when Redis is left alone. For all threads of the process."""

IF_NEWER = """
local known = redis.call('GET', KEYS[2])
if known and tonumber(known) > tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[3])
return 1
"""


class _Client(RedisCacheClient):
    """Django makes a client of redis-py for each question, which takes longer than the question."""

    def __init__(self, *servers: Any, **options: Any) -> None:
        super().__init__(*servers, **options)
        self._clients: dict[bool, Any] = {}

    def get_client(self, key: Any = None, *, write: bool = False) -> Any:
        if write not in self._clients:
            self._clients[write] = super().get_client(key, write=write)
        return self._clients[write]


class ForgivingRedisCache(RedisCache):
    """Redis, or while it does not answer the memory of this process; told in the log when it goes."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class = _Client
        self._place = str(server)
        own = {name: value for name, value in params.items() if name != "OPTIONS"}
        # Of each prefix its own, so that many pages make no room for more guesses.
        apart = f"{server} {params.get('KEY_PREFIX', '')}"
        self._meanwhile = LocMemCache(apart, {**own, "OPTIONS": {"MAX_ENTRIES": 500}})

    def _or_meanwhile(self, ask: Callable[[], T], meanwhile: Callable[[], T]) -> T:
        until = _away.get(self._place)
        if until is not None and time.monotonic() < until:
            return meanwhile()
        try:
            found = ask()
        except RedisError as error:
            if until is None:
                log.warning("the Redis cache did not answer, each process keeps its own: %s", error)
            _away[self._place] = time.monotonic() + PAUSE
            return meanwhile()
        if until is not None and _away.pop(self._place, None) is not None:
            log.warning("the Redis cache answers again")
        return found

    def _kept(self, timeout: Any) -> Any:
        """None would mean "for ever" to Django; here it means the configured time."""
        return DEFAULT_TIMEOUT if timeout is None else timeout

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._or_meanwhile(
            lambda: super(ForgivingRedisCache, self).get(key, default, version),
            lambda: self._meanwhile.get(key, default, version),
        )

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        kept = self._kept(timeout)
        self._or_meanwhile(
            lambda: super(ForgivingRedisCache, self).set(key, value, kept, version),
            lambda: self._meanwhile.set(key, value, kept, version),
        )

    def set_if_newer(self, key: Any, number: int, value: Any, timeout: float) -> None:
        """Keep ``value`` as number ``number``, unless a later one is kept: who tells last may know less."""
        self._or_meanwhile(
            lambda: self._set_if_newer(self.make_and_validate_key(key), number, value, timeout),
            lambda: self._meanwhile.set(key, value, timeout),
        )

    def _set_if_newer(self, key: str, number: int, value: Any, timeout: float) -> None:
        redis: Any = self._cache  # type: ignore[attr-defined]
        client, packed = redis.get_client(key, write=True), redis._serializer.dumps(value)
        client.eval(IF_NEWER, 2, key, f"{key}:number", number, packed, max(1, round(timeout * 1000)))

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        kept = self._kept(timeout)
        return self._or_meanwhile(
            lambda: bool(super(ForgivingRedisCache, self).add(key, value, kept, version)),
            lambda: self._meanwhile.add(key, value, kept, version),
        )

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        kept = self._kept(timeout)
        return self._or_meanwhile(
            lambda: bool(super(ForgivingRedisCache, self).touch(key, kept, version)),
            lambda: self._meanwhile.touch(key, kept, version),
        )

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._or_meanwhile(
            lambda: bool(super(ForgivingRedisCache, self).delete(key, version)),
            lambda: self._meanwhile.delete(key, version),
        )

    def has_key(self, key: Any, version: int | None = None) -> bool:
        return self._or_meanwhile(
            lambda: bool(super(ForgivingRedisCache, self).has_key(key, version)),
            lambda: self._meanwhile.has_key(key, version),
        )

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """One more; ``ValueError`` where nothing is counted under this key."""
        return self._or_meanwhile(
            lambda: int(super(ForgivingRedisCache, self).incr(key, delta, version)),
            lambda: int(self._meanwhile.incr(key, delta, version)),
        )

    def get_many(self, keys: Any, version: int | None = None) -> dict[Any, Any]:
        return self._or_meanwhile(
            lambda: dict(super(ForgivingRedisCache, self).get_many(keys, version)),
            lambda: dict(self._meanwhile.get_many(keys, version)),
        )

    def set_many(
        self, data: dict[Any, Any], timeout: Any = DEFAULT_TIMEOUT, version: int | None = None
    ) -> list[Any]:
        kept = self._kept(timeout)
        return self._or_meanwhile(
            lambda: list(super(ForgivingRedisCache, self).set_many(data, kept, version)),
            lambda: list(self._meanwhile.set_many(data, kept, version)),
        )

    def delete_many(self, keys: Any, version: int | None = None) -> None:
        self._or_meanwhile(
            lambda: super(ForgivingRedisCache, self).delete_many(keys, version),
            lambda: self._meanwhile.delete_many(keys, version),
        )

    def clear(self) -> None:
        self._meanwhile.clear()
        self._or_meanwhile(lambda: super(ForgivingRedisCache, self).clear(), lambda: None)


def keep_newest(key: str, number: int, value: Any, timeout: float) -> None:
    """Keep the value where all processes look, unless a later one is there (``set_if_newer``)."""
    backend = caches["default"]
    if isinstance(backend, ForgivingRedisCache):
        backend.set_if_newer(key, number, value, timeout)
    else:
        backend.set(key, value, timeout)

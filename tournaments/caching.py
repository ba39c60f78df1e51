"""A cache that may vanish: the evening goes on, slower, while Redis is away."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any, TypeVar

from django.core.cache.backends.redis import RedisCache
from redis.exceptions import RedisError

log = logging.getLogger(__name__)
T = TypeVar("T")


class ForgivingRedisCache(RedisCache):
    """Redis as a cache of things that can be computed again: a failure is a miss, told in the log.

    Everything kept here is derived from the database under the version of its event, so a miss costs
    time and never an answer.
    """

    def _forgiven(self, ask: Callable[[], T], otherwise: T) -> T:
        try:
            return ask()
        except RedisError as error:
            log.warning("the Redis cache did not answer: %s", error)
            return otherwise

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        return self._forgiven(lambda: super(ForgivingRedisCache, self).get(key, default, version), default)

    def set(self, key: Any, value: Any, timeout: Any = None, version: int | None = None) -> None:
        # None would mean "for ever" to Django; here it means the configured time.
        kept = self.default_timeout if timeout is None else timeout
        self._forgiven(lambda: super(ForgivingRedisCache, self).set(key, value, kept, version), None)

    def add(self, key: Any, value: Any, timeout: Any = None, version: int | None = None) -> bool:
        kept = self.default_timeout if timeout is None else timeout
        return self._forgiven(
            lambda: bool(super(ForgivingRedisCache, self).add(key, value, kept, version)), False
        )

    def delete(self, key: Any, version: int | None = None) -> bool:
        return self._forgiven(lambda: bool(super(ForgivingRedisCache, self).delete(key, version)), False)

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """A counter of what may be forgotten: while Redis is away nothing is counted."""
        return self._forgiven(lambda: int(super(ForgivingRedisCache, self).incr(key, delta, version)), 0)

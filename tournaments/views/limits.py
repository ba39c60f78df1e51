"""How often one address may do a thing within a while, counted in a cache of its own.

A hall has one address for four hundred phones, so limits are generous and only what costs, or what guesses,
is counted. Counting is a fixed window of the clock: who is stopped can be told when it opens again. Where the
processes share a Redis they count together; while it is away each counts for itself.

(django-ratelimit would do the same with one more dependency, whose last release is of 2023, and cannot say
when a window ends; the throttles of Django REST framework keep a list of times for each address, here 4,000
long.)
"""

from __future__ import annotations

import hashlib
import ipaddress
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import wraps
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

View = Callable[..., HttpResponse]


def now() -> int:
    """The time in whole seconds, by the clock all processes share."""
    return int(time.time())


@dataclass(frozen=True)
class Limit:
    """At most ``most`` of something from one address within ``window`` seconds."""

    name: str
    most: int
    window: int = 600

    def count(self, request: HttpRequest, times: int = 1) -> None:
        """So many more from this address."""
        cache, key = caches["limits"], self._key(request)
        cache.add(key, 0, self.window)
        try:
            cache.incr(key, times)
        except ValueError:  # forgotten between the two: the window has ended
            cache.add(key, times, self.window)

    def is_reached(self, request: HttpRequest) -> bool:
        return int(caches["limits"].get(self._key(request)) or 0) >= self.most

    def opens_in(self) -> int:
        """Seconds until the next window begins, at least one."""
        return max(1, self.window - now() % self.window)

    def opens_at(self) -> datetime:
        return datetime.fromtimestamp((now() // self.window + 1) * self.window, UTC)

    def _key(self, request: HttpRequest) -> str:
        who = hashlib.sha256(address_of(request).encode()).hexdigest()[:20]
        return f"{self.name}:{who}:{now() // self.window}"


def address_of(request: HttpRequest) -> str:
    """From where a request comes; of IPv6 the network, since a household has any number of addresses."""
    address = str(request.META.get("REMOTE_ADDR", ""))
    if settings.HTTPS:  # behind a proxy, whose own address says nothing: the last one is what it has seen
        address = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or address
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    return str(ipaddress.ip_network((found, 64), strict=False)) if found.version == 6 else str(found)


COSTLY = Limit("costly", most=4_000)
"""What public pages cost that are made for each asker: a search counts once, a workbook ten times."""


def costs(times: int) -> Callable[[View], View]:
    """Declare a public view that is made for each asker; people who are signed in are not counted."""

    def decorate(view: View) -> View:
        @wraps(view)
        def counted(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            if COSTLY.is_reached(request) and not request.user.is_authenticated:
                return stopped(request, COSTLY)
            COSTLY.count(request, times)
            return view(request, *args, **kwargs)

        return counted

    return decorate


def stopped(request: HttpRequest, limit: Limit, template: str = "429.html") -> HttpResponse:
    """The answer to who has reached a limit: when to come again, for people and for programs."""
    answer = render(request, template, {"many": True, "opens_at": limit.opens_at()}, status=429)
    answer["Retry-After"] = str(limit.opens_in())
    answer["Cache-Control"] = "no-store"
    return answer

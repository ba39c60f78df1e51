"""How often one may ask: anybody by address, programs and accounts by who they are.

The address is the one the server believes: behind ``TRUSTED_PROXY`` it is the caller's, and what a caller
writes into ``X-Forwarded-For`` itself does not count. Counted in the cache of limits, where nobody who asks
for many pages pushes the counts out. If the shared cache is lost, nobody is held up.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.utils.connection import ConnectionProxy
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from tournaments.api.callers import name_of

LIMITS: Any = ConnectionProxy(caches, "limits")


class AnybodyThrottle(SimpleRateThrottle):
    """``API_RATE_ANYBODY`` for each address from which nobody in particular asks."""

    cache = LIMITS
    scope = "anybody"

    def get_rate(self) -> str:
        return str(settings.API_RATE_ANYBODY)

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        return None if _caller(request) else address_key(request)


class CallerThrottle(SimpleRateThrottle):
    """``API_RATE_CALLER`` for each token and each account."""

    cache = LIMITS
    scope = "caller"

    def get_rate(self) -> str:
        return str(settings.API_RATE_CALLER)

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        name = _caller(request)
        return f"api:{name}" if name else None


class UnknownTokenThrottle(AnybodyThrottle):
    """Whoever shows tokens that are none is counted by address like anybody."""

    def get_cache_key(self, request: Request, view: APIView) -> str | None:
        return address_key(request)


def address_key(request: Request) -> str:
    return f"api:from:{request.META.get('REMOTE_ADDR', '')}"


def _caller(request: Request) -> str:
    user: Any = request.user
    return name_of(user)

"""Codes are not found by trying: wrong ones are counted per address, and after too many nothing opens there.

Only codes that never were any count, and only where they are typed, for in a hall four hundred phones share
one address, and one of them with an old slip must not shut out the others; who has opened a page before
keeps it. Counted in Django's cache, hence for all processes together where ``REDIS_URL`` is set and for
each apart where it is not. (django-ratelimit would do the same with one counter for right and wrong, and has
had no release since 2023.)
"""

from __future__ import annotations

import hashlib

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse

MOST_WRONG = 60
WINDOW = 600  # seconds
COOKIE = "table"
SALT = "code of a table"
KEPT = 4 * 3600  # seconds


def too_many(request: HttpRequest, code: str) -> bool:
    """Whether this address has tried so many wrong codes that no new one opens for a while."""
    if (cache.get(_key(request)) or 0) < MOST_WRONG:
        return False
    return request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=KEPT) != code


def count_wrong(request: HttpRequest) -> None:
    """One more wrong code from this address."""
    key = _key(request)
    cache.add(key, 0, WINDOW)
    try:
        cache.incr(key)
    except ValueError:  # forgotten between the two: the window has ended
        cache.add(key, 1, WINDOW)


def remember(response: HttpResponse, code: str) -> None:
    """Who has opened this page with the right code may open it again."""
    response.set_signed_cookie(
        COOKIE,
        code,
        salt=SALT,
        max_age=KEPT,
        path="/t/",
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )


def _key(request: HttpRequest) -> str:
    address = request.META.get("REMOTE_ADDR", "")
    if settings.HTTPS:  # behind a proxy, whose own address says nothing: the last one is what it has seen
        address = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip() or address
    return f"wrong-codes:{hashlib.sha256(address.encode()).hexdigest()[:20]}"

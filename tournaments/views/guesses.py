"""Codes are not found by trying: wrong ones are counted per address, and after too many nothing opens there.

Only codes that never were any count, for in a hall four hundred phones share one address, and one of them
with an old slip must not shut out the others; who has opened a page before keeps it. Where codes are typed,
few wrong ones are enough. The other addresses of a table are asked by pages left open, over and over and by
themselves, so they have a count of their own and a far higher limit: 3,000 tries in ten minutes at the
850,000,000,000 codes there are find one of five hundred once in four thousand days.
"""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from tournaments.views.limits import Limit

MOST_WRONG = 60
MOST_WRONG_BELOW = 3_000
TYPED = Limit("wrong-codes", most=MOST_WRONG)
BELOW = Limit("wrong-codes-below", most=MOST_WRONG_BELOW)
COOKIE = "table"
SALT = "code of a table"
KEPT = 4 * 3600  # seconds


def reached(request: HttpRequest, code: str, *, typed: bool) -> Limit | None:
    """The limit of wrong codes this address has reached, so that no new code opens there for a while."""
    limits = (TYPED,) if typed else (TYPED, BELOW)
    found = next((limit for limit in limits if limit.is_reached(request)), None)
    if found is None or request.get_signed_cookie(COOKIE, default="", salt=SALT, max_age=KEPT) == code:
        return None
    return found


def count_wrong(request: HttpRequest, *, typed: bool) -> None:
    """One more wrong code from this address, typed or asked for by a page."""
    (TYPED if typed else BELOW).count(request)


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

"""One line in the log for each request: what was asked, how it ended, how long it took, and under which id.

No secret and nobody's data stand in it. The code of a table, the token of an invitation or of a first
sign-in open something, so they are left out of the path; what is searched for is mostly somebody's name, so
of a query only harmless words and numbers are kept. Of an account there is its number; no name, no address,
no browser.

The id is in the answer too (``X-Request-ID``), on the page that says that something broke, and in every other
line written while the request was being answered. A proxy in front may bring one of its own.
"""

from __future__ import annotations

import logging
import re
import secrets
import time
from typing import Any
from urllib.parse import parse_qsl

import structlog
from django.http import HttpRequest, HttpResponse
from django_structlog.middlewares import RequestMiddleware

LOGGER = "pozzetto.requests"
ID_HEADER = "X-Request-ID"
MASK = "…"
WELL_FORMED = re.compile(r"[0-9A-Za-z-]{8,64}")
_SECRET_PART = re.compile(r"(?i)(/(?:t|welcome|invitations?|reset|entries/list)/)(?!worker\.js)([^/\s?\"']+)")
_SECRET_NAMES = frozenset({"code", "token", "secret", "key"})
_HARMLESS_NAMES = frozenset(
    {
        "action", "by", "club", "form", "follow", "format", "limit", "line", "list", "offset", "ordering",
        "page", "page_size", "pair", "round", "sheet", "state", "table", "verb",
    }
)  # fmt: skip
_HARMLESS_VALUE = re.compile(r"[a-z0-9_,.-]{0,24}", re.ASCII)
LONGEST_PATH = 200

log = structlog.get_logger(LOGGER)
_levels = logging.getLogger(LOGGER)


def masked(text: str) -> str:
    """A text without the secrets that stand in our addresses.

    >>> masked("Not Found: /t/7KQ2M9XD/state/"), masked("/welcome/3fQ/"), masked("/t/worker.js")
    ('Not Found: /t/…/state/', '/welcome/…/', '/t/worker.js')
    """
    return _SECRET_PART.sub(rf"\1{MASK}", text)


def masked_query(query: str) -> str:
    """Of a query what names nobody and opens nothing.

    >>> masked_query("q=gentile&page=2"), masked_query("code=7KQ2M9XD"), masked_query("page=Rossi+Ada")
    ('q=…&page=2', 'code=…', 'page=…')
    >>> masked_query("rossi=1")
    '…'
    """
    told = []
    for name, value in parse_qsl(query[:2000], keep_blank_values=True):
        harmless = name in _HARMLESS_NAMES and _HARMLESS_VALUE.fullmatch(value)
        known = name in _HARMLESS_NAMES or name in _SECRET_NAMES or name == "q"
        told.append(f"{name}={value if harmless else MASK}" if known else MASK)
    return "&".join(dict.fromkeys(told))


def path_told(request: HttpRequest) -> str:
    """The address as it may be written down."""
    path = request.path
    found = getattr(request, "resolver_match", None)
    for name, value in (found.kwargs if found else {}).items():
        if name in _SECRET_NAMES and isinstance(value, str) and value:
            path = path.replace(value, MASK)
    query = masked_query(request.META.get("QUERY_STRING", ""))
    path = masked(path)[:LONGEST_PATH]
    return f"{path}?{query}" if query else path


def id_for(told: str | None) -> str:
    """The id of a request: the one it came with, if it looks like one, else a new one."""
    return told if told and WELL_FORMED.fullmatch(told) else secrets.token_hex(8)


class RequestLog(RequestMiddleware):
    """django-structlog's middleware, which binds the id to all lines of a request, with one line instead of
    two and nothing in it that should not be there."""

    def prepare(self, request: HttpRequest) -> None:
        request_id = id_for(request.headers.get(ID_HEADER))
        request.request_id = request_id  # type: ignore[attr-defined]
        request._began = time.perf_counter()  # type: ignore[attr-defined]
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)

    def handle_response(self, request: HttpRequest, response: HttpResponse) -> None:
        response[ID_HEADER] = request.request_id  # type: ignore[attr-defined]
        level = level_of(response.status_code)
        if _levels.isEnabledFor(level):
            told = {
                "method": request.method,
                "path": path_told(request),
                "status": response.status_code,
                "ms": round((time.perf_counter() - request._began) * 1000, 1),  # type: ignore[attr-defined]
                "user_id": user_id_of(request),
            }
            log.log(level, "request", exc_info=getattr(request, "_raised_exception", None), **told)
        structlog.contextvars.clear_contextvars()

    def _process_exception(self, request: HttpRequest, exception: Exception) -> None:
        """Keep what broke for the one line that tells of the request."""
        request._raised_exception = exception  # type: ignore[attr-defined]


def level_of(status: int) -> int:
    """A defect is an error, a limit that was reached a warning; all else is an evening."""
    if status >= 500:
        return logging.ERROR
    return logging.WARNING if status == 429 else logging.INFO


def user_id_of(request: HttpRequest) -> int | None:
    """The number of the account, if answering has asked for it: the log asks the database nothing."""
    user = request.__dict__.get("_cached_user") or request.__dict__.get("user")
    if user is None or getattr(user, "_wrapped", None) is not None:  # lazy, and nobody has looked
        return None
    return getattr(user, "pk", None)


def write_quick(environ: dict[str, Any], status: int, began: float, request_id: str) -> None:
    """The same line for what is answered before Django is reached."""
    if _levels.isEnabledFor(logging.INFO):
        log.info(
            "request",
            request_id=request_id,
            method=environ["REQUEST_METHOD"],
            path=environ["PATH_INFO"][:LONGEST_PATH],
            status=status,
            ms=round((time.perf_counter() - began) * 1000, 1),
            user_id=None,
        )

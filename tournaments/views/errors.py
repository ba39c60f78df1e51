"""Pages for what went wrong, in the look of the house.

The database does not answer: said in a sentence, with when to try again, and never as a defect. PostgreSQL is
being restarted, or the network to it is down: for half a minute nothing can be looked up and nothing
recorded. What was acknowledged is safe, what was not is sent again by the pages that keep it (the grid of
results, the phones at the tables), and a page that was being read asks again by itself.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseServerError, JsonResponse
from django.shortcuts import render
from django.template import loader
from django.templatetags.static import static
from django.utils.translation import get_language
from django.utils.translation import gettext as _

RETRY_AFTER = 5  # seconds
SAFE = ("GET", "HEAD")


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """Without a request's context, so that neither the session nor the database is asked again."""
    if is_away(sys.exc_info()[1]):  # on the way to a view, or after it
        return away(request)
    if request.path_info.startswith("/api/"):
        told = _("Something is broken here, and it has been written down. Number of the request: {number}.")
        return JsonResponse(
            _shape("broken", told.format(number=getattr(request, "request_id", ""))), status=500
        )
    context = {
        "LANGUAGE_CODE": get_language(),
        "stylesheet": _static("pozzetto/look.css"),
        "icon": _static("pozzetto/favicon.svg"),
        "request_id": getattr(request, "request_id", ""),
    }
    return HttpResponseServerError(loader.get_template("500.html").render(context))


def is_away(error: BaseException | None) -> bool:
    """Whether this is the database that does not answer, or is busy; anything else it says is a defect.

    SQLite tells of a missing column with the same class as of a lock: only the lock passes by itself.
    """
    if not isinstance(error, OperationalError | InterfaceError):
        return False
    return connection.vendor != "sqlite" or any(word in str(error) for word in ("locked", "busy"))


def away(request: HttpRequest) -> HttpResponse:
    """503 in the shape whoever asks can read: JSON for programs and queues, a fragment for htmx, a page."""
    told = _("The database does not answer at the moment. What was confirmed is safe; try again in a moment.")
    answer: HttpResponse
    if _wants_json(request):
        answer = JsonResponse(_shape("database_away", told), status=503)
    elif request.headers.get("HX-Request"):
        answer = HttpResponse(loader.get_template("parts/away.html").render({"sentence": told}), status=503)
    else:
        answer = HttpResponse(_page(request, told), status=503)
        if request.method in SAFE:
            answer["Refresh"] = str(RETRY_AFTER)
    answer["Retry-After"] = str(RETRY_AFTER)
    answer["Cache-Control"] = "no-store"
    return answer


def _shape(code: str, told: str) -> dict[str, Any]:
    """What programs are told, in the shape of every refusal of the API."""
    return {"code": code, "sentence": told, "field": None, "asks": False, "findings": []}


def _wants_json(request: HttpRequest) -> bool:
    types = (request.headers.get("Accept", ""), request.headers.get("Content-Type", ""))
    is_json = any("application/json" in told for told in types)
    return is_json or request.path_info.startswith("/api/") or request.path_info.endswith(".json")


def _page(request: HttpRequest, told: str) -> str:
    """Without a request's context, so that neither the session nor the database is asked again."""
    context = {
        "LANGUAGE_CODE": get_language(),
        "stylesheet": _static("pozzetto/look.css"),
        "icon": _static("pozzetto/favicon.svg"),
        "sentence": told,
        "again": request.get_full_path() if request.method in SAFE else "",
    }
    return str(loader.get_template("503.html").render(context))


class DatabaseAway:
    """The last middleware of all: the first to hear of what a view could not ask."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        return away(request) if is_away(exception) else None


def _static(name: str) -> str:
    """The hashed address; the bare one where what broke is the list of hashed names itself."""
    try:
        return static(name)
    except ValueError:
        return f"{settings.STATIC_URL}{name}"

"""Pages for what went wrong, in the look of the house."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseServerError
from django.shortcuts import render
from django.template import loader
from django.templatetags.static import static
from django.utils.translation import get_language


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "400.html", status=400)


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "403.html", status=403)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return render(request, "404.html", status=404)


def broken(request: HttpRequest) -> HttpResponse:
    """Without a request's context, so that neither the session nor the database is asked again."""
    context = {
        "LANGUAGE_CODE": get_language(),
        "stylesheet": _static("pozzetto/look.css"),
        "icon": _static("pozzetto/favicon.svg"),
        "request_id": getattr(request, "request_id", ""),
    }
    return HttpResponseServerError(loader.get_template("500.html").render(context))


def _static(name: str) -> str:
    """The hashed address; the bare one where what broke is the list of hashed names itself."""
    try:
        return static(name)
    except ValueError:
        return f"{settings.STATIC_URL}{name}"

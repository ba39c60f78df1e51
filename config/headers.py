"""What every answer tells the browser: from where it may load, who may frame it, what it may ask.

The policy is one for all pages. Nothing stands inside a page that is run or styles it: no inline script, no
``style``, no ``data:`` address. A page that needs more says so itself, by a decorator of ``csp.decorators``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from csp.constants import NONE, SELF
from django.http import HttpRequest, HttpResponse


def content_policy(*, https: bool) -> dict[str, Any]:
    """The Content-Security-Policy; what is not named here is not loaded at all.

    ``worker-src``: the script that keeps a table's page for when there is no network. ``form-action``: no
    form of ours sends figures to another site.
    """
    directives: dict[str, Any] = {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "connect-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
        "object-src": [NONE],
    }
    if https:
        directives["upgrade-insecure-requests"] = True
    return {"DIRECTIVES": directives}


# What no page of ours ever asks for. Not named, hence allowed to ourselves: full screen and a screen that
# stays awake (the wall), sound (the gong of the clock).
NEVER_ASKED = (
    "accelerometer", "browsing-topics", "camera", "display-capture", "geolocation", "gyroscope", "hid",
    "magnetometer", "microphone", "midi", "payment", "publickey-credentials-get", "serial", "usb",
    "xr-spatial-tracking",
)  # fmt: skip
PERMISSIONS = ", ".join(f"{feature}=()" for feature in NEVER_ASKED)


class Headers:
    """Adds what neither Django nor django-csp does; a view that has said otherwise keeps its word."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.setdefault("Permissions-Policy", PERMISSIONS)
        response.setdefault("Cross-Origin-Resource-Policy", "same-origin")
        return response

"""Addresses a phone in the hall can open, and as squares to be scanned.

The desk often runs on the laptop that serves the hall and is opened there as ``localhost``, where no phone
could follow: then the address of the laptop on the local network is given. ``PUBLIC_ADDRESS`` says another.
"""

from __future__ import annotations

from functools import lru_cache
from urllib.parse import urlsplit

import segno
from django.conf import settings
from django.http import HttpRequest
from django.utils.safestring import SafeString, mark_safe

OWN_NAMES = {"localhost", "127.0.0.1", "::1"}


def phone_address(request: HttpRequest, path: str) -> str:
    """The whole address of a page of this program, as a phone reaches it."""
    if settings.PUBLIC_ADDRESS:
        return f"{settings.PUBLIC_ADDRESS.rstrip('/')}{path}"
    whole = urlsplit(request.build_absolute_uri(path))
    there = settings.ADDRESS_IN_THE_HALL() if whole.hostname in OWN_NAMES else None
    if there is None:
        return whole.geturl()
    port = f":{whole.port}" if whole.port else ""
    return whole._replace(netloc=f"{there}{port}").geturl()


@lru_cache(maxsize=2048)  # a hall of 250 tables prints its slips again: each square takes milliseconds
def qr(text: str) -> SafeString:
    """A QR code as inline SVG of class ``qr``; a sheet gives its size."""
    code = segno.make(text, error="m", micro=False)
    return mark_safe(  # noqa: S308  (made of numbers only)
        code.svg_inline(svgclass="qr", lineclass=None, omitsize=True, border=0, unit="")
    )

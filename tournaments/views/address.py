"""The address under which phones in the hall find this installation."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable

from django.conf import settings
from django.http import HttpRequest


def address_for_phones(request: HttpRequest) -> str:
    """Scheme, host and port without a path, e.g. "http://192.168.1.5:8000".

    As it was asked for; but where the laptop itself asked by a name that means "this machine", its address
    on the local network, for nobody else can follow the other.
    """
    host = request.get_host()
    name, port = (host, "") if host.endswith("]") or ":" not in host else host.rsplit(":", 1)
    if _means_this_machine(name):
        name = next((other for other in settings.ALLOWED_HOSTS if _is_reachable(other)), name)
    return f"{request.scheme}://{name}{f':{port}' if port else ''}"


def _means_this_machine(name: str) -> bool:
    return name == "localhost" or any(each.is_loopback for each in _numeric([name]))


def _is_reachable(name: str) -> bool:
    return any(not each.is_loopback for each in _numeric([name]))


def _numeric(names: Iterable[str]) -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """Those of the names that are addresses in figures."""
    found = []
    for name in names:
        try:
            found.append(ipaddress.ip_address(name.strip("[]")))
        except ValueError:
            continue
    return found

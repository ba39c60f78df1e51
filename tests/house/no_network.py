"""Tests speak to this machine only."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Iterator
from typing import Any
from unittest.mock import patch


class OutsideWorldError(AssertionError):
    """A test tried to reach an address that is not on this machine."""


def _local(host: object) -> bool:
    if host in {None, "", "localhost"}:
        return True
    text = host.decode() if isinstance(host, bytes) else str(host)
    if text in {"localhost", socket.gethostname()}:
        return True
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return False
    return address.is_loopback or address.is_unspecified


def _check(address: Any) -> None:
    if isinstance(address, tuple) and not _local(address[0]):
        raise OutsideWorldError(f"a test tried to reach {address[0]}:{address[1]}")


@contextlib.contextmanager
def only_this_machine() -> Iterator[None]:
    """Let sockets connect to loopback and to named pipes only, and resolve no other name.

    Connecting a datagram socket sends nothing and stays allowed; sending does not.
    """
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex
    sendto, getaddrinfo = socket.socket.sendto, socket.getaddrinfo

    def checked_connect(self: socket.socket, address: Any) -> None:
        if self.type != socket.SOCK_DGRAM:
            _check(address)
        connect(self, address)

    def checked_connect_ex(self: socket.socket, address: Any) -> int:
        _check(address)
        return connect_ex(self, address)

    def checked_sendto(self: socket.socket, *arguments: Any) -> int:
        _check(arguments[-1])
        return sendto(self, *arguments)

    def checked_getaddrinfo(host: Any, *arguments: Any, **named: Any) -> Any:
        _check((host, *arguments[:1]) if arguments else (host, ""))
        return getaddrinfo(host, *arguments, **named)

    with (
        patch.object(socket.socket, "connect", checked_connect),
        patch.object(socket.socket, "connect_ex", checked_connect_ex),
        patch.object(socket.socket, "sendto", checked_sendto),
        patch.object(socket, "getaddrinfo", checked_getaddrinfo),
    ):
        yield

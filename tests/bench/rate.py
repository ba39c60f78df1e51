"""Requests at a fixed rate, whether the answers come or not; how long each took from when it was due.

A server that falls behind is seen to: a request that had to wait for a connection has waited.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Callable
from typing import NamedTuple


class Asked(NamedTuple):
    """One request as it goes out: where to, and its bytes."""

    port: int
    data: bytes


class Told(NamedTuple):
    status: int
    took: float
    body: bytes


def request(
    port: int, method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b""
) -> Asked:
    lines = [f"{method} {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Encoding: gzip", "Accept-Language: it"]
    lines += [f"{name}: {value}" for name, value in (headers or {}).items()]
    lines += [f"Content-Length: {len(body)}"] if body else []
    return Asked(port, "\r\n".join([*lines, "", ""]).encode() + body)


class Connections:
    """Connections that stay, as a proxy has them; a new one where all are in use."""

    def __init__(self) -> None:
        self._free: dict[int, list[tuple[asyncio.StreamReader, asyncio.StreamWriter]]] = {}

    async def ask(self, asked: Asked) -> tuple[int, bytes]:
        free = self._free.setdefault(asked.port, [])
        reader, writer = (
            free.pop() if free else await asyncio.open_connection("127.0.0.1", asked.port, limit=2**22)
        )
        writer.write(asked.data)
        status, body, closes = await _read(reader)
        if closes:
            writer.close()
        else:
            free.append((reader, writer))
        return status, body

    def close(self) -> None:
        for free in self._free.values():
            for _reader, writer in free:
                writer.close()


async def _read(reader: asyncio.StreamReader) -> tuple[int, bytes, bool]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in head[1:] if line)}
    length = int(headers.get("content-length", 0))
    body = await reader.readexactly(length) if length else b""
    return int(head[0].split()[1]), body, headers.get("connection", "").lower() == "close"


async def at_rate(make: Callable[[int], Asked], rate: float, seconds: float) -> list[Told]:
    """``make(number)`` asked ``rate`` times a second; all answers, in the order in which they were due."""
    connections, begins = Connections(), time.perf_counter() + 0.1

    async def one(number: int) -> Told:
        due = begins + number / rate
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        status, body = await connections.ask(make(number))
        return Told(status, time.perf_counter() - due, body)

    told = await asyncio.gather(*(one(number) for number in range(round(rate * seconds))))
    connections.close()
    return list(told)


async def as_fast(make: Callable[[int], Asked], clients: int, seconds: float) -> list[Told]:
    """So many clients, each asking again as soon as it is answered."""
    connections, ends, told, number = Connections(), time.perf_counter() + seconds, [], 0

    async def client() -> None:
        nonlocal number
        while time.perf_counter() < ends:
            number += 1
            began = time.perf_counter()
            status, body = await connections.ask(make(number - 1))
            told.append(Told(status, time.perf_counter() - began, body))

    await asyncio.gather(*(client() for _ in range(clients)))
    connections.close()
    return told


def percentile(told: list[Told], percent: int) -> float:
    """In milliseconds: within this so many of a hundred were answered."""
    return statistics.quantiles([one.took for one in told], n=100, method="inclusive")[percent - 1] * 1000

"""Phones as ``live.js`` makes them: a page, then every other second the question whether it has changed."""

from __future__ import annotations

import asyncio
import http.client
import random
import re
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

LOOKED_AT = 1.4
SCRIPT = re.compile(rb'data-live="([^"]+)" data-tag="&quot;([^&]+)&quot;"')


class Told(NamedTuple):
    """One answer: to the question after a ``mark`` or to that for a ``page``."""

    kind: str
    status: int
    took: float


class Answer(NamedTuple):
    status: int
    tag: str
    body: bytes
    closes: bool


@dataclass
class Phone:
    """``seen``: when a page was there that shows everything up to that line of the journal."""

    port: int
    page: str
    follows: int | None
    told: list[Told] = field(default_factory=list)
    seen: list[tuple[float, int]] = field(default_factory=list)
    counts: bool = False
    hung_up: int = 0
    _streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
    _kept: str = ""
    _live: str = ""
    _mark: str = ""
    _cookie: str = ""

    async def evening(self, ends: float) -> None:
        if self.follows is not None:
            answer = await self.ask("page", f"{self.page}?follow={self.follows}")
            self._cookie = answer.tag
        await self.open()
        while time.monotonic() < ends:
            await asyncio.sleep(LOOKED_AT * random.uniform(0.9, 1.1))
            answer = await self.ask("mark", self._live, self._mark)
            if answer.status == 200 and answer.tag != self._mark:
                await self.open()
        if self._streams:
            self._streams[1].close()

    async def open(self) -> None:
        answer = await self.ask("page", self.page, self._kept)
        self._kept = answer.tag or self._kept
        if answer.status == 200:
            found = SCRIPT.search(zlib.decompressobj(31).decompress(answer.body, 6000))
            assert found is not None, f"{self.page} does not follow anything"
            self._live, self._mark = found[1].decode(), f'"{found[2].decode()}"'
            if self._live.endswith("/all/"):
                self.seen.append((time.time(), int(self._mark.strip('"').rsplit("-", 1)[1])))

    async def ask(self, kind: str, path: str, tag: str = "") -> Answer:
        start = time.perf_counter()
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self.port, limit=2**20)
        reader, writer = self._streams
        lines = [f"GET {path} HTTP/1.1", "Host: 127.0.0.1", "Accept-Encoding: gzip", "Accept-Language: it"]
        lines += [f"If-None-Match: {tag}"] if tag else []
        lines += [f"Cookie: {self._cookie}"] if self._cookie and kind == "page" else []
        writer.write("\r\n".join([*lines, "", ""]).encode())
        try:
            answer = await _read(reader)
        except asyncio.IncompleteReadError:  # it has hung up: as a browser does, once more on a new one
            self._streams, self.hung_up = None, self.hung_up + 1
            return await self.ask(kind, path, tag)
        if answer.closes:
            writer.close()
            self._streams, self.hung_up = None, self.hung_up + 1
        if self.counts:
            self.told.append(Told(kind, answer.status, time.perf_counter() - start))
        return answer


async def _read(reader: asyncio.StreamReader) -> Answer:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    status = int(head[0].split()[1])
    headers = dict(line.split(": ", 1) for line in head[1:] if line)
    length = int(headers.get("Content-Length", 0))
    body = await reader.readexactly(length) if length and status != 304 else b""
    tag = headers.get("ETag", "")
    return Answer(
        status,
        tag or headers.get("Set-Cookie", "").split(";")[0],
        body,
        headers.get("Connection", "").lower() == "close",
    )


async def follow(phones: list[Phone], warm_up: float, seconds: float, counting: Callable[[], object]) -> None:
    """Let all of them follow; what they are told counts after the warm-up, when ``counting`` is called."""
    ends = time.monotonic() + warm_up + seconds
    running = []
    for phone in phones:
        running.append(asyncio.create_task(phone.evening(ends)))
        await asyncio.sleep(warm_up / 2 / len(phones))
    await asyncio.sleep(warm_up / 2)
    counting()
    for phone in phones:
        phone.counts = True
    await asyncio.gather(*running)


def mark_of(port: int, slug: str) -> str:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", f"/e/{slug}/live/settled/")
    answer = connection.getresponse()
    answer.read()
    connection.close()
    return answer.headers["ETag"] or ""


async def hammer(ports: list[int], slug: str, seconds: float, connections: int = 16) -> int:
    """Conditional requests one after the other on some connections to each port; how many were answered."""
    ends = time.monotonic() + seconds
    asked = 0

    async def one(port: int, tag: str) -> None:
        nonlocal asked
        phone = Phone(port, "", None)
        while time.monotonic() < ends:
            await phone.ask("mark", f"/e/{slug}/live/settled/", tag)
            asked += 1

    marks = {port: mark_of(port, slug) for port in ports}
    await asyncio.gather(*(one(port, marks[port]) for port in ports for _ in range(connections)))
    return asked

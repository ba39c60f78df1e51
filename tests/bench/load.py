"""``make bench-load``: a hall of phones that follow 500 pairs over 8 rounds while results come in.

One server process per core on SQLite, as the hall has it; 400 phones that do what ``live.js`` does, each
with a connection of its own and half of them following a pair; a third process that records one result a
second through the desk's verb. Everything on this machine, for some seconds, and nothing is kept.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.bench.measure import Figure, table
from tests.bench.phones import Phone, Told, follow, hammer, mark_of
from tests.house.services import free_port, wait_until

PHONES = 400
PAIRS, ROUNDS = 500, 8
SECONDS = int(os.environ.get("BENCH_SECONDS") or 20)
WARM_UP = 16  # seconds in which the phones open their pages, one after the other; they are not counted
RAW_SECONDS = 5
PAGES = ("standings/",) * 5 + ("results/",) * 2 + ("",) + ("pairs/{pair}/",) * 2
"""What ten phones look at."""


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="pozzetto-load-") as name, ExitStack() as stack:
        folder = Path(name)
        environment = {**os.environ, "VAR_DIR": name, "ALLOWED_HOSTS": "127.0.0.1", "LOG_LEVEL": "ERROR"}
        slug = _run("tests.bench.evening", environment, str(PAIRS), str(ROUNDS)).strip()
        servers = [stack.enter_context(_server(folder, environment)) for _ in range(os.cpu_count() or 1)]
        print(f"{len(servers)} server processes, load average before: {os.getloadavg()[0]:.1f}", flush=True)
        ports = [server.port for server in servers]
        with _results(environment, slug, folder) as written:
            phones = [_phone(number, ports, slug) for number in range(PHONES)]
            used = asyncio.run(_watched(phones, servers))
        told = [one for phone in phones for one in phone.told]
        print(f"connections the servers ended: {sum(phone.hung_up for phone in phones):,}")
        news = _news(phones, written())
        print(table([*_load(told), *_late(news), *_busy(used), *_raw(ports, slug)]), flush=True)


def _phone(number: int, ports: list[int], slug: str) -> Phone:
    pair = number % PAIRS + 1
    page = f"/e/{slug}/" + PAGES[number % len(PAGES)].format(pair=pair)
    return Phone(port=ports[number % len(ports)], page=page, follows=pair if number % 4 < 2 else None)


def _run(module: str, environment: dict[str, str], *arguments: str) -> str:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout


class Server(NamedTuple):
    port: int
    pid: int

    def computed(self) -> float | None:
        """Seconds of processor time so far; None where the system does not tell."""
        stat = Path(f"/proc/{self.pid}/stat")
        if not stat.exists():
            return None
        user, system = stat.read_text().rpartition(")")[2].split()[11:13]
        return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def _watched(phones: list[Phone], servers: list[Server]) -> list[float]:
    """Let the phones follow; the processor time each server took while they were counted, per second."""
    before: list[float | None] = []
    await follow(phones, WARM_UP, SECONDS, lambda: before.extend(server.computed() for server in servers))
    after = [server.computed() for server in servers]
    return [
        (end - start) / SECONDS
        for start, end in zip(before, after, strict=True)
        if start is not None and end is not None
    ]


def _busy(used: list[float]) -> list[Figure]:
    return [Figure("of its core each server needed", "", ", ".join(f"{share:.0%}" for share in used))]


@contextmanager
def _server(folder: Path, environment: dict[str, str]) -> Iterator[Server]:
    port = free_port()
    log = folder / f"log-{port}"
    command = [sys.executable, "-m", "config.server", "--host", "127.0.0.1", "--port", str(port)]
    with log.open("wb") as out:
        process = subprocess.Popen([*command, "--no-sample"], env=environment, stdout=out, stderr=out)
    try:
        wait_until(lambda: b"ready" in log.read_bytes(), "the server", process, log)
        yield Server(port, process.pid)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(20)


@contextmanager
def _results(
    environment: dict[str, str], slug: str, folder: Path
) -> Iterator[Callable[[], dict[int, float]]]:
    """Record one result a second meanwhile; what it gives says when each version was committed."""
    out = folder / "written"
    with out.open("wb") as file:
        process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.recording", slug, str(ROUNDS)], env=environment, stdout=file
        )

    def written() -> dict[int, float]:
        lines = (line.split() for line in out.read_text(encoding="ascii").splitlines())
        return {int(version): float(at) for version, at in lines}

    try:
        yield written
    finally:
        process.terminate()
        process.wait(20)


def _load(told: list[Told]) -> list[Figure]:
    marks = [one for one in told if one.kind == "mark"]
    pages = [one for one in told if one.kind == "page"]
    broken = [one for one in told if one.status not in {200, 304}]
    share = sum(one.status == 304 for one in told) / len(told)
    return [
        Figure(f"phones, answers in {SECONDS} s", f"{PHONES}", f"{PHONES}, {len(told):,}"),
        Figure("answers other than 200 and 304", "0", f"{len(broken)}"),
        _times("all answers, median", "", told, 50),
        _times("all answers, 99 of 100 within", "250 ms", told, 99),
        _times("  what has changed? 99 of 100 within", "", marks, 99),
        _times("  pages, median", "", pages, 50),
        _times("  pages, 99 of 100 within", "", pages, 99),
        Figure("answers that were 304", "most", f"{share:.0%}"),
        Figure("pages fetched again", "", f"{len(pages):,}"),
    ]


def _times(what: str, goal: str, told: list[Told], percent: int) -> Figure:
    return Figure(what, goal, f"{_percentile([one.took for one in told], percent) * 1000:,.1f} ms")


def _percentile(values: list[float], percent: int) -> float:
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1] if len(values) > 1 else 0.0


def _news(phones: list[Phone], written: dict[int, float]) -> list[float]:
    """How long after its commit each result was on each phone whose page shows it."""
    late = []
    for phone in phones:
        since = phone.seen[0][1] if phone.seen else 0
        for at, mark in phone.seen[1:]:
            late += [at - written[number] for number in range(since + 1, mark + 1) if number in written]
            since = mark
    return late


def _late(news: list[float]) -> list[Figure]:
    return [
        Figure("a result is on an open page, median", "", f"{_percentile(news, 50) * 1000:,.0f} ms"),
        Figure(
            "a result is on an open page, 99 of 100", "2,000 ms", f"{_percentile(news, 99) * 1000:,.0f} ms"
        ),
    ]


def _raw(ports: list[int], slug: str) -> list[Figure]:
    """Conditional requests as fast as they are answered, on all processes together."""
    wrk = shutil.which("wrk")
    if wrk is None:
        asked = asyncio.run(hammer(ports, slug, RAW_SECONDS))
        return [Figure("conditional requests a second (own client)", "1,500", f"{asked / RAW_SECONDS:,.0f}")]
    running = []
    for port in ports:
        tag = mark_of(port, slug)
        address = f"http://127.0.0.1:{port}/e/{slug}/live/settled/"
        command = [wrk, "-t1", "-c16", f"-d{RAW_SECONDS}s", "-H", f"If-None-Match: {tag}", address]
        running.append(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))
    told = [process.communicate(timeout=60)[0] for process in running]
    lines = [line for text in told for line in text.splitlines() if line.startswith("Requests/sec")]
    per_second = sum(float(line.split()[1]) for line in lines)
    return [Figure("conditional requests a second (wrk)", "1,500", f"{per_second:,.0f}")]


if __name__ == "__main__":
    main()

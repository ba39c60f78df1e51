"""``make bench-federation``: how fast it is with 250 clubs, 10,000 players, 5,000 events, 2 million hands.

Starts a PostgreSQL that writes to the disk and a Redis, fills them, and two web processes; everything,
who asks included, on this machine. Then the same for one event on SQLite. Some minutes, most of them to make
the federation; nothing is kept.

``BENCH_SECONDS``       for how long each load lasts: 15
``BENCH_SIZES``         as for make_federation: "--events 500 --hands 200000"
``BENCH_DATABASE_URL``  a federation that is there already: nothing is made (results are recorded in it)
"""

from __future__ import annotations

import asyncio
import gzip
import itertools
import json
import os
import secrets
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from tests.bench.installation import Installation, installed, run
from tests.bench.measure import Figure, table
from tests.bench.rate import Asked, Told, as_fast, at_rate, percentile, request
from tests.house.services import DurablePostgres, Redis

SECONDS = float(os.environ.get("BENCH_SECONDS") or 15)
READS, WRITES = 200, 50
ONE_EVENT = ["--clubs", "2", "--players", "1100", "--events", "8", "--hands", "4000"]


Make = Callable[[int], Asked]


class Table(NamedTuple):
    """A table of the open round of an evening that is being played; ``free``: without a result."""

    slug: str
    round: int
    table: int
    free: bool


def main() -> None:
    there = os.environ.get("BENCH_DATABASE_URL", "")
    sizes = None if there else (os.environ.get("BENCH_SIZES") or "").split()
    print(f"load average before: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    figures: list[Figure] = []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pozzetto-federation-")))
        database = there or stack.enter_context(DurablePostgres()).url
        redis = stack.enter_context(Redis()).url
        place = stack.enter_context(installed(folder, database=database, redis=redis, sizes=sizes))
        print(*run(place.environment, "-m", "tests.house.explain").splitlines()[-2:], flush=True)
        for measured in (_inside, _loads, _exports):
            figures += measured(place)
            print(
                f"{measured.__name__.strip('_')} measured, load average {os.getloadavg()[0]:.1f}", flush=True
            )
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="pozzetto-laptop-")))
        place = stack.enter_context(installed(folder, sizes=ONE_EVENT, processes=1))
        figures += _on_sqlite(place)
    print(table(figures))


def _loads(place: Installation) -> list[Figure]:
    tables = _tables(place)
    slugs = sorted({one.slug for one in tables})
    pages, results = _page(place, slugs), _result(place, tables)
    figures = _measured(place, f"standings pages of {len(slugs)} evenings, {READS}/s", pages, READS, 150)
    figures += _measured(place, f"results over {len(slugs)} evenings, {WRITES}/s", results, WRITES, 100)
    reads, writes = asyncio.run(_together(pages, results))
    figures += _answered("both at once: standings pages", reads, None)
    figures += _answered("both at once: results", writes, None)
    return [*figures, _bulk(asyncio.run(as_fast(_round(place, tables), 4, SECONDS)))]


def _measured(
    place: Installation, what: str, make: Make, rate: float, goal: float | None = None
) -> list[Figure]:
    """A load, and what of the processors it took; the pages have been made before."""
    asyncio.run(at_rate(make, rate, 2))
    before = place.computed()
    told = asyncio.run(at_rate(make, rate, SECONDS))
    each = (place.computed() - before) / len(told) * 1000
    figures = _answered(what, told, goal)
    return [*figures, Figure("  processor time of the web processes for each", "", f"{each:.1f} ms")]


async def _together(pages: Make, results: Make) -> tuple[list[Told], list[Told]]:
    return await asyncio.gather(at_rate(pages, READS, SECONDS), at_rate(results, WRITES, SECONDS))


def _tables(place: Installation) -> list[Table]:
    told = run(place.environment, "-m", "tests.bench.inside", "tables")
    return [Table(*row) for row in json.loads(told)]


def _page(place: Installation, slugs: list[str]) -> Make:
    def make(number: int) -> Asked:
        return request(place.port(number), "GET", f"/e/{slugs[number % len(slugs)]}/standings/")

    return make


_typed = itertools.count(1)


def _result(place: Installation, tables: list[Table]) -> Make:
    """Results as the grid sends them, each of another evening than the one before."""
    order = _spread(tables)

    def make(number: int) -> Asked:
        at = next(order)
        typed = next(_typed)
        ns = 2000 + 5 * (typed % 900)
        entry = {
            "table": at.table, "ns": ns, "ew": 1500, "seen": _seen.get(at[:3]), "confirmed": True,
            "key": secrets.token_hex(12),
        }  # fmt: skip
        _seen[at[:3]] = [ns, 1500]
        address = f"/desk/{at.slug}/scores/{at.round}/record/"
        return request(place.port(number), "POST", address, place.signed_in, json.dumps(entry).encode())

    return make


_seen: dict[tuple[str, int, int], list[int]] = {}


def _spread(tables: list[Table]) -> Iterator[Table]:
    """Round and round the evenings: the tables without a result, then those that have one of ours."""
    by_evening: dict[str, list[Table]] = {}
    for one in tables:
        if one.free:
            by_evening.setdefault(one.slug, []).append(one)
    rows = list(by_evening.values())
    while True:
        for at in itertools.count():
            left = [row[at] for row in rows if at < len(row)]
            if not left:
                break
            yield from left


def _round(place: Installation, tables: list[Table]) -> Make:
    """Whole rounds of the evenings through the API, one after the other."""
    rounds: dict[tuple[str, int], list[int]] = {}
    for one in tables:
        rounds.setdefault((one.slug, one.round), []).append(one.table)
    order = itertools.cycle(sorted(rounds))

    def make(number: int) -> Asked:
        slug, in_round = next(order)
        typed = next(_typed)
        results = [
            {"table": at, "ns_mp": 1000 + 5 * (typed % 900), "ew_mp": 1000} for at in rounds[slug, in_round]
        ]
        body = json.dumps({"results": results, "confirmed": True, "reason": "misure"}).encode()
        address = f"/api/v1/events/{slug}/rounds/{in_round}/results/"
        return request(place.port(number), "POST", address, place.signed_in, body)

    return make


def _answered(what: str, told: list[Told], goal: float | None) -> list[Figure]:
    statuses = Counter(one.status for one in told)
    if set(statuses) != {200}:
        odd = next(one for one in told if one.status != 200)
        raise SystemExit(f"{what}: answered {dict(statuses)}, as {odd.body[:600]!r}")
    p99 = percentile(told, 99)
    ratio = f"{goal / p99:.1f} x" if goal else ""
    return [
        Figure(f"{what}, 99 of 100 within", f"{goal:.0f} ms" if goal else "", f"{p99:.1f} ms", ratio),
        Figure("  the half of them within", "", f"{percentile(told, 50):.1f} ms"),
    ]


def _bulk(told: list[Told]) -> Figure:
    bad = [one for one in told if one.status not in (200, 201)]
    if bad:
        raise SystemExit(f"the bulk endpoint answered {bad[0].status}: {bad[0].body[:600]!r}")
    results = 0
    for one in told:
        answer = json.loads(one.body if one.body[:1] == b"{" else gzip.decompress(one.body))
        results += len(answer["recorded"]) + len(answer["corrected"])
    rate = results / SECONDS
    what = "results a second, whole rounds through the API"
    return Figure(what, "400", f"{rate:,.0f}", f"{rate / 400:.1f} x")


def _inside(place: Installation) -> list[Figure]:
    told = json.loads(run(place.environment, "-m", "tests.bench.inside", "draw"))
    return [
        Figure(
            f"the next round at {told['tables']} tables, drawn and stored", "300 ms", f"{told['ms']:.1f} ms",
            f"{300 / told['ms']:.1f} x",
        )
    ]  # fmt: skip


def _exports(place: Installation) -> list[Figure]:
    slug = run(place.environment, "-m", "tests.bench.inside", "large").split()[-1]
    took, memory, _size, _events = map(
        float, run(place.environment, "-m", "tests.bench.season", slug).split()
    )
    what = "export of 500 pairs over 8 rounds: everything"
    one = Figure(what, "2,000 ms", f"{took:,.0f} ms", f"{2000 / took:.1f} x")
    told = run(place.environment, "-m", "tests.bench.inside", "season").split()[-1]
    took, memory, size, events = map(float, run(place.environment, "-m", "tests.bench.season", told).split())
    what = f"export of a season of {events:,.0f} events: everything"
    return [
        one,
        Figure(
            what, "60 s", f"{took / 1000:,.1f} s", f"{60_000 / took:.1f} x", f"{size / 1e6:,.1f} MB of xlsx"
        ),
        Figure("  the most memory held", "200 MB", f"{memory:,.0f} MB", f"{200 / memory:.1f} x"),
    ]


def _on_sqlite(place: Installation) -> Iterator[Figure]:
    """One event on SQLite and one process, under the same load."""
    tables = _tables(place)
    slug = tables[0].slug
    mine = [one for one in tables if one.slug == slug]
    yield from _measured(place, f"SQLite, one evening: pages, {READS}/s", _page(place, [slug]), READS)
    yield from _measured(place, f"SQLite, one evening: results, {WRITES}/s", _result(place, mine), WRITES)
    (draw,) = _inside(place)
    yield replace(draw, what=f"SQLite: {draw.what}")


if __name__ == "__main__":
    main()

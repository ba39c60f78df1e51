"""Standings, workbooks and pages of large events, on SQLite as in the hall."""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

import openpyxl
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.bench.measure import Figure, figure, wall
from tests.factories import Evening, an_evening
from tournaments.boards.export import book_of
from tournaments.boards.facts import load
from tournaments.models import Event, Result
from tournaments.spreadsheets import write_event

FORMULA = "Mitchell 8"


def figures(folder: Path) -> list[Figure]:
    small = an_evening(Evening(pairs=20, closed=8, programme=FORMULA, name="Twenty pairs"))
    large = an_evening(Evening(pairs=500, closed=8, programme=FORMULA, name="Five hundred pairs"))
    middle = an_evening(Evening(pairs=200, closed=8, programme=FORMULA, name="Two hundred pairs"))
    return [*_standings(small, large), *_workbook(middle, folder), *_pages(large)]


def _standings(small: Event, large: Event) -> list[Figure]:
    took = wall(lambda: load(large).standings())
    counts = [_queries(event) for event in (small, large)]
    return [
        figure(
            "standings of 500 pairs over 8 rounds, from the database", "80 ms", took,
            wall(lambda: one_by_one(large), 1), "a query for each pair and round",
        ),
        Figure("queries for that, at 20 and at 500 pairs", "6 and 6", f"{counts[0]} and {counts[1]}"),
    ]  # fmt: skip


def _queries(event: Event) -> int:
    with CaptureQueriesContext(connection) as asked:
        load(event).standings()
    return len(asked)


def one_by_one(event: Event) -> list[tuple[int, int]]:
    """The simplest alternative: ask for the results of each pair in turn and add them up."""
    scale = event.scale
    totals = []
    for entry in event.entries.all():
        vp = 0
        for seat in entry.seats.all():
            result = Result.objects.filter(match_id=seat.match_id, state=Result.State.CONFIRMED).first()
            if result is None:
                vp += event.bye_vp
            else:
                vp += scale.award(result.ns_mp, result.ew_mp)[0 if seat.line == "ns" else 1]
        totals.append((vp, entry.number))
    return sorted(totals, reverse=True)


def _workbook(event: Event, folder: Path) -> list[Figure]:
    path = folder / "two-hundred.xlsx"
    data = write_event(book_of(event))
    path.write_bytes(data)
    out = wall(lambda: write_event(book_of(event)), 3)
    plain = wall(lambda: _plain_copy(path), 3)
    took, memory = _import(path)
    read = wall(lambda: _plain_read(path), 3)
    return [
        figure(
            "export of 200 pairs, 8 rounds of 4 hands", "1,500 ms", out, plain, "openpyxl alone, same cells"
        ),
        figure("import of the same, check and database", "3,000 ms", took, read, "openpyxl reading it alone"),
        Figure("memory of the importing process", "200 MB", f"{memory:,.0f} MB"),
    ]


def _import(path: Path) -> tuple[float, float]:
    """Import in a process of its own, as ``manage.py import_event`` does: milliseconds and peak MB."""
    runs = [
        subprocess.run(
            [sys.executable, "-m", "tests.bench.importing", str(path)],
            check=True, capture_output=True, text=True,
        ).stdout.split()
        for _ in range(3)
    ]  # fmt: skip
    return sorted(float(took) for took, _ in runs)[1], max(float(memory) for _, memory in runs)


def _plain_read(path: Path) -> int:
    book = openpyxl.load_workbook(path, read_only=True)
    return sum(1 for sheet in book for _ in sheet.iter_rows(values_only=True))


def _plain_copy(path: Path) -> int:
    book = openpyxl.load_workbook(path, read_only=True)
    copy = openpyxl.Workbook(write_only=True)
    for sheet in book:
        target = copy.create_sheet(sheet.title)
        for row in sheet.iter_rows(values_only=True):
            target.append(row)
    buffer = io.BytesIO()
    copy.save(buffer)
    return len(buffer.getvalue())


def _pages(event: Event) -> list[Figure]:
    client = Client(headers={"accept-encoding": "gzip"})  # as every browser asks
    address = f"/e/{event.slug}/standings/"

    def fresh() -> None:
        cache.clear()
        assert client.get(address).status_code == 200

    def again() -> None:
        assert client.get(address).status_code == 200

    first, second = wall(fresh, 5), wall(again)
    return [
        figure("standings page of 500 pairs, made anew", "150 ms", first),
        figure("the same from the cache", "10 ms", second, first, "made anew"),
    ]

"""Medians of several runs, beside the goal and beside the simplest other way in the same run."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

RUNS = 7


@dataclass(frozen=True)
class Figure:
    """One line of the table. Times in milliseconds; ``other`` is what the simplest alternative took."""

    what: str
    goal: str
    found: str
    ratio: str = ""
    other: str = ""


def wall(action: Callable[[], object], runs: int = RUNS) -> float:
    """The median wall time of ``action`` in milliseconds, after one run that does not count."""
    return _median(action, runs, time.perf_counter)


def cpu(action: Callable[[], object], runs: int = RUNS) -> float:
    """The median processor time of ``action`` in milliseconds, after one run that does not count."""
    return _median(action, runs, time.process_time)


def _median(action: Callable[[], object], runs: int, clock: Callable[[], float]) -> float:
    action()
    taken = []
    for _ in range(runs):
        start = clock()
        action()
        taken.append(clock() - start)
    return statistics.median(taken) * 1000


def figure(what: str, goal: str, took: float, other: float | None = None, than: str = "") -> Figure:
    """A line: how long it took, and how many times that the alternative took."""
    if other is None:
        return Figure(what, goal, f"{took:,.1f} ms")
    return Figure(what, goal, f"{took:,.1f} ms", f"{other / took:,.1f} x", f"{than} ({other:,.1f} ms)")


def table(figures: list[Figure]) -> str:
    """The lines in columns."""
    rows = [Figure("what", "goal", "found", "ratio", "against"), *figures]
    columns = [[getattr(row, name) for row in rows] for name in ("what", "goal", "found", "ratio", "other")]
    widths = [max(len(cell) for cell in column) for column in columns]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in zip(*columns, strict=True)
    ]
    return "\n".join([lines[0], "-" * len(lines[0]), *lines[1:]])

"""A program that is not installed: on a developer's machine it is told loudly, in the tests of record it
is a failure."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import NoReturn

import pytest

MARK = "NOT RUN HERE: "


def strict() -> bool:
    return os.environ.get("CI", "").lower() in {"1", "true", "yes"}


def needs(program: str, *, for_what: str, places: Iterable[Path] = ()) -> Path:
    """The path of ``program``, from PATH or the given folders; otherwise this test does not pass quietly."""
    found = shutil.which(program) or next(
        (str(place / program) for place in places if (place / program).exists()), None
    )
    if found is None:
        not_here(f"{for_what}, because {program} is not installed")
    return Path(found)


def not_here(reason: str) -> NoReturn:
    """Fail when CI is set; elsewhere set the test aside and say so at the end of the run."""
    if strict():
        pytest.fail(MARK + reason, pytrace=False)
    raise pytest.skip.Exception(MARK + reason)


def missing_lines(reports: Iterable[pytest.TestReport]) -> list[str]:
    """One line for each reason, with the number of tests it kept from running."""
    counts: dict[str, int] = {}
    for report in reports:
        told = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if MARK in told:
            reason = told.partition(MARK)[2]
            counts[reason] = counts.get(reason, 0) + 1
    return [f"{MARK}{count} test{'s' * (count > 1)}: {reason}" for reason, count in sorted(counts.items())]

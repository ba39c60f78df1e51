"""Partition of load: on PostgreSQL no page and no verb of an evening reads the rows of the others."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.house.copies import ROOT
from tests.house.services import Postgres

SIZES = ["--seed", "3", "--clubs", "40", "--players", "2000", "--events", "480", "--hands", "120000"]


@pytest.fixture(scope="module")
def federation() -> Iterator[dict[str, str]]:
    """The environment of a database in which reading all evenings is dearer than finding one."""
    with Postgres() as server:
        environment = {**os.environ, "DATABASE_URL": server.url}
        run(environment, "manage.py", "migrate", "--verbosity", "0")
        run(environment, "manage.py", "make_federation", *SIZES)
        yield environment


def run(environment: dict[str, str], *command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]
    return done.stdout


def test_no_query_of_an_evening_reads_the_rows_of_others(federation: dict[str, str]) -> None:
    found = json.loads(run(federation, "-m", "tests.house.explain", "--json"))
    assert found["pages"] > 80
    assert found["statements"] > 500
    assert found["too_much"] == []


def test_a_query_that_reads_them_would_be_found(federation: dict[str, str]) -> None:
    found = json.loads(run(federation, "-m", "tests.house.explain", "--json", "--whole-table"))
    assert len(found["too_much"]) == 1
    assert "tournaments_result" in found["too_much"][0]

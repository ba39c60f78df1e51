"""The checks of what the program stands on find what they are there for."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.house import dependencies
from tests.house.dependencies import ROOT, known_holes, main, requirements, wrong_with
from tests.house.services import free_port

HOLES = {
    "a shell": "import subprocess\nsubprocess.call('ls ' + name, shell=True)\n",
    "code from a text": "eval(text)\n",
    "a weak digest": "import hashlib\nhashlib.md5(secret)\n",
    "a query put together": "cursor.execute('SELECT * FROM player WHERE name = ' + name)\n",
    "a password": "password = 'asso'\n",
    "no certificate": "import requests\nrequests.get(url, verify=False, timeout=3)\n",
}


@pytest.mark.parametrize("hole", HOLES)
def test_bandit_as_make_lint_runs_it_finds_a_hole(tmp_path: Path, hole: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(HOLES[hole], encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "bandit", "-q", "-c", str(ROOT / "pyproject.toml"), "-r", str(tmp_path)],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr


def test_what_bandit_leaves_out_ruff_asks_on_the_line() -> None:
    """Each is told with its reason at the place itself; bandit would want to hear it a second time."""
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]
    skipped = set(config["bandit"]["skips"])
    assert skipped == {"B101", "B104", "B301", "B308", "B311", "B403", "B404", "B603", "B606", "B703"}
    assert "S" in config["ruff"]["lint"]["select"]
    ignored = set(config["ruff"]["lint"]["ignore"])
    assert not ignored & {"S101", "S104", "S301", "S308", "S603", "S606"}
    assert set(config["bandit"]["exclude_dirs"]) == {"tests", ".venv", "var"}


def test_every_requirement_is_a_range_that_is_met() -> None:
    assert list(dependencies.faults()) == []


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("Django>=5.2,<5.3", ""),
        ("Django", "no lower bound"),
        ("Django>=5.2", "no upper bound"),
        ("Django<6", "no lower bound"),
        ("asso-di-cuori>=1,<2", "not installed"),
        ("Django>=99,<100", "which is not >=99,<100"),
        ("Django >=< 5", "not a requirement"),
    ],
)
def test_a_requirement_without_bounds_or_not_met_is_named(line: str, wrong: str) -> None:
    found = wrong_with(line)
    assert wrong in found and bool(wrong) == bool(found)


def test_remarks_and_the_other_list_require_nothing() -> None:
    assert list(requirements("# why\n-r other.txt\n\nDjango>=5,<6  # pages\n")) == ["Django>=5,<6"]


def test_where_nobody_can_be_asked_the_run_says_so_loudly_and_goes_on(
    capsys: pytest.CaptureFixture[str],
) -> None:
    nobody = ("127.0.0.1", free_port())
    assert known_holes(nobody) is None
    assert main(nobody) == 0
    assert "!!! NOT RUN: pip-audit" in capsys.readouterr().err

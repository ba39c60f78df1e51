"""The house itself: its layers, its commands, its migrations, its static files."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import override_settings

from tests.house.copies import ROOT, copy_project

PYTHON = sys.executable


def run_in(folder: Path, *command: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=folder, env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )


LINT = [PYTHON, "-c", "from importlinter.cli import lint_imports_command as lint; lint()"]


def test_imports_run_one_way() -> None:
    done = run_in(ROOT, *LINT)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("scoring/cards.py", "import django"),
        ("scoring/hand.py", "from tournaments.models import Event"),
        ("tournaments/movements/byes.py", "from django.db import models"),
        ("tournaments/models/events.py", "from tournaments.desk import rounds"),
        ("tournaments/desk/rounds.py", "from tournaments.views import players"),
    ],
)
def test_an_import_against_the_stream_is_found(tmp_path: Path, file: str, line: str) -> None:
    copy_project(tmp_path, "scoring", "tournaments", "config", "pyproject.toml")
    with (tmp_path / file).open("a") as code:
        code.write(f"\n{line}\n")
    done = run_in(tmp_path, *LINT)
    assert done.returncode == 1, done.stdout
    assert "BROKEN" in done.stdout


@pytest.mark.django_db
def test_the_models_and_the_migrations_say_the_same() -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)


def test_djangos_own_checks_find_nothing() -> None:
    call_command("check", fail_level="WARNING")


def test_behind_https_the_deployment_checks_find_nothing(tmp_path: Path) -> None:
    done = run_in(
        ROOT,
        PYTHON,
        "manage.py",
        "check",
        "--deploy",
        "--fail-level",
        "WARNING",
        HTTPS="1",
        VAR_DIR=str(tmp_path),
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_run_of_record_is_the_one_everybody_can_run() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert script.read_text().rstrip().endswith("make test")
    assert run_in(ROOT, "bash", "-n", str(script)).returncode == 0


def test_make_test_proves_everything_and_ends_with_the_tests() -> None:
    planned = run_in(ROOT, "make", "--dry-run", "--no-print-directory", "test", MAKEFLAGS="", MAKELEVEL="")
    assert planned.returncode == 0, planned.stderr
    steps = [
        "ruff check",
        "ruff format --check",
        "bandit",
        "tests.house.dependencies",
        "mypy",
        "lint_imports",
        "makemigrations --check",
        "manage.py check",
    ]
    places = [planned.stdout.index(step) for step in steps]
    assert places == sorted(places)
    assert "on_postgres tests/" in planned.stdout
    assert "pytest" in planned.stdout.strip().splitlines()[-1]


def test_collected_static_files_have_hashed_names_and_call_no_other_address(tmp_path: Path) -> None:
    real = {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}
    with override_settings(STATIC_ROOT=tmp_path, STORAGES=real):
        call_command("collectstatic", interactive=False, verbosity=0)
    sheets = list(tmp_path.rglob("*.css"))
    assert any(re.search(r"\.[0-9a-f]{12}\.css$", sheet.name) for sheet in sheets)
    for file in [*sheets, *tmp_path.rglob("*.svg")]:
        assert addresses_elsewhere(file.read_text(encoding="utf-8")) == [], file.name
    for file in tmp_path.rglob("*.js"):
        assert calls_elsewhere(file.read_text(encoding="utf-8")) == [], file.name


def test_no_page_loads_anything_from_another_address() -> None:
    pages = list((ROOT / "templates").rglob("*.html"))
    assert pages
    for page in pages:
        assert addresses_elsewhere(page.read_text(encoding="utf-8")) == [], page.name


def addresses_elsewhere(text: str) -> list[str]:
    """External addresses in a file; the names of XML vocabularies are no addresses."""
    found = re.findall(r"""(?:https?:)?//[a-z0-9-]+(?:\.[a-z0-9-]+)+[^\s"')]*""", text, flags=re.IGNORECASE)
    return [address for address in found if "//www.w3.org/" not in address]


def calls_elsewhere(script: str) -> list[str]:
    """External addresses a script asks for; one it only mentions, in a comment or a message, is none."""
    asks = r"(?:from|import|fetch|importScripts|Worker|WebSocket|EventSource|open|src|href)"
    return re.findall(rf"""{asks}\s*[=(]?\s*["'`](?:(?:https?|wss?):)?//[^"'`]*""", script)


@pytest.mark.parametrize(
    "text",
    [
        "@import url(https://fonts.example.com/a.css);",
        'src="//cdn.example.net/x.js"',
        "<img src='http://images.example/a.png'>",
    ],
)
def test_an_external_address_would_be_found(text: str) -> None:
    assert len(addresses_elsewhere(text)) == 1


@pytest.mark.parametrize(
    "script",
    ['import "https://cdn.example/x.js"', "fetch('//api.example/')", 'image.src = "http://a.example/b.png"'],
)
def test_a_script_that_asks_elsewhere_would_be_found(script: str) -> None:
    assert len(calls_elsewhere(script)) == 1
    assert calls_elsewhere('console.warn("see https://docs.example/why")') == []

"""What every test stands on: a data folder of its own, no network but this machine, real servers.

This file is read before the settings are: it says where the program may write.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import django
import pytest
from hypothesis import settings

# Programs that measure, not tests: some of them open the database when they are imported.
collect_ignore = ["bench"]

VAR_DIR = Path(tempfile.mkdtemp(prefix="pozzetto-tests-"))
(VAR_DIR / "static").mkdir()
for name in (
    "ALLOWED_HOSTS",
    "CSRF_TRUSTED_ORIGINS",
    "DEBUG",
    "HOST",
    "HTTPS",
    "PORT",
    "REDIS_URL",
    "SECRET_KEY",
):
    os.environ.pop(name, None)
os.environ["VAR_DIR"] = str(VAR_DIR)
os.environ["BACKUPS_KEEP"] = "0"  # who tests that copies are kept says so
os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"

from tests.house.browser import Browser, open_browser  # noqa: E402
from tests.house.missing import missing_lines  # noqa: E402
from tests.house.no_network import only_this_machine  # noqa: E402
from tests.house.real_server import RealServer  # noqa: E402
from tests.house.services import Postgres, Redis  # noqa: E402

django.setup()

# Where nobody looks for new examples, the same ones are tried each time: a run says something of its commit.
settings.register_profile("ci", derandomize=True, print_blob=True)
if os.environ.get("CI"):
    settings.load_profile("ci")


def pytest_unconfigure() -> None:
    shutil.rmtree(VAR_DIR, ignore_errors=True)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    lines = missing_lines(terminalreporter.stats.get("skipped", []))
    if lines:
        terminalreporter.section("NOT RUN HERE", sep="!", red=True, bold=True)
        for line in lines:
            terminalreporter.line(line, red=True)


@pytest.fixture(scope="session", autouse=True)
def no_outside_world() -> Iterator[None]:
    """A test that calls an address outside this machine fails, whatever swallowed the error."""
    with only_this_machine():
        yield


@pytest.fixture(scope="session", autouse=True)
def static_files_as_they_lie() -> Iterator[None]:
    """Pages in tests name static files without a hash: nothing is collected for them."""
    from django.conf import settings
    from django.test import override_settings

    plain = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
    with override_settings(STORAGES={**settings.STORAGES, "staticfiles": plain}):
        yield


@pytest.fixture(autouse=True)
def nobody_has_asked_before() -> None:
    """What one test has asked counts against no other: all of them come from one address."""
    from django.core.cache import caches

    caches["limits"].clear()


@pytest.fixture(autouse=True)
def nothing_kept_from_another_test() -> None:
    """Each test's evenings begin with the same numbers: a page kept of one would answer for the next."""
    from django.core.cache import caches

    from tournaments.boards import live, released

    for each in caches.all(initialized_only=True):
        each.clear()
    live.forget()
    released.forget()


@pytest.fixture(scope="session")
def django_db_modify_db_settings(a_file_as_test_database: None, request: pytest.FixtureRequest) -> None:
    """pytest-django's hook for the test database's name, after ours: parallel runs still get their own."""
    request.getfixturevalue("django_db_modify_db_settings_parallel_suffix")


@pytest.fixture(scope="session")
def a_file_as_test_database() -> None:
    """SQLite in a file, as in the hall: WAL, locks and waiting behave as they do there."""
    from django.db import connection

    database = connection.settings_dict
    if connection.vendor == "sqlite":
        database["TEST"]["NAME"] = str(VAR_DIR / "test.sqlite3")


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """``DATABASE_URL`` of a private PostgreSQL cluster with one empty database."""
    with Postgres() as server:
        yield server.url


@pytest.fixture
def redis_server() -> Iterator[Redis]:
    """A Redis of this test's own: ``.url``, ``.kill()``, ``.start()``."""
    with Redis() as server:
        yield server


@pytest.fixture(scope="session")
def redis_url() -> Iterator[str]:
    with Redis() as server:
        yield server.url


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A Chromium; ``browser.page(...)`` opens pages, each in a context of its own.

    One for a module, not for the session: while it runs the main thread has an event loop, which
    tests of asynchronous code cannot bear.
    """
    with open_browser() as chromium:
        yield chromium


@pytest.fixture
def real_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    """The server as it runs in the hall, a process with a data folder of its own; not started yet."""
    server = RealServer(tmp_path_factory.mktemp("hall"))
    yield server
    server.close()


@pytest.fixture
def another_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., RealServer]]:
    """Makes further servers: ``another_server(environment={"DATABASE_URL": postgres_url})``."""
    made: list[RealServer] = []

    def make(*, environment: dict[str, str] | None = None) -> RealServer:
        made.append(RealServer(tmp_path_factory.mktemp("hall"), environment))
        return made[-1]

    yield make
    for server in made:
        server.close()

"""Installations of their own for tests of jobs: a database, a Redis, a folder, and workers to be killed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.house.services import Redis
from tests.jobs.installation import Installation, migrated


@pytest.fixture(scope="session")
def empty_database(postgres_url: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A migrated PostgreSQL database to make copies of; its name."""
    return migrated(postgres_url, tmp_path_factory.mktemp("template"))


@pytest.fixture
def federation(
    postgres_url: str,
    empty_database: str,
    redis_server: Redis,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Installation]:
    """An installation on PostgreSQL and Redis, nothing in it and no worker started."""
    with Installation(postgres_url, empty_database, redis_server, tmp_path_factory.mktemp("jobs")) as made:
        yield made

"""What the tests of whole installations share."""

from __future__ import annotations

from collections.abc import Iterator

import psycopg
import pytest


@pytest.fixture
def own_database(postgres_url: str) -> Iterator[str]:
    """``DATABASE_URL`` of a database of this test's own, as an installation has it."""
    with psycopg.connect(postgres_url, autocommit=True) as server:
        server.execute("CREATE DATABASE circolo")
    yield postgres_url.rsplit("/", 1)[0] + "/circolo"
    with psycopg.connect(postgres_url, autocommit=True) as server:
        names = server.execute("SELECT datname FROM pg_database WHERE datname LIKE 'circolo%'").fetchall()
        for (found,) in names:
            server.execute(f'DROP DATABASE "{found}" WITH (FORCE)')

"""The tests of the database run on the engine they were asked to run on."""

from __future__ import annotations

import os

import pytest
from django.db import connection


@pytest.mark.django_db
def test_the_database_is_the_one_that_was_asked_for() -> None:
    asked = "postgresql" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "sqlite"
    assert connection.vendor == asked
    with connection.cursor() as cursor:
        cursor.execute("SELECT version()" if asked == "postgresql" else "SELECT sqlite_version()")
        assert cursor.fetchone()

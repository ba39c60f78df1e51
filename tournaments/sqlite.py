"""What SQLite can do that Django does not ask it for."""

from __future__ import annotations

import sqlite3
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper


def use_its_parameters(connection: BaseDatabaseWrapper, **_kwargs: Any) -> None:
    """Let a statement carry as many values as this SQLite takes; Django reckons with 999, the limit of 2019.

    The 500 seats of a large hall are then written at once instead of in three batches.
    """
    if connection.vendor == "sqlite" and connection.connection is not None:
        most = connection.connection.getlimit(sqlite3.SQLITE_LIMIT_VARIABLE_NUMBER)
        connection.features.max_query_params = most

"""What is counted for whoever watches over the servers (``/metrics``), beside what django-prometheus counts
of requests. Each process counts for itself and is asked at its own port."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from prometheus_client import Counter, Histogram

FAST = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)

QUERIES = Histogram(
    "pozzetto_query_seconds", "Queries of the database, by their first word.", ["verb"], buckets=FAST
)
DRAWS = Histogram("pozzetto_draw_seconds", "Rounds drawn, storing included.", buckets=FAST)
LIVE = Counter(
    "pozzetto_live_answers", "Questions of open pages answered from memory, by status.", ["status"]
)
VERBS = frozenset({"SELECT", "INSERT", "UPDATE", "DELETE"})

Execute = Callable[[str, Any, bool, Any], Any]


def measure_queries(connection: BaseDatabaseWrapper, **_kwargs: Any) -> None:
    """For the signal ``connection_created``: from here on this connection's queries are measured."""
    if _measured not in connection.execute_wrappers:
        connection.execute_wrappers.append(_measured)


def _measured(execute: Execute, sql: str, params: Any, many: bool, context: Any) -> Any:
    verb = sql[:6].upper()
    began = time.perf_counter()
    try:
        return execute(sql, params, many, context)
    finally:
        QUERIES.labels(verb if verb in VERBS else "other").observe(time.perf_counter() - began)

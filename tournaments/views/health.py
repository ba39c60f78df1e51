"""For who watches over the servers, not for people: is the process alive, is it ready, what does it count.

    /healthz   200 while the process answers; asks nobody
    /readyz    200 while evenings can go on; 503 without a database, or with one older than the program
    /metrics   for Prometheus; from this machine, from METRICS_FROM, or with METRICS_TOKEN

``Probes`` answers them before anything else looks at the request: they are in no log and no limit, whatever
the host they are asked under, and no redirect to https stands before them. Without Redis a process is ready:
it is slower, and says so.
"""

from __future__ import annotations

import contextlib
import ipaddress
import secrets
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any

import redis
from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.urls import path
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from tournaments.heard import shared, worker_heard
from tournaments.models import Job

QUEUE = "pozzetto"


def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return _uncached(JsonResponse({"alive": True}))


def readyz(request: HttpRequest) -> HttpResponse:
    """Whether requests may be sent here, and how it stands with everything that is asked for an answer."""
    database, problem = _database()
    told = {
        "ready": not problem,
        "database": database,
        "redis": _redis(),
        "worker": _worker(),
    }
    return _uncached(JsonResponse(told, status=503 if problem else 200))


def _database() -> tuple[str, bool]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        missing = _not_applied()
    except (DatabaseError, InterfaceError):
        return "does not answer", True
    if missing:
        return f"migrations to apply: {', '.join(missing)}", True
    return "answers", False


_all_applied = False


def _not_applied() -> list[str]:
    """Migrations this program has and the database has not. Once there were none it stays so."""
    global _all_applied  # noqa: PLW0603 - of this process, as the program is
    if _all_applied:
        return []
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    _all_applied = not plan
    return [f"{migration.app_label}.{migration.name}" for migration, _back in plan]


def _redis() -> str:
    if not settings.REDIS_URL:
        return "not used"
    try:
        shared().ping()
    except redis.RedisError:
        return "away: slower"
    return "answers"


def _worker() -> str:
    if not settings.REDIS_URL:
        return "not used: long work is done in this process"
    seconds = worker_heard()
    return "not heard of" if seconds is None else f"heard of {seconds} s ago"


def metrics(request: HttpRequest) -> HttpResponse:
    """Everything this process has counted; for others the address does not exist."""
    if not _may_read(request):
        return HttpResponse(status=404)
    return _uncached(HttpResponse(generate_latest(REGISTRY), content_type=CONTENT_TYPE_LATEST))


def _may_read(request: HttpRequest) -> bool:
    token = settings.METRICS_TOKEN
    shown = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if token and secrets.compare_digest(shown.encode(), token.encode()):
        return True
    try:
        address = ipaddress.ip_address(request.META.get("REMOTE_ADDR", ""))
    except ValueError:
        return False
    return any(address in network for network in _networks(tuple(settings.METRICS_FROM)))


@lru_cache(maxsize=4)
def _networks(told: tuple[str, ...]) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    return tuple(ipaddress.ip_network(one.strip(), strict=False) for one in told)


class Waiting(Collector):
    """What waits, asked when the metrics are: jobs by state, and messages in the queue of the workers."""

    def describe(self) -> Iterable[Metric]:
        return ()

    def collect(self) -> Iterator[Metric]:
        # What cannot be asked now is told by /readyz; the other figures are wanted all the same.
        with contextlib.suppress(DatabaseError, InterfaceError):
            found = dict(Job.objects.order_by().values_list("state").annotate(Count("pk")))
            jobs = GaugeMetricFamily("pozzetto_jobs", "Long work, by state.", labels=["state"])
            for state in Job.State.values:
                jobs.add_metric([state], found.get(state, 0))
            yield jobs
        if settings.REDIS_URL:
            with contextlib.suppress(redis.RedisError):
                length = float(shared().llen(QUEUE))  # type: ignore[arg-type]
                yield GaugeMetricFamily("pozzetto_queue_length", "Messages for the workers.", value=length)


REGISTRY.register(Waiting())


def _uncached(answer: HttpResponse) -> HttpResponse:
    answer["Cache-Control"] = "no-store"
    return answer


View = Callable[[HttpRequest], HttpResponse]
VIEWS: dict[str, View] = {"/healthz": healthz, "/readyz": readyz, "/metrics": metrics}


class Probes:
    """The first middleware of all: what is in ``VIEWS`` is answered here and goes no further."""

    def __init__(self, get_response: Callable[[HttpRequest], Any]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        view = VIEWS.get(request.path_info)
        if view is None:
            return self.get_response(request)
        answer = view(request)
        # What the middleware behind this one gives every other answer, as far as it means anything here.
        answer["X-Content-Type-Options"] = "nosniff"
        answer["Content-Security-Policy"] = "default-src 'none'; frame-ancestors 'none'"
        return answer


urls = [path(address[1:], view, name=address[1:]) for address, view in VIEWS.items()]

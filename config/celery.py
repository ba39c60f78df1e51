"""The Celery application: how jobs travel on Redis, and what happens by the clock.

    celery -A config.celery worker          # as many as there are cores; each takes one job at a time
    celery -A config.celery beat            # exactly one

A task is acknowledged when it is done, not when it is taken: one whose worker is killed goes back into the
queue. What is carried in messages is a job's number; what came of it is in its row of the database, so that
Redis may forget everything and nothing is lost.
"""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.schedules import crontab
from celery.signals import heartbeat_sent, worker_ready

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.apps import apps
from django.conf import settings

if not apps.ready:
    django.setup()

from config.broker import outlive_redis
from tournaments.desk.jobs.working import MOST_SECONDS
from tournaments.desk.schedule import SCHEDULE, Daily
from tournaments.heard import worker_lives


def beat_schedule() -> dict[str, dict[str, Any]]:
    """What the desk does by the clock, as beat wants it said."""
    return {
        name: {
            "task": "tournaments.tasks.by_the_clock",
            "args": [name],
            "schedule": crontab(hour=str(when.hour), minute=str(when.minute))
            if isinstance(when, Daily)
            else float(when),
            # What beat could not hand over in time is not handed over later, twice.
            "options": {"expires": 3600.0 if isinstance(when, Daily) else float(when)},
        }
        for name, (when, _what) in SCHEDULE.items()
    }


app = Celery("pozzetto")
app.conf.update(
    broker_url=settings.REDIS_URL or "memory://",
    # None: what came of a job is in its row, and expires there. A backend of results would also keep
    # whoever asks waiting for 20 seconds while Redis is away.
    result_backend=None,
    task_ignore_result=True,
    accept_content=["json"],
    task_serializer="json",
    task_default_queue="pozzetto",
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    worker_prefetch_multiplier=1,
    worker_max_tasks_per_child=200,
    worker_hijack_root_logger=False,
    # A job ends itself after MOST_SECONDS; these are for one that hangs and no longer asks.
    task_soft_time_limit=MOST_SECONDS + 120,
    task_time_limit=MOST_SECONDS + 180,
    # Longer than any task may take: what is being done is not handed to a second worker.
    broker_transport_options={
        "visibility_timeout": MOST_SECONDS + 1800,
        "socket_connect_timeout": 2,
        "socket_timeout": 5,
        "retry_on_timeout": True,
    },
    broker_connection_timeout=2,
    broker_connection_retry_on_startup=True,
    # None: a worker asks for Redis again however long it is away.
    broker_connection_max_retries=None,
    timezone=settings.TIME_ZONE,
    beat_schedule=beat_schedule(),
    beat_schedule_filename=str(settings.VAR_DIR / "beat"),
)
app.set_default()
outlive_redis()
app.autodiscover_tasks(["tournaments"])
# So that /readyz can say whether a worker is there.
worker_ready.connect(worker_lives)
heartbeat_sent.connect(worker_lives)

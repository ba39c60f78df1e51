"""How a job gets from whoever asks to whoever does it.

With ``REDIS_URL``: through Celery to a worker. Without, on one laptop: a process that serves pages does it in
one thread of its own, so that no page waits, one job after the other; a command or a test does it at once.
"""

from __future__ import annotations

import logging
import queue
import threading
import uuid

from django.conf import settings
from django.db import connections, transaction
from django.utils.module_loading import import_string

log = logging.getLogger(__name__)

TASK = "tournaments.tasks.run_job"
RUN = "tournaments.desk.jobs.run"
SWEEP = "tournaments.desk.jobs.sweeping.sweep"
APP = "config.celery.app"

in_background = False
"""Whether this process serves pages and so works in a thread; set by the doors of the server."""


class _Worker:
    """One thread that does what is put in its line; started with the first job, ended with the process."""

    def __init__(self) -> None:
        self.line: queue.SimpleQueue[uuid.UUID] = queue.SimpleQueue()
        self.known: set[uuid.UUID] = set()
        self.lock = threading.Lock()
        self.thread: threading.Thread | None = None

    def put(self, job_id: uuid.UUID) -> None:
        with self.lock:
            if job_id in self.known:
                return
            self.known.add(job_id)
            self.line.put(job_id)
            if self.thread is None or not self.thread.is_alive():
                self.thread = threading.Thread(target=self._work, name="jobs", daemon=True)
                self.thread.start()

    def _work(self) -> None:
        run, sweep = import_string(RUN), import_string(SWEEP)
        while True:
            job_id = self.line.get()
            try:
                run(job_id)
                sweep()  # on one laptop nobody else does it by the clock
            except Exception:
                # Told to the log; the job itself says that it failed. The thread goes on to the next one.
                log.exception("job %s", job_id)
            finally:
                with self.lock:
                    self.known.discard(job_id)
                connections.close_all()


_worker = _Worker()


def works_apart() -> bool:
    """Whether jobs are done beside whoever asked: by a worker, or by the thread of a server."""
    return bool(settings.REDIS_URL) or in_background


def send(job_id: uuid.UUID) -> bool:
    """Send a job off once what was written is committed; False where the queue cannot be reached.

    A job that could not be sent stays waiting, and is sent again by the next look at its page or by the
    minute's round of the scheduler.
    """
    if settings.REDIS_URL:
        if not transaction.get_connection().in_atomic_block:
            return _to_celery(job_id)
        transaction.on_commit(lambda: _to_celery(job_id))
        return True
    if in_background:
        transaction.on_commit(lambda: _worker.put(job_id))
        return True
    import_string(RUN)(job_id)
    return True


def _to_celery(job_id: uuid.UUID) -> bool:
    # Named, not imported: a quarter of a second that a laptop without Redis does not pay.
    from kombu.exceptions import OperationalError  # noqa: PLC0415

    try:
        import_string(APP).send_task(TASK, [str(job_id)], retry=False)
    except (OperationalError, OSError) as error:
        log.warning("job %s waits, the queue cannot be reached: %s", job_id, error)
        return False
    return True

"""Waitress as four hundred phones need it: connections that outlive a "nothing new", and room for all."""

from __future__ import annotations

import os

from waitress.channel import HTTPChannel
from waitress.task import WSGITask

# select() on Windows takes 512 sockets and no more; elsewhere poll() is asked, which takes any number.
USE_POLL = os.name != "nt"
MOST_CONNECTIONS = 4_000 if USE_POLL else 450


class Task(WSGITask):  # type: ignore[misc]  # (waitress has no types)
    """Waitress hangs up after an answer that has no length, and a 304 has none: it ends with its headers
    (RFC 9112, section 6.3), so the next question may come on the same connection."""

    def build_response_header(self) -> bytes:
        self.ends_with_headers = not self.has_body and self.version == "1.1" and not self.close_on_finish
        if self.request.headers.get("CONNECTION", "").lower() == "close":
            self.ends_with_headers = False
        return bytes(super().build_response_header())

    def set_close_on_finish(self) -> None:
        if not getattr(self, "ends_with_headers", False):
            super().set_close_on_finish()


class Channel(HTTPChannel):  # type: ignore[misc]
    task_class = Task

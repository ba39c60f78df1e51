"""Waitress as four hundred phones need it: connections that outlive a "nothing new", and room for all."""

from __future__ import annotations

import os

from waitress.channel import HTTPChannel
from waitress.task import ErrorTask, WSGITask

# select() on Windows takes 512 sockets and no more; elsewhere poll() is asked, which takes any number.
USE_POLL = os.name != "nt"
MOST_CONNECTIONS = 4_000 if USE_POLL else 450

# An archive of evenings, which lies on the disk while it is read, and what a form puts around it; the pages
# that take a file have lower limits of their own.
MOST_BYTES = 201_000_000
TOLD = {
    400: "La richiesta non si capisce. / The request makes no sense.",
    413: "Il file è troppo grande: al massimo 200 MB. / The file is too big: at most 200 MB.",
    431: "La richiesta ha troppe intestazioni. / The request has too many headers.",
}


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


class Refusal(ErrorTask):  # type: ignore[misc]
    """What is refused before any page is asked: said in both languages, and nothing else read into it."""

    def execute(self) -> None:
        error = self.request.error
        told = TOLD.get(error.code, f"{error.code} {error.reason}")
        body = f"{told}\n".encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers += [
            ("Content-Type", "text/plain; charset=utf-8"),
            ("X-Content-Type-Options", "nosniff"),
            ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
        ]
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):  # type: ignore[misc]
    task_class = Task
    error_task_class = Refusal

"""How the log is written: JSON, one object a line, for machines; plain lines for people at a terminal.

On a terminal nothing is said below WARNING unless ``LOG_LEVEL`` asks for it, so a laptop in the hall shows
its address and is quiet. Elsewhere each request has its line (``tournaments.views.request_log``).
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Mapping, MutableMapping
from typing import Any

import structlog

REQUESTS = "pozzetto.requests"
# What a database adds to an error: the row it stumbled over, with everything in it.
_ROWS = re.compile(r"(?m)^\s*(DETAIL|CONTEXT|QUERY|PARAMETERS):.*$")


def on_a_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


class WithoutSecrets(logging.Filter):
    """Leaves codes and tokens out of every line, and Django's own lines about requests altogether.

    Those hold the bare path, and say what the one line of the request says.
    """

    def filter(self, record: logging.LogRecord) -> bool:
        if record.name == "django.request" and hasattr(record, "status_code"):
            # Only what broke before or behind our own line is still to be told.
            request = getattr(record, "request", None)
            if record.levelno < logging.ERROR or hasattr(request, "request_id"):
                return False
        if isinstance(record.msg, str):
            from tournaments.views.request_log import masked  # noqa: PLC0415 - needs the settings

            text = record.getMessage()
            told = masked(text)
            if told != text:
                record.msg, record.args = told, ()
        return True


def exception_told(_logger: Any, _name: str, told: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """The traceback as text, without the rows a database quotes."""
    error = told.pop("exc_info", None)
    if error is True:
        error = sys.exc_info()
    if isinstance(error, tuple):
        error = error[1]
    if isinstance(error, BaseException):
        lines = traceback.format_exception(type(error), error, error.__traceback__)
        told["exception"] = _ROWS.sub(r"\1: left out", "".join(lines))
    return told


def as_a_line(_logger: Any, _name: str, told: MutableMapping[str, Any]) -> str:
    """A line for people: when, how bad, what; then the rest by name."""
    when, level, event = told.pop("timestamp"), told.pop("level").upper(), told.pop("event")
    exception = told.pop("exception", "")
    name = told.pop("logger", "")
    rest = " ".join(f"{key}={value}" for key, value in told.items() if value is not None)
    line = f"{when} {level} {name}: {event}" + (f" {rest}" if rest else "")
    return f"{line}\n{exception.rstrip()}" if exception else line


def _shared() -> list[Any]:
    """What is done to every line, whoever writes it."""
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def configure() -> None:
    """Let structlog's loggers write through those of the standard library."""
    structlog.configure(
        processors=[*_shared(), structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def logging_settings(level: str, *, terminal: bool) -> dict[str, Any]:
    """``LOGGING``. ``level``: as ``LOG_LEVEL`` says, or empty."""
    line = as_a_line if terminal else structlog.processors.JSONRenderer(ensure_ascii=False, default=str)
    remove = structlog.stdlib.ProcessorFormatter.remove_processors_meta
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "told": {
                "()": "structlog.stdlib.ProcessorFormatter",
                "processors": [remove, exception_told, line],
                "foreign_pre_chain": _shared(),
            }
        },
        "filters": {"without_secrets": {"()": WithoutSecrets}},
        "handlers": {
            "console": {
                "class": "logging.StreamHandler",
                "formatter": "told",
                "filters": ["without_secrets"],
            }
        },
        "loggers": {
            # Twenty phones asking at once is an evening, not a warning.
            "waitress.queue": {"level": "ERROR"},
            # With its parameters, a query is somebody's data.
            "django.db.backends": {"level": "INFO"},
            # It writes down who tried to sign in, from where; that is kept in the database.
            "axes": {"level": "ERROR"},
            REQUESTS: {"level": level or ("WARNING" if terminal else "INFO")},
        },
        "root": {"handlers": ["console"], "level": level or "WARNING"},
    }

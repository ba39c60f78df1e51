"""One file at a time is taken apart in a process, from whatever door it comes."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager

# Reading takes memory thirty times the part it reads: one after the other, whoever sends them.
_READING = threading.BoundedSemaphore(1)


@contextmanager
def reading() -> Iterator[None]:
    """Wait for one's turn."""
    with _READING:
        yield

"""Locks that the system lets go of when their holder dies, however it dies. Standard library only.

The files themselves stay and mean nothing; only who holds them does.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO

_Try = Callable[[int], bool]


@contextlib.contextmanager
def alone(path: Path) -> Iterator[None]:
    """Hold the lock file ``path`` for a while; a second process (or thread) waits its turn."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a+") as file:
        _lock(file.fileno())
        try:
            yield
        finally:
            _unlock(file.fileno())


class InUse:
    """Says that a database is being served: any number of servers, or one who wants it for himself.

    ``share()`` is for a server, ``take()`` for who replaces the file; each returns False at once where the
    other kind is there. ``release()`` ends it, and so does the end of the process.

    >>> import tempfile
    >>> there = Path(tempfile.mkdtemp()) / "evening.sqlite3"
    >>> server, another, restorer = InUse(there), InUse(there), InUse(there)
    >>> server.share(), another.share(), restorer.take()
    (True, True, False)
    >>> server.release(), another.release(), restorer.take(), server.share()
    (None, None, True, False)
    >>> restorer.release()
    """

    def __init__(self, database: Path) -> None:
        self.path = database.with_name(f".{database.name}.in-use")
        self._file: IO[str] | None = None

    def share(self) -> bool:
        return self._try(_try_shared)

    def take(self) -> bool:
        return self._try(_try_all)

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def _try(self, how: _Try) -> bool:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        file = self.path.open("a+")
        if how(file.fileno()):
            self._file = file
            return True
        file.close()
        return False

    def __enter__(self) -> InUse:
        return self

    def __exit__(self, *_error: object) -> None:
        self.release()


if os.name == "nt":
    import msvcrt

    SEATS = 64  # Windows has no shared locks here: each server takes a byte of its own

    def _lock(descriptor: int) -> None:
        while True:
            os.lseek(descriptor, 0, os.SEEK_SET)
            try:
                msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)  # type: ignore[attr-defined]
            except OSError:  # ten tries of one second each are over: the other one is still at work
                continue
            return

    def _unlock(descriptor: int) -> None:
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined]

    def _try_at(descriptor: int, place: int, length: int) -> bool:
        os.lseek(descriptor, place, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, length)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True

    def _try_shared(descriptor: int) -> bool:
        return any(_try_at(descriptor, place, 1) for place in range(SEATS))

    def _try_all(descriptor: int) -> bool:
        return _try_at(descriptor, 0, SEATS)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX)

    def _unlock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_UN)

    def _try(descriptor: int, how: int) -> bool:
        try:
            fcntl.flock(descriptor, how | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _try_shared(descriptor: int) -> bool:
        return _try(descriptor, fcntl.LOCK_SH)

    def _try_all(descriptor: int) -> bool:
        return _try(descriptor, fcntl.LOCK_EX)

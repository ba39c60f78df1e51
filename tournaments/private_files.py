"""Secrets the installation makes for itself, in files only their owner can read. Standard library only."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
import time
from pathlib import Path

PATIENCE = 2.0  # seconds given to another process to finish writing the key


class UnusableSecretError(RuntimeError):
    """A secret is there and is none: empty or unreadable. Nobody but its owner knows whether it is missed."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(f"{path} is {why}: delete it and start again to make a new key")
        self.path = path
        self.why = why


def private_key(path: Path) -> str:
    """The secret kept at ``path``, made on first use in a file only its owner can read.

    Processes starting at once agree on one key: each writes a file of its own and tries to give it the
    final name, which succeeds once. So the named file is never seen half written, not even after a
    power cut. Where the disk knows no second names (a FAT memory stick) the file is created exclusively
    and a reader waits for its content. Raises ``UnusableSecretError`` for a file that holds no key.
    """
    if not path.exists():
        _make_key(path)
    deadline = time.monotonic() + PATIENCE
    while not (key := _read_key(path)):
        if time.monotonic() > deadline:
            raise UnusableSecretError(path, "empty")
        time.sleep(0.02)
    return key


def _read_key(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii").strip()
    except UnicodeDecodeError as error:
        raise UnusableSecretError(path, "not text") from error
    except OSError as error:
        raise UnusableSecretError(path, error.strerror or "unreadable") from error


def _make_key(path: Path) -> None:
    descriptor, draft = tempfile.mkstemp(prefix=".secret_key-", dir=path.parent)  # mode 0600
    try:
        _write_key(descriptor)
        try:
            os.link(draft, path)
        except FileExistsError:
            return
        except OSError:
            with contextlib.suppress(FileExistsError):
                _write_key(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    finally:
        Path(draft).unlink()


def _write_key(descriptor: int) -> None:
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(secrets.token_urlsafe(50))
        file.flush()
        os.fsync(file.fileno())

"""Secrets the installation makes for itself, in files only their owner can read. Standard library only."""

from __future__ import annotations

import contextlib
import os
import secrets
import tempfile
import time
from pathlib import Path

PATIENCE = 2.0  # seconds given to another process to finish writing the key


def private_key(path: Path) -> str:
    """The secret kept at ``path``, made on first use in a file only its owner can read.

    Processes starting at once agree on one key: each writes a file of its own and tries to give it the
    final name, which succeeds once. So the named file is never seen half written, not even after a
    power cut. Where the disk knows no second names (a FAT memory stick) the file is created exclusively
    and a reader waits for its content.
    """
    if not path.exists():
        _make_key(path)
    deadline = time.monotonic() + PATIENCE
    while not (key := path.read_text(encoding="ascii").strip()):
        if time.monotonic() > deadline:
            raise RuntimeError(f"{path} is empty: delete it and start again to make a new key")
        time.sleep(0.02)
    return key


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

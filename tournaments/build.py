"""Which build of the program this is, on which life of the database: part of everything browsers keep."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from django.conf import settings

from tournaments.epoch import epoch

KINDS = frozenset({".html", ".py", ".css", ".js", ".svg", ".mo", ".po"})


def fingerprint() -> str:
    """The build and the epoch: after a new release or a restore nothing kept before is right any more."""
    return f"{_build()}.{epoch()}"


@lru_cache(maxsize=1)
def _build() -> str:
    """A digest of the program's own files: what a page looks like hangs on all of them."""
    digest = hashlib.sha256()
    base = settings.BASE_DIR
    for folder in ("templates", "tournaments", "scoring"):
        for path in sorted((base / folder).rglob("*")):
            if path.is_file() and path.suffix in KINDS:
                digest.update(path.relative_to(base).as_posix().encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]

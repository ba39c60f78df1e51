"""The tests that touch the database, on a private PostgreSQL: ``python -m tests.house.on_postgres PATHS``."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.house.missing import strict
from tests.house.services import Postgres


def main(arguments: list[str]) -> int:
    if not arguments:
        print("no tests named for PostgreSQL", file=sys.stderr)
        return 2
    try:
        server = Postgres()
    except (pytest.skip.Exception, pytest.fail.Exception) as told:
        print(f"\n!!! {told}\n", file=sys.stderr)
        return int(strict())
    with server:
        environment = {**os.environ, "DATABASE_URL": server.url}
        return subprocess.call([sys.executable, "-m", "pytest", *arguments], env=environment)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

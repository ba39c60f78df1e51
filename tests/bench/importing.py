"""One import in a process of its own, to see its time and its memory; the database is rolled back."""

import sys
import time
from pathlib import Path

import django

if __name__ == "__main__":
    django.setup()

from django.db import transaction

from tests.bench.memory import peak_memory
from tournaments.desk.change import Actor
from tournaments.desk.imports import import_event
from tournaments.models import Source
from tournaments.spreadsheets import read_event


def main() -> None:
    start = time.perf_counter()
    with transaction.atomic():
        import_event(read_event(Path(sys.argv[1])), by=Actor("bench", Source.IMPORT))
        took = (time.perf_counter() - start) * 1000
        transaction.set_rollback(True)
    print(f"{took:.1f} {peak_memory():.1f}")


if __name__ == "__main__":
    main()

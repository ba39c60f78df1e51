"""One import in a process of its own, to see its time and its memory; the database is rolled back."""

import sys
import time
from pathlib import Path

import django

django.setup()

from django.db import transaction  # noqa: E402

from tests.bench.memory import peak_memory  # noqa: E402
from tournaments.desk.change import Actor  # noqa: E402
from tournaments.desk.imports import import_event  # noqa: E402
from tournaments.models import Source  # noqa: E402
from tournaments.spreadsheets import read_event  # noqa: E402

start = time.perf_counter()
with transaction.atomic():
    import_event(read_event(Path(sys.argv[1])), by=Actor("bench", Source.IMPORT))
    took = (time.perf_counter() - start) * 1000
    transaction.set_rollback(True)
print(f"{took:.1f} {peak_memory():.1f}")

"""An export in a process of its own, to see its time and its memory: ``python -m tests.bench.season 2025``,
or the slug of an event."""

import sys
import tempfile
import time
from pathlib import Path

import django

if __name__ == "__main__":
    django.setup()

from tests.bench.memory import peak_memory
from tournaments.boards.exports import WHAT, Scope
from tournaments.desk.exports import ExportPlan, write_export
from tournaments.models import Event


def main(of: str) -> None:
    if of.isdigit():
        scope = Scope(first=int(of), last=int(of))
    else:
        scope = Scope(event=Event.objects.select_related("club").get(slug=of))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "export.xlsx"
        start = time.perf_counter()
        write_export(path, ExportPlan(WHAT, scope, "xlsx"))
        took = (time.perf_counter() - start) * 1000
        print(f"{took:.1f} {peak_memory():.1f} {path.stat().st_size} {scope.events.count()}")


if __name__ == "__main__":
    main(sys.argv[1])

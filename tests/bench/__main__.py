"""``make bench``: everything that has a goal, measured on this machine and printed."""

from __future__ import annotations

import datetime
import os
import platform
import sys
import tempfile
from pathlib import Path


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="pozzetto-bench-") as folder:
        os.environ.update(
            VAR_DIR=folder, DJANGO_SETTINGS_MODULE="config.settings", ALLOWED_HOSTS="testserver"
        )
        import django

        django.setup()
        from django.core.management import call_command
        from django.test.utils import override_settings

        call_command("migrate", verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)
        from tests.bench import desk, draws, events, lists, scores
        from tests.bench.measure import table

        print(_machine(), flush=True)
        with override_settings(LOGGING_CONFIG=None):
            measured = [*draws.figures(), *events.figures(Path(folder)), *desk.figures()]
            print(table([*measured, *lists.figures(), *scores.figures()]))


def _machine() -> str:
    cores = os.cpu_count()
    today = datetime.datetime.now().astimezone().date().isoformat()
    python = platform.python_version()
    return f"{today}, {platform.machine()}, {cores} cores, Python {python}, {sys.platform}. Medians."


if __name__ == "__main__":
    main()

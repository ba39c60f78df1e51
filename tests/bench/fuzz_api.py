"""``make fuzz-api``: thousands of made-up requests over the whole OpenAPI document, at a server as it runs.

Each round has a server and a filled evening of its own, because made-up requests also close rounds and
archive events. The first round sends requests at random and sequences in which one answer feeds the next
request; the second each bound and each wrong value of everything, once; the next are like the first with
other seeds, until there were enough. Prints how many
requests, how many answers of 5xx, and everything that was answered otherwise than the document says.
``FUZZ_REQUESTS=20000`` for more, ``FUZZ_SEED=3`` for others. Exit code 1 if anything was found.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.request import urlopen

from tests.api.fuzzing import Figures, narrowed, run, schema_at, settings_of
from tests.house.real_server import RealServer

WANTED = int(os.environ.get("FUZZ_REQUESTS") or 5000)
SEED = int(os.environ.get("FUZZ_SEED") or 1)
EXAMPLES, STEPS = 12, 8
OFTEN = "1000000/min"


def main() -> int:
    if sys.argv[1:] == ["prepare"]:
        return _prepare()
    total = Figures()
    seed = SEED
    while total.requests < WANTED or seed < SEED + 2:
        figures = _round(seed, every_value=seed == SEED + 1)
        print(f"--- seed {seed}", *figures.lines(), sep="\n", flush=True)
        _add(total, figures)
        seed += 1
    print("--- all together", *total.lines(), sep="\n", flush=True)
    return 1 if total.server_errors or total.violations or total.errors else 0


def _round(seed: int, *, every_value: bool) -> Figures:
    with tempfile.TemporaryDirectory(prefix="pozzetto-fuzz-") as folder:
        rates = {"API_RATE_ANYBODY": OFTEN, "API_RATE_CALLER": OFTEN, "LOG_LEVEL": "ERROR"}
        server = RealServer(Path(folder), {"ALLOWED_HOSTS": "127.0.0.1", **rates})
        try:
            prepared = _prepared(server.environment)
            server.start()
            with urlopen(f"{server.url}/api/v1/openapi.json") as answer:  # noqa: S310 -- our own server
                document = narrowed(json.load(answer), prepared["known"])
            config = settings_of(
                examples=EXAMPLES, seed=seed, steps=STEPS, token=prepared["token"], every_value=every_value
            )
            figures = run(schema_at(server.url, document, config))
            if figures.server_errors:
                print(server.told()[-5000:])
        finally:
            server.close()
    return figures


def _prepared(environment: dict[str, str]) -> dict[str, Any]:
    """The evening, made by another process: this one knows nothing of the database."""
    command = [sys.executable, "-m", "tests.bench.fuzz_api", "prepare"]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _prepare() -> int:
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    from tests.api.callers import a_token
    from tests.api.doors import a_house
    from tests.api.fuzzing import known_of

    house = a_house()
    _token, secret = a_token(house.running.club, "director")
    print(json.dumps({"token": secret, "known": known_of(house)}))
    return 0


def _add(total: Figures, figures: Figures) -> None:
    total.requests += figures.requests
    total.operations |= figures.operations
    total.statuses = Counter(total.statuses) + Counter(figures.statuses)
    total.phases = Counter(total.phases) + Counter(figures.phases)
    total.violations = {**figures.violations, **total.violations}
    total.errors += figures.errors


if __name__ == "__main__":
    raise SystemExit(main())

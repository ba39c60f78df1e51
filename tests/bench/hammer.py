"""``make bench-hammer``, ``make bench-kill``: many people post results at once, and the server is killed.

On SQLite, or on the database of ``DATABASE_URL``, which has to be an empty one.
"""

from __future__ import annotations

import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from tests.bench.measure import Figure, table
from tests.house.hall import Hall
from tests.house.hammer import Hammer, held_against
from tests.house.kills import Kills
from tests.house.real_server import RealServer

THREADS = 50
POSTS = int(os.environ.get("BENCH_POSTS") or 100)
KILLS = int(os.environ.get("BENCH_KILLS") or 30)


def main(what: str) -> None:
    url = os.environ.get("DATABASE_URL", "")
    with tempfile.TemporaryDirectory(prefix="pozzetto-hammer-") as name:
        server = RealServer(Path(name), {"DATABASE_URL": url} if url else None)
        try:
            print(table(_killed(server) if what == "kill" else _hammered(server)), flush=True)
        finally:
            server.close()


def _hammered(server: RealServer) -> list[Figure]:
    hammer = Hammer(Hall.opened(server), threads=THREADS, posts=POSTS)
    start = time.monotonic()
    hammer.run()
    took = time.monotonic() - start
    held_against(hammer, hammer.hall.told())
    return [
        Figure("people, posts answered", f"{THREADS}", f"{THREADS}, {hammer.answered:,}"),
        Figure("a second", "", f"{hammer.answered / took:,.0f}"),
        *_told(hammer),
    ]


def _killed(server: RealServer) -> list[Figure]:
    kills = Kills(server, kills=KILLS)
    start = time.monotonic()
    kills.run()
    took = time.monotonic() - start
    return [
        Figure("kills in the middle of the load", "30", f"{len(kills.back_after)} in {took:,.0f} s"),
        Figure("people who went on asking", f"{THREADS}", f"{kills.threads}"),
        Figure("results whose answer was lost at least once", "", f"{kills.lost_answers:,}"),
        Figure("the server is back, median", "", f"{statistics.median(kills.back_after):,.1f} s"),
        *_told(kills.hammer),
    ]


def _told(hammer: Hammer) -> list[Figure]:
    stored = sum(sent.stored for sent in hammer.sent)
    answers = ", ".join(f"{what}: {number:,}" for what, number in sorted(hammer.statuses.items()))
    return [
        Figure("results acknowledged, each there exactly once", "all", f"{stored:,}"),
        Figure("acknowledged and lost, stored twice, holes in the journal", "0", "0"),
        Figure("answers of 500 and more, “database is locked”", "0", f"{len(hammer.troubles)}"),
        Figure("answers", "", answers),
    ]


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "hammer")

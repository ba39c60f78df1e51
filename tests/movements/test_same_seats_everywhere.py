"""The same tournament gets the same seats on every machine: nothing hangs on the order of a set."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

SCRIPT = """
from tournaments.movements import byes, danish, first_round, individual, mitchell, round_robin
from tournaments.movements.programme import parse, problems

names = [f"Pair {n}" for n in range(31)]
clubs = [set(names[n::5]) for n in range(5)]
wishes = {(names[0], names[1]), (names[2], names[7])}

print(first_round.by_lot(names, "seed", apart=clubs, wishes=wishes))
lines = first_round.mitchell_lines(names, 4, apart=[set(names[:20])], apart_rounds=4, lines={names[5]: "ns"})
print(lines)
history = mitchell.schedule(lines.ns, lines.ew, 4)
for kind in danish.Kind:
    draw = danish.draw(names, history, kind, apart=clubs, wishes=wishes)
    print(draw, [draw.why(table) for table in range(1, 16)])
    print(danish.review(draw.pairings, history, kind, apart=[set(names)], wishes=wishes))
    history.append(draw.pairings)
met = {name: set(names) - {name} - set(names[::3]) for name in names[:30]}
print(danish.pair(names[:30], met), danish.repeats(danish.pair(names[:30], met), met))
print(byes.who_rests(names, {name: 1 for name in set(names[20:])}))
print(round_robin.schedule(names), individual.schedule(names[:22], 5))
print([str(s) for s in problems(parse("Mitchell 20 passo 3; svizzero 20; all'italiana 3"), 31)])
"""


def seats(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def test_the_order_of_sets_decides_nothing() -> None:
    first, *others = [seats(hash_seed) for hash_seed in ("0", "1", "2026")]
    assert len(first) > 10_000
    assert all(other == first for other in others)

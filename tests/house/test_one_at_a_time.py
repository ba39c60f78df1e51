"""While the house is being put in order, one process at a time."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from config.first_start import alone
from tests.house.copies import ROOT

VISIT = """
import sys, time, pathlib
from config.first_start import alone
book = pathlib.Path(sys.argv[2])
with alone(pathlib.Path(sys.argv[1])):
    for word in ("in", "out"):
        with book.open("a") as page:
            page.write(word + "\\n")
        time.sleep(0.05)
"""
STAY = """
import sys, time, pathlib
from config.first_start import alone
with alone(pathlib.Path(sys.argv[1])):
    print("inside", flush=True)
    time.sleep(60)
"""


def test_processes_that_start_at_once_take_turns(tmp_path: Path) -> None:
    lock, book = tmp_path / "folder to be made" / "lock", tmp_path / "book"
    command = [sys.executable, "-c", VISIT, str(lock), str(book)]
    visitors = [subprocess.Popen(command, cwd=ROOT) for _ in range(5)]
    assert [visitor.wait(30) for visitor in visitors] == [0] * 5
    assert book.read_text().split() == ["in", "out"] * 5


def test_a_holder_that_is_killed_keeps_nobody_out(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with subprocess.Popen(
        [sys.executable, "-c", STAY, str(lock)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "inside\n"
        holder.kill()
    with alone(lock):
        assert lock.exists()

"""A worker is killed with SIGKILL in the middle of its job: another finishes it; nothing double or half."""

from __future__ import annotations

import os
import signal
from pathlib import Path

from openpyxl import load_workbook

from tests.jobs.installation import Installation

EVENINGS = 6


def test_an_export_whose_worker_was_killed_is_finished_by_another_and_is_whole(
    federation: Installation,
) -> None:
    federation.do("evenings", str(EVENINGS))
    first = federation.start_worker()
    with federation.held("journalline"):
        job = federation.do("export", "xlsx")
        # The standings are done, the journal is not: its worker stands before the lock.
        federation.wait_for("the middle of the export", lambda: federation.job(job)["done"] == EVENINGS)
        federation.wait_for("the journal", federation.is_waiting_for_a_lock)
        assert federation.job(job)["total"] == 2 * EVENINGS
        federation.kill(first)
    assert federation.job(job)["state"] == "running"
    assert federation.do("path", job) == ""

    federation.start_worker()
    federation.silence(job)
    assert federation.do("look", job) is True
    done = federation.wait_for_state(job, "done", "failed")
    assert (done["state"], done["done"], done["total"]) == ("done", 2 * EVENINGS, 2 * EVENINGS)
    book = load_workbook(Path(federation.do("path", job)), read_only=True)
    standings, journal = (list(sheet.iter_rows(values_only=True)) for sheet in book.worksheets)
    assert len(standings) == 1 + 8 * EVENINGS
    assert len(journal) == 1 + federation.count("journalline")
    assert len(set(standings)) == len(standings)
    assert federation.do("parts") == []


def test_an_archive_whose_worker_was_killed_goes_on_with_the_next_evening(federation: Installation) -> None:
    first = federation.start_worker()
    job = federation.do("archive", str(EVENINGS))
    federation.wait_for("the first evening", lambda: federation.count("event") >= 1)
    # Whatever evening comes next stops where its standings are published, in its transaction.
    with federation.held("publication"):
        federation.wait_for(
            "the middle of an evening",
            lambda: federation.is_waiting_for_a_lock() or federation.job(job)["state"] != "running",
        )
        before = federation.count("event")
        assert 1 <= before < EVENINGS
        federation.kill(first)
    federation.wait_for("the end of what was begun", lambda: not federation.is_waiting_for_a_lock())
    assert federation.count("event") == before

    federation.start_worker()
    federation.silence(job)
    assert federation.do("take_up") == 1
    done = federation.wait_for_state(job, "done", "failed")
    assert done["state"] == "done"
    assert done["message"]["with"] == {"loaded": EVENINGS, "here": 0, "failed": 1}
    assert [one["about"] for one in done["problems"]] == ["zz-rotto.xlsx"]
    assert federation.count("event") == EVENINGS
    assert federation.ask("SELECT name FROM tournaments_event GROUP BY name HAVING count(*) > 1") == []
    # Each evening is whole: two closed rounds of four tables, every one with its result.
    assert federation.count("round") == 2 * EVENINGS
    assert federation.count("result") == 8 * EVENINGS


def test_a_list_of_players_whose_worker_was_killed_is_stored_once_and_whole(
    federation: Installation,
) -> None:
    count = 3000
    first = federation.start_worker()
    job = ""
    with federation.held("circuit") as other:
        # Somebody is just giving away a card in the middle of the list, and has not decided yet.
        other.execute(
            "INSERT INTO tournaments_player (surname, first_name, name_key, card_number, card_kind, sex,"
            " phone, email) VALUES ('Neri', 'Ugo', 'neri ugo', 'PV02750', '', '', '', '')"
        )
        job = federation.do("players", str(count))
        federation.wait_for(
            "the middle of the list",
            lambda: federation.is_waiting_for_a_lock() and federation.job(job)["done"] > 0,
        )
        assert 0 < federation.job(job)["done"] < count
        assert federation.count("player") == 0
        federation.kill(first)
    federation.wait_for("the end of what was begun", lambda: not federation.is_waiting_for_a_lock())
    assert federation.count("player") == 0

    federation.start_worker()
    federation.silence(job)
    assert federation.do("take_up") == 1
    assert federation.wait_for_state(job, "done", "failed")["state"] == "done"
    assert federation.count("player") == count
    assert federation.ask("SELECT count(DISTINCT card_number) FROM tournaments_player") == [(count,)]


def test_a_job_whose_process_alone_was_killed_goes_back_into_the_queue(federation: Installation) -> None:
    """The system ends the one process that took too much memory; the worker itself goes on."""
    federation.do("evenings", "2")
    worker = federation.start_worker()
    with federation.held("journalline"):
        job = federation.do("export", "semicolon")
        federation.wait_for("the journal", federation.is_waiting_for_a_lock)
        children = Path(f"/proc/{worker.pid}/task/{worker.pid}/children").read_text(encoding="ascii").split()
        federation.silence(job)
        os.kill(int(children[-1]), signal.SIGKILL)
        federation.wait_for("the job again", lambda: federation.job(job)["done"] in (0, 2))
    federation.silence(job)
    federation.do("take_up")
    assert federation.wait_for_state(job, "done", "failed")["state"] == "done"
    assert worker.poll() is None
    assert Path(federation.do("path", job)).is_file()
    assert federation.do("parts") == []

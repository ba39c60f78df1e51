"""Copies of the whole database: made while people write, kept, refused when they are not whole, put back."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import sqlite3
import stat
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.desk import backups
from tournaments.desk.backups import archive, failures, keeping, shelf
from tournaments.desk.closing import finish_event
from tournaments.desk.results import ResultPlan, record
from tournaments.desk.rounds import close_round, draw_next_round, publish_round, redraw_round, undo_draw
from tournaments.models import Event, JournalLine

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(
        "postgres" in os.environ.get("DATABASE_URL", ""),
        reason="copies of PostgreSQL have tests of their own",
    ),
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any) -> Iterator[Path]:
    settings.BACKUP_DIR = tmp_path / "copies"
    settings.VAR_DIR = tmp_path
    settings.BACKUPS_KEEP = 20
    yield tmp_path / "copies"
    backups.wait_for_copies()
    failures.forget()


def rows(path: Path, query: str) -> list[Any]:
    """What a query finds in the database of a copy."""
    with zipfile.ZipFile(path) as packed:
        packed.extract("pozzetto.sqlite3", path.parent.parent / "unpacked")
    with contextlib.closing(
        sqlite3.connect(path.parent.parent / "unpacked" / "pozzetto.sqlite3")
    ) as database:
        return database.execute(query).fetchall()


def reasons() -> list[str]:
    """Why each copy was made, the oldest first."""
    backups.wait_for_copies()
    return [copy.manifest.reason for copy in reversed(shelf.copies()) if copy.manifest]


def told(name: str, *arguments: str) -> str:
    out = io.StringIO()
    call_command(name, *arguments, stdout=out)
    return out.getvalue()


def test_a_copy_says_what_it_is_and_holds_everything(folder: Path) -> None:
    event = an_evening(Evening(pairs=8, closed=1))
    backups.wait_for_copies()
    path = Path(told("backup").split()[-1])
    assert path.parent == folder
    assert rows(path, "SELECT slug, version FROM tournaments_event") == [(event.slug, event.version)]
    manifest = json.loads(zipfile.ZipFile(path).read("manifest.json"))
    assert manifest["engine"] == "sqlite"
    assert manifest["events"] == 1
    assert manifest["lines"] == JournalLine.objects.count()
    assert manifest["migrations"]["tournaments"][0] == "0001_initial"
    assert manifest["program"] == archive.program_version()
    assert datetime.fromisoformat(manifest["at"]) <= timezone.now()
    assert backups.check(path).sha256 == manifest["sha256"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has other rights")
def test_a_copy_is_for_its_owner_only(folder: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine.zip"
    for path in (Path(told("backup").split()[-1]), Path(told("backup", str(mine)).split()[-1])):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_a_copy_made_while_many_write_is_one_moment_of_the_evening(folder: Path) -> None:
    event = an_evening(Evening(pairs=40, closed=0, open_round="published"))
    done = threading.Event()
    made: list[Path] = []

    def copy() -> None:
        try:
            while len(made) < 4:
                made.append(backups.keep_backup(shelf.ASKED))
        finally:
            done.set()
            connection.close()

    thread = threading.Thread(target=copy)
    thread.start()
    ns = 0
    while not done.is_set():
        ns = (ns + 5) % 2000
        for table in range(1, 21):
            plan = ResultPlan(table=table, ns_mp=ns + 1000, ew_mp=900)
            record(event=event, round_number=1, plan=plan, by=DIRECTOR, confirmed=True)
    thread.join(60)
    versions = []
    for path in made:
        ((version,),) = rows(path, "SELECT version FROM tournaments_event")
        assert rows(path, "SELECT count(*), max(number) FROM tournaments_journalline") == [(version, version)]
        versions.append(version)
    assert versions == sorted(versions)
    assert versions[-1] > versions[0], "the evening went on meanwhile"
    assert event.version == JournalLine.objects.count()


def test_around_a_draw_there_is_a_copy_without_it_and_one_with_it(folder: Path) -> None:
    event = an_event(Evening(pairs=8, programme="Mitchell 3"))
    draw_next_round(event=event, by=DIRECTOR)
    assert reasons() == ["before-draw", "draw"]
    after, before = shelf.copies()
    count = "SELECT count(*) FROM tournaments_round"
    assert rows(before.path, count) == [(0,)]
    assert rows(after.path, count) == [(1,)]
    assert after.manifest is not None
    assert (after.manifest.about, after.manifest.round_number) == (event.name, 1)


def test_what_the_last_copy_holds_is_not_copied_again_before_a_draw(folder: Path) -> None:
    event = an_event(Evening(pairs=8, programme="Mitchell 3"))
    backups.keep_backup(shelf.ASKED)
    draw_next_round(event=event, by=DIRECTOR)
    assert reasons() == ["asked", "draw"]
    redraw_round(event=event, number=1, by=DIRECTOR)
    assert reasons() == ["asked", "draw", "draw"]
    undo_draw(event=event, number=1, by=DIRECTOR)
    draw_next_round(event=event, by=DIRECTOR)
    assert reasons() == ["asked", "draw", "draw", "before-draw", "draw"]


def test_on_closing_a_round_and_at_the_end_a_copy_is_kept(folder: Path) -> None:
    event = an_event(Evening(pairs=4, programme="Mitchell 2"))
    draw_next_round(event=event, by=DIRECTOR)
    publish_round(event=event, number=1, by=DIRECTOR)
    for table in (1, 2):
        plan = ResultPlan(table=table, ns_mp=3000, ew_mp=1000)
        record(event=event, round_number=1, plan=plan, by=DIRECTOR, confirmed=True)
    backups.wait_for_copies()
    close_round(event=event, number=1, by=DIRECTOR)
    backups.wait_for_copies()
    finish_event(event=event, by=DIRECTOR, confirmed=True)
    assert reasons() == ["before-draw", "draw", "closing", "finish"]
    newest = shelf.copies()[0]
    assert rows(newest.path, "SELECT state FROM tournaments_event") == [("finished",)]


def test_a_draw_that_is_rolled_back_leaves_no_copy_and_no_open_state(folder: Path) -> None:
    event = an_event(Evening(pairs=8, programme="Mitchell 3"))
    with pytest.raises(RuntimeError, match="the plug"), transaction.atomic():
        draw_next_round(event=event, by=DIRECTOR)
        raise RuntimeError("the plug")
    assert reasons() == []
    connection.close()
    with contextlib.closing(sqlite3.connect(keeping.database_file(), timeout=1)) as database:
        database.execute("UPDATE tournaments_event SET place = 'Voghera'")
        database.commit()
        busy, _log, _done = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    assert busy == 0, "a pinned state would keep the log from being emptied"


def test_many_wishes_at_once_make_one_copy(folder: Path) -> None:
    event = an_event()
    with transaction.atomic():
        for number in range(1, 6):
            backups.keep_soon("closing", event, round_number=number)
    found = reasons()
    assert 1 <= len(found) <= 2, "one under way when the others were asked for, and one for all of those"
    newest = shelf.copies()[0].manifest
    assert newest is not None
    assert newest.round_number == 5


def test_with_no_copies_to_keep_none_is_made(folder: Path, settings: Any) -> None:
    settings.BACKUPS_KEEP = 0
    draw_next_round(event=an_event(), by=DIRECTOR)
    backups.wait_for_copies()
    assert not folder.exists()


def test_another_keeper_is_asked_once_the_change_is_committed(folder: Path) -> None:
    asked: list[str] = []
    event = an_event()
    backups.hand_over(asked.append)
    try:
        with transaction.atomic():
            draw_next_round(event=event, by=DIRECTOR)
            assert asked == []
        assert asked == ["draw"]
        assert reasons() == []
    finally:
        backups.hand_over(None)


def test_a_copy_that_cannot_be_kept_fails_no_draw_and_is_told_until_one_is(
    folder: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder.write_text("a file where the folder should be")
    event = an_event()
    round_ = draw_next_round(event=event, by=DIRECTOR)
    backups.wait_for_copies()
    assert round_.pk
    assert "no copy of the database was kept" in caplog.text
    trouble = backups.trouble()
    assert trouble is not None
    assert str(folder) in str(trouble.sentence)
    failures._here.clear()
    another_process = backups.trouble()
    assert another_process is not None
    assert str(another_process.sentence) == str(trouble.sentence)
    folder.unlink()
    backups.keep_backup("closing")
    assert backups.trouble() is None


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limits to the size of a file")
def test_a_disk_that_takes_nothing_more_leaves_no_half_copy(folder: Path) -> None:
    import resource
    import signal

    an_evening(Evening(pairs=8, closed=1))
    backups.wait_for_copies()
    whole = folder / "whole.zip"
    backups.write_backup(whole)
    before, there = whole.read_bytes(), sorted(folder.iterdir())
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, limit[1]))
    try:
        with pytest.raises(backups.BackupRefusal) as refused:
            backups.write_backup(whole)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, handler)
    assert refused.value.code == "not_written"
    assert whole.read_bytes() == before
    assert sorted(folder.iterdir()) == there


def test_the_newest_copies_and_one_a_day_stay_and_what_was_asked_for_too(
    folder: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.BACKUPS_KEEP, settings.BACKUPS_KEEP_DAYS = 3, 3
    start = timezone.now().replace(hour=20, minute=0) - timedelta(days=5)
    for day in range(6):
        for hour in range(2):
            at = start + timedelta(days=day, hours=hour)
            monkeypatch.setattr(timezone, "now", lambda at=at: at)
            backups.keep_backup("closing")
            if day == 0 and hour == 0:
                backups.keep_backup(shelf.ASKED)
    made = [(copy.manifest.reason, copy.manifest.at) for copy in shelf.copies() if copy.manifest]
    closing = [at for reason, at in made if reason == "closing"]
    assert closing == [start + timedelta(days=d, hours=h) for d, h in ((5, 1), (5, 0), (4, 1), (3, 1))]
    assert [reason for reason, _at in made].count("asked") == 1


def test_two_copies_are_never_made_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_work: list[int] = []
    most: list[int] = []
    write = keeping._write

    def counted(*arguments: Any) -> Any:
        at_work.append(1)
        most.append(len(at_work))
        try:
            return write(*arguments)
        finally:
            at_work.pop()

    monkeypatch.setattr(keeping, "_write", counted)
    threads = [threading.Thread(target=backups.keep_backup, args=("closing",)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert most == [1, 1, 1, 1]
    assert len(shelf.copies()) == 4


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-2000])


def turn_a_bit(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(bytes(content))


def repacked(path: Path, change: Callable[[dict[str, Any], bytes], tuple[dict[str, Any], bytes]]) -> None:
    with zipfile.ZipFile(path) as packed:
        manifest, content = json.loads(packed.read("manifest.json")), packed.read("pozzetto.sqlite3")
    manifest, content = change(manifest, content)
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("manifest.json", json.dumps(manifest))
        packed.writestr("pozzetto.sqlite3", content)


def another_content(path: Path) -> None:
    repacked(path, lambda manifest, content: (manifest, content[:-1] + b"x"))


def a_newer_format(path: Path) -> None:
    repacked(path, lambda manifest, content: (manifest | {"format": 2}, content))


def of_a_newer_program(path: Path) -> None:
    later = {"tournaments": ["0001_initial", "0999_years_on"]}
    repacked(path, lambda manifest, content: (manifest | {"migrations": later}, content))


def of_postgresql(path: Path) -> None:
    repacked(path, lambda manifest, content: (manifest | {"engine": "postgresql"}, content))


def a_damaged_database(path: Path) -> None:
    import hashlib

    def change(manifest: dict[str, Any], content: bytes) -> tuple[dict[str, Any], bytes]:
        content = content[:8192] + b"\xff" * 40960 + content[49152:]
        return manifest | {"sha256": hashlib.sha256(content).hexdigest()}, content

    repacked(path, change)


def no_manifest(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr("letter.txt", "Cara Enrica")


def no_zip(path: Path) -> None:
    path.write_text("Cara Enrica")


DAMAGES: dict[Callable[[Path], None], set[str]] = {
    cut: {"no_copy"},
    turn_a_bit: {"copy_damaged"},
    another_content: {"copy_damaged"},
    a_newer_format: {"copy_newer"},
    of_a_newer_program: {"copy_newer"},
    of_postgresql: {"copy_damaged"},
    a_damaged_database: {"copy_damaged"},
    no_manifest: {"no_copy"},
    no_zip: {"no_copy"},
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_copy_that_is_not_whole_or_not_for_here_is_not_put_back(
    folder: Path, damage: Callable[[Path], None]
) -> None:
    an_evening(Evening(pairs=8, closed=1))
    backups.wait_for_copies()
    path = backups.keep_backup(shelf.ASKED)
    damage(path)
    before = Event.objects.values_list("slug", "version").get()
    with pytest.raises(backups.BackupRefusal) as refused:
        backups.restore(path, replace=True)
    assert refused.value.code in DAMAGES[damage]
    assert Event.objects.values_list("slug", "version").get() == before
    assert not list(keeping.database_file().parent.glob("*-until-*"))


def test_the_last_good_copy_is_one_that_is_whole_to_the_end(folder: Path) -> None:
    good = backups.keep_backup("closing")
    for damage in (turn_a_bit, a_damaged_database, no_zip):
        worse = backups.keep_backup("closing")
        damage(worse)
    found = backups.last_good_copy()
    assert found is not None
    assert found.path == good


def test_a_list_of_copies_says_when_and_why_and_which_are_damaged(folder: Path) -> None:
    event = an_event(Evening(pairs=8, programme="Mitchell 3"))
    draw_next_round(event=event, by=DIRECTOR)
    backups.wait_for_copies()
    no_zip(backups.keep_backup(shelf.ASKED))
    lines = told("restore", "--list").splitlines()
    assert len(lines) == 3
    assert event.name in lines[0]
    assert lines[0].endswith(", 1")
    assert "asked.zip" in lines[2]


def test_a_copy_asked_for_by_a_name_that_is_none_is_refused() -> None:
    for name in ("nothing.zip", "../nothing.zip", "."):
        with pytest.raises(CommandError, match=r"nothing|file"):
            call_command("restore", name)
    with pytest.raises(CommandError):
        call_command("restore")
    with pytest.raises(CommandError):
        call_command("backup", str(settings.BASE_DIR))
    with pytest.raises(CommandError, match="nowhere"):
        call_command("backup", str(settings.BASE_DIR / "nowhere" / "at all.zip"))
    assert not (settings.BASE_DIR / "nowhere").exists()


def test_who_puts_a_copy_back_is_reminded_of_those_who_had_been_erased(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = backups.keep_backup(shelf.ASKED)
    done = backups.Restored(archive.check(path), old="")
    monkeypatch.setattr(backups, "restore", lambda _path, replace: done)
    assert "--after-restore" not in told("restore", str(path), "--replace")
    (Path(settings.VAR_DIR) / "erased_players").write_text("7\n", encoding="ascii")
    assert "erase_player --after-restore" in told("restore", str(path), "--replace")


def test_a_killed_copy_is_swept_away_after_a_while(folder: Path) -> None:
    folder.mkdir(mode=0o700)
    old, new = folder / ".copy.abc.part", folder / ".copy.def.part"
    for path in (old, new):
        path.touch()
    os.utime(old, (0, 0))
    backups.keep_backup("closing")
    assert not old.exists()
    assert new.exists()


def test_a_full_shelf_is_read_though_copies_vanish_meanwhile(folder: Path) -> None:
    path = backups.keep_backup("closing")
    shutil.copy(path, folder / "gone.zip")
    shown = shelf.copies()
    (folder / "gone.zip").unlink()
    assert {copy.name for copy in shown} == {"gone.zip", path.name}
    assert [copy.name for copy in shelf.copies()] == [path.name]

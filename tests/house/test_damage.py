"""What a start does with a damaged house: nothing, and it says what is the matter and how to go on."""

from __future__ import annotations

import os
import re
import resource
import shlex
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.house.missing import needs
from tests.house.real_server import ROOT, RealServer


def start_and_end(server: RealServer, before: Sequence[str] = (), **how: Any) -> str:
    """A start that is expected to end by itself with exit code 1 and a clear word; what it says."""
    command = [sys.executable, "-m", "config.server", "--host=127.0.0.1", f"--port={server.port}"]
    done: subprocess.CompletedProcess[str] = subprocess.run(
        [*before, *command, "--no-sample"],
        cwd=ROOT, env=server.environment,
        capture_output=True, text=True, encoding="utf-8", timeout=120, check=False, **how,
    )  # fmt: skip
    assert done.returncode == 1, done.stdout + done.stderr
    assert "Traceback" not in done.stderr, done.stderr
    return done.stderr


@pytest.fixture(scope="module")
def good_house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the sample evening and two copies of it, the newer one damaged."""
    server = RealServer(tmp_path_factory.mktemp("good"))
    server.start()
    server.stop()
    server.manage("import_event", "tournaments/samples/serata-di-prova.xlsx")
    copy = Path(server.manage("backup").split()[-1])
    newer = copy.with_name("pozzetto-99991231-235959-draw.zip")
    whole = copy.read_bytes()
    newer.write_bytes(whole[: len(whole) // 2])
    return server.var_dir


@pytest.fixture
def house(good_house: Path, real_server: RealServer) -> RealServer:
    shutil.copytree(good_house, real_server.var_dir)
    return real_server


def database(server: RealServer) -> Path:
    return server.var_dir / "pozzetto.sqlite3"


def the_copy(server: RealServer) -> Path:
    (found,) = (server.var_dir / "backups").glob("*-asked.zip")
    return found


def everything(server: RealServer) -> dict[str, bytes]:
    """What lies in the data folder, locks and shared memory aside: they mean nothing."""
    return {
        path.name: path.read_bytes()
        for path in sorted(server.var_dir.rglob("*"))
        if path.is_file() and not path.name.endswith((".lock", ".in-use", "-shm"))
    }


def cut_in_half(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def overwrite_the_middle(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 * 2 : 4096 * 12] = b"\xff" * 4096 * 10
    path.write_bytes(bytes(content))


def put_a_letter_there(path: Path) -> None:
    path.write_text("La classifica di ieri sera, battuta a macchina.\n" * 100, encoding="utf-8")


def spoil_the_head(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[:100] = os.urandom(100)
    path.write_bytes(bytes(content))


def empty_it(path: Path) -> None:
    path.write_bytes(b"")


def lose_it(path: Path) -> None:
    path.unlink()


def lose_a_table(path: Path) -> None:
    run(path, "DROP TABLE tournaments_journalline")


def lose_the_list_of_migrations(path: Path) -> None:
    run(path, "DROP TABLE django_migrations")


def run(path: Path, *statements: str) -> None:
    connection = sqlite3.connect(path)
    for statement in statements:
        connection.execute(statement)
    connection.commit()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


DAMAGES: dict[Callable[[Path], None], str] = {
    cut_in_half: "is damaged or cannot be read",
    overwrite_the_middle: "is damaged or cannot be read",
    put_a_letter_there: "is damaged or cannot be read",
    spoil_the_head: "is damaged or cannot be read",
    empty_it: "is empty, but there are copies of it",
    lose_it: "is gone, but there are copies of it",
    lose_a_table: "lacks tables (tournaments_journalline)",
    lose_the_list_of_migrations: "is not one of Pozzetto, or it lacks tables",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_database_is_kept_and_the_last_good_copy_named_with_the_line_that_brings_it_back(
    house: RealServer, damage: Callable[[Path], None]
) -> None:
    damage(database(house))
    before = everything(house)
    told = start_and_end(house)
    assert DAMAGES[damage] in told
    assert str(database(house)) in told
    assert f": {the_copy(house)}\n" in told, "the newest copy is damaged itself and is passed over"
    assert everything(house) == before

    line = re.findall(r"^  (.+restore.+)$", told, re.MULTILINE)[-1]
    done = subprocess.run(
        shlex.split(line), env=house.environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    house.start()
    house.stop()
    house.manage("verify", slug(house))
    kept = [path.read_bytes() for path in house.var_dir.glob("pozzetto-until-*.sqlite3")]
    assert len(kept) == ("pozzetto.sqlite3" in before)
    if "is damaged" in DAMAGES[damage]:
        assert kept == [before["pozzetto.sqlite3"]], "a damaged file is kept to the last byte"


def slug(server: RealServer) -> str:
    with sqlite3.connect(database(server)) as connection:
        return str(connection.execute("SELECT slug FROM tournaments_event").fetchone()[0])


def test_a_log_whose_database_is_gone_is_no_first_start(house: RealServer) -> None:
    shutil.rmtree(house.var_dir / "backups")
    killed_while_writing(database(house))
    log = database(house).with_name("pozzetto.sqlite3-wal")
    assert log.stat().st_size, "what the killed process wrote is still in its log"
    for damage in (empty_it, lose_it):
        damage(database(house))
        before = everything(house)
        told = start_and_end(house)
        assert "its log pozzetto.sqlite3-wal lies beside it" in told
        assert "there is none here" in told
        assert everything(house) == before


def killed_while_writing(path: Path) -> None:
    """A process that has committed something and dies before it is brought from the log into the file."""
    write = """
import os, signal, sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute("PRAGMA journal_mode = WAL")
database.execute("UPDATE tournaments_event SET place = 'Voghera'")
database.commit()
os.kill(os.getpid(), signal.SIGKILL)
"""
    assert subprocess.run([sys.executable, "-c", write, str(path)], check=False).returncode == -9


def test_nobody_else_who_uses_the_machine_reads_the_names_in_the_database(real_server: RealServer) -> None:
    real_server.start()
    there = real_server.var_dir.glob("pozzetto.sqlite3*")
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in there}
    assert modes["pozzetto.sqlite3"] == 0o600
    assert set(modes.values()) == {0o600}, modes


def test_an_empty_file_where_nothing_ever_was_is_a_first_start(real_server: RealServer) -> None:
    real_server.var_dir.mkdir()
    empty_it_first = database(real_server)
    empty_it_first.touch()
    real_server.start(sample=True)
    real_server.stop()
    assert slug(real_server)


def test_a_database_of_a_newer_program_is_left_as_it_is(house: RealServer) -> None:
    run(
        database(house),
        "INSERT INTO django_migrations (app, name, applied)"
        " VALUES ('tournaments', '0999_years_on', '2040-01-01')",
    )
    before = everything(house)
    told = start_and_end(house)
    assert "was made by a newer Pozzetto (0999_years_on): update the program" in told
    assert everything(house) == before


def test_a_database_of_another_program_is_not_filled_with_ours(real_server: RealServer) -> None:
    real_server.var_dir.mkdir()
    run(database(real_server), "CREATE TABLE recipes (name TEXT)")
    before = everything(real_server)
    told = start_and_end(real_server)
    assert "is not one of Pozzetto" in told
    assert {name: told for name, told in everything(real_server).items() if name != "secret_key"} == before


@pytest.mark.parametrize(
    ("content", "why"), [(b"", "(empty)"), (b"  \n", "(empty)"), (b"\xff\xfe\x00key", "(not text)")]
)
def test_a_secret_that_is_none_is_not_replaced_behind_anybodys_back(
    house: RealServer, content: bytes, why: str
) -> None:
    secret = house.var_dir / "secret_key"
    secret.write_bytes(content)
    told = start_and_end(house)
    assert f"The secret {secret} is empty or cannot be read {why}" in told
    assert "Il segreto" in told
    assert secret.read_bytes() == content


def test_a_secret_that_cannot_be_read_is_told(house: RealServer) -> None:
    secret = house.var_dir / "secret_key"
    secret.unlink()
    secret.mkdir()
    assert f"The secret {secret} is empty or cannot be read (Is a directory)" in start_and_end(house)


def heeding_modes() -> list[str]:
    """What a command begins with for the modes of files to hold for root too."""
    if os.geteuid():
        return []
    setpriv = needs("setpriv", for_what="a folder that root may not write either")
    return [str(setpriv), "--bounding-set=-dac_override,-dac_read_search"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps folders writable")
def test_a_data_folder_that_cannot_be_written_is_told(house: RealServer) -> None:
    house.var_dir.chmod(0o555)
    told = start_and_end(house, before=heeding_modes())
    house.var_dir.chmod(0o755)
    assert "Cannot write" in told
    assert "Non si può scrivere" in told
    assert str(house.var_dir) in told


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limits to the size of a file")
def test_a_disk_that_takes_nothing_more_is_told_and_a_later_start_goes_on(real_server: RealServer) -> None:
    real_server.var_dir.mkdir()
    told = start_and_end(
        real_server,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, resource.RLIM_INFINITY)),
    )
    assert f"The database {database(real_server)} cannot be written" in told
    assert "Is there room on the disk" in told
    real_server.start(sample=True)
    real_server.stop()
    assert slug(real_server)


@pytest.mark.skipif(sys.platform == "win32", reason="needs a small disk")
def test_a_full_disk_is_told_before_anything_is_written(
    house: RealServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from config import soundness

    free = shutil.disk_usage(house.var_dir).free
    monkeypatch.setattr(soundness, "LEAST_FREE", free * 2)
    with pytest.raises(soundness.Stop, match=r"The disk is full: .* MB left"):
        soundness.refuse_a_full_disk()
    monkeypatch.setattr(soundness, "LEAST_FREE", 1)
    soundness.refuse_a_full_disk()


def test_before_an_update_a_copy_is_kept(house: RealServer) -> None:
    house.environment["BACKUPS_KEEP"] = "3"
    house.manage("migrate", "tournaments", "0004", "--verbosity", "0")
    house.start()
    house.stop()
    (copy,) = (house.var_dir / "backups").glob("*-update.zip")
    assert copy.name in house.manage("restore", "--list")
    house.manage("restore", copy.name, "--replace")
    house.start()
    house.stop()
    house.manage("verify", slug(house))

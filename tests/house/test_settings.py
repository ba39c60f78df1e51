"""What the one settings file promises, asked of the real things."""

from __future__ import annotations

import json
import os
import signal
import stat
import subprocess
import sys
import threading
from pathlib import Path
from unittest.mock import patch

import pytest
from django.core.cache import caches
from django.core.cache.backends.base import BaseCache
from django.core.cache.backends.redis import RedisCache
from django.db import connection, connections
from django.http.request import validate_host
from django.test import override_settings

from config.first_start import OwnHosts
from tests.house.services import Redis
from tournaments.caching import PAUSE
from tournaments.private_files import private_key

ROOT = Path(__file__).resolve().parents[2]


def settings_of(var_dir: Path, *names: str, **environment: str) -> dict[str, object]:
    """The named settings as a fresh process with this environment reads them."""
    ask = (
        "import json, sys; from django.conf import settings; "
        "print(json.dumps({name: getattr(settings, name) for name in sys.argv[1:]}, default=str))"
    )
    clean = {"PATH": os.environ["PATH"], "VAR_DIR": str(var_dir), "DJANGO_SETTINGS_MODULE": "config.settings"}
    done = subprocess.run(
        [sys.executable, "-c", ask, *names],
        cwd=ROOT, env=clean | environment, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return dict(json.loads(done.stdout))


def test_with_nothing_set_it_is_a_laptop_in_a_parish_hall(tmp_path: Path) -> None:
    found = settings_of(
        tmp_path, "DEBUG", "ALLOWED_HOSTS", "DATABASES", "CACHES", "LANGUAGE_CODE", "TIME_ZONE", "STATIC_ROOT"
    )
    assert found["DEBUG"] is False
    hosts = found["ALLOWED_HOSTS"]
    assert isinstance(hosts, list)
    assert {"localhost", "127.0.0.1"} <= set(hosts)
    assert "*" not in hosts
    assert found["DATABASES"]["default"]["NAME"] == str(tmp_path / "pozzetto.sqlite3")  # type: ignore[index]
    assert found["CACHES"]["default"]["BACKEND"].endswith("LocMemCache")  # type: ignore[index]
    assert (found["LANGUAGE_CODE"], found["TIME_ZONE"]) == ("it", "Europe/Rome")
    assert found["STATIC_ROOT"] == str(tmp_path / "static")


def test_a_data_folder_with_spaces_accents_and_signs_is_used_as_it_is_called(tmp_path: Path) -> None:
    folder = tmp_path / "città d'arte + 100% #1?"
    found = settings_of(folder, "DATABASES")
    assert found["DATABASES"]["default"]["NAME"] == str(folder / "pozzetto.sqlite3")  # type: ignore[index]


def test_the_environment_names_database_cache_hosts_and_debug(tmp_path: Path) -> None:
    found = settings_of(
        tmp_path,
        "DEBUG", "ALLOWED_HOSTS", "DATABASES", "CACHES", "SECRET_KEY",
        DEBUG="1", ALLOWED_HOSTS="burraco.example,www.burraco.example", SECRET_KEY="chosen",
        DATABASE_URL="postgres://asso:due@db.example:5433/pozzetto", REDIS_URL="redis://cache.example:6380/2",
    )  # fmt: skip
    assert found["DEBUG"] is True
    assert found["SECRET_KEY"] == "chosen"  # noqa: S105
    assert not (tmp_path / "secret_key").exists()
    assert found["ALLOWED_HOSTS"] == ["burraco.example", "www.burraco.example"]
    database = found["DATABASES"]["default"]  # type: ignore[index]
    assert database["ENGINE"].endswith("postgresql")
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example", 5433, "pozzetto")
    assert found["CACHES"]["default"]["LOCATION"] == "redis://cache.example:6380/2"  # type: ignore[index]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 20_000)],
)
def test_sqlite_keeps_what_was_acknowledged(pragma: str, value: object) -> None:
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        cursor.execute(f"PRAGMA {pragma}")
        assert cursor.fetchone() == (value,)


@pytest.mark.django_db(transaction=True)
def test_a_writer_takes_its_lock_when_it_begins() -> None:
    from django.db import transaction
    from django.test.utils import CaptureQueriesContext

    if connection.vendor != "sqlite":
        return
    with CaptureQueriesContext(connection) as seen, transaction.atomic():
        pass
    assert seen.captured_queries[0]["sql"] == "BEGIN IMMEDIATE"


def test_the_secret_key_is_made_once_and_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    key = private_key(path)
    assert len(key) >= 50
    assert private_key(path) == key
    assert [entry.name for entry in tmp_path.iterdir()] == ["secret_key"]
    if os.name != "nt":
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_eight_processes_started_at_once_agree_on_one_secret_key(tmp_path: Path) -> None:
    ask = (
        "import sys, pathlib, tournaments.private_files as c; print(c.private_key(pathlib.Path(sys.argv[1])))"
    )
    for turn in range(3):
        command = [sys.executable, "-c", ask, str(tmp_path / f"key-{turn}")]
        racing = [subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) for _ in range(8)]
        assert len({process.communicate()[0] for process in racing}) == 1
        assert [process.returncode for process in racing] == [0] * 8


def test_a_disk_without_second_names_still_gets_one_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_link(source: str, target: Path) -> None:
        raise PermissionError("this file system knows no links")

    monkeypatch.setattr(os, "link", no_link)
    path = tmp_path / "secret_key"
    key = private_key(path)
    assert private_key(path) == key
    assert [entry.name for entry in tmp_path.iterdir()] == ["secret_key"]


def test_a_laptop_that_changes_its_network_is_reached_by_its_new_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    addresses: dict[str, str | None] = {"now": None}
    monkeypatch.setattr("config.first_start.local_address", lambda: addresses["now"])
    monkeypatch.setattr(OwnHosts, "REFRESH", -1.0)
    hosts = OwnHosts()
    assert validate_host("localhost", hosts)
    assert not validate_host("192.168.1.7", hosts)
    addresses["now"] = "192.168.1.7"
    assert validate_host("192.168.1.7", hosts)
    addresses["now"] = "10.0.0.3"
    assert validate_host("10.0.0.3", hosts)
    assert not validate_host("192.168.1.7", hosts)


def test_an_empty_secret_key_is_told_and_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.private_files.PATIENCE", 0.05)
    (tmp_path / "secret_key").touch()
    with pytest.raises(RuntimeError, match="secret_key is empty"):
        private_key(tmp_path / "secret_key")


def test_database_url_reaches_a_real_postgresql(postgres_url: str, tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(tmp_path), "DATABASE_URL": postgres_url}
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
    shown = subprocess.run(
        [sys.executable, "manage.py", "showmigrations", "tournaments"],
        cwd=ROOT, env=environment, check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert "[X] 0001_initial" in shown.stdout
    assert not (tmp_path / "pozzetto.sqlite3").exists()


def cache_on(server: Redis) -> BaseCache:
    options = {"socket_connect_timeout": 1, "socket_timeout": 1}
    place = {"BACKEND": "tournaments.caching.ForgivingRedisCache", "LOCATION": server.url, "OPTIONS": options}
    with override_settings(CACHES={"default": place}):
        return caches.create_connection("default")


def test_the_cache_on_redis_keeps_what_it_is_given(redis_server: Redis) -> None:
    cache = cache_on(redis_server)
    cache.set("standings", {"first": 20})
    assert cache.get("standings") == {"first": 20}
    assert cache.add("standings", 1) is False
    assert cache.delete("standings") is True
    assert cache.get("standings", "computed again") == "computed again"
    cache.set("wrong-codes", 2)
    assert cache.incr("wrong-codes") == 3


def test_the_evening_goes_on_while_redis_is_away_and_after_it_is_back(
    redis_server: Redis, caplog: pytest.LogCaptureFixture
) -> None:
    cache = cache_on(redis_server)
    cache.set("standings", 1)
    redis_server.kill()
    # What is not known is computed again, and kept in this process.
    assert cache.get("standings", "computed again") == "computed again"
    cache.set("standings", 2)
    assert (cache.get("standings"), cache.add("standings", 3)) == (2, False)
    # Wrong codes are counted on.
    assert cache.add("wrong-codes", 0) is True
    assert [cache.incr("wrong-codes") for _ in range(3)] == [1, 2, 3]
    assert cache.get_many(["standings", "wrong-codes"]) == {"standings": 2, "wrong-codes": 3}
    assert cache.delete("standings") is True
    assert caplog.text.count("the Redis cache did not answer") == 1
    redis_server.start()
    wait_until_it_is_asked_again()
    cache.set("standings", 4)
    assert cache_on(redis_server).get("standings") == 4
    assert caplog.text.count("the Redis cache answers again") == 1


def test_a_redis_that_hangs_is_waited_for_once(redis_server: Redis) -> None:
    cache = cache_on(redis_server)
    cache.set("standings", 1)
    asked = []

    def get(self: RedisCache, *arguments: object) -> object:
        asked.append(arguments)
        return ask(self, *arguments)

    ask = RedisCache.get
    assert redis_server.process is not None
    redis_server.process.send_signal(signal.SIGSTOP)
    try:
        with patch.object(RedisCache, "get", get), patch("tournaments.caching.PAUSE", 60):
            assert [cache.get("standings") for _ in range(5)] == [None] * 5
    finally:
        redis_server.process.send_signal(signal.SIGCONT)
    assert len(asked) == 1


def wait_until_it_is_asked_again() -> None:
    threading.Event().wait(PAUSE + 0.05)


def test_the_tests_write_nowhere_near_the_developers_data(settings: object) -> None:
    from django.conf import settings as used

    assert not Path(used.VAR_DIR).is_relative_to(ROOT)
    if connection.vendor == "sqlite":
        assert not Path(str(connections["default"].settings_dict["NAME"])).is_relative_to(ROOT)

"""The server of an evening: started twice, killed, told to stop, given a broken database."""

from __future__ import annotations

import http.client
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from config.first_start import local_address
from tests.house.real_server import ROOT, RealServer
from tests.house.services import free_port, wait_until


def get(url: str, *, host: str = "", language: str = "it") -> http.client.HTTPResponse:
    parts = urlsplit(url)
    connection = http.client.HTTPConnection(parts.netloc, timeout=20)
    headers = {"Accept-Language": language} | ({"Host": host} if host else {})
    connection.request(
        "GET", (parts.path or "/") + ("?" + parts.query if parts.query else ""), headers=headers
    )
    return connection.getresponse()


def start_and_end(server: RealServer, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A start that is expected to end by itself."""
    return subprocess.run(
        [sys.executable, "-m", "config.server", "--host", "127.0.0.1", "--no-sample", *arguments],
        cwd=ROOT, env=server.environment,
        capture_output=True, text=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip


def test_it_says_where_it_is_and_how_to_become_its_owner_in_both_languages(real_server: RealServer) -> None:
    real_server.start()
    told = real_server.told()
    assert f"Pozzetto è pronto / Pozzetto is ready:  {real_server.url}" in told
    link = re.search(r"Primo accesso, una volta sola / First sign-in, once only:  (\S+)", told)
    assert link is not None
    assert get(link[1]).status == 200
    real_server.restart()
    assert real_server.told().count(link[1]) == 2


def test_phones_in_the_hall_reach_it_by_this_machines_address(real_server: RealServer) -> None:
    real_server.start()
    address = local_address() or "localhost"
    assert get(real_server.url, host=f"{address}:{real_server.port}").status < 400
    assert get(real_server.url, host="someone-elses.example").status == 400


def test_its_static_files_have_hashed_names_and_are_kept_for_ever(real_server: RealServer) -> None:
    real_server.start()
    page = get(real_server.url).read().decode()
    sheets = re.findall(r'<link[^>]+href="(/static/[^"]+\.css)"', page)
    assert sheets
    for sheet in sheets:
        assert re.search(r"\.[0-9a-f]{12}\.css$", sheet)
        answer = get(real_server.url + sheet)
        assert answer.status == 200
        assert "immutable" in (answer.getheader("Cache-Control") or "")


def test_a_taken_port_is_told_and_nothing_is_touched(real_server: RealServer) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", real_server.port))
        other.listen()
        done = start_and_end(real_server, "--port", str(real_server.port))
    assert done.returncode == 1
    assert f"Non posso ascoltare su 127.0.0.1:{real_server.port}" in done.stderr
    assert "choose another port with --port" in done.stderr
    assert "Traceback" not in done.stderr
    assert not real_server.var_dir.exists()


def test_pulling_the_plug_loses_nothing_and_it_starts_again(real_server: RealServer) -> None:
    real_server.start()
    real_server.kill()
    real_server.start()
    with sqlite3.connect(real_server.var_dir / "pozzetto.sqlite3") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert real_server.stop() == 0


def test_told_to_stop_it_finishes_the_answer_in_hand_and_refuses_new_ones(tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "log"
    slow = f"""
import os, sys, time, types
def application(environ, start_response):
    open({str(tmp_path / "asked")!r}, "w").close()
    while not os.path.exists({str(tmp_path / "enough")!r}):
        time.sleep(0.02)
    start_response("200 OK", [("Content-Length", "9")])
    return [b"assegnato"]
sys.modules["config.wsgi"] = types.SimpleNamespace(application=application)
from config.server import serve, take_port
serve(take_port("127.0.0.1", {port}))
"""
    with log.open("wb") as output:
        process = subprocess.Popen([sys.executable, "-c", slow], cwd=ROOT, stdout=output, stderr=output)
    wait_until(lambda: _listens(port), "the slow server", process, log)
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/")
    wait_until((tmp_path / "asked").exists, "the slow answer", process, log)
    process.terminate()
    wait_until(lambda: not _listens(port), "a closed door while one is still answered", process, log)
    (tmp_path / "enough").touch()
    assert connection.getresponse().read() == b"assegnato"
    connection.close()
    assert process.wait(10) == 0
    assert "Traceback" not in log.read_text()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def cut_in_half(path: Path) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2])


def overwrite_the_middle(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[4096 * 2 : 4096 * 12] = b"\xff" * 4096 * 10
    path.write_bytes(bytes(content))


def put_something_else_there(path: Path) -> None:
    path.write_text("La classifica di ieri sera, battuta a macchina.\n" * 100, encoding="utf-8")


@pytest.mark.parametrize("damage", [cut_in_half, overwrite_the_middle, put_something_else_there])
def test_a_damaged_database_is_refused_by_name_and_left_as_it_is(
    real_server: RealServer, damage: Callable[[Path], None]
) -> None:
    real_server.var_dir.mkdir()
    path = real_server.var_dir / "pozzetto.sqlite3"
    real_server.manage("migrate", "--verbosity", "0")
    damage(path)
    before = path.read_bytes()
    done = start_and_end(real_server, "--port", str(real_server.port))
    assert done.returncode == 1
    assert f"Il file della base dati {path} è danneggiato" in done.stderr
    assert f"The database file {path} is damaged" in done.stderr
    assert "Traceback" not in done.stderr
    assert path.read_bytes() == before


def test_a_database_server_that_does_not_answer_is_told(real_server: RealServer) -> None:
    real_server.environment["DATABASE_URL"] = f"postgres://nobody@127.0.0.1:{free_port()}/nothing"
    done = start_and_end(real_server, "--port", str(real_server.port))
    assert done.returncode == 1
    assert "The database does not answer" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps folders writable")
def test_a_data_folder_that_cannot_be_made_is_told(real_server: RealServer) -> None:
    real_server.var_dir.write_text("a file where the folder should be", encoding="utf-8")
    done = start_and_end(real_server, "--port", str(real_server.port))
    assert done.returncode == 1
    assert "Cannot write" in done.stderr
    assert str(real_server.var_dir) in done.stderr
    assert "Traceback" not in done.stderr


def test_two_servers_started_at_once_prepare_one_house(
    real_server: RealServer, another_server: Callable[..., RealServer]
) -> None:
    other = another_server(environment={"VAR_DIR": str(real_server.var_dir)})
    for server in (real_server, other):
        server.launch(sample=True)
    for server in (real_server, other):
        server.wait()
    with sqlite3.connect(real_server.var_dir / "pozzetto.sqlite3") as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("SELECT count(*) FROM tournaments_event").fetchone() == (1,)
    assert get(real_server.url).status == get(other.url).status == 200


def test_the_sample_evening_is_loaded_once_and_never_beside_an_event(real_server: RealServer) -> None:
    real_server.start(sample=True)
    real_server.stop()
    real_server.start(sample=True)
    with sqlite3.connect(real_server.var_dir / "pozzetto.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM tournaments_event").fetchone() == (1,)


def test_a_sample_that_does_not_load_stops_the_start_and_says_how_to_go_on(tmp_path: Path) -> None:
    for room in ("config", "scoring", "tournaments", "templates"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "tournaments" / "samples" / "serata-di-prova.xlsx").write_bytes(b"no workbook at all")
    server = RealServer(tmp_path)
    done = subprocess.run(
        [sys.executable, "-m", "config.server", "--host", "127.0.0.1", "--port", str(server.port)],
        cwd=tmp_path, env=server.environment, capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert "serata-di-prova.xlsx" in done.stderr
    assert "--no-sample" in done.stderr
    assert "Traceback" not in done.stderr


def answer_over(server: RealServer, headers: dict[str, str]) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)
    connection.request("GET", "/", headers={"Host": "127.0.0.1", **headers})
    answer = connection.getresponse()
    answer.read()
    return answer.status, answer.headers.get("Location", "")


def test_behind_a_proxy_that_ends_https_pages_are_answered_and_plain_http_is_sent_on(
    another_server: Callable[..., RealServer],
) -> None:
    server = another_server(environment={"HTTPS": "1"}).start()
    status, location = answer_over(server, {})
    assert status == 301
    assert location.startswith("https://")
    status, _ = answer_over(server, {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"})
    assert status == 200


def test_a_forwarded_header_from_anybody_but_the_proxy_is_not_believed(
    another_server: Callable[..., RealServer],
) -> None:
    server = another_server(environment={"HTTPS": "1", "TRUSTED_PROXY": "192.0.2.1"}).start()
    assert answer_over(server, {"X-Forwarded-Proto": "https"})[0] == 301

"""A hall of phones at one server process: each keeps its connection, and none waits for another's."""

from __future__ import annotations

import http.client
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from tests.house.real_server import ROOT, RealServer


@pytest.fixture
def hall(real_server: RealServer) -> RealServer:
    return real_server.start(sample=True)


def event_of(server: RealServer) -> str:
    """The address of the sample evening."""
    phone = connected(server)
    page = asked(phone, "/")[2].decode()
    phone.close()
    return "/e/" + page.split('href="/e/')[1].split('"')[0].rstrip("/")


def connected(server: RealServer) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", server.port, timeout=20)


def asked(phone: http.client.HTTPConnection, path: str, **headers: str) -> tuple[int, str, bytes]:
    phone.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
    answer = phone.getresponse()
    return answer.status, answer.headers.get("ETag") or "", answer.read()


def test_nothing_new_is_said_on_a_connection_that_stays(hall: RealServer) -> None:
    event = event_of(hall)
    phone = connected(hall)
    tag = asked(phone, f"{event}/live/all/")[1]
    first = phone.sock
    for _time in range(3):
        assert asked(phone, f"{event}/live/all/", If_None_Match=tag) == (304, tag, b"")
    assert asked(phone, f"{event}/standings/")[0] == 200
    assert phone.sock is first
    phone.close()


def test_a_phone_that_says_goodbye_is_let_go(hall: RealServer) -> None:
    event = event_of(hall)
    phone = connected(hall)
    tag = asked(phone, f"{event}/live/all/")[1]
    phone.request("GET", f"{event}/live/all/", headers={"If-None-Match": tag, "Connection": "close"})
    answer = phone.getresponse()
    assert answer.status == 304
    assert answer.headers["Connection"].lower() == "close"
    answer.read()
    phone.close()


def test_three_hundred_phones_hold_their_connections_and_one_more_is_answered(hall: RealServer) -> None:
    event = event_of(hall)
    phones = [connected(hall) for _ in range(300)]
    for phone in phones:
        assert asked(phone, f"{event}/live/all/")[0] == 200
    one_more = connected(hall)
    assert asked(one_more, f"{event}/")[0] == 200
    for phone in [*phones, one_more]:
        phone.close()


@pytest.fixture
def two_servers(real_server: RealServer) -> Iterator[tuple[str, RealServer, RealServer]]:
    """Two processes on one database, in it an evening whose last round is being played."""
    command = [sys.executable, "-m", "tests.bench.evening", "8", "3"]
    made = subprocess.run(command, cwd=ROOT, env=real_server.environment, check=True, capture_output=True)
    other = RealServer(real_server.folder)
    yield made.stdout.decode().strip(), real_server.start(), other.start()
    other.close()


def test_what_a_third_process_commits_both_servers_tell_within_two_seconds(
    two_servers: tuple[str, RealServer, RealServer],
) -> None:
    slug, *servers = two_servers
    address = f"/e/{slug}/live/round-3/"
    phones = [connected(server) for server in servers]
    tags = [asked(phone, address)[1] for phone in phones]
    command = [sys.executable, "-m", "tests.bench.recording", slug, "3"]
    recording = subprocess.Popen(
        command, cwd=ROOT, env=servers[0].environment, stdout=subprocess.PIPE, text=True
    )
    assert recording.stdout is not None
    try:
        version, committed = recording.stdout.readline().split()
        wanted = int(version)
        for phone, tag in zip(phones, tags, strict=True):
            told = tag
            while mark(told) < wanted:
                assert time.time() < float(committed) + 2, "two seconds are over"
                told = asked(phone, address, If_None_Match=told)[1]
    finally:
        recording.kill()
        recording.wait(10)
        recording.stdout.close()
        for phone in phones:
            phone.close()


def mark(tag: str) -> int:
    return int(tag.strip('"').rsplit("-", 1)[1])

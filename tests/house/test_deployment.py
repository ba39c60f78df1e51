"""The production shape as it is written down: every file names what is there, and the one runner runs it."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from urllib.error import HTTPError, URLError

import pytest
import yaml
from django.test import override_settings

from config.server import announce
from tests.house.copies import ROOT
from tests.house.real_server import RealServer
from tests.house.services import Redis, free_port, wait_until
from tournaments.desk.archives import MOST_ARCHIVE

COMPOSE = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
UNITS = sorted((ROOT / "deploy" / "systemd").glob("*.service"))
SETTINGS = (ROOT / "config" / "settings.py").read_text(encoding="utf-8")
OURS = ("web", "worker", "beat")


def procfile() -> dict[str, str]:
    lines = (ROOT / "Procfile").read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))


def commands() -> dict[str, list[str]]:
    """Every command with which one of the files starts one of our processes."""
    found = {f"Procfile {name}": shlex.split(command) for name, command in procfile().items()}
    for name in OURS:
        found[f"docker-compose.yml {name}"] = COMPOSE["services"][name]["command"]
    for unit in UNITS:
        started = re.search(r"^ExecStart=(.+)$", unit.read_text(encoding="utf-8"), flags=re.MULTILINE)
        assert started is not None, unit.name
        found[unit.name] = shlex.split(started[1])
    image = re.search(r"^CMD (.+)$", (ROOT / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert image is not None
    return {**found, "Dockerfile": json.loads(image[1])}


def test_the_same_processes_are_in_every_shape() -> None:
    assert set(procfile()) == {"web1", "web2", "worker", "beat"}
    assert COMPOSE["services"]["web"]["deploy"]["replicas"] == 2
    assert set(OURS) < set(COMPOSE["services"])
    assert [unit.name for unit in UNITS] == [
        "pozzetto-beat.service", "pozzetto-web@.service", "pozzetto-worker.service",
    ]  # fmt: skip
    target = (ROOT / "deploy" / "systemd" / "pozzetto.target").read_text(encoding="utf-8")
    for name in ("pozzetto-web@8001", "pozzetto-web@8002", "pozzetto-worker", "pozzetto-beat"):
        assert f"{name}.service" in target


@pytest.mark.parametrize("where", commands())
def test_each_command_starts_something_that_is_there(where: str, tmp_path: Path) -> None:
    program, *arguments = commands()[where]
    asked = [re.sub(r"^\$\{\w+:-(\d+)\}$|^%i$", lambda found: found[1] or "8001", part) for part in arguments]
    if Path(program).name == "celery":
        assert asked[:2] == ["-A", "config.celery"]
        run = [sys.executable, "-m", "celery", "-A", "config.celery", asked[2], "--help"]
    else:
        assert Path(program).name == "python"
        assert asked[:2] == ["-m", "config.server"]
        run = [sys.executable, *asked, "--help"]
    done = subprocess.run(
        run, cwd=ROOT, env={"VAR_DIR": str(tmp_path)}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    for option in (part for part in asked if part.startswith("--")):
        assert option in done.stdout, option


def test_every_variable_of_these_files_is_one_the_settings_read() -> None:
    told = set(COMPOSE["x-pozzetto"]["environment"])
    lines = (ROOT / "deploy" / "pozzetto.env").read_text(encoding="utf-8").splitlines()
    told |= {line.split("=")[0] for line in lines if line and not line.startswith("#")}
    assert {"DATABASE_URL", "REDIS_URL", "HTTPS", "TRUSTED_PROXY", "VAR_DIR"} <= told
    for name in told:
        assert f'"{name}"' in SETTINGS, name


def test_the_image_holds_the_program_and_nothing_of_this_machine() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    copied = re.findall(r"^COPY (\S+)", text, flags=re.MULTILINE)
    assert set(copied) == {"requirements.txt", "manage.py", "config", "scoring", "tournaments", "templates"}
    assert all((ROOT / name).exists() for name in copied)
    assert "USER pozzetto" in text
    # Copies are made by pg_dump, which refuses a server newer than itself.
    client = re.search(r"postgresql-client-(\d+)", text)
    server = re.fullmatch(r"postgres:(\d+)", COMPOSE["services"]["database"]["image"])
    assert client is not None
    assert server is not None
    assert int(client[1]) >= int(server[1])
    assert {".venv", "var", ".git"} <= set((ROOT / ".dockerignore").read_text(encoding="utf-8").split())


def test_proxies_forward_who_asks_and_keep_what_is_for_the_inside() -> None:
    nginx = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    for port in ("8001", "8002"):
        assert f"server 127.0.0.1:{port}" in nginx
    assert "proxy_set_header X-Forwarded-For $remote_addr;" in nginx
    assert "proxy_set_header X-Forwarded-Proto $scheme;" in nginx
    caddy = (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")
    for text in (nginx, caddy):
        assert all(name in text for name in ("metrics", "readyz", "healthz"))


def test_an_archive_as_large_as_the_program_takes_passes_the_proxy() -> None:
    nginx = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    most = re.search(r"^ *client_max_body_size (\d+)m;$", nginx, flags=re.MULTILINE)
    assert most is not None
    assert int(most[1]) * 1_000_000 > MOST_ARCHIVE
    assert "request_body" not in (ROOT / "deploy" / "Caddyfile").read_text(encoding="utf-8")


def test_workers_wait_for_the_tables_they_are_to_write() -> None:
    for name in ("worker", "beat"):
        assert COMPOSE["services"][name]["depends_on"]["web"] == {"condition": "service_healthy"}


@pytest.mark.parametrize(
    ("public", "leads_to"),
    [("https://burraco.example.org", "https://burraco.example.org/"), ("", "http://127.0.0.1:8001/")],
)
def test_behind_a_proxy_the_link_for_the_first_owner_leads_through_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], public: str, leads_to: str
) -> None:
    monkeypatch.setattr("config.server._first_owner_link", lambda base: f"{base}/welcome/once/")
    with override_settings(PUBLIC_ADDRESS=public):
        announce("127.0.0.1", 8001)
    assert f"{leads_to}welcome/once/" in capsys.readouterr().out


def test_the_runner_starts_web_processes_worker_and_beat_and_ends_them(
    real_server: RealServer, postgres_url: str, redis_server: Redis
) -> None:
    """As docs/deploy.md says, on a PostgreSQL and a Redis of the test's own."""
    ports = [free_port(), free_port()]
    log = real_server.folder / "honcho.log"
    environment = {
        **real_server.environment,
        "PATH": f"{Path(sys.executable).parent}:{real_server.environment['PATH']}",
        "DATABASE_URL": postgres_url,
        "REDIS_URL": redis_server.url,
        "WEB1_PORT": str(ports[0]),
        "WEB2_PORT": str(ports[1]),
        "C_FORCE_ROOT": "1",
    }
    with log.open("wb") as out:
        command = [sys.executable, "-m", "honcho", "start", "-f", str(ROOT / "Procfile")]
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=out)
    try:
        for port in ports:
            wait_until(ready_at(port), f"everything of the Procfile, asked at {port}", process, log)
    finally:
        process.terminate()
        process.wait(60)
    assert "Traceback" not in log.read_text(encoding="utf-8")
    for port in ports:
        assert not ready_at(port)()


def ready_at(port: int) -> Callable[[], bool]:
    """Whether a web process there is ready, and has heard of a worker."""

    def ask() -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=5) as answer:
                told = json.load(answer)
        except (HTTPError, URLError, OSError):
            return False
        return bool(told["ready"] and told["redis"] == "answers" and told["worker"].startswith("heard of"))

    return ask

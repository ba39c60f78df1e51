"""``run.py``: from a copied folder to a page, once with a network and from then on without."""

from __future__ import annotations

import ast
import http.client
import os
import re
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import run
from tests.house.copies import ROOT, copy_project
from tests.house.missing import not_here
from tests.house.services import free_port

OFFLINE = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "", "PIP_CONFIG_FILE": os.devnull}


def test_a_python_that_is_too_old_is_told_so_in_both_languages() -> None:
    with pytest.raises(run.Stop) as told:
        run.refuse_an_old_python((3, 10))
    assert "vuole Python 3.11 o più recente; questo è Python 3.10" in str(told.value)
    assert "needs Python 3.11 or newer; this is Python 3.10" in str(told.value)
    run.refuse_an_old_python((3, 11))
    run.refuse_an_old_python((3, 14))


def test_a_python_that_is_too_old_can_read_as_far_as_that_sentence() -> None:
    ast.parse((ROOT / "run.py").read_text(encoding="utf-8"), feature_version=(3, 7))


def test_before_the_libraries_are_there_only_the_standard_library_is_used() -> None:
    bare = (
        "import sys, run, config.first_start; print(sys.modules.keys() & {'django', 'environ', 'waitress'})"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); {bare}"],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.strip() == "set()"


class Started:
    """A run of ``run.py`` and what it prints."""

    def __init__(self, project: Path, environment: dict[str, str], log: Path) -> None:
        self.port = free_port()
        self.log = log
        self.began = time.monotonic()
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, str(project / "run.py"), "--port", str(self.port)],
                cwd=log.parent, env=environment, stdout=output, stderr=output,
            )  # fmt: skip

    def told(self) -> str:
        return self.log.read_text(encoding="utf-8")

    def until_ready(self, patience: float) -> None:
        """Wait until it says where it is."""
        while "Pozzetto is ready" not in self.told():
            assert self.process.poll() is None, self.told()
            assert time.monotonic() - self.began < patience, self.told()
            time.sleep(0.05)

    def page(self) -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", "/", headers={"Accept-Language": "it"})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def computing_time() -> float:
    """Seconds of processor time of all ended child processes so far."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


@contextmanager
def started(project: Path, log: Path, **extra: str) -> Iterator[Started]:
    environment = {
        name: value for name, value in os.environ.items() if name not in {"VAR_DIR", "DATABASE_URL"}
    }
    run_of_it = Started(project, environment | {"PYTHONUTF8": "1"} | extra, log)
    try:
        yield run_of_it
    finally:
        if run_of_it.process.poll() is None:
            run_of_it.process.terminate()
        run_of_it.process.wait(15)


def test_a_fresh_copy_serves_a_sample_evening_and_later_starts_need_no_network(tmp_path: Path) -> None:
    """One long test, since the libraries are installed for it: fresh copy in a folder with a space and an
    accent, first start, second start without network, a changed list of libraries without network."""
    project = copy_project(tmp_path / "serata è bella" / "pozzetto")

    with started(project, tmp_path / "first.log") as first:
        try:
            first.until_ready(600)
        except AssertionError:
            if "a network is needed" in first.told():
                not_here("the first start of run.py, because the libraries cannot be fetched")
            raise
        assert f"http://127.0.0.1:{first.port}" in first.told()
        assert re.search(r"First sign-in, once only:  http://\S+", first.told())
        status, page = first.page()
        assert status == 200
        with sqlite3.connect(project / "var" / "pozzetto.sqlite3") as database:
            (slug,) = database.execute("SELECT slug FROM tournaments_event").fetchone()
        assert slug in page
    assert first.process.returncode == 0

    before = computing_time()
    with started(project, tmp_path / "second.log", **OFFLINE) as second:
        second.until_ready(60)
        assert second.page()[0] == 200
    assert "Setting up" not in second.told()
    # Computing time, so that a busy machine does not fail it; on an idle one the clock says about the same.
    seconds = computing_time() - before
    assert seconds < 5, f"a later start took {seconds:.1f} s"

    with (project / "requirements.txt").open("a") as requirements:
        requirements.write("one-more-library>=1\n")
    with started(project, tmp_path / "third.log", **OFFLINE) as third:
        assert third.process.wait(120) == 1
    assert "serve la rete" in third.told()
    assert "a network is needed" in third.told()
    assert "Traceback" not in third.told()


def test_a_python_without_venv_is_told_which_package_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_pip(self: object, folder: Path) -> None:
        raise subprocess.CalledProcessError(1, ["ensurepip"])

    monkeypatch.setattr("venv.EnvBuilder.create", no_pip)
    monkeypatch.setattr(run, "ENVIRONMENT", ROOT / "var" / "nowhere")
    monkeypatch.setattr(run, "PYTHON", ROOT / "var" / "nowhere" / "python")
    with pytest.raises(run.Stop, match="apt install python3-venv"):
        run.make_environment()

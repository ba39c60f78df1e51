#!/usr/bin/env python3
"""From a fresh copy to a running server in one command: ``python3 run.py`` (Windows: ``py run.py``).

Makes the virtual environment, installs the libraries when the list of them changed, and hands over to
``config.server``, which brings the database up to date, loads a sample evening the first time and
serves. A later start needs no network. Only the standard library, and only syntax that an old Python
can read far enough to be told that it is too old.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
ENVIRONMENT = HERE / ".venv"
PYTHON = ENVIRONMENT / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
OLDEST_PYTHON = (3, 11)


class Stop(Exception):  # noqa: N818
    """Something the person at the keyboard can mend, said in both languages."""

    def __init__(self, italian: str, english: str) -> None:
        super().__init__(italian + "\n" + english)


def main(arguments: list[str] | None = None) -> int:
    options = _options(arguments)
    try:
        refuse_an_old_python(sys.version_info[:2])
        from config.first_start import alone  # noqa: PLC0415

        with alone(HERE / "var" / "environment.lock"):
            make_environment(tools=options.tools)
    except Stop as stop:
        print(stop, file=sys.stderr, flush=True)
        return 1
    if options.tools:
        return 0
    return serve(options)


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Prepara e avvia Pozzetto / Set up and start Pozzetto")
    parser.add_argument("--port", help="porta / port (PORT, 8000)")
    parser.add_argument("--host", help="indirizzo / address to listen on (HOST, 0.0.0.0)")
    parser.add_argument("--no-sample", action="store_true", help="senza serata di prova / no sample evening")
    parser.add_argument(
        "--tools",
        action="store_true",
        help="solo ambiente di sviluppo / only make the developers' environment",
    )
    return parser.parse_args(arguments)


def refuse_an_old_python(version: tuple[int, ...]) -> None:
    """Raise ``Stop`` for a Python the program cannot run on."""
    if version >= OLDEST_PYTHON:
        return
    found, wanted = (".".join(map(str, numbers)) for numbers in (version, OLDEST_PYTHON))
    raise Stop(
        f"Pozzetto vuole Python {wanted} o più recente; questo è Python {found}. Si scarica da python.org.",
        f"Pozzetto needs Python {wanted} or newer; this is Python {found}. Get it from python.org.",
    )


def make_environment(*, tools: bool = False) -> None:
    """Make ``.venv`` hold what the requirements ask for; with ``tools``, the developers' ones too.

    The stamp in ``.venv`` names the Python and the content of the requirement files; while it is
    unchanged nothing is asked of the network.
    """
    version = _environment_version()
    stamp = ENVIRONMENT / ("installed-tools" if tools else "installed")
    wanted = _fingerprint(version, tools=tools)
    if version and stamp.exists() and stamp.read_text(encoding="ascii") == wanted:
        return
    _tell("Preparo il programma: può volerci qualche minuto.", "Setting up: this may take a few minutes.")
    if not version or not _runs("-m", "pip", "--version"):
        _build_environment()
        version = _environment_version()
    _install("requirements-dev.txt" if tools else "requirements.txt")
    stamp.write_text(_fingerprint(version, tools=tools), encoding="ascii")
    if tools:
        (ENVIRONMENT / "installed").write_text(_fingerprint(version, tools=False), encoding="ascii")


def _environment_version() -> str:
    """The version of the environment's Python, "" where there is none that works and is new enough."""
    ask = "import sys, encodings; print('%d.%d' % sys.version_info[:2])"
    try:
        answer = subprocess.run([str(PYTHON), "-c", ask], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return ""
    version = answer.stdout.strip()
    return version if tuple(map(int, version.split("."))) >= OLDEST_PYTHON else ""


def _fingerprint(version: str, *, tools: bool) -> str:
    digest = hashlib.sha256(version.encode())
    for name in ["requirements.txt", *(["requirements-dev.txt"] if tools else [])]:
        digest.update((HERE / name).read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def _runs(*arguments: str) -> bool:
    return subprocess.run([str(PYTHON), *arguments], capture_output=True, check=False).returncode == 0


def _build_environment() -> None:
    try:
        venv.EnvBuilder(clear=True, symlinks=os.name != "nt", with_pip=True).create(ENVIRONMENT)
    except subprocess.CalledProcessError:
        raise Stop(
            "A questo Python manca parte del modulo venv. Su Debian e Ubuntu: sudo apt install python3-venv",
            "This Python lacks part of its venv module. On Debian and Ubuntu: sudo apt install python3-venv",
        ) from None
    except OSError as error:
        raise Stop(
            f"Non riesco a creare {ENVIRONMENT}: {error}.", f"Cannot create {ENVIRONMENT}: {error}."
        ) from None


def _install(requirements: str) -> None:
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    pip += ["--no-input", "--retries", "2", "--requirement", requirements]
    done = subprocess.run(pip, cwd=str(HERE), stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode == 0:
        return
    complaint = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or [
        done.stderr.strip()
    ]
    print(complaint[-1], file=sys.stderr)
    raise Stop(
        f"Le librerie di {requirements} non sono state installate. La prima volta (e quando l'elenco cambia) "
        "serve la rete: collegarsi e ripetere lo stesso comando.",
        f"The libraries in {requirements} were not installed. The first time (and when the list changes) "
        "a network is needed: connect and repeat the same command.",
    )


def serve(options: argparse.Namespace) -> int:
    """Hand over to the server in the environment; returns its exit code where it cannot replace us."""
    command = [str(PYTHON), "-m", "config.server"]
    for name in ("host", "port"):
        if getattr(options, name) is not None:
            command += ["--" + name, getattr(options, name)]
    if options.no_sample:
        command.append("--no-sample")
    os.chdir(HERE)
    if os.name == "nt":  # replacing the process there would give the console back while we serve
        try:
            return subprocess.call(command)
        except KeyboardInterrupt:
            return 0
    return os.execv(command[0], command)  # noqa: S606


def _tell(italian: str, english: str) -> None:
    print(italian + "\n" + english, flush=True)


if __name__ == "__main__":
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a console that cannot show an accent shows "?"
    raise SystemExit(main())

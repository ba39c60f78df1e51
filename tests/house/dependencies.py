"""``python -m tests.house.dependencies``: what the program stands on, as far as that goes without a network.

Every requirement has a lower and an upper bound, what is installed lies within, and the packages fit each
other (``pip check``). Then pip-audit asks the advisory service of the Python package index which of them
have known holes. Where that does not answer, the run says so loudly and goes on: a parish hall has no
network, and a check that was not made must not look like one that was.
"""

from __future__ import annotations

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from packaging.requirements import InvalidRequirement, Requirement

ROOT = Path(__file__).resolve().parents[2]
LISTS = ("requirements.txt", "requirements-dev.txt")
SERVICE = ("pypi.org", 443)
PATIENCE = 3.0  # seconds until the service counts as away
LONGEST = 120.0  # seconds for all of its answers


def requirements(text: str) -> Iterator[str]:
    """The lines that require something."""
    for line in text.splitlines():
        bare = re.sub(r"\s#.*", "", line).strip()
        if bare and not bare.startswith(("#", "-r ")):
            yield bare


def wrong_with(line: str) -> str:
    """What is wrong with a requirement, or nothing.

    >>> wrong_with("Django>=5.2,<5.3"), wrong_with("Django"), wrong_with("Django>=5.2")
    ('', 'no lower bound', 'no upper bound')
    >>> wrong_with("Django>=99,<100")
    'installed is ..., which is not >=99,<100'
    """
    try:
        wanted = Requirement(line)
    except InvalidRequirement as error:
        return f"not a requirement: {error}"
    signs = {specifier.operator for specifier in wanted.specifier}
    if not signs & {">=", ">", "==", "~="}:
        return "no lower bound"
    if not signs & {"<", "<=", "==", "~="}:
        return "no upper bound"
    try:
        installed = metadata.version(wanted.name)
    except metadata.PackageNotFoundError:
        return "not installed"
    if not wanted.specifier.contains(installed, prereleases=True):
        asked = ",".join(sorted(map(str, wanted.specifier), reverse=True))
        return f"installed is {installed}, which is not {asked}"
    return ""


def faults() -> Iterator[str]:
    """Everything that is off in the lists and between the packages."""
    for name in LISTS:
        for line in requirements((ROOT / name).read_text(encoding="utf-8")):
            wrong = wrong_with(line)
            if wrong:
                yield f"{name}: {line}: {wrong}"
    fit = subprocess.run([sys.executable, "-m", "pip", "check"], capture_output=True, text=True, check=False)
    if fit.returncode:
        yield from fit.stdout.splitlines()


def answers(service: tuple[str, int]) -> bool:
    try:
        socket.create_connection(service, PATIENCE).close()
    except OSError:
        return False
    return True


def known_holes(service: tuple[str, int] = SERVICE) -> list[str] | None:
    """Advisories about what is installed; None where nobody could be asked."""
    if not answers(service):
        return None
    command = [sys.executable, "-m", "pip_audit", "--local", "--format", "json", "--progress-spinner", "off"]
    command += ["--timeout", str(int(PATIENCE) * 2)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST)
        told = json.loads(done.stdout)
    except (subprocess.TimeoutExpired, ValueError):
        return None
    return [
        f"{package['name']} {package['version']}: {hole['id']} (mended in: {', '.join(hole['fix_versions'])})"
        for package in told["dependencies"]
        for hole in package.get("vulns", ())
    ]


def main(service: tuple[str, int] = SERVICE) -> int:
    found = list(faults())
    holes = known_holes(service)
    if holes is None:
        print(
            "!!! NOT RUN: pip-audit. The advisory service did not answer, so nobody was asked about known "
            "holes in the packages. Run `make lint` again where there is a network.",
            file=sys.stderr,
        )
    for fault in [*found, *(holes or ())]:
        print(fault, file=sys.stderr)
    if not found and not holes:
        print("Requirements: bounded, met, and fitting each other.")
    return 1 if found or holes else 0


if __name__ == "__main__":
    raise SystemExit(main())

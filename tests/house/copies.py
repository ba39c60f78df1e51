"""Copies of the project in folders of their own, for tests that break something on purpose."""

from __future__ import annotations

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LEFT_BEHIND = shutil.ignore_patterns(".git", ".venv", "var", "__pycache__", ".*_cache", ".hypothesis")


def copy_project(target: Path, *names: str) -> Path:
    """Copy the project, or only the named files and folders of it, to ``target``; returns ``target``."""
    if not names:
        shutil.copytree(ROOT, target, ignore=LEFT_BEHIND)
        return target
    target.mkdir(parents=True, exist_ok=True)
    for name in names:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=LEFT_BEHIND)
        else:
            shutil.copy(ROOT / name, target / name)
    return target

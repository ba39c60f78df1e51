"""The numbers of erased records, beside the database: a restored copy does not know of what came after it.

Numbers alone; they say nothing of anybody once the records are empty.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.db import transaction


def _file() -> Path:
    return Path(settings.VAR_DIR) / "erased_players"


def add(ids: Iterable[int]) -> None:
    """Remember records as erased, once that is certain."""
    wanted = list(ids)

    def write() -> None:
        with _file().open("a", encoding="ascii") as file:
            file.writelines(f"{number}\n" for number in wanted)

    transaction.on_commit(write)


def numbers() -> set[int]:
    """The records that were ever erased on this machine."""
    try:
        text = _file().read_text(encoding="ascii")
    except FileNotFoundError:
        return set()
    return {int(line) for line in text.split() if line.isdigit()}

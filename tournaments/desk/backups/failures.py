"""An automatic copy that did not come about: remembered until one does, and told at the desk."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from scoring.sentences import Refusal, Sentence, gettext_noop, say
from tournaments.desk.backups.problems import in_one_line


@dataclass(frozen=True)
class Trouble:
    """Since when no copy has been kept, and why."""

    at: datetime
    sentence: Sentence


_here: list[Trouble] = []


def trouble() -> Trouble | None:
    """What keeps copies from being made, as far as any process of this installation has found out."""
    try:
        told = json.loads(_file().read_text(encoding="utf-8"))
        return Trouble(datetime.fromisoformat(told["at"]), say(told["text"], **told["values"]))
    except FileNotFoundError:
        return _here[0] if _here else None
    except (OSError, ValueError, KeyError, TypeError):
        return _here[0] if _here else Trouble(timezone.now(), _why("?"))


def remember(error: Exception) -> None:
    """No copy was kept. Told to the other processes by a file where the disk takes one."""
    before = trouble()
    sentence = error.sentence if isinstance(error, Refusal) else _why(in_one_line(error))
    found = Trouble(before.at if before else timezone.now(), sentence)
    _here[:] = [found]
    told = {
        "at": found.at.isoformat(),
        "text": sentence.template,
        "values": {name: str(value) for name, value in sentence.values.items()},
    }
    with contextlib.suppress(OSError):  # a full disk is what is told, from memory at least
        _file().write_text(json.dumps(told, ensure_ascii=False), encoding="utf-8")


def forget() -> None:
    """A copy was kept: all is well again."""
    _here.clear()
    with contextlib.suppress(OSError):
        _file().unlink(missing_ok=True)


def _why(problem: str) -> Sentence:
    return say(gettext_noop("The copy could not be written: {why}."), why=problem)


def _file() -> Path:
    return Path(settings.VAR_DIR) / "backup-trouble.json"

"""A journal line with names for its numbers, and the plainest ways to say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.sentences import Sentence, say
from tournaments.boards.names import Names
from tournaments.models import JournalLine


@dataclass(frozen=True, slots=True)
class Told:
    """A journal line with names for its numbers."""

    line: JournalLine
    names: Names

    @property
    def round(self) -> int:
        return self.line.round_number or 0

    @property
    def table(self) -> int:
        return self.line.table or 0

    @property
    def pair(self) -> str:
        return self._name(self.line.entry.number if self.line.entry else None)

    @property
    def other(self) -> str:
        return self._name(self.line.other_entry.number if self.line.other_entry else None)

    def _name(self, number: int | None) -> str:
        return "–" if number is None else f"{self.names.of(number).short} ({number})"

    def old(self, name: str) -> Any:
        return self.line.old.get(name)

    def new(self, name: str) -> Any:
        return self.line.new.get(name)

    def number(self, name: str, *, old: bool = False) -> int:
        return int((self.line.old if old else self.line.new).get(name) or 0)


Telling = Callable[[Told], Sentence]
Sentences = Mapping[str, Telling]


def fixed(text: str) -> Telling:
    return lambda told: say(text, round=told.round, table=told.table, pair=told.pair, other=told.other)

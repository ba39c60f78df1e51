"""What the director has to know of a round, with the names of those it is about."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from scoring.sentences import Sentence
from tournaments.boards.names import Names
from tournaments.models import Round
from tournaments.movements.danish import Note


@dataclass(frozen=True)
class NoteRow:
    """One thing the director has to know, with the names of those it is about, and the table to look at."""

    code: str
    sentence: Sentence
    table: int | None


def note_rows(
    found: Round, names: Names, notes: Sequence[Note], changed: Container[int | None]
) -> list[NoteRow]:
    """The notes as the draw worded them where nobody has touched the table, as they stand now elsewhere."""
    rows: list[NoteRow] = []
    kept: set[tuple[str, int | None]] = set()
    for note in found.why.get("notes", ()):
        if note["table"] not in changed:
            sentence = _unkept(note["sentence"])
            rows.append(NoteRow(note["code"], named(sentence, names, found.number), note["table"]))
            kept.add((note["code"], note["table"]))
    rows += [
        NoteRow(note.code, named(note.sentence, names, found.number), note.table)
        for note in notes
        if (note.code, note.table) not in kept
    ]
    return sorted(rows, key=lambda row: row.table or 0)


def _unkept(kept: Mapping[str, Any]) -> Sentence:
    """A sentence put away with a round."""
    return Sentence(
        kept["text"],
        {
            name: _unkept(value) if isinstance(value, dict) else value
            for name, value in kept["values"].items()
        },
    )


_NUMBERS = frozenset({"entry", "first", "second"})


def named(sentence: Sentence, names: Names, number: int) -> Sentence:
    """A sentence of a movement, which knows numbers only, with the names of the pairs in that round."""
    values: dict[str, int | str | Sentence] = {}
    for gap, value in sentence.values.items():
        if isinstance(value, Sentence):
            values[gap] = named(value, names, number)
        elif gap in _NUMBERS and isinstance(value, str) and value.isdigit() and int(value) in names.stays:
            values[gap] = names.of(int(value), number).short
        else:
            values[gap] = value
    return Sentence(sentence.template, values)

"""What a draw says, as JSON: kept with the round, said later in any language."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.sentences import Sentence
from tournaments.movements.danish import Note
from tournaments.movements.pairing import Pairing


def kept(sentence: Sentence) -> dict[str, Any]:
    """A sentence as JSON, so that it can be said later in any language."""
    return {
        "text": sentence.template,
        "values": {
            name: kept(value) if isinstance(value, Sentence) else value
            for name, value in sentence.values.items()
        },
    }


def said(kept: dict[str, Any]) -> Sentence:
    """The sentence that ``kept`` put away."""
    values = {
        name: said(value) if isinstance(value, dict) else value for name, value in kept["values"].items()
    }
    return Sentence(kept["text"], values)


def kept_notes(notes: Sequence[Note]) -> list[dict[str, Any]]:
    """The notes of a draw as JSON."""
    return [{"code": note.code, "table": note.table, "sentence": kept(note.sentence)} for note in notes]


def kept_seats(pairings: Sequence[Pairing]) -> list[list[Any]]:
    """The seats as computed, table by table, against which seats changed by hand are told."""
    return [[pairing.table, chairs(pairing.ns), chairs(pairing.ew)] for pairing in pairings]


def chairs(seated: Any) -> list[int]:
    """The entry numbers on a line: none for the bye, one for a pair, two for single players."""
    if seated is None:
        return []
    return list(seated) if isinstance(seated, tuple) else [seated]

"""The journal of an event in plain sentences, whole or about one pair, table, round or person."""

from tournaments.boards.journal.reading import (
    PAGE,
    SENTENCES,
    About,
    JournalRow,
    journal_rows,
    sentence_of,
)
from tournaments.boards.journal.told import Told

__all__ = ["PAGE", "SENTENCES", "About", "JournalRow", "Told", "journal_rows", "sentence_of"]

"""The journal of an event as it is read: whole, or about one pair, table, round or person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from scoring.sentences import Sentence
from tournaments.boards.journal.evening import EVENING
from tournaments.boards.journal.pairs import PAIRS
from tournaments.boards.journal.referee import REFEREE
from tournaments.boards.journal.results import RESULTS
from tournaments.boards.journal.rounds import ROUNDS
from tournaments.boards.journal.told import Telling, Told
from tournaments.boards.names import Names, load_names
from tournaments.models import Event, JournalLine

PAGE = 100

SENTENCES: Mapping[str, Telling] = {**EVENING, **PAIRS, **ROUNDS, **RESULTS, **REFEREE}


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A line as it is read: what happened, in one sentence; why, if somebody said so."""

    number: int
    at: datetime
    who: str
    source: str
    sentence: Sentence
    reason: str


@dataclass(frozen=True, slots=True)
class About:
    """What to look for; empty fields do not narrow."""

    pair: int | None = None
    table: int | None = None
    round: int | None = None
    who: str = ""
    before: int | None = None


def journal_rows(
    event: Event, about: About | None = None, *, most: int = PAGE, names: Names | None = None
) -> list[JournalRow]:
    """The newest lines first, at most ``most``: two queries whatever the length of the evening."""
    names = names or load_names(event)
    about = about or About()
    lines = JournalLine.objects.filter(event=event).order_by("-number")
    if about.pair is not None:
        lines = lines.filter(Q(entry__number=about.pair) | Q(other_entry__number=about.pair))
    if about.table is not None:
        lines = lines.filter(table=about.table)
    if about.round is not None:
        lines = lines.filter(round_number=about.round)
    if about.who:
        lines = lines.filter(by_name__icontains=about.who)
    if about.before is not None:
        lines = lines.filter(number__lt=about.before)
    return [
        JournalRow(
            number=line.number,
            at=line.at,
            who=line.by_name,
            source=line.get_source_display(),
            sentence=sentence_of(line, names),
            reason="" if line.reason == "swap" else line.reason,
        )
        for line in lines.select_related("entry", "other_entry")[:most]
    ]


def sentence_of(line: JournalLine, names: Names) -> Sentence:
    """What a line says; a verb without words of its own is a defect the tests find."""
    return SENTENCES[line.verb](Told(line, names))

"""Entries: the pairs of an event, and the evening of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import path

from tournaments.api.callers import ANYBODY
from tournaments.api.filters import Filters, choice
from tournaments.api.operations import reads
from tournaments.api.reads.rounds import seen_by
from tournaments.api.refusals import not_there
from tournaments.api.shapes.entries import ENTRY, ENTRY_DETAIL, EntryDetailShape, EntryShape
from tournaments.api.views import EventView
from tournaments.boards.facts import EntryFact
from tournaments.boards.names import PairName
from tournaments.boards.pairs import PairBoard, pair_board
from tournaments.boards.released import Released
from tournaments.models import Entry


@dataclass(frozen=True)
class EntryTold:
    """An entry as ``EntryShape`` and ``EntryDetailShape`` tell it."""

    fact: EntryFact
    pair: PairName
    board: PairBoard | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.fact, name)


def entry_told(found: Released, number: int) -> EntryTold:
    """An entry in short; 404 where the event has none of this number."""
    if number not in found.facts.entries:
        raise not_there()
    return EntryTold(found.facts.entries[number], found.names.of(number))


class EntryFilters(Filters):
    state = choice(of=Entry.State, says="In this state.")


class Entries(EventView):
    may = {"GET": ANYBODY}
    tag = "entries"

    @reads(
        "list_entries", "The pairs", EntryShape, example=ENTRY, paged=True, filters=EntryFilters,
        path={"event": ""},
    )  # fmt: skip
    def get(self, event: str) -> Sequence[EntryTold]:
        """Who takes part, by number, as they are now."""
        found = seen_by(self)
        state = self.asked.get("state")
        numbers = [number for number, fact in found.facts.entries.items() if state in (None, fact.state)]
        return [entry_told(found, number) for number in numbers]


class OneEntry(EventView):
    may = {"GET": ANYBODY}
    tag = "entries"

    @reads(
        "read_entry", "One pair and its evening", EntryDetailShape, example=ENTRY_DETAIL,
        path={"event": "", "number": "The number of the pair."},
    )  # fmt: skip
    def get(self, event: str, number: int) -> EntryTold:
        """A pair with every round it has played, its hands, and what was taken off and why."""
        found = seen_by(self)
        told = entry_told(found, number)
        return EntryTold(told.fact, told.pair, pair_board(found, number))


urls = [
    path("events/<slug:event>/entries/", Entries.as_view(), name="api_entries"),
    path("events/<slug:event>/entries/<number:number>/", OneEntry.as_view(), name="api_entry"),
]

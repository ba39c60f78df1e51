"""The journal, for who works on the event; the clock, for everybody."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet
from django.urls import path

from tournaments.api.callers import ANYBODY, READERS
from tournaments.api.filters import Filters, text, whole
from tournaments.api.operations import reads
from tournaments.api.refusals import not_there
from tournaments.api.shapes.journal import CLOCK, LINE, ClockShape, LineShape
from tournaments.api.views import EventView
from tournaments.boards.clock import NO_CLOCK, hall_of
from tournaments.boards.journal import sentence_of
from tournaments.boards.names import Names, load_names
from tournaments.models import JournalLine
from tournaments.words import spoken


class LineFilters(Filters):
    since = whole("number", lookup="gt", says="After this number: what is new since then.")
    verb = text("verb", says="Of this verb, e.g. record_result.")
    round = whole("round_number", says="About this round.", most=999_999)
    table = whole("table", says="About this table.", most=999_999)


class Lines(Sequence[dict[str, Any]]):
    """Lines of a journal; a part that is looked at is told, with one query for the names."""

    def __init__(self, view: EventView, found: QuerySet[JournalLine]) -> None:
        self.view, self.found = view, found

    def __len__(self) -> int:
        return self.found.count()

    def __getitem__(self, part: Any) -> Any:
        names = load_names(self.view.event)
        return [line_told(line, names) for line in self.found[part]]


def line_told(line: JournalLine, names: Names) -> dict[str, Any]:
    """A line as ``LineShape`` tells it."""
    return {
        "number": line.number,
        "at": line.at,
        "who": line.by_name,
        "source": line.source,
        "verb": line.verb,
        "round": line.round_number,
        "table": line.table,
        "entry": line.entry.number if line.entry else None,
        "other_entry": line.other_entry.number if line.other_entry else None,
        "sentence": spoken(sentence_of(line, names)),
        "reason": line.reason,
    }


def lines_of(view: EventView) -> QuerySet[JournalLine]:
    lines = JournalLine.objects.filter(event=view.event, number__lte=view.event.version)
    return lines.select_related("entry", "other_entry").order_by("number")


class Journal(EventView):
    may = {"GET": READERS}
    tag = "journal"

    @reads(
        "list_journal", "The journal", LineShape, example=LINE, paged=True, filters=LineFilters,
        path={"event": ""},
    )  # fmt: skip
    def get(self, event: str) -> Lines:
        """Everything that was done, in order; ``since`` the last number known gives what is new.

        The number of the last line is the version of the event.
        """
        return Lines(self, LineFilters.narrow(lines_of(self), self.asked))


class OneLine(EventView):
    may = {"GET": READERS}
    tag = "journal"

    @reads(
        "read_journal_line", "One line of the journal", LineShape, example=LINE,
        path={"event": "", "number": "The number of the line."},
    )  # fmt: skip
    def get(self, event: str, number: int) -> Any:
        """A line of the journal."""
        found = Lines(self, lines_of(self).filter(number=number))[0:1]
        if not found:
            raise not_there()
        return found[0]


class Clock(EventView):
    may = {"GET": ANYBODY}
    tag = "clock"

    @reads("read_clock", "The clock", ClockShape, example=CLOCK, path={"event": ""})
    def get(self, event: str) -> Any:
        """The clock of the round being played."""
        return clock_told(self)


def clock_told(view: EventView) -> dict[str, Any]:
    """The clock as ``ClockShape`` tells it."""
    hall = hall_of(view.event.slug)
    face = hall.clock if hall else None
    if face is None:
        return {**NO_CLOCK, "last_lap_at": None}
    return {
        "state": face.state,
        "round": face.round,
        "length": face.length,
        "ends_at": face.ends_at,
        "left": face.left,
        "warning": face.warning,
        "last_lap_at": face.last_lap_at,
    }


AT = "events/<slug:event>/"

urls = [
    path(AT + "journal/", Journal.as_view(), name="api_journal"),
    path(AT + "journal/<number:number>/", OneLine.as_view(), name="api_journal_line"),
    path(AT + "clock/", Clock.as_view(), name="api_clock"),
]

"""Rounds, their seats, and what came of each table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import models
from django.urls import path

from tournaments.api.callers import ANYBODY, READERS
from tournaments.api.filters import Filters, choice, whole
from tournaments.api.operations import reads
from tournaments.api.refusals import not_there
from tournaments.api.shapes.rounds import MATCH, RESULT, ROUND, MatchShape, ResultShape, RoundShape
from tournaments.api.views import EventView, TableView
from tournaments.boards.facts import MatchFact
from tournaments.boards.released import Released
from tournaments.boards.seen import TableResult, TableResults, seen
from tournaments.models import Round


def seen_by(view: EventView) -> Released:
    """The event as the caller sees it, read at most once a request."""
    if view.seen is None:
        view.seen = seen(view.event, everything=view.rank >= READERS)
    return view.seen


def round_told(view: EventView, number: int) -> dict[str, Any]:
    """A round as ``RoundShape`` tells it; 404 where the caller sees none."""
    found = seen_by(view)
    fact = found.round_numbered(number)
    playing = [match for match in found.facts.matches_of(number) if not match.is_bye]
    return {
        "number": fact.number,
        "state": fact.state,
        "tables": len(playing),
        "arrived": sum(match.is_settled for match in playing),
        "published_at": fact.published_at,
        "closed_at": fact.closed_at,
    }


def result_told(view: EventView, number: int, table: int) -> TableResult:
    """A table as ``ResultShape`` tells it; 404 where the caller sees none."""
    found = seen_by(view)
    matches = [match for match in matches_of(found, number) if match.table == table]
    if not matches:
        raise not_there()
    result: TableResult = TableResults(found, matches, everything=view.rank >= READERS)[0]
    return result


def matches_of(found: Released, number: int) -> list[MatchFact]:
    """The tables of a round the caller sees, in order."""
    found.round_numbered(number)
    return sorted(found.facts.matches_of(number), key=lambda match: match.table)


class RoundFilters(Filters):
    state = choice(of=Round.State, says="In this state.")


class Rounds(EventView):
    may = {"GET": ANYBODY}
    tag = "rounds"

    @reads(
        "list_rounds", "The rounds", RoundShape, example=ROUND, paged=True, filters=RoundFilters,
        path={"event": ""},
    )  # fmt: skip
    def get(self, event: str) -> Sequence[Any]:
        """The rounds so far, in order. One that is only drawn is told to the event's own people alone."""
        state = self.asked.get("state")
        found = seen_by(self)
        return [
            round_told(self, number)
            for number in sorted(found.rounds)
            if state in (None, found.rounds[number].state)
        ]


class OneRound(EventView):
    may = {"GET": ANYBODY}
    tag = "rounds"

    @reads("read_round", "One round", RoundShape, example=ROUND, path={"event": "", "round": ""})
    def get(self, event: str, round: int) -> Any:
        """How far a round has come."""
        return round_told(self, round)


class Matches(EventView):
    may = {"GET": ANYBODY}
    tag = "rounds"

    @reads(
        "list_matches", "The seats of a round", MatchShape, example=MATCH, paged=True,
        path={"event": "", "round": ""},
    )  # fmt: skip
    def get(self, event: str, round: int) -> Sequence[Any]:
        """Who sits at which table, in order of the tables; who rests sits alone."""
        found = seen_by(self)
        return [match_told(found, match) for match in matches_of(found, round)]


class OneMatch(TableView):
    may = {"GET": ANYBODY}
    tag = "rounds"

    @reads(
        "read_match", "The seats of a table", MatchShape, example=MATCH,
        path={"event": "", "round": "", "table": ""},
    )  # fmt: skip
    def get(self, event: str, round: int, table: int) -> Any:
        """Who sits at a table of a round."""
        found = seen_by(self)
        for match in matches_of(found, round):
            if match.table == table:
                return match_told(found, match)
        raise not_there()


def match_told(found: Released, match: MatchFact) -> dict[str, Any]:
    return {
        "round": match.round,
        "table": match.table,
        "section": match.section,
        "ns": found.names.together(match.ns, match.round),
        "ew": found.names.together(match.ew, match.round),
        "settled": match.is_settled,
    }


class TableState(models.TextChoices):
    """What may be asked of a table."""

    PLAYED = "played"
    RULED = "ruled"
    BYE = "bye"
    MISSING = "missing"


class RoundResultFilters(Filters):
    state = choice(of=TableState, says="Played, ruled, a rest (bye), or still missing.")


class ResultFilters(RoundResultFilters):
    round = whole(says="Of this round.", most=999_999)


def results_told(view: EventView, numbers: Sequence[int]) -> TableResults:
    """The tables of these rounds, narrowed to what was asked, as ``ResultShape`` tells them."""
    found = seen_by(view)
    state = view.asked.get("state")
    matches = [
        match
        for number in numbers
        for match in matches_of(found, number)
        if state in (None, state_of(found, match))
    ]
    return TableResults(found, matches, everything=view.rank >= READERS)


def state_of(found: Released, match: MatchFact) -> str:
    """As ``ResultRow.state``; a table of a round only drawn has nothing yet."""
    if not match.is_settled or found.rounds[match.round].state == Round.State.DRAWN:
        return TableState.MISSING
    if match.is_bye:
        return TableState.BYE
    return TableState.RULED if match.ruling is not None else TableState.PLAYED


class Results(EventView):
    may = {"GET": ANYBODY}
    tag = "results"

    @reads(
        "list_results", "The results", ResultShape, example=RESULT, paged=True, filters=ResultFilters,
        path={"event": ""},
    )  # fmt: skip
    def get(self, event: str) -> TableResults:
        """Every table of the rounds that are released, with its hands; those still missing as well.

        The event's own people are also told from where a result came, and what tables have handed in.
        """
        found = seen_by(self)
        asked = self.asked.get("round")
        return results_told(self, [n for n in sorted(found.rounds) if asked in (None, n)])


class RoundResults(EventView):
    may = {"GET": ANYBODY}
    tag = "results"

    @reads(
        "list_round_results", "The results of a round", ResultShape, example=RESULT, paged=True,
        filters=RoundResultFilters, path={"event": "", "round": ""},
    )  # fmt: skip
    def get(self, event: str, round: int) -> TableResults:
        """Every table of a round in order, with its hands; those still missing as well."""
        return results_told(self, [round])


class OneResult(TableView):
    may = {"GET": ANYBODY}
    tag = "results"

    @reads(
        "read_result", "The result of a table", ResultShape, example=RESULT,
        path={"event": "", "round": "", "table": ""},
    )  # fmt: skip
    def get(self, event: str, round: int, table: int) -> TableResult:
        """What came of a table of a round, or that it is still missing."""
        return result_told(self, round, table)


ROUND_AT = "events/<slug:event>/rounds/<number:round>/"

urls = [
    path("events/<slug:event>/rounds/", Rounds.as_view(), name="api_rounds"),
    path(ROUND_AT, OneRound.as_view(), name="api_round"),
    path(ROUND_AT + "matches/", Matches.as_view(), name="api_matches"),
    path(ROUND_AT + "matches/<number:table>/", OneMatch.as_view(), name="api_match"),
    path("events/<slug:event>/results/", Results.as_view(), name="api_results"),
    path(ROUND_AT + "results/", RoundResults.as_view(), name="api_round_results"),
    path(ROUND_AT + "results/<number:table>/", OneResult.as_view(), name="api_result"),
]

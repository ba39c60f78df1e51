"""The front of an event: its programme as cards, who leads, the facts; and the list of all events."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Aggregate, Count, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from scoring.sentences import Sentence
from scoring.victory_points import FOUR_HANDS, TEAMS, THREE_HANDS, THREE_PLAYERS, Scale
from tournaments.boards.released import Released, RoundFact
from tournaments.boards.standings import Leader, first_places, tie_break_labels
from tournaments.models import Club, Entry, Event, Phase, Round
from tournaments.movements.programme import PhasePlan

FIRST_PLACES = 5
EVENTS_A_PAGE = 60
BEFORE = re.compile(r"(\d{4}-\d{2}-\d{2})\.(\d{1,12})")


@dataclass(frozen=True, slots=True)
class RoundCard:
    """A round of the programme. ``state``: "closed", "now" or "next"."""

    number: int
    state: str
    fact: RoundFact | None
    tables: int
    arrived: int


@dataclass(frozen=True)
class PhaseCards:
    plan: PhasePlan
    cards: list[RoundCard]


@dataclass(frozen=True)
class OverviewBoard:
    phases: list[PhaseCards]
    current: RoundCard | None
    leaders: list[Leader]
    leaders_after: int
    pairs: int
    tables: int
    scale_name: str
    tie_breaks: list[Sentence]
    is_over: bool
    is_played_out: bool


def overview_board(released: Released) -> OverviewBoard:
    """The front page of an event."""
    cards = {number: _card(released, number) for number in range(1, released.total_rounds + 1)}
    phases: list[PhaseCards] = []
    first = 1
    for phase in released.phases:
        phases.append(PhaseCards(phase.plan, [cards[n] for n in range(first, first + phase.rounds)]))
        first += phase.rounds
    if phases and first <= released.total_rounds:  # rounds beyond the programme stay with its last phase
        phases[-1].cards.extend(cards[n] for n in range(first, released.total_rounds + 1))
    last = released.last_closed
    entries = [e for e in released.facts.entries.values() if e.state != Entry.State.ABSENT]
    return OverviewBoard(
        phases=phases,
        current=next((card for card in cards.values() if card.state == "now"), None),
        leaders=first_places(released, last, FIRST_PLACES) if last else [],
        leaders_after=last,
        pairs=len(entries),
        tables=(len(entries) + 1) // 2,
        scale_name=_scale_name(released.event.scale),
        tie_breaks=tie_break_labels(released.event.criteria),
        is_over=released.event.is_over,
        is_played_out=released.is_played_out,
    )


def _card(released: Released, number: int) -> RoundCard:
    fact = released.rounds.get(number)
    if fact is None:
        return RoundCard(number, "next", None, 0, 0)
    matches = [match for match in released.facts.matches_of(number) if not match.is_bye]
    state = "closed" if fact.is_closed else "now"
    return RoundCard(number, state, fact, len(matches), sum(match.is_settled for match in matches))


_SCALES = {THREE_HANDS: "3", FOUR_HANDS: "4", TEAMS: "teams", THREE_PLAYERS: "three_players"}


def _scale_name(scale: Scale) -> str:
    """ "3" or "4" hands, "teams", "three_players", or "own"."""
    return _SCALES.get(scale, "own")


@dataclass(frozen=True)
class EventsBoard:
    """Some of the events, the newest first. ``earlier``: where those before them begin; "" where none are."""

    events: Sequence[Event]
    earlier: str = ""


def events_board(club: Club | None = None, before: str = "") -> EventsBoard:
    """A page of events, of all clubs or of one, found by their date however many there are. One query.

    ``before``: as ``earlier`` of the page before; anything else begins with the newest.
    """
    found = Event.objects.all() if club is None else Event.objects.filter(club=club)
    if at := BEFORE.fullmatch(before):
        found = _before(found, at[1], int(at[2]))
    # Counted row by row, so that only the rows of the page are.
    found = (
        found.select_related("club")
        .annotate(
            pairs=_count(Entry.objects.exclude(state=Entry.State.ABSENT)),
            played=_count(Round.objects.filter(state=Round.State.CLOSED)),
            total=_of_each(Phase.objects.all(), Sum("rounds")),
        )
        .order_by("-date", "-pk")
    )
    page = list(found[: EVENTS_A_PAGE + 1])
    there, more = page[:EVENTS_A_PAGE], page[EVENTS_A_PAGE:]
    return EventsBoard(there, f"{there[-1].date.isoformat()}.{there[-1].pk}" if more else "")


def _before(events: QuerySet[Event], day: str, pk: int) -> QuerySet[Event]:
    try:
        last = date.fromisoformat(day)
    except ValueError:  # the 31st of June
        return events
    return events.filter(date__lte=last).exclude(date=last, pk__gte=pk)


def _count(rows: QuerySet[Any]) -> Coalesce:
    return Coalesce(_of_each(rows, Count("pk")), 0)


def _of_each(rows: QuerySet[Any], what: Aggregate) -> Subquery:
    """``what`` of the rows of each event, in a search of its own."""
    mine = rows.filter(event=OuterRef("pk")).order_by().values("event")
    return Subquery(mine.annotate(told=what).values("told"))

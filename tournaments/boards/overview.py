"""The front of an event: its programme as cards, who leads, the facts; and the list of all events."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, OuterRef, Q, Subquery, Sum

from scoring.sentences import Sentence
from scoring.victory_points import FOUR_HANDS, TEAMS, THREE_HANDS, THREE_PLAYERS, Scale
from tournaments.boards.released import Released, RoundFact
from tournaments.boards.standings import Leader, first_places, tie_break_labels
from tournaments.models import Club, Entry, Event, Phase, Round
from tournaments.movements.programme import PhasePlan

FIRST_PLACES = 5


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


def events_board(club: Club | None = None) -> list[Event]:
    """All events, or those of a club, the newest first, with clubs and the number of pairs. One query."""
    events = Event.objects.select_related("club")
    return list(
        (events if club is None else events.filter(club=club))
        .annotate(
            pairs=Count("entries", filter=~Q(entries__state=Entry.State.ABSENT), distinct=True),
            played=Count("rounds", filter=Q(rounds__state=Round.State.CLOSED), distinct=True),
            total=Subquery(
                Phase.objects.filter(event=OuterRef("pk"))
                .order_by()
                .values("event")
                .annotate(total=Sum("rounds"))
                .values("total")
            ),
        )
        .order_by("-date", "-pk")
    )

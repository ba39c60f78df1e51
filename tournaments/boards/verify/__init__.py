"""Replay an event and say what is off: sums, seats, meetings, and everything against the journal."""

from __future__ import annotations

from scoring.sentences import Sentence
from tournaments.boards.facts import load
from tournaments.boards.verify import compare, lines, people, replay, scores, seats
from tournaments.models import Event, programme_of
from tournaments.movements.programme import Programme


def verify(event: Event) -> list[Sentence]:
    """Everything that does not add up in an event; an empty list is the good answer (docs/rules.md 7).

    The journal is replayed from its first line, and what is stored has to be what comes of it: settings,
    pairs, rounds, seats, results, referee's scores, penalties. A line of before may hold less than one of
    today: only what it holds is compared. A fixed number of queries, whatever the size of the event.
    """
    facts = load(event)
    programme = _programme(event)
    journal = lines.read(event)
    told = replay.replay(journal, facts)
    return [
        *lines.missing(event, journal),
        *compare.event_off(event, told, programme),
        *compare.rounds_off(facts, told),
        *people.list_off(event, facts, told),
        *seats.numbering_off(facts),
        *seats.seats_off(event, facts, programme, told),
        *scores.scores_off(event, facts, told),
        *people.twice(event),
        *(seats.meetings_off(facts, programme) if programme else ()),
    ]


def _programme(event: Event) -> Programme | None:
    """The programme as it is stored; None where there is none, or what is stored is none."""
    phases = list(event.phases.order_by("position"))
    try:
        return programme_of(phases) if phases else None
    except (ValueError, TypeError):
        return None

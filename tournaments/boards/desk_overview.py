"""The desk's front page: what comes next, what wants looking at, and where the evening stands."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from scoring.sentences import Sentence, gettext_noop, say
from scoring.standings import Standing
from tournaments.boards import facts as facts_of
from tournaments.boards.facts import Facts
from tournaments.boards.journal import JournalRow, journal_rows
from tournaments.boards.names import Names, load_names
from tournaments.models import Entry, Event, Phase, Round, programme_of
from tournaments.movements.programme import PhasePlan
from tournaments.movements.programme import problems as problems_of

LEADERS = 5
LINES = 6


@dataclass(frozen=True, slots=True)
class Step:
    """The one main action now: which page, for which round, in what words, and what is in the way."""

    page: str
    round: int | None
    words: Sentence
    note: Sentence | None = None


@dataclass(frozen=True, slots=True)
class Card:
    """A round of the programme as a card. ``state``: "closed", "published", "drawn" or "next"."""

    number: int
    state: str
    tables: int = 0
    settled: int = 0


@dataclass(frozen=True)
class PhaseCards:
    plan: PhasePlan
    cards: list[Card]


@dataclass(frozen=True)
class DeskOverview:
    """Everything on the desk's front page."""

    event: Event
    step: Step
    heed: list[tuple[Sentence, str]]
    phases: list[PhaseCards]
    leaders: list[Standing]
    names: Names
    after: int
    lines: list[JournalRow]
    pairs: int
    here: int
    paid: int
    tables: int
    total_rounds: int
    is_played_out: bool

    @property
    def fees(self) -> Decimal | None:
        """Euros taken so far; None where no fee is set."""
        return None if self.event.fee is None else self.event.fee * self.paid


def desk_overview(event: Event, *, waiting: int = 0) -> DeskOverview:
    """Read the front page of the desk; ``waiting``: how many players wait for a partner."""
    facts = facts_of.load(event)
    phases = list(event.phases.order_by("position"))
    names = load_names(event)
    playing = [entry for entry in facts.entries.values() if entry.state == Entry.State.ACTIVE]
    total = programme_of(phases).rounds if phases else len(facts.rounds)
    step = _step(facts, phases, len(playing), total)
    return DeskOverview(
        event=event,
        step=step,
        heed=_heed(event, phases, len(playing), sum(not entry.paid for entry in playing), waiting),
        phases=_cards(facts, phases),
        leaders=facts.standings()[:LEADERS] if facts.last_scored else [],
        names=names,
        after=facts.last_scored,
        lines=journal_rows(event, most=LINES, names=names),
        pairs=len(playing),
        here=sum(entry.checked_in for entry in playing),
        paid=sum(entry.paid for entry in playing),
        tables=(len(playing) + 1) // 2,
        total_rounds=total,
        is_played_out=facts.is_played_out(total),
    )


def missing_tables(facts: Facts, number: int) -> list[int]:
    """The tables of a round without a confirmed result or a ruling."""
    return [match.table for match in facts.matches_of(number) if not match.is_settled]


def _step(facts: Facts, phases: list[Phase], playing: int, total: int) -> Step:
    event = facts.event
    if event.is_over:
        return Step("desk_standings", None, say(gettext_noop("Standings and prizes")))
    for number, state in facts.rounds.items():
        if state == Round.State.DRAWN:
            words = say(gettext_noop("Look at the seats of round {number}"), number=number)
            return Step("desk_seats", number, words, say(gettext_noop("then publish them")))
        if state == Round.State.PUBLISHED:
            return _scoring_step(facts, number)
    if playing < 2:
        return Step("desk_entries", None, say(gettext_noop("Put the pairs on the list")))
    number = max(facts.rounds, default=0) + 1
    if phases and number <= total:
        return Step("desk_seats", None, say(gettext_noop("Draw round {number}"), number=number))
    return Step("desk_standings", None, say(gettext_noop("Finish the evening")))


def _scoring_step(facts: Facts, number: int) -> Step:
    missing = missing_tables(facts, number)
    if not missing:
        return Step("desk_scores", number, say(gettext_noop("Close round {number}"), number=number))
    note = say(gettext_noop("{count} tables still missing"), count=len(missing))
    if len(missing) <= 8:
        text = gettext_noop("missing: tables {tables}")
        note = say(text, tables=", ".join(map(str, missing)))
    return Step("desk_scores", number, say(gettext_noop("Go to the results")), note)


def _heed(
    event: Event, phases: list[Phase], playing: int, unpaid: int, waiting: int
) -> list[tuple[Sentence, str]]:
    """What somebody must look at, with the page where it can be mended."""
    found: list[tuple[Sentence, str]] = []
    if phases and playing >= 2 and event.state in (Event.State.PREPARING, Event.State.RUNNING):
        programme = programme_of(phases)
        found += [(sentence, "desk_settings") for sentence in problems_of(programme, playing)]
    if waiting:
        text = gettext_noop("Waiting for a partner: {count}.")
        found.append((say(text, count=waiting), "desk_entries"))
    if event.fee and unpaid and event.state != Event.State.ARCHIVED:
        found.append((say(gettext_noop("Pairs that have not paid: {count}."), count=unpaid), "desk_entries"))
    return found


def _cards(facts: Facts, phases: list[Phase]) -> list[PhaseCards]:
    cards: list[PhaseCards] = []
    number = 0
    for phase in phases:
        row = []
        for _ in range(phase.rounds):
            number += 1
            matches = [match for match in facts.matches_of(number) if not match.is_bye]
            row.append(
                Card(
                    number,
                    facts.rounds.get(number, "next"),
                    len(matches),
                    sum(match.is_settled for match in matches),
                )
            )
        cards.append(PhaseCards(phase.plan, row))
    return cards

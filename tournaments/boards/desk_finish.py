"""The end of an evening at the desk: standings as they are now, and every number they were published under.

Everything is read in nine queries, whatever the size of the field; what moved between two publications is
taken from what was kept of them, and why from the journal between their versions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import OuterRef, Q, Subquery, Sum

from scoring.sentences import Sentence
from tournaments.boards import facts as boards
from tournaments.boards.facts import Facts
from tournaments.boards.journal import sentence_of
from tournaments.boards.names import Names, PairName, load_names
from tournaments.boards.publication import CORRECTING
from tournaments.boards.released import Released, RoundFact
from tournaments.models import Entry, Event, JournalLine, Phase, Publication, Round

RULES = {"criteria", "scale", "bye_vp", "bye_mp", "official_places"}  # settings the standings hang on


class Stand(NamedTuple):
    """Where a pair stands in one standings."""

    place: int
    vp: int
    mp: int


@dataclass(frozen=True, slots=True)
class Moved:
    """A pair that stands elsewhere, or on other points, than in an earlier publication (``old``)."""

    name: PairName
    old: Stand | None
    new: Stand

    @property
    def places(self) -> int:
        """Places won (or, below 0, lost)."""
        return self.old.place - self.new.place if self.old else 0


@dataclass(frozen=True, slots=True)
class Changes:
    """What one standings shows otherwise than another, in the order of the new one."""

    all: tuple[Moved, ...] = ()

    @property
    def points(self) -> list[Moved]:
        """The pairs that stand on other points, or are new."""
        return [one for one in self.all if one.old is None or one.old[1:] != one.new[1:]]

    @property
    def slid(self) -> list[Moved]:
        """The pairs that only made room: other place, same points."""
        return [one for one in self.all if one.old is not None and one.old[1:] == one.new[1:]]


@dataclass(frozen=True, slots=True)
class Reason:
    """A line of the journal that changed standings already published."""

    at: datetime
    sentence: Sentence
    why: str


@dataclass(frozen=True, slots=True)
class Issue:
    """A publication in the list. ``changes``: against the one before, if that was of the same round."""

    number: int
    at: datetime
    upto: int
    changes: Changes
    reasons: tuple[Reason, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """A pair in the standings of this moment; ``moved`` against the last publication of any round."""

    stand: Stand
    name: PairName
    moved: int | None
    withdrawn: bool

    @property
    def podium(self) -> bool:
        return self.stand.place <= 3


@dataclass(frozen=True)
class FinishFacts:
    """An event as its end is read."""

    event: Event
    facts: Facts
    names: Names
    rounds: Sequence[Round]
    total: int
    publications: list[Publication]
    reasons: list[tuple[int, Reason]]
    _ranked: dict[int, dict[int, Stand]] = field(default_factory=dict)  # a ranking is worth keeping

    @property
    def last(self) -> Publication | None:
        return self.publications[-1] if self.publications else None

    @property
    def complete(self) -> bool:
        """Every round of the programme is closed."""
        return self.facts.is_played_out(self.total)

    @property
    def open_round(self) -> int | None:
        """The first round that is published and not closed."""
        return next((r.number for r in self.rounds if r.state == Round.State.PUBLISHED), None)

    @property
    def corrections_until(self) -> datetime | None:
        """Until when results may be corrected after the last round; None while it is not closed."""
        last = self.rounds[-1] if self.complete else None
        if last is None or last.closed_at is None:
            return None
        return last.closed_at + timedelta(minutes=self.event.correction_minutes)

    @property
    def pending(self) -> bool:
        """Something is closed that the last publication does not show."""
        closed, last = self.facts.last_closed, self.last
        if not closed or last is None or last.round_number != closed:
            return closed > 0
        return self.after(closed) != told(last.rows)

    def after(self, upto: int) -> dict[int, Stand]:
        """Where every entry stands after round ``upto``, best first."""
        if upto not in self._ranked:
            standings = self.facts.standings(upto)
            self._ranked[upto] = {int(str(s.entry)): Stand(s.place, s.vp, s.net_mp) for s in standings}
        return self._ranked[upto]

    def released(self) -> Released:
        """The event as the readings for the public take it, without a further query."""
        rounds = {
            r.number: RoundFact(r.number, r.state, r.published_at, r.closed_at)
            for r in self.rounds
            if r.state != Round.State.DRAWN
        }
        return Released(self.event, self.facts, self.names, rounds, [])


def load_finish(event: Event) -> FinishFacts:
    """Read an event for its end in nine queries."""
    total = (
        Phase.objects.filter(event=OuterRef("event"))
        .order_by()
        .values("event")
        .annotate(total=Sum("rounds"))
        .values("total")
    )
    rounds = list(
        Round.objects.filter(event=event).defer("why").annotate(total=Subquery(total)).order_by("number")
    )
    names = load_names(event)
    publications = list(Publication.objects.filter(event=event).order_by("number"))
    return FinishFacts(
        event=event,
        facts=boards.load(event, {r.number: r.state for r in rounds}),
        names=names,
        rounds=rounds,
        total=max((r.total or 0 for r in rounds), default=0),
        publications=publications,
        reasons=_reasons(event, publications, names),
    )


def _reasons(event: Event, publications: Sequence[Publication], names: Names) -> list[tuple[int, Reason]]:
    """What the journal tells of standings already published: line number and reason. One query."""
    first: dict[int, int] = {}
    for publication in publications:
        first.setdefault(publication.round_number, publication.version)
    if not first:
        return []
    touched = Q(verb="edit_event") | Q(verb__in=CORRECTING, round_number=None)
    touched &= Q(number__gt=min(first.values()))
    for number, version in first.items():
        touched |= Q(verb__in=CORRECTING, round_number=number, number__gt=version)
    lines = JournalLine.objects.filter(touched, event=event).select_related("entry", "other_entry")
    return [
        (line.number, Reason(line.at, sentence_of(line, names), line.reason if line.reason != "swap" else ""))
        for line in lines.order_by("number")
        if line.verb != "edit_event" or RULES & set(line.new)
    ]


@dataclass(frozen=True)
class DeskStandings:
    """The page of standings at the desk."""

    read: FinishFacts
    upto: int
    rows: list[Row]
    changes: Changes
    reasons: tuple[Reason, ...]
    issues: list[Issue]

    @property
    def next_number(self) -> int:
        return self.read.last.number + 1 if self.read.last else 1

    @property
    def unfinished(self) -> int | None:
        """The round that is still being played and counts in the table with what has arrived."""
        return self.upto if self.upto > self.read.facts.last_closed else None


def desk_standings(event: Event) -> DeskStandings:
    """The standings of this moment, what moved since the last publication, and all publications."""
    read = load_finish(event)
    last = read.last
    closed = read.facts.last_closed
    return DeskStandings(
        read=read,
        upto=max(read.facts.last_scored, closed),
        rows=_rows(read, last),
        changes=_pending(read),
        reasons=_between(read, last.version if last else 0, None),
        issues=issues(read)[::-1],
    )


def _rows(read: FinishFacts, last: Publication | None) -> list[Row]:
    before = told(last.rows) if last else {}
    upto = max(read.facts.last_scored, read.facts.last_closed)
    if not upto:
        return []
    return rows_of(read, read.after(upto), upto, before)


def rows_of(read: FinishFacts, stands: dict[int, Stand], upto: int, before: dict[int, Stand]) -> list[Row]:
    """The rows of a standings after round ``upto``, with the places won against those ``before``."""
    rows = []
    official = read.event.official_places and upto >= read.facts.last_scored
    for number, stand in stands.items():
        old = before.get(number)
        gone = read.facts.entries[number].state == Entry.State.WITHDRAWN
        moved = old.place - stand.place if old and not official else None
        rows.append(Row(stand, read.names.of(number, upto), moved, gone))
    return rows


def _pending(read: FinishFacts) -> Changes:
    """What the last publication shows otherwise than the closed rounds now stand."""
    closed = read.facts.last_closed
    if read.last is None or read.last.round_number != closed:
        return Changes()
    return changes(read.names, closed, told(read.last.rows), read.after(closed))


def told(rows: list[dict[str, Any]]) -> dict[int, Stand]:
    """The rows kept of a publication, by the number of the pair, best first."""
    return {row["number"]: Stand(row["place"], row["vp"], row["net_mp"]) for row in rows}


def changes(names: Names, upto: int, before: dict[int, Stand], now: dict[int, Stand]) -> Changes:
    """The pairs whose place, VP or MP is another than before."""
    return Changes(
        tuple(
            Moved(names.of(number, upto), before.get(number), stand)
            for number, stand in now.items()
            if before.get(number) != stand
        )
    )


def issues(read: FinishFacts) -> list[Issue]:
    """Every publication, oldest first, with what it changed."""
    found: list[Issue] = []
    before: Publication | None = None
    for one in read.publications:
        other = Changes()
        if before is not None and before.round_number == one.round_number:
            other = changes(read.names, one.round_number, told(before.rows), told(one.rows))
        reasons = _between(read, before.version, one.version) if before else ()
        found.append(Issue(one.number, one.at, one.round_number, other, reasons))
        before = one
    return found


def _between(read: FinishFacts, after: int, through: int | None) -> tuple[Reason, ...]:
    return tuple(
        reason for number, reason in read.reasons if number > after and (through is None or number <= through)
    )

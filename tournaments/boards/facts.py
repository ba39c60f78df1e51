"""One event as plain values, loaded in a fixed handful of queries whatever its size.

Everything that is shown or drawn starts from here; nothing trusts a stored total (the standings are
replayed). Entries are called by their numbers, as in the hall.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from functools import cached_property

from scoring.match import MatchResult, line_results
from scoring.match import Ruling as RulingScore
from scoring.standings import LineResult, Standing, StandingsPenalty, criteria_named, rank
from scoring.victory_points import Scale
from tournaments.models import Entry, Event, Line, Penalty, Result, Round, Ruling, Seat

CONFIRMED = Result.State.CONFIRMED


@dataclass(frozen=True)
class EntryFact:
    """An entry without its names."""

    pk: int
    number: int
    state: str
    club_id: int | None
    line: str
    section: int
    drawn_lot: int | None
    official_place: int | None
    checked_in: bool = False
    paid: bool = False

    @property
    def is_listed(self) -> bool:
        """In the standings even without a result: who never came is not, unless placed officially."""
        return self.state != Entry.State.ABSENT or self.official_place is not None


@dataclass(frozen=True)
class MatchFact:
    """A table of a round: who sat there and what came of it. ``ns`` and ``ew`` are entry numbers."""

    pk: int
    round: int
    table: int
    section: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    ns_mp: int | None = None
    ew_mp: int | None = None
    ns_off: int = 0
    ew_off: int = 0
    ruling: RulingScore | None = None

    @property
    def is_bye(self) -> bool:
        return not (self.ns and self.ew)

    @property
    def is_settled(self) -> bool:
        """Has a confirmed result, a ruling, or needs none."""
        return self.is_bye or self.ns_mp is not None or self.ruling is not None


@dataclass
class Facts:
    """Everything that decides the standings of an event at one version."""

    event: Event
    entries: dict[int, EntryFact]
    rounds: dict[int, str]
    matches: list[MatchFact]
    penalties: list[tuple[int, StandingsPenalty]] = field(default_factory=list)

    def matches_of(self, number: int) -> list[MatchFact]:
        return [match for match in self.matches if match.round == number]

    def seats_mark(self, number: int) -> str:
        """A short mark of who sits where in a round: another seat, another mark."""
        seats = sorted((match.table, match.ns, match.ew) for match in self.matches_of(number))
        return hashlib.sha256(repr(seats).encode()).hexdigest()[:16]

    @property
    def last_closed(self) -> int:
        """The last round up to which every round is closed; 0 before the first."""
        closed = 0
        for number, state in sorted(self.rounds.items()):
            if state != Round.State.CLOSED:
                break
            closed = number
        return closed

    def is_played_out(self, planned: int) -> bool:
        """Every round is closed, and there were at least as many as the programme has (``planned``)."""
        return self.last_closed >= max(planned, len(self.rounds), 1)

    @property
    def last_scored(self) -> int:
        """The last published round with anything in it that counts; 0 if there is none."""
        scored = [m.round for m in self.matches if self._counts(m) and not m.is_bye]
        return max(scored, default=0)

    def _counts(self, match: MatchFact) -> bool:
        return self.rounds[match.round] != Round.State.DRAWN and match.is_settled

    def line_results(self, upto: int) -> list[LineResult]:
        """What every entry got from rounds 1..``upto``: only what is published and settled."""
        return [line for line in self._lines if line.round <= upto]

    def round_results(self, number: int) -> list[LineResult]:
        """What every entry got from one round, without scoring the others."""
        scale, bye = self.event.scale, (self.event.bye_vp, self.event.bye_mp)
        return [
            line
            for match in self.matches_of(number)
            if self._counts(match)
            for line in _lines_of(match, scale, bye)
        ]

    def table_results(self, upto: int) -> list[LineResult]:
        """The same, line by line of each table: single players who share a line are one entry here."""
        lines: list[LineResult] = []
        for match in self.matches:
            if match.round <= upto and self._counts(match):
                lines += _scored(match, self.event.scale, (self.event.bye_vp, self.event.bye_mp))
        return [
            line._replace(
                entry=_one_or_all(line.entry), opponent=line.opponent and _one_or_all(line.opponent)
            )
            for line in lines
        ]

    @cached_property
    def _lines(self) -> list[LineResult]:
        """Scored once, however many standings are made of it."""
        scale = self.event.scale
        bye = (self.event.bye_vp, self.event.bye_mp)
        return [
            line for match in self.matches if self._counts(match) for line in _lines_of(match, scale, bye)
        ]

    def standings(self, upto: int | None = None) -> list[Standing]:
        """The ranked list after round ``upto`` (None: everything confirmed so far)."""
        upto = self.last_scored if upto is None else upto
        entries = self.entries.values()
        official = None
        if self.event.official_places and upto >= self.last_scored:
            official = {e.number: e.official_place for e in entries if e.official_place is not None}
        return rank(
            self.line_results(upto),
            entries=[e.number for e in entries if e.is_listed],
            penalties=[p for number, p in self.penalties if number <= upto],
            criteria=criteria_named(self.event.criteria),
            official_places=official or None,
            lots={e.number: e.drawn_lot for e in entries if e.drawn_lot is not None},
        )


def _lines_of(match: MatchFact, scale: Scale, bye: tuple[int, int]) -> Iterable[LineResult]:
    """The results of a match, one for each entry; single players share what their line got."""
    for line in _scored(match, scale, bye):
        against = line.opponent and _one_or_all(line.opponent)
        for number in line.entry:
            yield line._replace(entry=number, opponent=against)


def _one_or_all(seated: tuple[int, ...]) -> int | tuple[int, ...]:
    """Who sits on a line: the number of a pair, or those of the single players."""
    return seated[0] if len(seated) == 1 else seated


def _scored(match: MatchFact, scale: Scale, bye: tuple[int, int]) -> tuple[LineResult, ...]:
    return line_results(
        MatchResult(
            round=match.round,
            ns=match.ns or None,
            ew=match.ew or None,
            ns_mp=match.ns_mp,
            ew_mp=match.ew_mp,
            ns_off=match.ns_off,
            ew_off=match.ew_off,
            ruling=match.ruling,
        ),
        scale,
        bye,
    )


def load(event: Event, rounds: dict[int, str] | None = None) -> Facts:
    """Read an event in six queries: entries, rounds, seats, results, rulings, penalties.

    ``rounds``: the states of the rounds in order, where they are known already (one query less).
    """
    entries = {
        row[1]: EntryFact(*row)
        for row in Entry.objects.filter(event=event)
        .order_by("number")
        .values_list(*(field.name for field in fields(EntryFact)))
    }
    if rounds is None:
        rounds = dict(Round.objects.filter(event=event).order_by("number").values_list("number", "state"))
    off, standings_penalties = _penalties(event)
    return Facts(
        event=event,
        entries=entries,
        rounds=rounds,
        matches=_matches(event, off),
        penalties=standings_penalties,
    )


def _matches(event: Event, off: dict[tuple[int, int], int]) -> list[MatchFact]:
    results = {
        match: (ns_mp, ew_mp)
        for match, ns_mp, ew_mp in Result.objects.filter(event=event, state=CONFIRMED).values_list(
            "match_id", "ns_mp", "ew_mp"
        )
    }
    rulings = {
        row[0]: RulingScore(*row[1:])
        for row in Ruling.objects.filter(event=event, cancelled_at=None).values_list(
            "match_id", "ns_vp", "ew_vp", "ns_mp", "ew_mp"
        )
    }
    seated: dict[tuple[int, int, int, int], dict[str, list[int]]] = {}
    for round_number, table, section, match, line, number in (
        Seat.objects.filter(round__event=event)
        .order_by("round__number", "match__table", "chair")
        .values_list("round__number", "match__table", "match__section", "match_id", "line", "entry__number")
    ):
        at = seated.setdefault((round_number, table, section, match), {Line.NS: [], Line.EW: []})
        at[line].append(number)
    return [
        MatchFact(
            pk=match,
            round=round_number,
            table=table,
            section=section,
            ns=tuple(lines[Line.NS]),
            ew=tuple(lines[Line.EW]),
            ns_mp=results.get(match, (None, None))[0],
            ew_mp=results.get(match, (None, None))[1],
            ns_off=sum(off.get((round_number, number), 0) for number in lines[Line.NS]),
            ew_off=sum(off.get((round_number, number), 0) for number in lines[Line.EW]),
            ruling=rulings.get(match),
        )
        for (round_number, table, section, match), lines in seated.items()
    ]


def _penalties(
    event: Event,
) -> tuple[dict[tuple[int, int], int], list[tuple[int, StandingsPenalty]]]:
    """Match penalties as MP off by (round, entry), and standings penalties with the round they start at."""
    off: dict[tuple[int, int], int] = defaultdict(int)
    on_standings: list[tuple[int, StandingsPenalty]] = []
    for scope, number, round_number, vp, mp in Penalty.objects.filter(
        event=event, cancelled_at=None
    ).values_list("scope", "entry__number", "round__number", "vp", "mp"):
        if scope == Penalty.Scope.MATCH:
            off[round_number, number] += mp
        else:
            penalty = StandingsPenalty(entry=number, vp=vp, mp=mp, round=round_number)
            on_standings.append((round_number or 0, penalty))
    return off, on_standings

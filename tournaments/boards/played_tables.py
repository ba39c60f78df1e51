"""The tables of a round as they were played and ruled, with what is typed twice or handed in beside it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import F, FilteredRelation, Q

from scoring.match import MatchResult, line_results
from scoring.match import Ruling as RulingScore
from tournaments.boards.names import Names, PairName
from tournaments.models import Event, HandResult, Line, Penalty, Result, Round, Ruling, Seat, Source


@dataclass(frozen=True, slots=True)
class Hand:
    """A stored hand: MP of both lines and, where known, base and net or the components."""

    number: int
    ns_mp: int
    ew_mp: int
    ns_base: int | None = None
    ns_net: int | None = None
    ew_base: int | None = None
    ew_net: int | None = None
    components: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class RulingNote:
    """The referee's score of a table, beside what was played."""

    kind: str
    score: RulingScore
    reason: str


@dataclass(frozen=True, slots=True)
class Proposed:
    """Totals one line has handed in; they count for nothing until they are confirmed.

    ``typed``: at the desk, by somebody who sits on that line, and not by the line's phone.
    """

    pk: int
    line: str
    ns_mp: int
    ew_mp: int
    typed: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """One row of the grid. ``ns`` and ``ew`` are entry numbers."""

    table: int
    match: int
    ns: tuple[int, ...]
    ew: tuple[int, ...]
    ns_name: PairName | None = None
    ew_name: PairName | None = None
    ns_mp: int | None = None
    ew_mp: int | None = None
    source: str = ""
    override_reason: str = ""
    ns_off: int = 0
    ew_off: int = 0
    ruling: RulingNote | None = None
    second: tuple[int, int] | None = None
    proposed: tuple[Proposed, ...] = ()
    vp: tuple[int | None, int | None] = (None, None)
    hands: tuple[Hand, ...] = ()

    @property
    def is_bye(self) -> bool:
        return not (self.ns and self.ew)

    @property
    def is_played(self) -> bool:
        return self.ns_mp is not None

    @property
    def is_missing(self) -> bool:
        return not (self.is_bye or self.is_played or self.ruling)

    @property
    def is_disputed(self) -> bool:
        """Whether the two lines have handed in different totals, and nobody has decided yet."""
        return len(self.proposed) > 1 and not (self.is_played or self.ruling)

    @property
    def waits(self) -> Proposed | None:
        """What somebody at the desk has typed of the own table, while nobody else has said that it stands."""
        if self.is_disputed or self.is_played or self.ruling:
            return None
        return next((one for one in self.proposed if one.typed), None)

    @property
    def differs(self) -> bool:
        """Whether the second keying says something else than the first."""
        return self.second is not None and self.is_played and self.second != (self.ns_mp, self.ew_mp)

    @property
    def ns_won(self) -> bool:
        return self.vp[0] is not None and (self.vp[1] is None or self.vp[0] >= self.vp[1])

    @property
    def ew_won(self) -> bool:
        return self.vp[1] is not None and (self.vp[0] is None or self.vp[1] >= self.vp[0])

    @property
    def source_label(self) -> str:
        return str(Source(self.source).label) if self.source else ""

    @property
    def kind_label(self) -> str:
        return str(Ruling.Kind(self.ruling.kind).label) if self.ruling else ""


def load_tables(
    event: Event, found: Round, *, names: Names | None = None, tables: Iterable[int] | None = None
) -> list[Table]:
    """The tables of a round, or some of them, in four queries."""
    wanted = {} if tables is None else {"match__table__in": list(tables)}
    around = _Around(
        event,
        found.number,
        names,
        _match_penalties(event, found),
        _hands(found, wanted),
        _proposed(found, wanted),
    )
    return _rows(found, wanted, around)


def load_seated(event: Event, found: Round, names: Names, tables: Iterable[int] | None = None) -> list[Table]:
    """Who sits at the tables and what they played, without hands and penalties; one query."""
    wanted = {} if tables is None else {"match__table__in": list(tables)}
    return _rows(found, wanted, _Around(event, found.number, names))


def _rows(found: Round, wanted: dict[str, Any], around: _Around) -> list[Table]:
    rows: dict[int, list[Any]] = defaultdict(list)
    for row in _seats(found, wanted):
        rows[row[0]].append(row)
    return [_row(at, around) for at in rows.values()]


def _seats(found: Round, wanted: dict[str, Any]) -> list[Any]:
    return list(
        Seat.objects.filter(round=found, **wanted)
        .annotate(
            result=FilteredRelation(
                "match__results", condition=Q(match__results__state=Result.State.CONFIRMED)
            ),
            ruling=FilteredRelation("match__rulings", condition=Q(match__rulings__cancelled_at=None)),
        )
        .annotate(second_ns=F("match__second_keying__ns_mp"), second_ew=F("match__second_keying__ew_mp"))
        .order_by("match__table", "line", "chair")
        .values_list(
            "match__table",
            "match_id",
            "line",
            "entry__number",
            "result__ns_mp",
            "result__ew_mp",
            "result__source",
            "result__override_reason",
            "ruling__kind",
            "ruling__ns_vp",
            "ruling__ew_vp",
            "ruling__ns_mp",
            "ruling__ew_mp",
            "ruling__reason",
            "second_ns",
            "second_ew",
        )
    )


def _hands(found: Round, wanted: dict[str, Any]) -> dict[int, tuple[Hand, ...]]:
    at = {name.replace("match__", "result__match__"): value for name, value in wanted.items()}
    rows: dict[int, list[Hand]] = defaultdict(list)
    stored: list[Any] = list(
        HandResult.objects.filter(result__match__round=found, result__state=Result.State.CONFIRMED, **at)
        .order_by("number")
        .values_list(
            "result__match_id",
            "number",
            "ns_mp",
            "ew_mp",
            "ns_base",
            "ns_net",
            "ew_base",
            "ew_net",
            "components",
        )
    )
    for match, *values in stored:
        rows[match].append(Hand(*values))
    return {match: tuple(hands) for match, hands in rows.items()}


def _proposed(found: Round, wanted: dict[str, Any]) -> dict[int, tuple[Proposed, ...]]:
    rows: dict[int, list[Proposed]] = defaultdict(list)
    stored: list[Any] = list(
        Result.objects.filter(match__round=found, state=Result.State.PROPOSED, **wanted)
        .order_by("pk")
        .values_list("match_id", "pk", "proposed_by_line", "ns_mp", "ew_mp", "source")
    )
    for match, pk, line, ns_mp, ew_mp, source in stored:
        rows[match].append(Proposed(pk, line, ns_mp, ew_mp, source != Source.PHONE))
    return {match: tuple(proposed) for match, proposed in rows.items()}


def _match_penalties(event: Event, found: Round) -> dict[int, int]:
    off: dict[int, int] = defaultdict(int)
    for number, mp in Penalty.objects.filter(
        event=event, round=found, scope=Penalty.Scope.MATCH, cancelled_at=None
    ).values_list("entry__number", "mp"):
        off[number] += mp
    return off


@dataclass(frozen=True)
class _Around:
    """What every row of a round is read with."""

    event: Event
    number: int
    names: Names | None
    off: Mapping[int, int] = field(default_factory=dict)
    hands: Mapping[int, tuple[Hand, ...]] = field(default_factory=dict)
    proposed: Mapping[int, tuple[Proposed, ...]] = field(default_factory=dict)

    def name(self, entries: tuple[int, ...]) -> PairName | None:
        return self.names.of(entries[0], self.number) if self.names and entries else None


def _row(seats: list[Any], around: _Around) -> Table:
    first = seats[0]
    ns = tuple(seat[3] for seat in seats if seat[2] == Line.NS)
    ew = tuple(seat[3] for seat in seats if seat[2] == Line.EW)
    ruling = None
    if first[8] is not None:
        score = RulingScore(first[9], first[10], first[11], first[12])
        ruling = RulingNote(first[8], score, first[13])
    match = MatchResult(
        round=around.number,
        ns=ns or None,
        ew=ew or None,
        ns_mp=first[4],
        ew_mp=first[5],
        ns_off=sum(around.off.get(number, 0) for number in ns),
        ew_off=sum(around.off.get(number, 0) for number in ew),
        ruling=ruling.score if ruling else None,
    )
    return Table(
        table=first[0],
        match=first[1],
        ns=ns,
        ew=ew,
        ns_name=around.name(ns),
        ew_name=around.name(ew),
        ns_mp=match.ns_mp,
        ew_mp=match.ew_mp,
        source=first[6] or "",
        override_reason=first[7] or "",
        ns_off=match.ns_off,
        ew_off=match.ew_off,
        ruling=ruling,
        second=None if first[14] is None else (first[14], first[15]),
        vp=_vp(match, around.event),
        hands=around.hands.get(first[1], ()),
        proposed=around.proposed.get(first[1], ()),
    )


def _vp(match: MatchResult, event: Event) -> tuple[int | None, int | None]:
    if match.ns_mp is None and match.ruling is None and match.ns and match.ew:
        return None, None
    scored = line_results(match, event.scale, (event.bye_vp, event.bye_mp))
    by_entry = {result.entry: result.vp for result in scored}
    return by_entry.get(match.ns), by_entry.get(match.ew)

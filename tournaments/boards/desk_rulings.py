"""Everything the referee has decided in an event, and where each pair sits."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from tournaments.boards.desk_scores import load_seated, rounds_of
from tournaments.boards.names import Names, PairName
from tournaments.models import Entry, Event, Line, Penalty, Ruling, Seat


@dataclass(frozen=True, slots=True)
class Decision:
    """A penalty, a score set, or a pair that has left. ``what``: "penalty", "ruling" or "withdrawal"."""

    what: str
    pk: int
    at: datetime | None
    label: str
    pairs: tuple[PairName, ...]
    round: int | None
    table: int | None
    amounts: tuple[tuple[int, int], ...]
    on_match: bool
    reason: str
    who: str
    cancelled_at: datetime | None


def decisions_of(event: Event, names: Names) -> list[Decision]:
    """What was decided, the newest first; what was taken back stays. Two queries."""
    found = _penalties(event, names) + _rulings(event, names)
    found.sort(key=lambda decision: (decision.at is not None, decision.at, decision.pk), reverse=True)
    return _withdrawn(event, names) + found


def _penalties(event: Event, names: Names) -> list[Decision]:
    rows = Penalty.objects.filter(event=event).select_related("entry", "round", "by")
    return [
        Decision(
            what="penalty",
            pk=row.pk,
            at=row.at,
            label=row.get_kind_display(),
            pairs=(names.of(row.entry.number, row.round.number if row.round else None),),
            round=row.round.number if row.round else None,
            table=None,
            amounts=((row.vp, row.mp),) if row.vp or row.mp else (),
            on_match=row.scope == Penalty.Scope.MATCH,
            reason=row.reason,
            who=_who(row),
            cancelled_at=row.cancelled_at,
        )
        for row in rows
    ]


def _rulings(event: Event, names: Names) -> list[Decision]:
    rows = list(Ruling.objects.filter(event=event).select_related("match__round", "by"))
    seated: dict[int, dict[str, int]] = {}
    for match, line, number in Seat.objects.filter(
        match__in={row.match_id for row in rows}, chair=0
    ).values_list("match_id", "line", "entry__number"):
        seated.setdefault(match, {})[line] = number
    return [
        Decision(
            what="ruling",
            pk=row.pk,
            at=row.at,
            label=row.get_kind_display(),
            pairs=tuple(
                names.of(seated[row.match_id][line], row.match.round.number)
                for line in (Line.NS, Line.EW)
                if line in seated.get(row.match_id, {})
            ),
            round=row.match.round.number,
            table=row.match.table,
            amounts=((row.ns_vp, row.ns_mp), (row.ew_vp, row.ew_mp)),
            on_match=True,
            reason=row.reason,
            who=_who(row),
            cancelled_at=row.cancelled_at,
        )
        for row in rows
    ]


def _withdrawn(event: Event, names: Names) -> list[Decision]:
    rows = Entry.objects.filter(event=event, state=Entry.State.WITHDRAWN).order_by("number")
    return [
        Decision(
            what="withdrawal",
            pk=row.number,
            at=None,
            label=row.get_state_display(),
            pairs=(names.of(row.number),),
            round=row.left_in_round,
            table=None,
            amounts=(),
            on_match=False,
            reason="",
            who="",
            cancelled_at=None,
        )
        for row in rows
    ]


def _who(row: Penalty | Ruling) -> str:
    return row.by.get_full_name() or row.by.get_username() if row.by else ""


@dataclass(frozen=True, slots=True)
class Seated:
    """A pair at a table, for a ruling about it: its opponents, and what they have played."""

    number: int
    name: PairName
    round: int
    table: int
    line: str
    opponent: PairName | None
    played: tuple[int, int] | None


def seated_at(event: Event, round_number: int, names: Names, *, table: int | None = None) -> list[Seated]:
    """Who sits in a published round, by table and line; of one table if it is named. Four queries."""

    found = next((r for r in rounds_of(event) if r.number == round_number), None)
    if found is None:
        return []
    rows = load_seated(event, found, names, None if table is None else [table])
    seated = []
    for row in rows:
        for line, mine, theirs in ((Line.NS, row.ns, row.ew), (Line.EW, row.ew, row.ns)):
            for number in mine:
                played = None if row.ns_mp is None or row.ew_mp is None else (row.ns_mp, row.ew_mp)
                other = names.of(theirs[0], round_number) if theirs else None
                seated.append(
                    Seated(
                        number, names.of(number, round_number), round_number, row.table, line, other, played
                    )
                )
    return seated

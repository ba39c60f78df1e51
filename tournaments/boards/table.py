"""One table as one of its lines sees it on a phone: what both have handed in, and what has come of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Max, Q
from django.utils import timezone

from tournaments.boards.desk_scores import Hand, Table, load_tables
from tournaments.boards.names import Names, load_names
from tournaments.models import DirectorCall, Event, Line, Match, Result, Round, TableCode

# Without 0 O, 1 I L: what is read aloud or copied by hand is not taken for something else.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 8


def shown_code(code: str) -> str:
    """A code as it is printed.

    >>> shown_code("7KQ2M9XD")
    '7KQ2-M9XD'
    """
    return f"{code[:4]}-{code[4:]}"


def typed_code(text: str) -> str:
    """A code as it is kept, from whatever was typed; empty where it can be none.

    >>> typed_code(" 7kq2 m9xd "), typed_code("7KQ2-M9XD"), typed_code("7KQ2-M9X0"), typed_code("7KQ2")
    ('7KQ2M9XD', '7KQ2M9XD', '', '')
    """
    code = "".join(sign for sign in text[:40].upper() if not sign.isspace() and sign not in "-‑–.")
    return code if len(code) == LENGTH and set(code) <= set(ALPHABET) else ""


def opened_by(text: str) -> TableCode | None:
    """The code as it opens a page now; None for a wrong, an expired and a revoked one alike.

    With it come its match, round, event and club: one query.
    """
    code = typed_code(text)
    if not code:
        return None
    return (
        TableCode.objects.select_related("match__round__event__club")
        .defer("match__round__why")
        .filter(code=code, revoked_at=None, expires_at__gt=timezone.now())
        .exclude(match__round__state=Round.State.DRAWN)
        .first()
    )


def was_issued(text: str) -> bool:
    """Whether this was ever the code of a table, even if it opens nothing any more; one query."""
    code = typed_code(text)
    return bool(code) and TableCode.objects.filter(code=code).exists()


@dataclass(frozen=True, slots=True)
class Proposal:
    """What a line has handed in and nobody has confirmed yet."""

    pk: int
    line: str
    ns_mp: int
    ew_mp: int
    at: datetime
    hands: tuple[Hand, ...] = ()

    def totals(self, line: str) -> tuple[int, int]:
        """The MP of this line and of the other one."""
        return (self.ns_mp, self.ew_mp) if line == Line.NS else (self.ew_mp, self.ns_mp)


def other_line(line: str) -> str:
    return str(Line.EW if line == Line.NS else Line.NS)


def proposals_of(matches: Iterable[int]) -> dict[int, dict[str, Proposal]]:
    """What is handed in and not yet confirmed, by match and line: two queries."""
    found: dict[int, dict[str, Proposal]] = {}
    rows = Result.objects.filter(match__in=list(matches), state=Result.State.PROPOSED)
    for row in rows.prefetch_related("hands").order_by("pk"):
        hands = tuple(
            Hand(h.number, h.ns_mp, h.ew_mp, h.ns_base, h.ns_net, h.ew_base, h.ew_net, h.components)
            for h in row.hands.all()
        )
        made = Proposal(row.pk, row.proposed_by_line, row.ns_mp, row.ew_mp, row.at, hands)
        found.setdefault(row.match_id, {})[row.proposed_by_line] = made
    return found


@dataclass(frozen=True, slots=True)
class LineCode:
    """The code of a line as the desk sees it; none where it was revoked or never made."""

    line: str
    code: str = ""
    ends_at: datetime | None = None

    @property
    def shown(self) -> str:
        return shown_code(self.code) if self.code else ""

    @property
    def opens(self) -> bool:
        return self.ends_at is not None and self.ends_at > timezone.now()


@dataclass(frozen=True, slots=True)
class TableCodes:
    """A table of a round and the codes of its two lines, North-South first."""

    table: int
    lines: tuple[LineCode, LineCode]


def codes_of(event: Event, number: int, tables: Iterable[int] | None = None) -> dict[int, TableCodes]:
    """The codes of every full table of a round, by table: two queries; one where ``tables`` are known."""
    if tables is None:
        tables = (
            Match.objects.filter(round__event=event, round__number=number)
            .annotate(lines=Count("seats__line", distinct=True))
            .filter(lines=2)
            .values_list("table", flat=True)
        )
    made: dict[int, dict[str, LineCode]] = {table: {} for table in tables}
    rows = TableCode.objects.filter(
        match__round__event=event, match__round__number=number, revoked_at=None
    ).values_list("match__table", "line", "code", "expires_at")
    for table, line, code, ends_at in rows:
        if table in made:
            made[table][line] = LineCode(line, code, ends_at)
    return {
        table: TableCodes(table, (by.get("ns", LineCode("ns")), by.get("ew", LineCode("ew"))))
        for table, by in sorted(made.items())
    }


@dataclass(frozen=True, slots=True)
class Call:
    """A table that waits for the director."""

    pk: int
    round: int
    table: int
    line: str
    at: datetime


def open_calls(event: Event) -> list[Call]:
    """The tables that have called and where nobody has gone yet, the longest wait first; one query."""
    rows = DirectorCall.objects.filter(event=event, answered_at=None).order_by("at", "pk")
    return [
        Call(*row) for row in rows.values_list("pk", "match__round__number", "match__table", "line", "at")
    ]


class Stage:
    """Where a table stands, seen from one of its lines."""

    OPEN, MINE, THEIRS, DISPUTED = "open", "mine", "theirs", "disputed"
    CONFIRMED, RULED, CLOSED = "confirmed", "ruled", "closed"


@dataclass(frozen=True)
class TablePage:
    """What the page of a line shows."""

    code: TableCode
    event: Event
    round: Round
    table: Table
    names: Names = field(repr=False)
    mine: Proposal | None = None
    theirs: Proposal | None = None
    called_at: datetime | None = None
    tag: str = ""

    @property
    def line(self) -> str:
        return self.code.line

    @property
    def stage(self) -> str:
        if self.table.ruling:
            return Stage.RULED
        if self.table.is_played:
            return Stage.CONFIRMED
        if self.round.state == Round.State.CLOSED:
            return Stage.CLOSED
        if self.mine and self.theirs:
            return Stage.DISPUTED
        if self.theirs:
            return Stage.THEIRS
        return Stage.MINE if self.mine else Stage.OPEN

    @property
    def is_open(self) -> bool:
        """Whether a result can still be handed in."""
        return self.stage in (Stage.OPEN, Stage.MINE, Stage.THEIRS, Stage.DISPUTED)


def tag_of(code: TableCode) -> str:
    """Changes whenever there is something new to show at the table; one query."""
    now = (
        Match.objects.filter(pk=code.match_id)
        .annotate(
            newest=Max("results__pk"),
            counts=Max("results__pk", filter=Q(results__state=Result.State.CONFIRMED)),
            ruled=Max("rulings__pk", filter=Q(rulings__cancelled_at=None)),
            called=Max("calls__pk", filter=Q(calls__answered_at=None)),
        )
        .values_list("newest", "counts", "ruled", "called")
        .get()
    )
    return ".".join(str(part or 0) for part in (code.match.round.state, *now))


def load_table(code: TableCode, *, with_names: bool = True) -> TablePage | None:
    """The page of a code in nine queries at most; None where the table has lost a line since."""
    match, found = code.match, code.match.round
    names = load_names(found.event) if with_names else Names({}, {}, {})
    tables = load_tables(found.event, found, names=names if with_names else None, tables=[match.table])
    if not tables or tables[0].is_bye:
        return None
    handed_in = proposals_of([match.pk]).get(match.pk, {})
    call = DirectorCall.objects.filter(match=match, answered_at=None).first()
    return TablePage(
        code=code,
        event=found.event,
        round=found,
        table=tables[0],
        names=names,
        mine=handed_in.get(code.line),
        theirs=handed_in.get(other_line(code.line)),
        called_at=call.at if call else None,
        tag=tag_of(code),
    )

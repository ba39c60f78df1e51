"""A tournament as one plain value: what a workbook holds, between the file and the desk.

Entries are called by their numbers. The words for states and kinds are the keys under which they are
stored. Whatever reads or writes a file, or the database, meets in these values and nowhere else.
Source: docs/event-workbook.md.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from scoring.hand import Hand
from scoring.standings import DEFAULT_CRITERIA
from scoring.victory_points import Scale
from tournaments.movements.programme import Programme

if TYPE_CHECKING:
    from tournaments.spreadsheets.problems import Notice


Amount = int | tuple[int, int]


@dataclass(frozen=True)
class Wishes:
    """What the director settled for the desk: each left as it is unless the sheet Torneo says otherwise.

    ``fee``: euros of a pair. ``apart_rounds``: first rounds with club-mates apart. ``apart_pairs``: numbers
    of pairs not to meet. ``correction_minutes``: after the last round. ``awards``: by the field of
    ``scoring.awards.Awards``, where not the default; minutes, MP, or VP and MP.
    """

    fee: Decimal | None = None
    apart_rounds: int = 0
    apart_pairs: tuple[tuple[int, int], ...] = ()
    double_keying: bool = False
    correction_minutes: int = 30
    awards: tuple[tuple[str, Amount], ...] = ()


@dataclass(frozen=True)
class Settings:
    """The sheet Torneo. ``scale``, ``bye_vp`` and ``bye_mp`` in VP and net MP (docs/rules.md 3 and 5).

    ``state``: "preparing", "running", "finished" or "archived".
    """

    name: str
    date: date
    club: str
    programme: Programme
    scale: Scale
    bye_vp: int
    bye_mp: int
    place: str = ""
    hands_per_round: int = 4
    criteria: tuple[str, ...] = tuple(criterion.key for criterion in DEFAULT_CRITERIA)
    official_places: bool = False
    kind: str = "club"
    state: str = "running"
    rules_variant: str = "fibur"
    depth: str = "hands"
    seed: int = 0
    wishes: Wishes = field(default_factory=Wishes)


@dataclass(frozen=True)
class Person:
    """A player as the list writes the name, surname first; ``card`` is the membership card number."""

    name: str
    card: str = ""


@dataclass(frozen=True)
class PastPlayer:
    """A row of the sheet Sostituzioni: who sat in a pair before, in which chair (1, 2) and rounds."""

    position: int
    person: Person
    from_round: int
    to_round: int


@dataclass(frozen=True)
class PairRow:
    """A row of the sheet Coppie. ``line``: "ns", "ew" or ""; ``state``: "active", "absent", "withdrawn"."""

    number: int
    people: tuple[Person, ...]
    club: str = ""
    line: str = ""
    section: int = 1
    state: str = "active"
    left_in_round: int | None = None
    left_justified: bool = False
    drawn_lot: int | None = None
    official_place: int | None = None
    past: tuple[PastPlayer, ...] = ()

    @property
    def names(self) -> str:
        return " – ".join(person.name for person in self.people)


@dataclass(frozen=True)
class HandScore:
    """One hand of a table: the MP of both lines, and below them what was written down, if it was.

    ``hand``: the components. ``ns_base`` .. ``ew_net``: the two columns of a score sheet.
    """

    ns_mp: int
    ew_mp: int
    hand: Hand | None = None
    ns_base: int | None = None
    ns_net: int | None = None
    ew_base: int | None = None
    ew_net: int | None = None

    @property
    def has_detail(self) -> bool:
        return self.hand is not None or self.ns_base is not None or self.ew_base is not None


@dataclass(frozen=True)
class TableRow:
    """A row of a round's sheet. ``ns`` or ``ew`` None: the other rests. MP None: not played yet."""

    table: int
    ns: int | None
    ew: int | None
    ns_mp: int | None = None
    ew_mp: int | None = None
    hands: tuple[HandScore, ...] = ()
    override_reason: str = ""
    section: int = 1

    @property
    def is_bye(self) -> bool:
        return self.ns is None or self.ew is None

    @property
    def is_played(self) -> bool:
        return self.ns_mp is not None


@dataclass(frozen=True)
class RulingRow:
    """A score the referee set: VP and net MP of each line (docs/rules.md 5)."""

    round: int
    table: int
    ns_vp: int
    ns_mp: int
    ew_vp: int
    ew_mp: int
    kind: str = "adjusted"
    reason: str = ""


@dataclass(frozen=True)
class RoundSheet:
    """One round. ``state``: "drawn", "published" or "closed"."""

    number: int
    tables: tuple[TableRow, ...]
    state: str = "closed"


@dataclass(frozen=True)
class PenaltyRow:
    """Points off, as positive amounts. ``scope``: "standings" or "match" (docs/rules.md 5)."""

    number: int
    round: int | None = None
    mp: int = 0
    vp: int = 0
    reason: str = ""
    scope: str = "standings"
    kind: str = "other"


@dataclass(frozen=True)
class StandingRow:
    """A line of the standings as it is written out; ``values`` are tie-break values by criterion key."""

    place: int
    number: int
    names: tuple[str, ...]
    club: str
    vp: int
    net_mp: int
    played: int
    byes: int
    values: Mapping[str, int | None] = field(default_factory=dict)


@dataclass(frozen=True)
class EventBook:
    """One tournament, complete: what comes out of a workbook and what goes into one.

    ``standings`` follow from the rest and are only ever written out.
    """

    settings: Settings
    pairs: tuple[PairRow, ...]
    rounds: tuple[RoundSheet, ...] = ()
    penalties: tuple[PenaltyRow, ...] = ()
    rulings: tuple[RulingRow, ...] = ()
    standings: tuple[StandingRow, ...] = field(default=(), compare=False)
    notices: tuple[Notice, ...] = field(default=(), compare=False)


def plays_in(pair: PairRow, number: int) -> bool:
    """Whether the list says that a pair plays in round ``number``: it came, and had not left before it."""
    if pair.state == "withdrawn":
        return pair.left_in_round is not None and number < pair.left_in_round
    return pair.state == "active"


def absences(book: EventBook) -> list[tuple[int, int]]:
    """Pair and round where a pair of the list neither sits nor rests and the list does not say why."""
    found = []
    for sheet in book.rounds:
        seated = {entry for table in sheet.tables for entry in (table.ns, table.ew)}
        found += [
            (pair.number, sheet.number)
            for pair in book.pairs
            if sheet.state != "drawn" and pair.number not in seated and plays_in(pair, sheet.number)
        ]
    return sorted(found)


def settled_state(tables: tuple[TableRow, ...], ruled: frozenset[int] = frozenset()) -> str:
    """The state of a round nobody says more about: closed once every table has its score."""
    settled = all(row.is_bye or row.is_played or row.table in ruled for row in tables)
    return "closed" if settled else "published"


def usual_depth(rounds: tuple[RoundSheet, ...]) -> str:
    """How deep results are kept, when nobody says: as deep as the deepest one there is."""
    played = [row for sheet in rounds for row in sheet.tables if row.is_played]
    if any(hand.has_detail for row in played for hand in row.hands):
        return "components"
    return "totals" if played and not any(row.hands for row in played) else "hands"


def usual_state(rounds: tuple[RoundSheet, ...]) -> str:
    """The state of an event nobody says more about: it runs from its first round on."""
    return "running" if rounds else "preparing"

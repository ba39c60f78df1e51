"""The list of pairs as the desk sees it: who is here, who has paid, who waits for a partner."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from decimal import Decimal

from tournaments.boards.names import PairName, load_names, shown
from tournaments.models import Entry, Event, Round, Waiting
from tournaments.names import key

HERE, ABSENT, UNKNOWN, WITHDRAWN = "here", "absent", "unknown", "withdrawn"


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One pair of the list."""

    number: int
    name: PairName
    line: str
    presence: str
    paid: bool

    @property
    def here(self) -> bool:
        return self.presence == HERE

    @property
    def absent(self) -> bool:
        return self.presence == ABSENT

    @property
    def withdrawn(self) -> bool:
        return self.presence == WITHDRAWN

    @property
    def search(self) -> str:
        """What the filter of the page looks in: names without case and accents, and the number."""
        return f"{self.number} " + " ".join(key(person.full) for person in self.name.people)


@dataclass(frozen=True, slots=True)
class Counts:
    """How far the check-in has come. Fees in euros; None where the event asks for none.

    ``over``: a round is closed, so that who came is told by who has played.
    """

    pairs: int
    here: int
    absent: int
    unseen: int
    paid: int
    payers: int
    fee: Decimal | None
    over: bool = False

    @property
    def playing(self) -> int:
        """Who would be drawn now: everybody not marked absent and not gone."""
        return self.here + self.unseen

    @property
    def taken(self) -> Decimal:
        return (self.fee or Decimal(0)) * self.paid

    @property
    def due(self) -> Decimal:
        return (self.fee or Decimal(0)) * self.payers


@dataclass(frozen=True, slots=True)
class WaitingRow:
    pk: int
    name: str
    club: str


@dataclass(frozen=True)
class EntryBoard:
    rows: list[EntryRow]
    counts: Counts
    waiting: list[WaitingRow]
    rounds: dict[int, str]

    @property
    def is_open(self) -> bool:
        """Before round 1 is drawn pairs can still be put on the list, renumbered and struck off."""
        return not self.rounds

    @property
    def takes_late(self) -> bool:
        return self.rounds == {1: Round.State.PUBLISHED}


def presence_of(state: str, checked_in: bool) -> str:
    """Here, absent, withdrawn or not seen yet."""
    if state == Entry.State.WITHDRAWN:
        return WITHDRAWN
    if state == Entry.State.ABSENT:
        return ABSENT
    return HERE if checked_in else UNKNOWN


def entry_board(event: Event) -> EntryBoard:
    """The whole page, in four queries."""
    names = load_names(event)
    rows = [
        EntryRow(number, names.of(number), line, presence_of(state, checked_in), paid)
        for number, line, state, checked_in, paid in event.entries.order_by("number").values_list(
            "number", "line", "state", "checked_in", "paid"
        )
    ]
    waiting = [
        WaitingRow(pk, shown(f"{surname} {first_name}".strip()), shown(club or ""))
        for pk, surname, first_name, club in Waiting.objects.filter(event=event).values_list(
            "pk", "player__surname", "player__first_name", "player__club__name"
        )
    ]
    rounds = dict(event.rounds.values_list("number", "state"))
    counts = _counts(
        event, [(row.presence, row.paid) for row in rows], over=Round.State.CLOSED in rounds.values()
    )
    return EntryBoard(rows, counts, waiting, rounds)


def counts_of(event: Event) -> Counts:
    """How far the check-in has come, in two queries."""
    states = event.entries.values_list("state", "checked_in", "paid")
    over = event.rounds.filter(state=Round.State.CLOSED).exists()
    told = [(presence_of(state, checked_in), paid) for state, checked_in, paid in states]
    return _counts(event, told, over=over)


def _counts(event: Event, states: list[tuple[str, bool]], *, over: bool) -> Counts:
    by_presence = Counter(presence for presence, _ in states)
    return Counts(
        pairs=len(states),
        here=by_presence[HERE],
        absent=by_presence[ABSENT],
        unseen=by_presence[UNKNOWN],
        paid=sum(paid for _, paid in states),
        # Who does not come does not pay, unless it has already.
        payers=sum(paid or presence in (HERE, UNKNOWN) for presence, paid in states),
        fee=event.fee,
        over=over,
    )

"""The people a club keeps: list, one player's evenings, records that may be one person."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from itertools import combinations

from django.db.models import Q, QuerySet

from tournaments import look_alikes
from tournaments.boards.names import shown
from tournaments.models import Club, Member, Player
from tournaments.names import key

MOST_ALIKE = 60


def kept_by(clubs: QuerySet[Club], *, everybody: bool = False) -> QuerySet[Player]:
    """The players these clubs look after: their own, and guests at their events whose club nobody runs here.

    A guest of a club that works with the program is that club's to correct, phone number and all.
    """
    active = Player.objects.filter(merged_into=None, erased_at=None)
    if everybody:
        return active
    # Two searches put together, not one with "or": each finds its players by an index.
    own = Player.objects.filter(club__in=clubs)
    seated = Player.objects.filter(pk__in=Member.objects.filter(event__club__in=clubs).values("player"))
    guests = seated.filter(Q(club__isnull=True) | Q(club__staff__isnull=True))
    return active.filter(pk__in=own.order_by().values("pk").union(guests.order_by().values("pk")))


def search(players: QuerySet[Player], text: str, club: int | None = None) -> QuerySet[Player]:
    """Those whose names have every fragment at the start of a word, or whose card it is."""
    found = players.select_related("club")
    if club is not None:
        found = found.filter(club=club)
    bare = text.strip()
    if bare.isdigit():
        return found.filter(card_number__startswith=bare)
    for fragment in key(text).split():
        found = found.filter(Q(name_key__startswith=fragment) | Q(name_key__contains=f" {fragment}"))
    return found.order_by("surname", "first_name", "pk")


@dataclass(frozen=True, slots=True)
class Evening:
    """An event in which a player sat, and with whom."""

    name: str
    date: date
    slug: str
    number: int
    partners: str


def evenings_of(player: Player, clubs: QuerySet[Club], *, most: int = 30) -> list[Evening]:
    """Where a player has sat, the latest first; only the events of these clubs. Two queries."""
    seats = list(
        Member.objects.filter(player=player, event__club__in=clubs)
        .select_related("event", "entry")
        .order_by("-event__date", "-event__pk")[:most]
    )
    partners: dict[int, list[str]] = defaultdict(list)
    for entry, surname, first_name in (
        Member.objects.filter(entry__in=[seat.entry_id for seat in seats])
        .exclude(player=player)
        .order_by("position")
        .values_list("entry_id", "player__surname", "player__first_name")
    ):
        partners[entry].append(shown(f"{surname} {first_name}".strip()))
    return [
        Evening(
            seat.event.name, seat.event.date, seat.event.slug, seat.entry.number,
            ", ".join(partners[seat.entry_id]),
        )
        for seat in seats
    ]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Record:
    """One of two records that may be one person."""

    pk: int
    name: str
    club: str
    card: str
    evenings: int


@dataclass(frozen=True, slots=True)
class Alike:
    one: Record
    other: Record
    same_name: bool

    @property
    def records(self) -> tuple[Record, Record]:
        return self.one, self.other

    @property
    def likelier(self) -> int:
        """The record to keep if nobody says otherwise: with a card, else with more evenings, else older."""
        return max(self.records, key=lambda record: (bool(record.card), record.evenings, -record.pk)).pk


def alike_records(players: QuerySet[Player], of: int | None = None) -> list[Alike]:
    """Records with the same or nearly the same name that nothing proves to be two people.

    Two cards, or both at one event, prove it. ``of``: only those about one player. Two queries.
    """
    rows = {
        pk: (name_key, Record(pk, shown(f"{surname} {first_name}".strip()), shown(club or ""), card, 0))
        for pk, name_key, surname, first_name, club, card in players.order_by("pk").values_list(
            "pk", "name_key", "surname", "first_name", "club__name", "card_number"
        )
    }
    pairs = [(one, other) for one, other in _pairs({pk: row[0] for pk, row in rows.items()}, of)]
    pairs = [(a, b) for a, b in pairs if not (rows[a][1].card and rows[b][1].card)]
    involved = {pk for pair in pairs for pk in pair}
    events = _events(involved)
    found = [
        Alike(_counted(rows[a][1], events), _counted(rows[b][1], events), rows[a][0] == rows[b][0])
        for a, b in pairs
        if not events[a] & events[b]
    ]
    return found[:MOST_ALIKE]


def _counted(record: Record, events: dict[int, set[int]]) -> Record:
    return replace(record, evenings=len(events[record.pk]))


def _pairs(keys: dict[int, str], of: int | None) -> Iterable[tuple[int, int]]:
    by_key: dict[str, list[int]] = defaultdict(list)
    for pk, name_key in keys.items():
        by_key[name_key].append(pk)
    asked = [keys[of]] if of in keys else [] if of is not None else list(by_key)
    found: set[tuple[int, int]] = set()
    for name_key in asked:
        found.update(combinations(sorted(by_key[name_key]), 2))
    for name_key, others in look_alikes.find(asked, by_key).items():
        for other in others:
            for one in by_key[name_key]:
                found.update((min(one, two), max(one, two)) for two in by_key[other])
    if of is not None:
        found = {pair for pair in found if of in pair}
    return sorted(found, key=lambda pair: (keys[pair[0]], pair))


def _events(players: Iterable[int]) -> dict[int, set[int]]:
    """At which events each of these players was."""
    events: dict[int, set[int]] = defaultdict(set)
    for player, event in Member.objects.filter(player__in=list(players)).values_list("player_id", "event_id"):
        events[player].add(event)
    return events

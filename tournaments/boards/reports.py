"""Which results the federation still waits for: they reach it within ten days (docs/rules.md 9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Count, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.boards.facts import Facts, load
from tournaments.models import Club, Entry, Event, Member, Player
from tournaments.spreadsheets.writing.tables import SIGNED, Column, Table, Value

REPORT_DAYS = 10
OVER = (Event.State.FINISHED, Event.State.ARCHIVED)
REMEMBERED = timedelta(days=60)
"""How long after its day an event that was reported is still listed."""
MOST = 300


@dataclass(frozen=True)
class ReportRow:
    """An event that is over, and how it stands with its report."""

    event: Event
    today: date

    @property
    def due(self) -> date:
        """The last day."""
        return self.event.date + timedelta(days=REPORT_DAYS)

    @property
    def is_reported(self) -> bool:
        return self.event.reported_at is not None

    @property
    def is_overdue(self) -> bool:
        return not self.is_reported and self.today > self.due

    @property
    def days_left(self) -> int:
        return max((self.due - self.today).days, 0)


def unreported(club: Club | None = None) -> QuerySet[Event]:
    """The events that are over and not yet reported, the oldest first."""
    found = Event.objects.filter(state__in=OVER, reported_at=None)
    return (found if club is None else found.filter(club=club)).order_by("date", "pk")


def report_rows(clubs: QuerySet[Club], today: date | None = None) -> list[ReportRow]:
    """What is due in these clubs, the most urgent first, then what was reported lately."""
    today = today or timezone.localdate()
    lately = Q(reported_at=None) | Q(date__gte=today - REMEMBERED)
    events = Event.objects.filter(lately, state__in=OVER, club__in=clubs).select_related("club")
    rows = [ReportRow(event, today) for event in events.order_by("date", "pk")[:MOST]]
    return sorted(rows, key=lambda row: row.is_reported)


def report_tables(events: QuerySet[Event], step: Callable[[], None]) -> list[Table]:
    """What the federation gets: the events, and every player's place, card and points in each.

    The rules leave its form open; this is one row a player, told by the card, as rankings are kept.
    """
    columns = [
        Column(_("Date"), 12), Column(_("Event"), 36), Column(_("Kind"), 12), Column(_("Organizer"), 30),
        Column(_("Federation code"), 12), Column(_("Venue"), 20), Column(_("Rounds"), 8),
        Column(_("Pairs"), 8),
    ]  # fmt: skip
    players = [
        Column(_("Date"), 12), Column(_("Event"), 36), Column(_("Place"), 8), Column(_("Pair no."), 8),
        Column(_("Card number"), 14), Column(_("Surname"), 24), Column(_("First name"), 22),
        Column(_("Kind of card"), 14), Column(_("Club"), 30), Column("VP", 8), Column("MP", 10, SIGNED),
    ]  # fmt: skip
    return [
        Table(_("Events"), columns, _events(events)),
        Table(_("Standings"), players, _players(events, step)),
    ]


def _events(events: QuerySet[Event]) -> Iterator[list[Value]]:
    played = Count("entries", filter=~Q(entries__state=Entry.State.ABSENT), distinct=True)
    counted = events.select_related("club").annotate(pairs=played, played=Count("rounds", distinct=True))
    for event in counted:
        yield [
            event.date, event.name, event.get_kind_display(), event.club.name, event.club.federation_code,
            event.place, event.played, event.pairs,
        ]  # fmt: skip


def _players(events: QuerySet[Event], step: Callable[[], None]) -> Iterator[list[Value]]:
    for event in events.select_related("club"):
        yield from _placed(event, load(event))
        step()


def _placed(event: Event, facts: Facts) -> Iterator[list[Value]]:
    seated: dict[int, list[Member]] = {}
    members = Member.objects.filter(event=event, to_round=None).select_related("player", "player__club")
    for member in members.order_by("position"):
        seated.setdefault(member.entry_id, []).append(member)
    kinds = dict(Player.CardKind.choices)
    for standing in facts.standings(facts.last_closed):
        entry = facts.entries[int(str(standing.entry))]
        for member in seated.get(entry.pk, []):
            player = member.player
            yield [
                event.date, event.name, standing.place, entry.number, player.card_number, player.surname,
                player.first_name, str(kinds.get(player.card_kind, "")),
                player.club.name if player.club else "", standing.vp, standing.net_mp,
            ]  # fmt: skip

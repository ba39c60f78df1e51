"""One pair as the desk sees it: who sits in it and sat in it, where it plays, what may still be done."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Count, Q

from tournaments.boards.desk_entries import presence_of
from tournaments.boards.names import shown
from tournaments.models import Entry, Event, Member, Result, Round, Seat, programme_of


@dataclass(frozen=True, slots=True)
class Stay:
    """A player in the pair. ``to_round`` None: sits in it now."""

    position: int
    player_id: int
    name: str
    card: str
    club: str
    from_round: int
    to_round: int | None


@dataclass(frozen=True, slots=True)
class Sitting:
    """The pair at a table. ``settled``: with a confirmed result or a ruling, or the bye."""

    round: int
    state: str
    table: int
    line: str
    bye: bool
    settled: bool


@dataclass(frozen=True)
class PairDesk:
    entry: Entry
    presence: str
    stays: list[Stay]
    sittings: list[Sitting]
    rounds: dict[int, str]
    rounds_planned: int

    @property
    def now(self) -> list[Stay]:
        return [stay for stay in self.stays if stay.to_round is None]

    @property
    def before(self) -> list[Stay]:
        return [stay for stay in self.stays if stay.to_round is not None]

    @property
    def played(self) -> int:
        """Matches played against somebody."""
        return sum(sitting.settled and not sitting.bye for sitting in self.sittings)

    @property
    def too_late_to_substitute(self) -> bool:
        """More than half of the matches are played (docs/rules.md 5)."""
        return 2 * self.played > self.rounds_planned

    @property
    def substitute_from(self) -> int:
        """The round from which a substitute would sit: the one after the last that is settled."""
        return 1 + max((s.round for s in self.sittings if s.settled and not s.bye), default=0)

    @property
    def is_open(self) -> bool:
        """Nothing is drawn: the pair can be renumbered or struck off."""
        return not self.rounds

    @property
    def leaves_in(self) -> int:
        """The round in which it would leave: the one being played, else the next."""
        playing = [number for number, state in self.rounds.items() if state == Round.State.PUBLISHED]
        return min(playing, default=max(self.rounds, default=0) + 1)

    @property
    def sitting_now(self) -> Sitting | None:
        return next((s for s in self.sittings if s.round == self.leaves_in), None)

    @property
    def drawn(self) -> int | None:
        """A round that is drawn and not yet published, with this pair in it."""
        return next((s.round for s in self.sittings if s.state == Round.State.DRAWN), None)

    @property
    def gone(self) -> bool:
        return self.entry.state == Entry.State.WITHDRAWN


def pair_desk(event: Event, number: int) -> PairDesk | None:
    """Everything about a pair in five queries; None where there is no such pair."""
    entry = event.entries.select_related("club").filter(number=number).first()
    if entry is None:
        return None
    phases = list(event.phases.order_by("position"))
    rounds = dict(event.rounds.order_by("number").values_list("number", "state"))
    return PairDesk(
        entry=entry,
        presence=presence_of(entry.state, entry.checked_in),
        stays=_stays(entry),
        sittings=_sittings(entry),
        rounds=rounds,
        rounds_planned=programme_of(phases).rounds if phases else max(rounds, default=1),
    )


def _stays(entry: Entry) -> list[Stay]:
    members = Member.objects.filter(entry=entry).select_related("player__club")
    return [
        Stay(
            position=member.position,
            player_id=member.player_id,
            name=shown(member.player.full_name),
            card=member.player.card_number,
            club=shown(member.player.club.name) if member.player.club else "",
            from_round=member.from_round,
            to_round=member.to_round,
        )
        for member in members.order_by("position", "from_round")
    ]


def _sittings(entry: Entry) -> list[Sitting]:
    seats = (
        Seat.objects.filter(entry=entry)
        .select_related("match__round")
        .annotate(
            results=Count(
                "match__results",
                filter=Q(match__results__state=Result.State.CONFIRMED),
                distinct=True,
            ),
            rulings=Count(
                "match__rulings", filter=Q(match__rulings__cancelled_at__isnull=True), distinct=True
            ),
            seated=Count("match__seats", distinct=True),
        )
        .order_by("match__round__number")
    )
    return [
        Sitting(
            round=seat.match.round.number,
            state=seat.match.round.state,
            table=seat.match.table,
            line=seat.line,
            bye=seat.seated == 1,
            settled=seat.seated == 1 or bool(seat.results or seat.rulings),
        )
        for seat in seats
    ]

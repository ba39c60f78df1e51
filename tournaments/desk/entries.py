"""Pairs come, are put on the list, and leave."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Max

from scoring.sentences import gettext_noop, say
from tournaments import names
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, change
from tournaments.models import Club, Entry, Event, Member, Player


@dataclass(frozen=True)
class PersonPlan:
    """A player as a list gives them; ``card`` is the membership card number, if known."""

    full_name: str
    card: str = ""


@dataclass(frozen=True)
class PastPlan:
    """A player who has been replaced: the chair (1 or 2) and the rounds he or she sat in it."""

    position: int
    person: PersonPlan
    from_round: int
    to_round: int


@dataclass(frozen=True)
class EntryPlan:
    """A pair (two people), a single player (one) or a team, to be put on the list of an event."""

    number: int
    people: tuple[PersonPlan, ...]
    club_name: str = ""
    line: str = ""
    section: int = 1
    state: str = Entry.State.ACTIVE
    left_in_round: int | None = None
    left_justified: bool = False
    drawn_lot: int | None = None
    official_place: int | None = None
    name: str = ""
    kind: str = Entry.Kind.PAIR
    past: tuple[PastPlan, ...] = ()

    @property
    def everybody(self) -> tuple[PersonPlan, ...]:
        """Who sits in the entry, then who has sat in it before."""
        return (*self.people, *(past.person for past in self.past))


def enter(*, event: Event, plans: Sequence[EntryPlan], by: Actor) -> list[Entry]:
    """Put entries on the list, all or none; one journal line names them.

    A player already known is recognised by card number, else by full name inside the same club, but
    never twice in one event: two people with the same name stay two.
    """
    with change(event, by=by) as frame:
        permit("enter", frame.event.state)
        entries = write_entries(frame, plans, people_of(frame.event, plans))
        frame.write("enter", new={"numbers": [plan.number for plan in plans]})
    return entries


def write_entries(frame: Change, plans: Sequence[EntryPlan], people: list[Player]) -> list[Entry]:
    """The rows of entries and of their members; the constraints of the database have the last word."""
    _refuse_taken_numbers(frame.event, plans)
    clubs = _clubs({plan.club_name for plan in plans if plan.club_name})
    entries = Entry.objects.bulk_create(_entry(frame.event, plan, clubs) for plan in plans)
    try:
        with transaction.atomic():
            Member.objects.bulk_create(_members(frame.event, entries, plans, people))
    except IntegrityError as error:
        raise DeskRefusal(
            "player_in_two_pairs",
            say(gettext_noop("The same player cannot sit in two pairs of one event.")),
        ) from error
    return entries


def next_number(event: Event) -> int:
    """The number after the last one given."""
    return (event.entries.aggregate(last=Max("number"))["last"] or 0) + 1


def _refuse_taken_numbers(event: Event, plans: Sequence[EntryPlan]) -> None:
    taken = set(event.entries.values_list("number", flat=True))
    for plan in plans:
        if plan.number in taken:
            raise DeskRefusal(
                "number_taken",
                say(
                    gettext_noop("Number {number} is taken: every pair needs a number of its own."),
                    number=plan.number,
                ),
            )
        taken.add(plan.number)


def _entry(event: Event, plan: EntryPlan, clubs: dict[str, Club]) -> Entry:
    return Entry(
        event=event,
        number=plan.number,
        kind=plan.kind,
        name=plan.name,
        club=clubs.get(names.key(plan.club_name)),
        line=plan.line,
        section=plan.section,
        state=plan.state,
        left_in_round=plan.left_in_round,
        left_justified=plan.left_justified,
        drawn_lot=plan.drawn_lot,
        official_place=plan.official_place,
    )


def _clubs(wanted: Iterable[str]) -> dict[str, Club]:
    """The clubs of these names by name key, the new ones made."""
    from tournaments.desk.events import club_named  # noqa: PLC0415 - events and entries share clubs

    by_key = {names.key(name): name for name in sorted(wanted)}
    found = {club.name_key: club for club in Club.objects.filter(name_key__in=by_key)}
    return {key: found.get(key) or club_named(name) for key, name in by_key.items()}


def people_of(event: Event, plans: Sequence[EntryPlan]) -> list[Player]:
    """One player for every person of the plans, in order: known ones found, new ones made."""
    clubs = _clubs({plan.club_name for plan in plans if plan.club_name})
    people = [(person, clubs.get(names.key(plan.club_name))) for plan in plans for person in plan.everybody]
    cards = {person.card for person, _ in people if person.card}
    keys = {names.key(person.full_name) for person, _ in people}
    by_card = {player.card_number: player for player in Player.objects.filter(card_number__in=cards)}
    by_name: dict[tuple[str, int | None], list[Player]] = defaultdict(list)
    for player in Player.objects.filter(name_key__in=keys).order_by("pk"):
        by_name[player.name_key, player.club_id].append(player)
    used = set(event.members.values_list("player_id", flat=True))
    chosen: list[Player] = []
    new: list[Player] = []
    for person, club in people:
        player = by_card.get(person.card) if person.card else None
        if player is None:
            player = _known(person, by_name[names.key(person.full_name), club.pk if club else None], used)
        if player is None:
            player = _new_player(person, club)
            new.append(player)
        elif player.pk:
            used.add(player.pk)
        chosen.append(player)
        if person.card:
            by_card[person.card] = player
    Player.objects.bulk_create(new)
    return chosen


def _known(person: PersonPlan, namesakes: list[Player], used: set[int]) -> Player | None:
    """The namesake of the same club who is not yet in this event and whose card does not contradict."""
    for player in namesakes:
        if player.pk not in used and (not person.card or not player.card_number):
            return player
    return None


def _new_player(person: PersonPlan, club: Club | None) -> Player:
    surname, first_name = names.split(person.full_name)
    # bulk_create does not pass through Player.save, which would set the key.
    return Player(
        club=club,
        surname=surname,
        first_name=first_name,
        name_key=names.key(person.full_name),
        card_number=person.card,
    )


def _members(
    event: Event, entries: Sequence[Entry], plans: Sequence[EntryPlan], people: list[Player]
) -> list[Member]:
    rest = iter(people)
    members: list[Member] = []
    for entry, plan in zip(entries, plans, strict=True):
        for position, _ in enumerate(plan.people, start=1):
            before = max((past.to_round for past in plan.past if past.position == position), default=0)
            members.append(
                Member(
                    event=event, entry=entry, player=next(rest), position=position, from_round=before + 1
                )
            )
        for past in plan.past:
            members.append(  # noqa: PERF401 - next() in a comprehension hides the order it hangs on
                Member(
                    event=event,
                    entry=entry,
                    player=next(rest),
                    position=past.position,
                    from_round=past.from_round,
                    to_round=past.to_round,
                )
            )
    return members


def entry_numbered(frame: Change, number: int) -> Entry:
    entry = frame.event.entries.filter(number=number).first()
    if entry is None:
        raise DeskRefusal(
            "unknown_entry", say(gettext_noop("There is no pair {number} in this event."), number=number)
        )
    return entry

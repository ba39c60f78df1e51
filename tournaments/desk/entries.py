"""Pairs come, are put on the list, and leave."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max

from scoring.sentences import gettext_noop, say
from tournaments import names
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, change
from tournaments.desk.people import PersonPlan as PersonPlan  # noqa: PLC0414 - said again for callers
from tournaments.desk.people import clubs_named, players_for
from tournaments.models import Club, Entry, Event, Member, Player, Round

LAST_NUMBER = 9_999


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
    paid: bool = False

    @property
    def everybody(self) -> tuple[PersonPlan, ...]:
        """Who sits in the entry, then who has sat in it before."""
        return (*self.people, *(past.person for past in self.past))


def enter(*, event: Event, plans: Sequence[EntryPlan], by: Actor) -> list[Entry]:
    """Put entries on the list, all or none; one journal line names them. Number 0: the next free one.

    A player already known is recognised by card number, else by full name inside the same club, but
    never twice in one event: two people with the same name stay two. Once round 1 is drawn the list is
    closed; who comes then completes a table (``substitutions.enter_late``).
    """
    with change(event, by=by) as frame:
        permit("enter", frame.event.state)
        refuse_once_drawn(frame.event)
        plans = numbered(frame.event, plans)
        entries = write_entries(frame, plans, people_of(frame.event, plans))
        frame.write("enter", new={"numbers": [plan.number for plan in plans], **_states(plans)})
    return entries


def _states(plans: Iterable[EntryPlan]) -> dict[str, Any]:
    """For the journal: who is put on the list as absent or as having left, and in which round."""
    there = [[p.number, str(p.state), p.left_in_round] for p in plans if p.state != Entry.State.ACTIVE]
    return {"states": there} if there else {}


def refuse_once_drawn(event: Event) -> None:
    """The list of pairs is open until round 1 is drawn."""
    first = event.rounds.order_by("number").first()
    if first is None:
        return
    if first.number == 1 and first.state == Round.State.DRAWN:
        raise DeskRefusal(
            "round_1_drawn",
            say(gettext_noop("Round 1 is drawn: undo the draw, change the list, and draw again.")),
        )
    raise DeskRefusal(
        "already_playing",
        say(gettext_noop("The event is being played: the list of pairs can no longer be changed.")),
    )


def numbered(event: Event, plans: Iterable[EntryPlan]) -> list[EntryPlan]:
    """The plans with a number each: those given stay, the others follow the last one."""
    plans = list(plans)
    if all(plan.number for plan in plans):
        return plans
    last = max([next_number(event) - 1, *(plan.number for plan in plans)])
    found = []
    for plan in plans:
        if not plan.number:
            last += 1
        found.append(plan if plan.number else replace(plan, number=last))
    return found


def write_entries(frame: Change, plans: Sequence[EntryPlan], people: list[Player]) -> list[Entry]:
    """The rows of entries and of their members; the constraints of the database have the last word."""
    _refuse_taken_numbers(frame.event, plans)
    clubs = clubs_named({plan.club_name for plan in plans if plan.club_name})
    entries = Entry.objects.bulk_create(_entry(frame.event, plan, clubs) for plan in plans)
    # Whoever sits in a pair now waits for a partner no longer.
    frame.event.waiting.filter(player__in=[player for player in people if player.pk]).delete()
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
        paid=plan.paid,
    )


def people_of(event: Event, plans: Sequence[EntryPlan]) -> list[Player]:
    """One player for every person of the plans, in order: known ones found, new ones made."""
    return players_for(event, [(person, plan.club_name) for plan in plans for person in plan.everybody])


def _members(
    event: Event, entries: Sequence[Entry], plans: Sequence[EntryPlan], people: list[Player]
) -> list[Member]:
    rest = iter(people)
    members: list[Member] = []
    for entry, plan in zip(entries, plans, strict=True):
        for position, _ in enumerate(plan.people, start=1):
            before = max((past.to_round for past in plan.past if past.position == position), default=0)
            members.append(
                Member(event=event, entry=entry, player=next(rest), position=position, from_round=before + 1)
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


def edit_entry(*, event: Event, number: int, club_name: str, line: str, by: Actor) -> Entry:
    """Set the club of a pair and the line it has to sit on (who cannot move sits North-South)."""
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        entry = entry_numbered(frame, number)
        old = {"club": entry.club.name if entry.club else "", "line": entry.line}
        if line != entry.line:
            refuse_once_drawn(frame.event)
        entry.club = clubs_named({club_name}).get(names.key(club_name)) if club_name else None
        entry.line = line
        entry.save(update_fields=["club", "line"])
        new = {"club": entry.club.name if entry.club else "", "line": entry.line}
        frame.write("edit_entry", entry=entry, old=old, new=new)
    return entry


def remove_entry(*, event: Event, number: int, by: Actor) -> None:
    """Strike a pair off the list, before round 1 is drawn. Its number is free again, its lines in the
    journal stay."""
    with change(event, by=by) as frame:
        permit("enter", frame.event.state)
        refuse_once_drawn(frame.event)
        entry = entry_numbered(frame, number)
        people = [member.player.full_name for member in entry.members.select_related("player")]
        entry.members.all().delete()
        entry.delete()
        _wishes_without(frame.event, number)
        frame.write("remove_entry", old={"number": number, "players": people})


def renumber(*, event: Event, number: int, to: int, by: Actor) -> Entry:
    """Give a pair another number, before round 1 is drawn; a pair that has it takes the old one."""
    with change(event, by=by) as frame:
        permit("enter", frame.event.state)
        refuse_once_drawn(frame.event)
        if not 1 <= to <= LAST_NUMBER:
            raise DeskRefusal(
                "no_number",
                say(gettext_noop("A number is between 1 and {last}."), last=LAST_NUMBER),
            )
        entry = entry_numbered(frame, number)
        other = frame.event.entries.filter(number=to).exclude(pk=entry.pk).first()
        if other is not None:
            # Through a number nobody can have: the constraint is checked at every row.
            _give_number(other, LAST_NUMBER + 1)
        _give_number(entry, to)
        if other is not None:
            _give_number(other, number)
        _wishes_renumbered(frame.event, {number: to, to: number} if other else {number: to})
        frame.write("renumber", entry=entry, other_entry=other, old={"number": number}, new={"number": to})
    return entry


def _give_number(entry: Entry, number: int) -> None:
    entry.number = number
    entry.save(update_fields=["number"])


def _wishes_without(event: Event, number: int) -> None:
    kept = [pair for pair in event.apart_pairs if number not in pair]
    if kept != event.apart_pairs:
        event.apart_pairs = kept
        event.save(update_fields=["apart_pairs"])


def _wishes_renumbered(event: Event, numbers: dict[int, int]) -> None:
    kept = [[numbers.get(one, one) for one in pair] for pair in event.apart_pairs]
    if kept != event.apart_pairs:
        event.apart_pairs = kept
        event.save(update_fields=["apart_pairs"])

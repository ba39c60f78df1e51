"""Who is here, who has paid, who waits for a partner."""

from __future__ import annotations

from scoring.sentences import gettext_noop, say
from tournaments.boards.desk_entries import ABSENT, HERE, UNKNOWN, presence_of
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, DeskRefusal, change
from tournaments.desk.entries import (
    EntryPlan,
    PersonPlan,
    entry_numbered,
    next_number,
    people_of,
    write_entries,
)
from tournaments.desk.substitutions import incomplete_table, seat_late
from tournaments.models import Entry, Event, Member, Waiting


class _AlreadySoError(Exception):
    """Nothing to change and nothing to write: the second of two clicks."""

    def __init__(self, entry: Entry) -> None:
        self.entry = entry


def check_in(*, event: Event, number: int, presence: str, by: Actor) -> Entry:
    """Mark a pair as here, absent or not seen yet. An absent pair is not drawn.

    Marking it a second time as what it is changes nothing.
    """
    if presence not in (HERE, ABSENT, UNKNOWN):
        raise DeskRefusal("unknown_presence", say(gettext_noop("A pair is here, absent or not seen yet.")))
    try:
        with change(event, by=by) as frame:
            permit("enter", frame.event.state)
            entry = entry_numbered(frame, number)
            old = presence_of(entry.state, entry.checked_in)
            if old == presence:
                raise _AlreadySoError(entry)
            if entry.state == Entry.State.WITHDRAWN:
                raise DeskRefusal(
                    "already_withdrawn", say(gettext_noop("Pair {number} has already left."), number=number)
                )
            entry.checked_in = presence == HERE
            entry.state = Entry.State.ABSENT if presence == ABSENT else Entry.State.ACTIVE
            entry.save(update_fields=["checked_in", "state"])
            frame.write("check_in", entry=entry, old={"presence": old}, new={"presence": presence})
    except _AlreadySoError as already:
        return already.entry
    return entry


def set_paid(*, event: Event, number: int, paid: bool, by: Actor) -> Entry:
    """The fee of a pair is paid, or not after all. Saying so twice changes nothing."""
    try:
        with change(event, by=by) as frame:
            permit("change", frame.event.state)
            entry = entry_numbered(frame, number)
            if entry.paid == paid:
                raise _AlreadySoError(entry)
            entry.paid = paid
            entry.save(update_fields=["paid"])
            frame.write("set_paid", entry=entry, old={"paid": not paid}, new={"paid": paid})
    except _AlreadySoError as already:
        return already.entry
    return entry


def wait_for_partner(*, event: Event, person: PersonPlan, club_name: str = "", by: Actor) -> Waiting:
    """Put a player without a partner on the waiting list."""
    with change(event, by=by) as frame:
        permit("enter", frame.event.state)
        plan = EntryPlan(number=0, people=(person,), club_name=club_name)
        player = people_of(frame.event, [plan])[0]
        if Member.objects.filter(event=event, player=player, to_round=None).exists():
            raise DeskRefusal(
                "already_in_a_pair",
                say(gettext_noop("{name} is already in a pair of this event."), name=player.full_name),
            )
        waiting, new = Waiting.objects.get_or_create(
            event=frame.event, player=player, defaults={"since": frame.at}
        )
        if not new:
            raise DeskRefusal(
                "already_waiting", say(gettext_noop("{name} is already waiting."), name=player.full_name)
            )
        frame.write("wait_for_partner", new={"player": player.full_name})
    return waiting


def stop_waiting(*, event: Event, waiting_id: int, by: Actor) -> None:
    """Somebody who waited leaves the list."""
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        waiting = _waiting(frame.event, waiting_id)
        waiting.delete()
        frame.write("stop_waiting", old={"player": waiting.player.full_name})


def join(*, event: Event, first_id: int, second_id: int, by: Actor) -> Entry:
    """Make a pair of two who wait; while round 1 is played it completes the incomplete table."""
    with change(event, by=by) as frame:
        permit("enter", frame.event.state)
        if first_id == second_id:
            raise DeskRefusal(
                "joined_with_oneself", say(gettext_noop("Choose two different people to make a pair of."))
            )
        two = [_waiting(frame.event, first_id), _waiting(frame.event, second_id)]
        late = frame.event.rounds.exists()
        match = incomplete_table(frame.event) if late else None
        plan = EntryPlan(number=next_number(frame.event), people=())
        entry = write_entries(frame, [plan], [])[0]
        entry.club = two[0].player.club
        entry.checked_in = True
        entry.save(update_fields=["club", "checked_in"])
        Member.objects.bulk_create(
            Member(event=frame.event, entry=entry, player=waiting.player, position=position)
            for position, waiting in enumerate(two, start=1)
        )
        for waiting in two:
            waiting.delete()
        if match is not None:
            seat_late(match, entry)
        frame.write(
            "join",
            entry=entry,
            round_number=1 if match else None,
            table=match.table if match else None,
            new={"players": [waiting.player.full_name for waiting in two]},
        )
    return entry


def _waiting(event: Event, waiting_id: int) -> Waiting:
    found = Waiting.objects.select_related("player__club").filter(event=event, pk=waiting_id).first()
    if found is None:
        raise DeskRefusal(
            "not_waiting",
            say(gettext_noop("Somebody you chose is no longer waiting: look at the list again.")),
        )
    return found

"""A list of entries is taken in: pairs and those without a partner, all of it or nothing."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.sentences import gettext_noop, say
from tournaments.boards.desk_lists import CREATE, NEW, WAIT, ListBoard, PersonChoice, Proposal
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, change
from tournaments.desk.entries import EntryPlan, numbered, refuse_once_drawn, write_entries
from tournaments.desk.people import PersonPlan, Wanted, players_for
from tournaments.models import Entry, Event, Player, Waiting


def enter_list(
    *, event: Event, plans: Sequence[EntryPlan], waiting: Sequence[Wanted] = (), by: Actor
) -> list[Entry]:
    """Put pairs on the list and people without a partner among those who wait; one journal line.

    500 pairs take about 40 queries. Refused where nothing is left to store, or round 1 is drawn.
    """
    with change(event, by=by) as frame:
        permit("enter", frame.event.state)
        refuse_once_drawn(frame.event)
        if not plans and not waiting:
            raise DeskRefusal(
                "nothing_to_store",
                say(gettext_noop("No line of the list is left to be stored: nothing has changed.")),
            )
        plans = numbered(frame.event, plans)
        wanted = [(person, plan.club_name) for plan in plans for person in plan.people]
        people = players_for(frame.event, [*wanted, *waiting])
        alone = people[len(wanted) :]
        entries = write_entries(frame, plans, people[: len(wanted)])
        _wait(frame, alone)
        frame.write(
            "enter_list",
            new={
                "numbers": [plan.number for plan in plans],
                "waiting": [player.full_name for player in alone],
            },
        )
    return entries


def _wait(frame: Change, players: Sequence[Player]) -> None:
    """The new rows of the waiting list; nobody waits who sits in a pair, and nobody twice."""
    ids = [player.pk for player in players]
    seated = frame.event.members.filter(player__in=ids, to_round=None).select_related("player").first()
    if seated is not None:
        raise DeskRefusal(
            "already_in_a_pair",
            say(gettext_noop("{name} is already in a pair of this event."), name=seated.player.full_name),
        )
    there = set(frame.event.waiting.filter(player__in=ids).values_list("player_id", flat=True))
    Waiting.objects.bulk_create(
        Waiting(event=frame.event, player_id=pk, since=frame.at)
        for pk in dict.fromkeys(ids)
        if pk not in there
    )


def plans_of(board: ListBoard, home_club: str) -> tuple[list[EntryPlan], list[Wanted]]:
    """What a list that was read and judged comes to: the pairs, and who waits for a partner."""
    plans = [_pair(proposal, home_club) for proposal in board.of(CREATE)]
    waiting = [
        (_person(person), proposal.row.club or home_club)
        for proposal in board.of(WAIT)
        for person in proposal.people
        if not person.clashes
    ]
    return plans, waiting


def _pair(proposal: Proposal, home_club: str) -> EntryPlan:
    return EntryPlan(
        number=proposal.number,
        people=tuple(_person(person) for person in proposal.people),
        club_name=proposal.row.club or home_club,
        line=proposal.row.side,
        paid=proposal.row.paid,
    )


def _person(choice: PersonChoice) -> PersonPlan:
    person = choice.person
    chosen = choice.chosen
    # Whatever the page was sent: digits of other scripts, or more of them than a key has, name nobody.
    is_key = chosen.isascii() and chosen.isdigit() and len(chosen) < 15
    known = int(chosen) if is_key and not choice.clashes else None
    return PersonPlan(
        full_name=person.name,
        card=person.card,
        player_id=known,
        is_new=choice.clashes or choice.chosen == NEW,
        phone=person.phone,
        email=person.email,
    )

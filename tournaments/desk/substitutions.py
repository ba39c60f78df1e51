"""A player is replaced; a pair comes late and completes an incomplete table (docs/rules.md 5)."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.sentences import gettext_noop, say
from tournaments.boards import facts as boards
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, change
from tournaments.desk.codes import issue_for
from tournaments.desk.entries import EntryPlan, entry_numbered, numbered, people_of, write_entries
from tournaments.desk.people import PersonPlan
from tournaments.models import Entry, Event, Line, Match, Member, Player, Round, Seat, programme_of


def substitute(
    *, event: Event, number: int, position: int, person: PersonPlan, reason: str = "", by: Actor
) -> Member:
    """Replace a player from the next match on: the pair keeps its number, its past and the old name in it.

    Allowed while not more than half of the pair's matches are played.
    """
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        entry = entry_numbered(frame, number)
        gone = entry.members.select_related("player").filter(position=position, to_round=None).first()
        if gone is None:
            raise DeskRefusal(
                "no_such_player", say(gettext_noop("Pair {number} has no such player."), number=number)
            )
        from_round = _first_round_to_play(frame.event, number)
        plan = EntryPlan(number=number, people=(person,), club_name=entry.club.name if entry.club else "")
        new = people_of(frame.event, [plan])[0]
        member = _replace(frame, entry, gone, new, from_round)
        frame.write(
            "substitute",
            entry=entry,
            round_number=from_round,
            old={"player": gone.player.full_name},
            new={"player": new.full_name},
            reason=reason,
        )
    return member


def _first_round_to_play(event: Event, number: int) -> int:
    facts = boards.load(event)
    played = [m for m in facts.matches if number in m.ns + m.ew and m.is_settled and not m.is_bye]
    phases = list(event.phases.order_by("position"))
    rounds = programme_of(phases).rounds if phases else max(facts.rounds, default=1)
    if 2 * len(played) > rounds:
        raise DeskRefusal(
            "too_late_to_substitute",
            say(
                gettext_noop(
                    "Pair {number} has played {played} of {rounds} rounds: more than half, too late."
                ),
                number=number,
                played=len(played),
                rounds=rounds,
            ),
        )
    return max((m.round for m in played), default=0) + 1


def _replace(frame: Change, entry: Entry, gone: Member, new: Player, from_round: int) -> Member:
    if gone.player_id == new.pk:
        raise DeskRefusal(
            "same_player", say(gettext_noop("{name} already sits in this pair."), name=new.full_name)
        )
    if gone.from_round >= from_round:
        # Never sat in a match: the name is simply changed, there is no past to keep.
        gone.delete()
    else:
        gone.to_round = from_round - 1
        gone.save(update_fields=["to_round"])
    try:
        with transaction.atomic():
            return Member.objects.create(
                event=frame.event, entry=entry, player=new, position=gone.position, from_round=from_round
            )
    except IntegrityError as error:
        raise DeskRefusal(
            "player_in_two_pairs",
            say(gettext_noop("{name} already sits in another pair of this event."), name=new.full_name),
        ) from error


def enter_late(*, event: Event, plan: EntryPlan, by: Actor) -> Entry:
    """A pair that comes while round 1 is played takes the chair of the bye; later it is refused.

    Number 0: the next free one.
    """
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        match = incomplete_table(frame.event)
        plans = numbered(frame.event, [plan])
        entry = write_entries(frame, plans, people_of(frame.event, plans))[0]
        seat_late(match, entry)
        frame.write(
            "enter_late", entry=entry, round_number=1, table=match.table, new={"number": entry.number}
        )
    return entry


def incomplete_table(event: Event) -> Match:
    """The table of the bye in round 1, if a late pair may still complete it; refuses in words if not."""
    first = event.rounds.filter(number=1).first()
    if first is None or first.state == Round.State.DRAWN:
        raise DeskRefusal(
            "not_late_yet",
            say(gettext_noop("Round 1 is not being played: put the pair on the list and draw.")),
        )
    later = event.rounds.filter(number__gt=1).order_by("number").last()
    if first.state != Round.State.CLOSED and later is not None and later.state == Round.State.DRAWN:
        raise DeskRefusal(
            "next_round_drawn",
            say(
                gettext_noop(
                    "Round {number} is drawn already: undo that draw first,"
                    " then put the late pair on the list."
                ),
                number=later.number,
            ),
        )
    if first.state == Round.State.CLOSED or later is not None:
        raise DeskRefusal(
            "too_late_to_enter",
            say(gettext_noop("Round 1 is over: a pair can join only while it is played.")),
        )
    for match in first.matches.prefetch_related("seats"):
        if len(match.seats.all()) == 1:
            return match
    raise DeskRefusal(
        "no_incomplete_table",
        say(gettext_noop("No table is incomplete: a late pair can only complete one.")),
    )


def seat_late(match: Match, entry: Entry) -> None:
    """Put a pair in the empty chairs of a table, and mark it as here; the table gets its codes."""
    entry.line = Line.EW if match.seats.get().line == Line.NS else Line.NS
    entry.checked_in = True
    entry.save(update_fields=["line", "checked_in"])
    Seat.objects.create(match=match, round=match.round, entry=entry, line=entry.line)
    issue_for([match], timezone.now())

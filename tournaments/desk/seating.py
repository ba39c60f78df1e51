"""Seats changed by hand before they are published, and what that breaks."""

from __future__ import annotations

from django.db import transaction

from scoring.sentences import gettext_noop, say
from tournaments.boards import facts as boards
from tournaments.desk import drawing
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, change
from tournaments.desk.rounds import round_numbered
from tournaments.models import Event, Seat, programme_of
from tournaments.movements import danish
from tournaments.movements.danish import Note
from tournaments.movements.pairing import Pairing


def swap(*, event: Event, round_number: int, first: int, second: int, reason: str = "", by: Actor) -> None:
    """Two pairs change seats in a round that is drawn and not published; the note stays in the journal."""
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        found = round_numbered(frame, round_number)
        permit("swap", found.state)
        one, other = _two_seats(frame, found.pk, first, second)
        places = [(seat.match_id, seat.line, seat.chair) for seat in (one, other)]
        with transaction.atomic():
            # The constraint holds row by row, so the first leaves its chair before the second takes it.
            _sit(one, (places[0][0], places[0][1], 99))
            _sit(other, places[0])
            _sit(one, places[1])
        frame.write(
            "swap",
            round_number=round_number,
            entry=one.entry,
            other_entry=other.entry,
            old={"tables": [one.match.table, other.match.table]},
            reason=reason,
        )


def _two_seats(frame: Change, round_id: int, first: int, second: int) -> tuple[Seat, Seat]:
    seats = {
        seat.entry.number: seat
        for seat in Seat.objects.select_related("entry", "match").filter(
            round_id=round_id, entry__number__in=(first, second)
        )
    }
    for number in (first, second):
        if number not in seats:
            raise DeskRefusal(
                "not_in_this_round",
                say(gettext_noop("Pair {number} does not sit in this round."), number=number),
            )
    if first == second:
        raise DeskRefusal("swap_with_itself", say(gettext_noop("Choose two different pairs to swap.")))
    return seats[first], seats[second]


def _sit(seat: Seat, place: tuple[int, str, int]) -> None:
    Seat.objects.filter(pk=seat.pk).update(match_id=place[0], line=place[1], chair=place[2])


def notes_on(event: Event, facts: boards.Facts, round_number: int) -> tuple[Note, ...]:
    """What a director has to know of the seats as they stand now: rematches, second byes, club-mates."""
    phases = list(event.phases.order_by("position"))
    tables = [
        Pairing(m.table, m.ns[0] if m.ns else None, m.ew[0] if m.ew else None)
        for m in facts.matches_of(round_number)
    ]
    position = programme_of(phases).position(round_number)
    movement = position.phase.movement
    return danish.review(
        tables,
        drawing.history(facts, before=round_number),
        danish.Kind(movement.value) if movement.is_danish else danish.Kind.SENZA_RIPETIZIONI,
        last_round=position.is_last,
        apart=drawing.clubs_apart(facts, round_number),
        wishes=drawing.wishes(facts),
    )

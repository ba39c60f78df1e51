"""A table calls the director: one open call at a time, until somebody has gone."""

from __future__ import annotations

from scoring.sentences import gettext_noop, say
from tournaments.boards.table import other_line
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, DeskRefusal, change
from tournaments.models import DirectorCall, Entry, Event, Match, Seat


def call_director(*, event: Event, round_number: int, table: int, line: str, by: Actor) -> DirectorCall:
    """Call the director to the table; while a call is open, calling again changes nothing."""
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        match = Match.objects.filter(round__event=frame.event, round__number=round_number, table=table)
        found = match.select_related("round").first()
        if found is None:
            told = gettext_noop("Round {number} has no table {table}.")
            raise DeskRefusal("unknown_table", say(told, number=round_number, table=table))
        permit("hand_in", found.round.state)
        call = DirectorCall.objects.filter(match=found, answered_at=None).first()
        if call is not None:
            frame.nothing_to_write()
            return call
        call = DirectorCall.objects.create(event=frame.event, match=found, line=line, at=frame.at)
        seated: dict[str, Entry] = {
            seat.line: seat.entry
            for seat in Seat.objects.filter(match=found).select_related("entry").order_by("-chair")
        }
        frame.write(
            "call_director",
            round_number=round_number,
            table=table,
            entry=seated.get(line),
            other_entry=seated.get(other_line(line)),
            new={"line": str(line)},
        )
    return call


def answer_call(*, event: Event, call_id: int, by: Actor) -> None:
    """Somebody has gone to the table; said twice, nothing happens."""
    with change(event, by=by) as frame:
        call = (
            DirectorCall.objects.select_related("match__round")
            .filter(event=frame.event, pk=call_id, answered_at=None)
            .first()
        )
        if call is None:
            frame.nothing_to_write()
            return
        call.answered_at = frame.at
        call.save(update_fields=["answered_at"])
        frame.write("answer_call", round_number=call.match.round.number, table=call.match.table)

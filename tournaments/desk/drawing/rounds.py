"""A round drawn by its movement, among the entries that are playing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scoring.sentences import gettext_noop, say
from tournaments.boards.facts import Facts
from tournaments.desk.change import DeskRefusal
from tournaments.desk.drawing.danes import danish_round
from tournaments.desk.drawing.places import BY_HAND, ENTRY_ORDER, RANDOM, Choice, Drawn, Place
from tournaments.desk.drawing.sentences import kept_seats
from tournaments.desk.drawing.singles import individual_round
from tournaments.desk.drawing.tables import mitchell_round, round_robin_round
from tournaments.models import Entry
from tournaments.movements.programme import Movement

_BY = {
    Movement.MITCHELL: mitchell_round,
    Movement.ALL_ITALIANA: round_robin_round,
    Movement.INDIVIDUALE: individual_round,
    Movement.DANESE_PURO: danish_round,
    Movement.DANESE_MODIFICATO: danish_round,
    Movement.SENZA_RIPETIZIONI: danish_round,
}
_CHOSEN = {ENTRY_ORDER: "entry", BY_HAND: "hand"}


def order_of(why: Mapping[str, Any]) -> str:
    """The referee's choice a round was drawn by, from what it kept."""
    how = why.get("how", "")
    return RANDOM if how == "lot" else {told: order for order, told in _CHOSEN.items()}.get(how, "")


def draw(facts: Facts, place: Place, choice: Choice) -> Drawn:
    """Seat the round at ``place``. What it keeps: how it was decided, the notes, the seats as computed.

    ``why["how"]``: "standings", "plan" (the movement alone), "list" (the lines are on the list of entries),
    "lot", "entry" or "hand".
    """
    playing = [e.number for e in facts.entries.values() if e.state == Entry.State.ACTIVE]
    if len(playing) < 2:
        raise DeskRefusal(
            "too_few_entries",
            say(gettext_noop("A round needs two pairs at least, and {count} can play."), count=len(playing)),
        )
    drawn = _BY[place.movement](facts, place, playing, choice)
    drawn.why["how"] = drawn.why.get("how") or _CHOSEN.get(choice.order, "lot")
    if choice.order == BY_HAND and place.is_chosen:
        drawn.why["how"] = "hand"
    if choice.apart is not None:
        drawn.why["apart"] = choice.apart
    drawn.why["seats"] = kept_seats(drawn.pairings)
    return drawn

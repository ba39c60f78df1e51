"""What there is to win: the pot, the prizes of the places, special prizes."""

from __future__ import annotations

from collections import Counter

from scoring.prizes import amounts
from scoring.sentences import gettext_noop, say
from tournaments.boards import facts as boards
from tournaments.boards.prizes import PrizeSettings, purse_of
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, DeskRefusal, change
from tournaments.models import Entry, Event


def set_prizes(*, event: Event, settings: PrizeSettings, by: Actor) -> int:
    """Decide the prizes of an event; returns the pot in whole euros.

    With fees the pot grows while pairs pay, and shares are cut anew; fixed amounts are refused where they
    come to more than the pot as it is now. Raises ``PrizeError`` for prizes that make no sense.
    """
    with change(event, by=by) as frame:
        permit("set_prizes", frame.event.state)
        facts = boards.load(frame.event)
        pot = purse_of(frame.event, facts, settings).pot
        playing = [entry for entry in facts.entries.values() if entry.state == Entry.State.ACTIVE]
        per_section = settings.plan.per_section
        sizes = Counter(entry.section if per_section else 1 for entry in playing) or Counter({1: 0})
        amounts(settings.plan, pot, sizes)
        _refuse_strangers(settings, facts)
        old, frame.event.prizes = frame.event.prizes, settings.kept()
        frame.event.save(update_fields=["prizes"])
        frame.write("set_prizes", old=old, new={"pot": pot, **frame.event.prizes})
    event.prizes = frame.event.prizes
    return pot


def _refuse_strangers(settings: PrizeSettings, facts: boards.Facts) -> None:
    """A special prize goes to a pair of this event."""
    for special in settings.plan.specials:
        if special.entry is not None and special.entry not in facts.entries:
            raise DeskRefusal(
                "unknown_entry",
                say(gettext_noop("There is no pair {number} in this event."), number=int(str(special.entry))),
            )

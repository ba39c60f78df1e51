"""An event as somebody sees it: everybody what is released, its own people the rounds only drawn as well."""

from __future__ import annotations

from dataclasses import replace

from tournaments.boards.released import Released, RoundFact, load_released, shared_released
from tournaments.models import Event, Round


def seen(event: Event, *, everything: bool) -> Released:
    """The event for a reader. ``everything``: drawn rounds too, for who has a role on it.

    Eight queries where the event has to be read, and one more for the rounds only drawn.
    """
    if not everything:
        return shared_released(event)
    released = load_released(event)
    drawn = {
        row[0]: RoundFact(*row)
        for row in Round.objects.filter(event=event, state=Round.State.DRAWN).values_list(
            "number", "state", "published_at", "closed_at"
        )
    }
    return replace(released, rounds={**released.rounds, **drawn})

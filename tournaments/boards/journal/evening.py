"""What happens to the event itself: settings, standings, prizes, the end."""

from __future__ import annotations

from scoring.sentences import gettext_noop, say
from tournaments.boards.journal.told import Sentences, fixed

EVENING: Sentences = {
    "create_event": lambda told: say(
        gettext_noop("Event made: {programme}."), programme=str(told.new("programme"))
    ),
    "edit_event": lambda told: say(
        gettext_noop("Settings changed: {settings}."), settings=", ".join(sorted(told.line.new)) or "–"
    ),
    "publish_standings": lambda told: say(
        gettext_noop("Standings no. {number} published, after round {round}."),
        number=told.number("number"),
        round=told.round,
    ),
    "set_prizes": lambda told: say(gettext_noop("Prizes set: {pot} euros."), pot=told.number("pot")),
    "finish_event": fixed(gettext_noop("The event is finished.")),
    "reopen_event": fixed(gettext_noop("The event is open again.")),
    "archive_event": fixed(gettext_noop("The event is archived.")),
}

"""What happens to the event itself: settings, standings, prizes, the end."""

from __future__ import annotations

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.boards.journal.told import Sentences, Told, fixed


def _role(told: Told) -> Sentence:
    """Each role in a sentence of its own: a word put into another one has the wrong article in Italian."""
    texts = {
        "director": gettext_noop("{who} works here as a director."),
        "scorer": gettext_noop("{who} works here as a scorer."),
        "reader": gettext_noop("{who} looks on here."),
        "": gettext_noop("{who} no longer works here."),
    }
    return say(texts[told.new("role")], who=str(told.new("who")))


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
    "set_role": _role,
    "finish_event": fixed(gettext_noop("The event is finished.")),
    "reopen_event": fixed(gettext_noop("The event is open again.")),
    "archive_event": fixed(gettext_noop("The event is archived.")),
    "report_event": fixed(gettext_noop("The results have gone to the federation.")),
    "take_back_report": fixed(gettext_noop("The results have not gone to the federation after all.")),
}

"""What may be done when: one table of action x state, read by the pages and by the verbs alike.

The page leaves out the button of an action that is against the rules and puts a question before one
that asks; the verb refuses in the same words.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.desk.change import DeskRefusal, NeedsConfirmationError
from tournaments.models import Event, Round


class Answer(Enum):
    FREE = "free"
    ASKS = "asks"
    AGAINST = "against"


@dataclass(frozen=True)
class Verdict:
    """May it be done, and the question or the reason."""

    answer: Answer
    sentence: Sentence | None = None


FREE = Verdict(Answer.FREE)


def _asks(text: str) -> Verdict:
    return Verdict(Answer.ASKS, say(text))


def _against(text: str) -> Verdict:
    return Verdict(Answer.AGAINST, say(text))


_PUBLISHED = gettext_noop("The seats of this round are published: nothing reseats the players any more.")
_NOT_PUBLISHED = gettext_noop("The seats of this round are not published yet: publish them first.")
_CLOSED = gettext_noop("This round is closed.")
_OVER = gettext_noop("The event is finished: reopen it first.")
_ARCHIVED = gettext_noop("The event is archived: nothing in it changes any more.")

ROUND_TABLE: dict[tuple[str, str], Verdict] = {
    ("publish", Round.State.DRAWN): FREE,
    ("publish", Round.State.PUBLISHED): _against(
        gettext_noop("The seats of this round are already published.")
    ),
    ("publish", Round.State.CLOSED): _against(_CLOSED),
    ("undo_draw", Round.State.DRAWN): FREE,
    ("undo_draw", Round.State.PUBLISHED): _against(_PUBLISHED),
    ("undo_draw", Round.State.CLOSED): _against(_CLOSED),
    ("swap", Round.State.DRAWN): FREE,
    ("swap", Round.State.PUBLISHED): _against(_PUBLISHED),
    ("swap", Round.State.CLOSED): _against(_CLOSED),
    ("record", Round.State.DRAWN): _against(_NOT_PUBLISHED),
    ("record", Round.State.PUBLISHED): FREE,
    ("record", Round.State.CLOSED): FREE,
    ("hand_in", Round.State.DRAWN): _against(_NOT_PUBLISHED),
    ("hand_in", Round.State.PUBLISHED): FREE,
    ("hand_in", Round.State.CLOSED): _against(_CLOSED),
    ("rule", Round.State.DRAWN): _against(_NOT_PUBLISHED),
    ("rule", Round.State.PUBLISHED): FREE,
    ("rule", Round.State.CLOSED): FREE,
    ("clock", Round.State.DRAWN): _against(_NOT_PUBLISHED),
    ("clock", Round.State.PUBLISHED): FREE,
    ("clock", Round.State.CLOSED): _against(_CLOSED),
    ("close", Round.State.DRAWN): _against(_NOT_PUBLISHED),
    ("close", Round.State.PUBLISHED): FREE,
    ("close", Round.State.CLOSED): _against(_CLOSED),
}

EVENT_TABLE: dict[tuple[str, str], Verdict] = {
    ("publish_standings", Event.State.PREPARING): _against(
        gettext_noop("Nothing has been played yet: there are no standings to publish.")
    ),
    ("publish_standings", Event.State.RUNNING): FREE,
    ("publish_standings", Event.State.FINISHED): FREE,
    ("publish_standings", Event.State.ARCHIVED): _against(_ARCHIVED),
    **{
        ("set_prizes", state): FREE
        for state in (Event.State.PREPARING, Event.State.RUNNING, Event.State.FINISHED)
    },
    ("set_prizes", Event.State.ARCHIVED): _against(_ARCHIVED),
    ("finish", Event.State.PREPARING): _against(gettext_noop("Nothing has been played yet.")),
    ("finish", Event.State.RUNNING): FREE,
    ("finish", Event.State.FINISHED): _against(gettext_noop("The event is already finished.")),
    ("finish", Event.State.ARCHIVED): _against(_ARCHIVED),
    ("reopen", Event.State.PREPARING): _against(gettext_noop("The event is not finished.")),
    ("reopen", Event.State.RUNNING): _against(gettext_noop("The event is not finished.")),
    ("reopen", Event.State.FINISHED): _asks(
        gettext_noop("The event is finished. Reopen it? Rounds and results can change again.")
    ),
    ("reopen", Event.State.ARCHIVED): _against(_ARCHIVED),
    ("archive", Event.State.PREPARING): _against(gettext_noop("The event is not finished.")),
    ("archive", Event.State.RUNNING): _against(gettext_noop("Finish the event first.")),
    ("archive", Event.State.FINISHED): _asks(
        gettext_noop("Once archived, nothing in the event changes any more. Archive it?")
    ),
    ("archive", Event.State.ARCHIVED): _against(_ARCHIVED),
    ("countersign", Event.State.PREPARING): FREE,
    ("countersign", Event.State.RUNNING): FREE,
    ("countersign", Event.State.FINISHED): _asks(
        gettext_noop("The last round is over: a correction needs the referee’s countersignature.")
    ),
    ("countersign", Event.State.ARCHIVED): _against(_ARCHIVED),
    **{("change", state): FREE for state in (Event.State.PREPARING, Event.State.RUNNING)},
    ("change", Event.State.FINISHED): _against(_OVER),
    ("change", Event.State.ARCHIVED): _against(_ARCHIVED),
    ("enter", Event.State.PREPARING): FREE,
    ("enter", Event.State.RUNNING): FREE,
    ("enter", Event.State.FINISHED): _against(_OVER),
    ("enter", Event.State.ARCHIVED): _against(_ARCHIVED),
    **{("wall", state): FREE for state in (Event.State.PREPARING, Event.State.RUNNING, Event.State.FINISHED)},
    ("wall", Event.State.ARCHIVED): _against(_ARCHIVED),
    ("draw", Event.State.PREPARING): FREE,
    ("draw", Event.State.RUNNING): FREE,
    ("draw", Event.State.FINISHED): _against(_OVER),
    ("draw", Event.State.ARCHIVED): _against(_ARCHIVED),
}


def verdict(action: str, state: str) -> Verdict:
    """What the table says of an action on a round or event in this state."""
    return ROUND_TABLE.get((action, state)) or EVENT_TABLE[action, state]


def permit(action: str, state: str, *, confirmed: bool = False) -> None:
    """Pass where the table lets the action through; else refuse in the table's words."""
    found = verdict(action, state)
    if found.answer is Answer.AGAINST and found.sentence is not None:
        raise DeskRefusal(f"{action}_{state}", found.sentence)
    if found.answer is Answer.ASKS and found.sentence is not None and not confirmed:
        raise NeedsConfirmationError(f"{action}_{state}", found.sentence)

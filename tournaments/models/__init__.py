"""What is kept. Only desk/ writes it."""

from tournaments.models.clubs import Club, Player
from tournaments.models.entries import Entry, Line, Member
from tournaments.models.events import Event, Phase, programme_of
from tournaments.models.journal import JournalIsForGoodError, JournalLine
from tournaments.models.results import HandResult, Penalty, Result, Ruling, Source
from tournaments.models.rounds import Match, Round, Seat

__all__ = [
    "Club",
    "Entry",
    "Event",
    "HandResult",
    "JournalIsForGoodError",
    "JournalLine",
    "Line",
    "Match",
    "Member",
    "Penalty",
    "Phase",
    "Player",
    "Result",
    "Round",
    "Ruling",
    "Seat",
    "Source",
    "programme_of",
]

"""What is kept. Only desk/ writes it."""

from tournaments.models.clubs import Club, ClubMember, Player
from tournaments.models.entries import Entry, Line, Member, Waiting
from tournaments.models.events import Event, Phase, programme_of
from tournaments.models.hall import Clock, DirectorCall, TableCode, Wall
from tournaments.models.journal import JournalIsForGoodError, JournalLine
from tournaments.models.publishing import Publication
from tournaments.models.results import HandResult, Penalty, Result, Ruling, SecondKeying, Source
from tournaments.models.rounds import Match, Round, Seat

__all__ = [
    "Clock",
    "Club",
    "ClubMember",
    "DirectorCall",
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
    "Publication",
    "Result",
    "Round",
    "Ruling",
    "Seat",
    "SecondKeying",
    "Source",
    "TableCode",
    "Waiting",
    "Wall",
    "programme_of",
]

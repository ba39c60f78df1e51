"""What is kept. Only desk/ writes it."""

from tournaments.models.access import Account, ApiToken, EventMember, Invitation, KeptAnswer
from tournaments.models.circuits import Circuit, Stage
from tournaments.models.clubs import Club, ClubMember, Player
from tournaments.models.entries import Entry, Line, Member, Waiting
from tournaments.models.events import Event, Phase, programme_of
from tournaments.models.hall import Clock, DirectorCall, TableCode, Wall
from tournaments.models.jobs import Job
from tournaments.models.journal import JournalIsForGoodError, JournalLine
from tournaments.models.publishing import Publication
from tournaments.models.results import HandResult, Penalty, Result, Ruling, SecondKeying, Source
from tournaments.models.rounds import Match, Round, Seat

__all__ = [
    "Account",
    "ApiToken",
    "Circuit",
    "Clock",
    "Club",
    "ClubMember",
    "DirectorCall",
    "Entry",
    "Event",
    "EventMember",
    "HandResult",
    "Invitation",
    "Job",
    "JournalIsForGoodError",
    "JournalLine",
    "KeptAnswer",
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
    "Stage",
    "TableCode",
    "Waiting",
    "Wall",
    "programme_of",
]

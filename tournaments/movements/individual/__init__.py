"""Individual tournaments: partners change every round (docs/rules.md 4, docs/seating.md "Individual")."""

from tournaments.movements.individual.meetings import Repeats
from tournaments.movements.individual.schedule import Round, Schedule, Table, schedule

__all__ = ["Repeats", "Round", "Schedule", "Table", "schedule"]

"""Who does what nobody asked for: the schedule, for the journal."""

from tournaments.desk.change import Actor
from tournaments.models import Source

THE_CLOCK = Actor(name="Pozzetto", source=Source.COMMAND)

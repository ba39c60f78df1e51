"""From a file to an ``EventBook``."""

from tournaments.spreadsheets.reading.event import read_event

__all__ = ["read_event"]

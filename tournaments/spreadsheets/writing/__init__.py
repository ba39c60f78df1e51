"""From an ``EventBook`` to a file."""

from tournaments.spreadsheets.writing.event import write_event

__all__ = ["write_event"]

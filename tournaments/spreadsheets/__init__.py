"""Workbooks in and out: a file becomes an ``EventBook``, an ``EventBook`` becomes a file. No database.

``reading`` collects everything that is wrong with a workbook before it gives up; ``writing`` makes one that a
person can read and print, and that comes back as the same event. Source: docs/event-workbook.md.
"""

from tournaments.spreadsheets.book import EventBook, StandingRow
from tournaments.spreadsheets.problems import Notice, Problem, WorkbookError
from tournaments.spreadsheets.reading import read_event
from tournaments.spreadsheets.writing import write_event

__all__ = ["EventBook", "Notice", "Problem", "StandingRow", "WorkbookError", "read_event", "write_event"]

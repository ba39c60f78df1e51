"""Lists of entries as clubs really have them: a form's answers, a spreadsheet, a pasted message. Pure.

``source`` turns a file or a text into rows of cells, ``columns`` guesses what each column holds, ``rows``
makes of every line a pair, half a pair, or a reason why it is neither. Nothing is stored here.
"""

from tournaments.spreadsheets.lists.columns import Layout, Role, guess
from tournaments.spreadsheets.lists.rows import ListPerson, ListRow, read
from tournaments.spreadsheets.lists.source import ListError, Source, from_file, from_text

__all__ = [
    "Layout",
    "ListError",
    "ListPerson",
    "ListRow",
    "Role",
    "Source",
    "from_file",
    "from_text",
    "guess",
    "read",
]

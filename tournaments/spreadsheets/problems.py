"""What is wrong in a workbook, all of it, each with its place, what is there and what should be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from openpyxl.utils import get_column_letter

from scoring.sentences import Refusal, Sentence, gettext_noop, say
from tournaments.words import spoken

MOST_PROBLEMS = 2_000
"""A sheet with more is another kind of document; reading on would only fill the memory."""

Told = Sentence | str | int

_FILE = gettext_noop("The file")
_SHEET = gettext_noop("Sheet {sheet}")
_ROW = gettext_noop("{sheet}, row {row}")
_CELL = gettext_noop("{sheet}, row {row}, column {column} ({heading})")
_BARE_CELL = gettext_noop("{sheet}, row {row}, column {column}")
_COLUMN = gettext_noop("{sheet}, column {column} ({heading})")
_FOUND = gettext_noop("{place}: found {found}, expected {expected}.")
_NOTHING = gettext_noop("{place}: found nothing, expected {expected}.")
_REMARK = gettext_noop("{place}: {remark}")
_QUOTED = gettext_noop("“{text}”")


@dataclass(frozen=True)
class Place:
    """Where in the workbook: the file, a sheet, a row of it, a cell. ``column`` counts from 1."""

    sheet: str = ""
    row: int | None = None
    column: int | None = None
    heading: str = ""

    @property
    def letter(self) -> str:
        return get_column_letter(self.column) if self.column else ""

    @property
    def sentence(self) -> Sentence:
        # Row numbers go in as text: they are names, not amounts, and are not grouped ("riga 1005").
        if not self.sheet:
            return say(_FILE)
        if self.row is None and self.column is None:
            return say(_SHEET, sheet=self.sheet)
        if self.row is None:
            return say(_COLUMN, sheet=self.sheet, column=self.letter, heading=self.heading)
        if self.column is None:
            return say(_ROW, sheet=self.sheet, row=str(self.row))
        template = _CELL if self.heading else _BARE_CELL
        return say(template, sheet=self.sheet, row=str(self.row), column=self.letter, heading=self.heading)


@dataclass(frozen=True)
class Problem:
    """Something that keeps a workbook out. ``found`` None: the cell is empty.

    ``remark`` replaces the usual sentence where found and expected alone would not explain.
    """

    place: Place
    found: Told | None
    expected: Told
    remark: Sentence | None = None

    @property
    def sheet(self) -> str:
        return self.place.sheet

    @property
    def row(self) -> int | None:
        return self.place.row

    @property
    def column(self) -> str:
        return self.place.letter

    @property
    def heading(self) -> str:
        return self.place.heading

    @property
    def sentence(self) -> Sentence:
        if self.remark is not None:
            return say(_REMARK, place=self.place.sentence, remark=self.remark)
        if self.found is None:
            return say(_NOTHING, place=self.place.sentence, expected=self.expected)
        return say(_FOUND, place=self.place.sentence, found=self.found, expected=self.expected)

    @property
    def text(self) -> str:
        """The problem in one line, in the reader's language."""
        return spoken(self.sentence)


@dataclass(frozen=True)
class Notice:
    """Something worth knowing that keeps nothing out: what was left aside, what looks odd."""

    place: Place
    remark: Sentence

    @property
    def sentence(self) -> Sentence:
        return say(_REMARK, place=self.place.sentence, remark=self.remark)

    @property
    def text(self) -> str:
        return spoken(self.sentence)


class WorkbookError(Refusal):
    """A workbook that cannot be taken in; ``problems`` holds everything that is wrong with it."""

    def __init__(self, problems: Sequence[Problem], notices: Sequence[Notice] = ()) -> None:
        super().__init__(problems[0].sentence)
        self.problems = tuple(problems)
        self.notices = tuple(notices)


@dataclass
class Ledger:
    """Where a reader writes down problems and notices as it meets them."""

    problems: list[Problem] = field(default_factory=list)
    notices: list[Notice] = field(default_factory=list)

    def wrong(self, place: Place, found: Told | None, expected: Told, remark: Sentence | None = None) -> None:
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(place, found, expected, remark))

    def note(self, place: Place, remark: Sentence) -> None:
        if len(self.notices) < MOST_PROBLEMS:
            self.notices.append(Notice(place, remark))

    def refuse_if_wrong(self) -> None:
        if self.problems:
            raise WorkbookError(self.problems, self.notices)


def refuse(found: Told, expected: Told, remark: Sentence | None = None) -> WorkbookError:
    """The error for a file that is no event workbook at all."""
    return WorkbookError([Problem(Place(), found, expected, remark)])


def quoted(text: str) -> Sentence:
    """What somebody wrote, in quotation marks and not longer than a line can bear."""
    line = " ".join(text.split())
    return say(_QUOTED, text=line if len(line) <= 60 else line[:59] + "…")

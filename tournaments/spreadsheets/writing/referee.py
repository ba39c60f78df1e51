"""The sheets of the referee: penalties, scores set above the result, players replaced, pairs not there."""

from __future__ import annotations

from openpyxl.workbook import Workbook

from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import EventBook, absences
from tournaments.spreadsheets.reading.referee import RULING_SCORES
from tournaments.spreadsheets.writing import look
from tournaments.spreadsheets.writing.look import POINTS, SIGNED, Value


def write_penalties(workbook: Workbook, book: EventBook) -> None:
    """The sheet Penalità, if there are any; amounts are what is taken off."""
    if not book.penalties:
        return
    headings = [words.PAIR, words.ROUND, words.MP, words.VP, words.REASON, words.KIND, words.CAUSE]
    rows: list[list[Value]] = [
        [
            row.number,
            row.round,
            row.mp,
            row.vp,
            row.reason,
            words.SCOPES[row.scope],
            words.CAUSES[row.kind],
        ]
        for row in book.penalties
    ]
    look.table(workbook, words.PENALTIES, headings, rows, formats=["", "", POINTS])


def write_rulings(workbook: Workbook, book: EventBook) -> None:
    """The sheet Punteggi arbitrali, if there are any: VP and net MP of both lines."""
    if not book.rulings:
        return
    headings = [words.ROUND, words.TABLE, *RULING_SCORES, words.KIND, words.REASON]
    rows: list[list[Value]] = [
        [
            row.round,
            row.table,
            row.ns_vp,
            row.ns_mp,
            row.ew_vp,
            row.ew_mp,
            words.RULING_KINDS[row.kind],
            row.reason,
        ]
        for row in book.rulings
    ]
    look.table(workbook, words.RULINGS, headings, rows, formats=["", "", "", SIGNED, "", SIGNED])


def write_substitutions(workbook: Workbook, book: EventBook) -> None:
    """The sheet Sostituzioni, if anybody was replaced: who sat there before, and in which rounds."""
    headings = [words.PAIR, words.CHAIR, words.REPLACED, words.CARD_OF, words.FROM_ROUND, words.TO_ROUND]
    rows: list[list[Value]] = [
        [pair.number, past.position, past.person.name, past.person.card, past.from_round, past.to_round]
        for pair in book.pairs
        for past in pair.past
    ]
    if rows:
        look.table(workbook, words.SUBSTITUTIONS, headings, rows)


def write_absences(workbook: Workbook, book: EventBook) -> None:
    """The sheet Assenze, if a pair of the list was not there in some round."""
    rows: list[list[Value]] = [[number, round_number] for number, round_number in absences(book)]
    if rows:
        look.table(workbook, words.ABSENCES, [words.PAIR, words.ROUND], rows)

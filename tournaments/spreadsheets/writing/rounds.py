"""The sheets of the rounds, and the one with the score sheets below their hands."""

from __future__ import annotations

from openpyxl.workbook import Workbook

from scoring.hand import Hand, Line
from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import EventBook, HandScore, RoundSheet, TableRow
from tournaments.spreadsheets.reading.hands import detail_headings
from tournaments.spreadsheets.writing import look
from tournaments.spreadsheets.writing.look import POINTS, Value

_LINES = (words.NS, words.EW)


def write_round(workbook: Workbook, book: EventBook, sheet: RoundSheet) -> None:
    """Table, numbers, the MP of every hand and of the round; then the names, for whoever reads it."""
    names = {pair.number: pair.names for pair in book.pairs}
    has_hands = book.settings.depth != "totals" or any(row.hands for row in sheet.tables)
    hands = book.settings.hands_per_round if has_hands else 0
    headings = [words.TABLE, *_LINES]
    headings += [words.hand_heading(line, hand) for hand in range(1, hands + 1) for line in _LINES]
    headings += [*(words.total_heading(line) for line in _LINES), *words.NAMES]
    reasons = any(row.override_reason for row in sheet.tables)
    sections = any(row.section != 1 for row in sheet.tables)
    headings += [words.OVERRIDE] if reasons else []
    headings += [words.SECTION] if sections else []
    rows: list[list[Value]] = [
        [
            row.table,
            row.ns,
            row.ew,
            *_hands(row, hands),
            row.ns_mp,
            row.ew_mp,
            names.get(row.ns or 0, ""),
            names.get(row.ew or 0, ""),
            *([row.override_reason] if reasons else []),
            *([row.section] if sections else []),
        ]
        for row in sheet.tables
    ]
    formats = ["", "", "", *[POINTS] * (2 * hands + 2)]
    look.table(workbook, words.round_title(sheet.number), headings, rows, formats=formats, wide=True)


def _hands(row: TableRow, hands: int) -> list[Value]:
    figures: list[Value] = [figure for hand in row.hands for figure in (hand.ns_mp, hand.ew_mp)]
    return figures + [None] * (2 * hands - len(figures))


def write_details(workbook: Workbook, book: EventBook) -> None:
    """The sheet Smazzate, if anything is known of the hands beyond their MP."""
    rows: list[list[Value]] = [
        [sheet.number, row.table, number, *_detail(hand)]
        for sheet in book.rounds
        for row in sheet.tables
        for number, hand in enumerate(row.hands, start=1)
        if hand.has_detail
    ]
    if rows:
        headings = [words.ROUND, words.TABLE, words.HAND, *detail_headings()]
        look.table(workbook, words.HANDS, headings, rows, wide=True)


def _detail(score: HandScore) -> list[Value]:
    nothing: list[Value] = [None] * (2 * len(words.COMPONENTS))
    lines = nothing if score.hand is None else _components(score.hand)
    return [*lines, score.ns_base, score.ns_net, score.ew_base, score.ew_net]


def _components(hand: Hand) -> list[Value]:
    return [_component(line, name) for line in (hand.ns, hand.ew) for name in words.COMPONENTS]


def _component(line: Line, name: str) -> Value:
    value = getattr(line, name)
    if isinstance(value, bool):
        return words.YES if value else words.NO
    return int(value)

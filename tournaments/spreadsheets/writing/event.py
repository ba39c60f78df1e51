"""An event as the workbook clubs know, with everything that brings it back as the same event.

The columns of docs/event-workbook.md come first, under their own names; what is added stands after them.
"""

from __future__ import annotations

import io

from openpyxl.workbook import Workbook

from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import EventBook, PairRow, StandingRow
from tournaments.spreadsheets.writing import look, referee, rounds
from tournaments.spreadsheets.writing.look import SIGNED, Value
from tournaments.spreadsheets.writing.settings import setting_rows


def write_event(book: EventBook) -> bytes:
    """The workbook (.xlsx) of an event, ready to be stored or sent."""
    workbook = Workbook()
    if workbook.active is not None:
        workbook.remove(workbook.active)
    _settings(workbook, book)
    _pairs(workbook, book)
    for sheet in book.rounds:
        rounds.write_round(workbook, book, sheet)
    rounds.write_details(workbook, book)
    referee.write_penalties(workbook, book)
    referee.write_rulings(workbook, book)
    referee.write_substitutions(workbook, book)
    referee.write_absences(workbook, book)
    _standings(workbook, book)
    for page in workbook.worksheets:
        look.name_pages(page, f"{book.settings.name} – {book.settings.date:%d/%m/%Y}")
    workbook.properties.creator = "Pozzetto"
    workbook.properties.title = book.settings.name
    buffer = io.BytesIO()
    workbook.save(buffer)
    return buffer.getvalue()


def _settings(workbook: Workbook, book: EventBook) -> None:
    sheet = workbook.create_sheet(words.EVENT)
    for number, (key, *values) in enumerate(setting_rows(book), start=1):
        look.put(sheet.cell(number, 1), key)
        look.bold(sheet.cell(number, 1))
        for column, value in enumerate(values, start=2):
            look.put(sheet.cell(number, column), value, look.DAY if key == words.DATE else "")
    sheet.column_dimensions["A"].width = 24
    sheet.column_dimensions["B"].width = look.WIDEST
    look.on_paper(sheet)


def _pairs(workbook: Workbook, book: EventBook) -> None:
    pairs = book.pairs
    headings = [words.NUMBER, *words.PLAYER, words.CLUB, words.LINE]
    columns: list[list[Value]] = [
        [pair.number for pair in pairs],
        [pair.people[0].name for pair in pairs],
        [pair.people[1].name for pair in pairs],
        [pair.club for pair in pairs],
        [words.LINES.get(pair.line, "") for pair in pairs],
    ]
    added: list[tuple[str, list[Value]]] = [
        (words.CARD[0], [pair.people[0].card for pair in pairs]),
        (words.CARD[1], [pair.people[1].card for pair in pairs]),
        (words.STATE, [pair_state(pair.state, pair.left_in_round, pair.left_justified) for pair in pairs]),
        (words.SECTION, [pair.section if pair.section != 1 else None for pair in pairs]),
        (words.LOT, [pair.drawn_lot for pair in pairs]),
    ]
    for heading, column in added:
        if any(column):
            headings.append(heading)
            columns.append(column)
    rows = list(zip(*columns, strict=True))
    look.table(workbook, words.PAIRS, headings, rows, wide=len(headings) > 6)


def pair_state(state: str, left_in_round: int | None, justified: bool) -> str:
    """What the column Stato says of a pair; nothing of one that plays.

    >>> pair_state("withdrawn", 3, True), pair_state("active", None, False)
    ('ritirata turno 3 giustificata', '')
    """
    if state == "active" and left_in_round is None and not justified:
        return ""
    in_round = f" turno {left_in_round}" if left_in_round is not None else ""
    return f"{words.PAIR_STATES[state]}{in_round}{' ' + words.JUSTIFIED if justified else ''}"


def _standings(workbook: Workbook, book: EventBook) -> None:
    tie_breaks = [key for key in book.settings.criteria if key not in ("vp", "net_mp")]
    headings = [words.PLACE, words.PAIR, *words.PLAYER, words.CLUB, words.VP, words.MP]
    headings += ["Turni giocati", "Riposi", *(words.CRITERIA[key] for key in tie_breaks)]
    rows: list[list[Value]] = [
        [
            _place(book, row),
            row.number,
            *row.names[:2],
            *[""] * (2 - len(row.names)),
            row.club,
            row.vp,
            row.net_mp,
            row.played,
            row.byes,
            *(row.values.get(key) for key in tie_breaks),
        ]
        for row in book.standings
    ]
    if book.settings.official_places and not rows:
        # Nothing to rank yet, or no longer: what was published elsewhere stands all the same.
        placed = sorted((pair for pair in book.pairs if pair.official_place), key=_official_place)
        rows = [
            [pair.official_place, pair.number, *(p.name for p in pair.people), pair.club] for pair in placed
        ]
        rows = [[*row, *[None] * (len(headings) - len(row))] for row in rows]
    formats = ["", "", "", "", "", "", SIGNED, "", ""]
    formats += [look.POINTS if key == "gross_mp" else "" for key in tie_breaks]
    look.table(workbook, words.STANDINGS, headings, rows, formats=formats, wide=True)


def _official_place(pair: PairRow) -> int:
    return pair.official_place or 0


def _place(book: EventBook, row: StandingRow) -> int | None:
    """The place of the list; with official places only those that were published."""
    if not book.settings.official_places:
        return row.place
    return next((pair.official_place for pair in book.pairs if pair.number == row.number), None)

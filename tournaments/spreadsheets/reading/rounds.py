"""The sheets Turno 1 .. n: who sat where, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.rules import FIBUR, Rules
from scoring.score_sheet import check_total
from scoring.sentences import Sentence, gettext_noop, say
from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import HandScore, PairRow, TableRow
from tournaments.spreadsheets.problems import Ledger
from tournaments.spreadsheets.reading.grid import Grid, Row, SheetRows

MOST_TABLE = 9_999
MOST_MP = 100_000
"""Nobody makes this in a round: beyond it a number is a slip of the keyboard."""
MOST_HANDS = 12

_REQUIRED = (words.TABLE, words.NS, words.EW)
_LINES = (words.NS, words.EW)
_TOTALS = tuple(words.total_heading(line) for line in _LINES)

Score = tuple[int | None, int | None]


@dataclass(frozen=True)
class Seated:
    """A table of a round with the row it was read from, to point at it later."""

    row: Row
    table: TableRow


@dataclass(frozen=True)
class Field:
    """What the other sheets say: who takes part, how many hands a round has (None: not known), the rules."""

    pairs: Mapping[int, PairRow]
    hands: int | None = None
    rules: Rules = FIBUR


def read_round(number: int, rows: SheetRows, field: Field, ledger: Ledger) -> list[Seated]:
    """The tables of a round, and everything that is wrong with them."""
    title = words.round_title(number)
    grid = Grid(title, rows, ledger, required=_REQUIRED)
    if not grid.found:
        return []
    grid.leave_aside(
        (*_REQUIRED, *_TOTALS, *words.NAMES, words.OVERRIDE, words.SECTION, *_hand_headings(MOST_HANDS))
    )
    reader = _RoundReader(grid, field)
    seated = [found for row in grid if (found := reader.row(row)) is not None]
    reader.look_beyond()
    return seated


def is_prepared_only(rows: SheetRows) -> bool:
    """Whether a sheet waits for its round: headings, perhaps the table numbers, and nobody seated."""
    probe = Grid("", rows, Ledger(), required=_REQUIRED)
    return probe.found and all(row.is_blank((*_LINES, *_TOTALS)) for row in probe)


def _hand_headings(hands: int) -> tuple[str, ...]:
    return tuple(words.hand_heading(line, hand) for hand in range(1, hands + 1) for line in _LINES)


class _RoundReader:
    """Reads the rows of one round, remembering who is already seated."""

    def __init__(self, grid: Grid, field: Field) -> None:
        self.grid = grid
        self.pairs = field.pairs
        self.rules = field.rules
        self.hands = field.hands or MOST_HANDS
        self.hands_known = field.hands is not None
        self.columns = _hand_headings(self.hands)
        self.tables: dict[int, int] = {}
        self.seats: dict[int, int] = {}

    def row(self, row: Row) -> Seated | None:
        if row.is_blank((*_REQUIRED, *_TOTALS, *self.columns)):
            return None
        table = row.whole(
            words.TABLE,
            say(gettext_noop("the number of the table, from 1 to {most}"), most=MOST_TABLE),
            least=1,
            most=MOST_TABLE,
            needed=True,
        )
        if table is not None and table in self.tables:
            row.wrong(
                words.TABLE,
                say(gettext_noop("every table once in a round")),
                say(
                    gettext_noop("table {table}, which is already in row {row}"),
                    table=str(table),
                    row=str(self.tables[table]),
                ),
            )
        if table is not None:
            self.tables.setdefault(table, row.number)
        ns, ew = self._side(row, words.NS), self._side(row, words.EW)
        empty = [row.cell(line).is_empty for line in _LINES]
        if all(empty):
            row.wrong(words.NS, say(gettext_noop("a pair on at least one side of the table")))
            return None
        totals, hands = self._bye(row) if any(empty) else self._played(row)
        if totals[0] is not None and totals[1] is not None:
            self._judge(row, totals[0], totals[1], hands)
        if table is None or (ns is None and ew is None):
            return None
        return Seated(
            row,
            TableRow(
                table=table,
                ns=ns,
                ew=ew,
                ns_mp=totals[0],
                ew_mp=totals[1],
                hands=hands,
                override_reason=row.text(words.OVERRIDE, 300),
                section=row.whole(words.SECTION, least=1, most=99) or 1,
            ),
        )

    def _side(self, row: Row, line: str) -> int | None:
        expected = say(gettext_noop("the number of a pair of the sheet {sheet}"), sheet=words.PAIRS)
        number = row.whole(line, expected)
        if number is None:
            return None
        # Without a sheet Coppie there is one problem to tell, not one for every seat.
        if self.pairs and number not in self.pairs:
            row.wrong(line, expected)
            return None
        if number not in self.seats:
            self.seats[number] = row.number
            return number
        if self.seats[number] == row.number:
            found = say(gettext_noop("pair {number} against itself"), number=str(number))
        else:
            found = say(
                gettext_noop("pair {number}, which already sits in row {row}"),
                number=str(number),
                row=str(self.seats[number]),
            )
        row.wrong(line, say(gettext_noop("every pair once in a round")), found)
        return None

    def _bye(self, row: Row) -> tuple[Score, tuple[HandScore, ...]]:
        """At the bye nobody plays; a zero somebody typed there says the same."""
        for heading in (*_TOTALS, *self.columns):
            cell = row.cell(heading)
            if not cell.is_empty and cell.value != 0:
                row.wrong(heading, say(gettext_noop("no points: this pair rests and gets those of the bye")))
        return (None, None), ()

    def _played(self, row: Row) -> tuple[Score, tuple[HandScore, ...]]:
        wrong_before = len(self.grid.ledger.problems)
        hands = [self._score(row, hand) for hand in range(1, self.hands + 1)]
        totals = (self._mp(row, _TOTALS[0]), self._mp(row, _TOTALS[1]))
        if len(self.grid.ledger.problems) > wrong_before:
            return (None, None), ()
        written = [hand for hand, score in enumerate(hands, start=1) if score != (None, None)]
        if not self._lines_complete(row, hands, totals):
            return (None, None), ()
        scores = [HandScore(ns, ew) for ns, ew in hands if ns is not None and ew is not None]
        sums = (sum(score.ns_mp for score in scores), sum(score.ew_mp for score in scores))
        if not written:
            return totals, ()
        missing = (
            [hand for hand in range(1, self.hands + 1) if hand not in written] if self.hands_known else []
        )
        if missing and (totals != sums or missing[0] < written[-1]):
            heading = words.hand_heading(words.NS, missing[0])
            expected = say(gettext_noop("the MP of hand {hand}, as of the others"), hand=missing[0])
            row.wrong(heading, expected)
            return (None, None), ()
        if missing:
            told = gettext_noop("hands written: {played} of {all}; the totals agree with them.")
            self.grid.ledger.note(row.place(), say(told, played=len(written), all=self.hands))
        for heading, total, added in zip(_TOTALS, totals, sums, strict=True):
            if total is not None and total != added:
                row.wrong(heading, say(gettext_noop("{sum}, the sum of the hands"), sum=added))
        return sums, tuple(scores)

    def _judge(self, row: Row, ns: int, ew: int, hands: tuple[HandScore, ...]) -> None:
        """What no cards can make stays out, unless the referee gave a reason for it."""
        if not row.cell(words.OVERRIDE).is_empty:
            return
        lines = {"ns": words.NS, "ew": words.EW}
        for number, hand in enumerate(hands, start=1):
            for finding in check_total(hand.ns_mp, hand.ew_mp, 1, self.rules):
                heading = words.hand_heading(lines[finding.line or "ns"], number)
                row.wrong(heading, say(""), remark=finding.sentence)
        if self.hands_known:
            for finding in check_total(ns, ew, self.hands, self.rules):
                row.wrong(words.total_heading(lines[finding.line or "ns"]), say(""), remark=finding.sentence)

    def _score(self, row: Row, hand: int) -> Score:
        ns, ew = (self._mp(row, words.hand_heading(line, hand)) for line in _LINES)
        return ns, ew

    def _mp(self, row: Row, heading: str) -> int | None:
        expected: Sentence = say(gettext_noop("the MP: a whole number, multiple of 5"))
        mp = row.whole(heading, expected, least=-MOST_MP, most=MOST_MP)
        if mp is not None and mp % 5:
            row.wrong(heading, say(gettext_noop("a multiple of 5, like every card")))
            return None
        return mp

    def _lines_complete(self, row: Row, hands: list[Score], totals: Score) -> bool:
        """Every figure of one line has its fellow on the other."""
        complete = True
        headings = [
            (words.hand_heading(words.NS, hand), words.hand_heading(words.EW, hand))
            for hand in range(1, self.hands + 1)
        ]
        for (ns_heading, ew_heading), (ns, ew) in zip([*headings, _TOTALS], [*hands, totals], strict=True):
            if (ns is None) != (ew is None):
                heading = ns_heading if ns is None else ew_heading
                row.wrong(heading, say(gettext_noop("the MP of this line too: the other has them")))
                complete = False
        return complete

    def look_beyond(self) -> None:
        """Hands that a round does not have."""
        if not self.hands_known:
            return
        for heading in _hand_headings(MOST_HANDS)[2 * self.hands :]:
            holder = next((row for row in self.grid if not row.cell(heading).is_empty), None)
            if holder is not None:
                expected = say(
                    gettext_noop("only {hands} hands, as the sheet {sheet} says"),
                    hands=self.hands,
                    sheet=words.EVENT,
                )
                holder.wrong(heading, expected)

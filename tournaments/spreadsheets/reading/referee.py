"""The sheets Penalità, Punteggi arbitrali and Classifica: what is added to the results, or set above them."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import PenaltyRow, RulingRow
from tournaments.spreadsheets.problems import Ledger
from tournaments.spreadsheets.reading.cells import whole
from tournaments.spreadsheets.reading.grid import Grid, Row, SheetRows

MOST_VP = 200
MOST_MP = 100_000
RULING_SCORES = ("NS VP", "NS MP", "EO VP", "EO MP")


def read_penalties(
    rows: SheetRows, pairs: Collection[int], rounds: Collection[int], ledger: Ledger
) -> tuple[PenaltyRow, ...]:
    """Points off. The sign is ignored: a club that writes -100 takes 100 off."""
    known = (words.PAIR, words.ROUND, words.MP, words.VP, words.REASON, words.KIND, words.CAUSE)
    grid = Grid(words.PENALTIES, rows, ledger, required=(words.PAIR,))
    grid.leave_aside(known)
    if not grid.found:
        return ()
    return tuple(_penalty(row, pairs, rounds) for row in grid if not row.is_blank(known))


def _penalty(row: Row, pairs: Collection[int], rounds: Collection[int]) -> PenaltyRow:
    pair = _known(row, words.PAIR, pairs, _pair_wanted(), needed=True)
    scope = row.word(words.KIND, words.SCOPES, "standings")
    number = _known(row, words.ROUND, rounds, _round_wanted(), needed=scope == "match")
    mp = abs(row.whole(words.MP, least=-MOST_MP, most=MOST_MP) or 0)
    vp = abs(row.whole(words.VP, least=-MOST_VP, most=MOST_VP) or 0)
    if mp % 5:
        row.wrong(words.MP, say(gettext_noop("a multiple of 5, like every card")))
    kind = row.word(words.CAUSE, words.CAUSES, "other")
    understood = all(
        whole(cell) is not None or cell.is_empty for cell in (row.cell(words.MP), row.cell(words.VP))
    )
    if not mp and not vp and understood and kind != "warning":
        row.wrong(words.MP, say(gettext_noop("how many MP or VP to take off")))
    if scope == "match" and vp:
        row.wrong(words.VP, say(gettext_noop("no VP: a penalty on the match takes off MP only")))
    return PenaltyRow(
        number=pair or 0,
        round=number,
        mp=mp,
        vp=vp,
        reason=row.text(words.REASON, 300),
        scope=scope,
        kind=kind,
    )


def read_rulings(
    rows: SheetRows, tables: Mapping[int, Collection[int]], ledger: Ledger
) -> tuple[RulingRow, ...]:
    """Scores set by the referee; ``tables``: the table numbers of every round."""
    required = (words.ROUND, words.TABLE, *RULING_SCORES)
    known = (*required, words.KIND, words.REASON)
    grid = Grid(words.RULINGS, rows, ledger, required=required)
    grid.leave_aside(known)
    if not grid.found:
        return ()
    found: dict[tuple[int, int], RulingRow] = {}
    for row in grid:
        if row.is_blank(known):
            continue
        number = _known(row, words.ROUND, tables, _round_wanted(), needed=True)
        wanted = say(gettext_noop("a table of that round"))
        table = _known(row, words.TABLE, tables.get(number or 0, ()), wanted, needed=True) if number else None
        ns_vp, ew_vp = (
            row.whole(key, least=-MOST_VP, most=MOST_VP, needed=True) for key in RULING_SCORES[::2]
        )
        ns_mp, ew_mp = (row.whole(key, least=-MOST_MP, most=MOST_MP) for key in RULING_SCORES[1::2])
        ruling = RulingRow(
            round=number or 0,
            table=table or 0,
            ns_vp=ns_vp or 0,
            ns_mp=ns_mp or 0,
            ew_vp=ew_vp or 0,
            ew_mp=ew_mp or 0,
            kind=row.word(words.KIND, words.RULING_KINDS, "adjusted"),
            reason=row.text(words.REASON, 300),
        )
        if table and (ruling.round, table) in found:
            found_text = say(gettext_noop("table {table} for the second time"), table=str(table))
            row.wrong(words.TABLE, say(gettext_noop("one ruling for a table")), found_text)
        found[ruling.round, ruling.table] = ruling
    return tuple(found.values())


def read_places(rows: SheetRows, pairs: Collection[int], ledger: Ledger) -> dict[int, int]:
    """The official places by pair, of a standings published elsewhere (docs/rules.md 7)."""
    pair_heading = words.PAIR
    if not any(
        words.plain(words.PAIR) == words.plain(cell.text) for _, cells in rows[:20] for cell in cells.values()
    ):
        pair_heading = words.NUMBER
    grid = Grid(words.STANDINGS, rows, ledger, required=(words.PLACE, pair_heading))
    places: dict[int, int] = {}
    if not grid.found:
        return places
    for row in grid:
        if row.cell(words.PLACE).is_empty:
            continue
        wanted = say(gettext_noop("the place, a whole number from 1 on"))
        place = row.whole(words.PLACE, wanted, least=1, most=99_999)
        pair = _known(row, pair_heading, pairs, _pair_wanted(), needed=True)
        if pair is None or place is None:
            continue
        if pair in places:
            found = say(gettext_noop("pair {number} for the second time"), number=str(pair))
            row.wrong(pair_heading, say(gettext_noop("every pair once")), found)
        places[pair] = place
    return places


def _known(row: Row, heading: str, known: Collection[int], expected: Sentence, *, needed: bool) -> int | None:
    number = row.whole(heading, expected, needed=needed)
    if number is not None and number not in known:
        row.wrong(heading, expected)
        return None
    return number


def _pair_wanted() -> Sentence:
    return say(gettext_noop("the number of a pair of the sheet {sheet}"), sheet=words.PAIRS)


def _round_wanted() -> Sentence:
    return say(gettext_noop("the number of a round that has its sheet"))

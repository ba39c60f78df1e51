"""The optional sheet Smazzate: below the MP of a hand, the score sheet it came from.

One row a hand. Either the components of both lines (burrachi of each kind, closing, pozzetto, cards melded
and left) or the two columns base and points, which add to the MP of the round's sheet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from scoring import hand as game
from scoring.findings import Finding
from scoring.hand import Hand, Line
from scoring.rules import Rules
from scoring.score_sheet import BaseAndNet, check_base_and_net
from scoring.sentences import gettext_noop, say
from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import HandScore, TableRow
from tournaments.spreadsheets.problems import Ledger
from tournaments.spreadsheets.reading.cells import yes_or_no
from tournaments.spreadsheets.reading.grid import Grid, Row, SheetRows

Tables = dict[tuple[int, int], TableRow]
_REQUIRED = (words.ROUND, words.TABLE, words.HAND)
_YES_OR_NO = ("closed", "took_pozzetto")


def component_heading(line: str, component: str) -> str:
    return f"{line} {words.COMPONENTS[component]}"


def detail_headings() -> tuple[str, ...]:
    """The columns of the sheet after round, table and hand."""
    lines = (words.NS, words.EW)
    return (
        *(component_heading(line, component) for line in lines for component in words.COMPONENTS),
        *(f"{line} {column}" for line in lines for column in (words.BASE, words.NET)),
    )


def read_details(rows: SheetRows, tables: Tables, rules: Rules, ledger: Ledger) -> Tables:
    """The tables with what the sheet knows of their hands."""
    grid = Grid(words.HANDS, rows, ledger, required=_REQUIRED)
    grid.leave_aside((*_REQUIRED, *detail_headings()))
    found = dict(tables)
    if not grid.found:
        return found
    for row in grid:
        if row.is_blank((*_REQUIRED, *detail_headings())):
            continue
        number, table, hand = (row.whole(heading, least=1, most=99_999, needed=True) for heading in _REQUIRED)
        at = (number or 0, table or 0)
        if at not in found or not hand or hand > len(found[at].hands):
            row.wrong(words.HAND, say(gettext_noop("a hand that has its MP in the sheet of the round")))
            continue
        score = found[at].hands[hand - 1]
        hands = list(found[at].hands)
        hands[hand - 1] = _detailed(row, score, rules, excused=bool(found[at].override_reason))
        found[at] = replace(found[at], hands=tuple(hands))
    return found


def _detailed(row: Row, score: HandScore, rules: Rules, *, excused: bool) -> HandScore:
    columns = (
        f"{words.NS} {words.BASE}",
        f"{words.NS} {words.NET}",
        f"{words.EW} {words.BASE}",
        f"{words.EW} {words.NET}",
    )
    base_and_net = [row.whole(heading, least=-100_000, most=100_000) for heading in columns]
    for line, base, net, mp in (
        (words.NS, base_and_net[0], base_and_net[1], score.ns_mp),
        (words.EW, base_and_net[2], base_and_net[3], score.ew_mp),
    ):
        if base is not None and net is not None and base + net != mp:
            expected = say(gettext_noop("{points}, so that base and points add to the MP"), points=mp - base)
            row.wrong(f"{line} {words.NET}", expected)
    ns_base, ns_net, ew_base, ew_net = base_and_net
    hand = _components(row)
    if hand is not None:
        _judge(row, hand, score, rules, excused=excused)
    elif ns_base is not None and ns_net is not None and ew_base is not None and ew_net is not None:
        sheet = check_base_and_net(BaseAndNet(ns_base, ns_net), BaseAndNet(ew_base, ew_net), rules)
        _refuse(row, sheet, excused=excused)
    return replace(score, hand=hand, ns_base=ns_base, ns_net=ns_net, ew_base=ew_base, ew_net=ew_net)


def _components(row: Row) -> Hand | None:
    if row.is_blank(detail_headings()[:-4]):
        return None
    return Hand(_line(row, words.NS), _line(row, words.EW))


def _line(row: Row, line: str) -> Line:
    values: dict[str, Any] = {}
    for component in words.COMPONENTS:
        heading = component_heading(line, component)
        if component in _YES_OR_NO:
            cell = row.cell(heading)
            answer = False if cell.is_empty else yes_or_no(cell)
            if answer is None:
                row.wrong(heading, say(gettext_noop("sì or no")))
            values[component] = bool(answer)
        else:
            values[component] = row.whole(heading, least=-100_000, most=100_000) or 0
    return Line(**values)


def _judge(row: Row, hand: Hand, score: HandScore, rules: Rules, *, excused: bool) -> None:
    """The components give the MP of the round's sheet, and could have been played."""
    points = game.match_points(hand, rules)
    if points != (score.ns_mp, score.ew_mp):
        remark = say(
            gettext_noop(
                "these components make {ns} and {ew} MP, but the sheet of the round says {ns_mp} and {ew_mp}."
            ),
            ns=points[0],
            ew=points[1],
            ns_mp=score.ns_mp,
            ew_mp=score.ew_mp,
        )
        row.wrong(words.HAND, say(""), remark=remark)
    _refuse(row, game.check(hand, rules), excused=excused)


def _refuse(row: Row, findings: Sequence[Finding], *, excused: bool) -> None:
    for finding in findings:
        if finding.level == "refused" or (finding.level == "overridable" and not excused):
            row.wrong(words.HAND, say(""), remark=finding.sentence)

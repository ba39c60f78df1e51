"""The sheet Coppie: who takes part."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace

from scoring.sentences import gettext_noop, say
from tournaments import names
from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import PairRow, PastPlayer, Person
from tournaments.spreadsheets.problems import Ledger, Place, quoted
from tournaments.spreadsheets.reading.cells import whole
from tournaments.spreadsheets.reading.grid import Grid, Row, SheetRows

MOST_NUMBER = 9_999
_REQUIRED = (words.NUMBER, *words.PLAYER)
_KNOWN = (*(*_REQUIRED, words.CLUB, words.LINE, *words.CARD, words.STATE, words.SECTION, words.LOT),)
_STATE = re.compile(r"([a-z ]+?)(?: (?:dal |al )?turno (\d{1,3}))?(?: (giustificat[ao]))?")


def read_pairs(rows: SheetRows, ledger: Ledger) -> dict[int, PairRow]:
    """The pairs by number. A row in which anything is wrong still holds its number, for the rounds."""
    grid = Grid(words.PAIRS, rows, ledger, required=_REQUIRED)
    grid.leave_aside(_KNOWN)
    pairs: dict[int, PairRow] = {}
    people: list[tuple[Row, int, int, Person]] = []
    if not grid.found:
        return pairs
    for row in grid:
        if row.is_blank(_KNOWN):
            continue
        number = row.whole(
            words.NUMBER,
            say(gettext_noop("the number of the pair, from 1 to {most}"), most=MOST_NUMBER),
            least=1,
            most=MOST_NUMBER,
            needed=True,
        )
        pair = _pair(row, number or 0)
        people += [(row, pair.number, index, person) for index, person in enumerate(pair.people)]
        if number is None:
            continue
        if number in pairs:
            row.wrong(
                words.NUMBER,
                say(gettext_noop("a number of its own for every pair")),
                say(gettext_noop("{number} for the second time"), number=number),
            )
        pairs[number] = pair
    if not pairs:
        ledger.wrong(Place(words.PAIRS), None, say(gettext_noop("at least one pair")))
    _same_people(people, ledger)
    return pairs


def _pair(row: Row, number: int) -> PairRow:
    people = tuple(
        Person(_name(row, player), row.text(card, 20))
        for player, card in zip(words.PLAYER, words.CARD, strict=True)
    )
    state, left, justified = _state(row)
    return PairRow(
        number=number,
        people=people,
        club=_club(row),
        line=row.word(words.LINE, words.LINES, ""),
        section=row.whole(words.SECTION, least=1, most=99) or 1,
        state=state,
        left_in_round=left,
        left_justified=justified,
        drawn_lot=row.whole(words.LOT, least=1, most=MOST_NUMBER),
    )


def _name(row: Row, heading: str) -> str:
    expected = say(gettext_noop("the player's surname and first name"))
    cell = row.cell(heading)
    if cell.is_empty or (cell.kind == "n" and whole(cell) is not None):
        row.wrong(heading, expected)
        return ""
    return row.text(heading, 80, expected)


def _club(row: Row) -> str:
    club = row.text(words.CLUB, 120)
    if club and not names.key(club):
        row.wrong(words.CLUB, say(gettext_noop("the name of a club, in letters")))
    return club


def _state(row: Row) -> tuple[str, int | None, bool]:
    """What the column Stato says: "ritirata turno 3 giustificata", "assente", nothing."""
    cell = row.cell(words.STATE)
    if cell.is_empty:
        return "active", None, False
    found = _STATE.fullmatch(words.plain(cell.text)) if cell.kind == "s" else None
    state = words.key_of(words.PAIR_STATES, found[1]) if found else None
    if found is None or state is None:
        wanted = gettext_noop("one of: {words}")
        known = f"{words.listed(words.PAIR_STATES)}, ritirata turno 3, ritirata turno 3 giustificata"
        row.wrong(words.STATE, say(wanted, words=known))
        return "active", None, False
    return state, int(found[2]) if found[2] else None, bool(found[3])


def _same_people(people: list[tuple[Row, int, int, Person]], ledger: Ledger) -> None:
    """The same card twice, or the same name twice in a pair, is a slip; namesakes are two people."""
    cards: dict[str, int] = {}
    by_name: dict[str, list[tuple[int, str]]] = defaultdict(list)
    partner: dict[int, str] = {}
    for row, number, index, person in people:
        if person.card and person.card in cards:
            row.wrong(
                words.CARD[index],
                say(gettext_noop("a card of its own for every player")),
                say(
                    gettext_noop("card {card}, which is already in pair {number}"),
                    card=quoted(person.card),
                    number=str(cards[person.card]),
                ),
            )
        cards.setdefault(person.card, number)
        key = names.key(person.name) or person.name.casefold()
        if key and index and partner.get(row.number) == key:
            row.wrong(
                words.PLAYER[index],
                say(gettext_noop("two different people in a pair")),
                say(gettext_noop("{name} again"), name=quoted(person.name)),
            )
        elif key:
            by_name[key].append((number, person.name))
        partner[row.number] = key
    for namesakes in by_name.values():
        if len(namesakes) > 1:
            remark = say(
                gettext_noop("{name} is in pairs {numbers}: they are kept as different people."),
                name=quoted(namesakes[0][1]),
                numbers=", ".join(str(number) for number, _ in namesakes),
            )
            ledger.note(Place(words.PAIRS), remark)


def with_past(rows: SheetRows, pairs: dict[int, PairRow], ledger: Ledger) -> dict[int, PairRow]:
    """The pairs with the players they had before, from the optional sheet Sostituzioni."""
    required = (words.PAIR, words.CHAIR, words.REPLACED, words.FROM_ROUND, words.TO_ROUND)
    grid = Grid(words.SUBSTITUTIONS, rows, ledger, required=required)
    grid.leave_aside((*required, words.CARD_OF))
    found = dict(pairs)
    if not grid.found:
        return found
    for row in grid:
        if row.is_blank(required):
            continue
        wanted = say(gettext_noop("the number of a pair of the sheet {sheet}"), sheet=words.PAIRS)
        number = row.whole(words.PAIR, wanted, needed=True)
        position = row.whole(words.CHAIR, least=1, most=2, needed=True)
        person = Person(_name(row, words.REPLACED), row.text(words.CARD_OF, 20))
        first, last = (
            row.whole(key, least=1, most=99, needed=True) for key in (words.FROM_ROUND, words.TO_ROUND)
        )
        if number is not None and number not in found:
            row.wrong(words.PAIR, wanted)
        elif number and position and first and last:
            if last < first:
                row.wrong(words.TO_ROUND, say(gettext_noop("a round not before round {round}"), round=first))
            past = (*found[number].past, PastPlayer(position, person, first, last))
            found[number] = replace(found[number], past=past)
    return found

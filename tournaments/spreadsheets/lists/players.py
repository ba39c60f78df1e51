"""A list of players: the members of a club or of a federation, one a line, under headings. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from scoring.sentences import Sentence, gettext_noop, say
from tournaments import names
from tournaments.spreadsheets.lists.persons import proper
from tournaments.spreadsheets.lists.source import ListError, Source
from tournaments.spreadsheets.vocabulary import plain

HEADING_LINES = 20
"""A title and some blank lines may stand above the headings."""
MOST_LETTERS = 80

# In this order: "Tipo tessera" and "Anno tessera" are not the card itself.
_HEADINGS: Mapping[str, re.Pattern[str]] = {
    "kind": re.compile(r"^tipo|tipo tessera|kind of card|categoria tessera"),
    "year": re.compile(r"^anno|anno tessera|tessera dell anno|card of the year|stagione|^year"),
    "card": re.compile(r"tesser|\bcard\b|\bfibur\b"),
    "phone": re.compile(r"telefon|\btel\b|cellul|\bcell?\b|\bphone\b"),
    "email": re.compile(r"mail"),
    "club": re.compile(r"circolo|societ|associaz|\bclub\b|\basd\b|affiliat"),
    "surname": re.compile(r"^cognom(?!.*\bnome\b)|^surname"),
    "name": re.compile(r"cognome.*\bnome\b|nominativ|^giocator|^player$|^socio|^iscritt"),
    "first": re.compile(r"^nome|^first name"),
}
_KINDS: Mapping[str, str] = {
    "ordinaria": "ordinary", "ordinario": "ordinary", "ordinary": "ordinary", "o": "ordinary",
    "ridotta": "reduced", "ridotto": "reduced", "reduced": "reduced", "r": "reduced",
    "juniores": "junior", "junior": "junior", "giovanile": "junior", "j": "junior",
}  # fmt: skip


@dataclass(frozen=True)
class PlayerRow:
    """A line as it is meant; ``row`` in the file from 1, ``kind`` a key of the cards or ""."""

    row: int
    surname: str
    first_name: str = ""
    card: str = ""
    club: str = ""
    kind: str = ""
    year: int | None = None
    phone: str = ""
    email: str = ""

    @property
    def full_name(self) -> str:
        return f"{self.surname} {self.first_name}".strip()

    @property
    def key(self) -> str:
        return names.key(self.full_name)


@dataclass
class PlayerList:
    """The players of a list, and what is wrong in which line."""

    rows: list[PlayerRow] = field(default_factory=list)
    wrong: list[tuple[int, Sentence]] = field(default_factory=list)


def read_players(source: Source) -> PlayerList:
    """Every line of a list as a player, or a reason why it is none.

    >>> from tournaments.spreadsheets.lists.source import from_text
    >>> text = "Cognome;Nome;Tessera;Tipo\\nD'ANGIÒ;NICOLÒ;PV 12;ridotta\\nNERI;;PV12;"
    >>> found = read_players(from_text(text))
    >>> found.rows[0].full_name, found.rows[0].card, found.rows[0].kind
    ("D'Angiò Nicolò", 'PV12', 'reduced')
    >>> [(row, str(sentence)) for row, sentence in found.wrong]
    [(3, 'card PV12 stands in row 2 already.')]
    """
    heading, columns = _headings(source)
    found = PlayerList()
    cards: dict[str, int] = {}
    for row, cells in source.rows[heading + 1 :]:
        told = {name: cells[column] if column < len(cells) else "" for name, column in columns.items()}
        problem = _read(row, told, cards, found)
        if problem is not None:
            found.wrong.append((row, problem))
    return found


def _headings(source: Source) -> tuple[int, dict[str, int]]:
    """The row of headings and where each column stands; a list without them is not guessed at."""
    for index, (_row, cells) in enumerate(source.rows[:HEADING_LINES]):
        columns = _columns(cells)
        if "name" in columns or "surname" in columns:
            return index, columns
    told = gettext_noop(
        "No headings were found. The first line has to name the columns: Cognome, Nome, Tessera, Circolo,"
        " Tipo, Anno."
    )
    raise ListError(say(told))


def _columns(cells: Sequence[str]) -> dict[str, int]:
    columns: dict[str, int] = {}
    for column, cell in enumerate(cells):
        kind = next((name for name, pattern in _HEADINGS.items() if pattern.search(plain(cell))), None)
        if kind is not None:
            columns.setdefault(kind, column)
    return columns


def _read(row: int, told: Mapping[str, str], cards: dict[str, int], found: PlayerList) -> Sentence | None:
    surname, first = _name(told)
    if not surname:
        return say(gettext_noop("the surname is missing."))
    if max(len(surname), len(first)) > MOST_LETTERS:
        return say(gettext_noop("a surname and a first name have at most 80 letters each."))
    card = told.get("card", "").replace(" ", "")
    if len(card) > 20:
        return say(gettext_noop("“{card}” is too long for a card number."), card=card[:30])
    if card in cards:
        return say(gettext_noop("card {card} stands in row {row} already."), card=card, row=cards[card])
    kind = plain(told.get("kind", ""))
    if kind and kind not in _KINDS:
        told_kind = gettext_noop("“{kind}” is no kind of card: ordinaria, ridotta or juniores.")
        return say(told_kind, kind=told["kind"][:30])
    year = told.get("year", "").strip()
    if year and not (year.isascii() and year[:4].isdigit() and 1990 <= int(year[:4]) <= 2100):
        return say(gettext_noop("“{year}” is no year of a card."), year=year[:30])
    if card:
        cards[card] = row
    found.rows.append(
        PlayerRow(
            row=row,
            surname=surname,
            first_name=first,
            card=card,
            club=names.tidy(told.get("club", ""))[:120],
            kind=_KINDS.get(kind, ""),
            year=int(year[:4]) if year else None,
            phone=told.get("phone", "")[:40],
            email=told.get("email", "") if "@" in told.get("email", "") else "",
        )
    )
    return None


def _name(told: Mapping[str, str]) -> tuple[str, str]:
    if "surname" in told:
        return _proper(told["surname"]), _proper(told.get("first", ""))
    surname, first = names.split(told.get("name", ""))
    return _proper(surname), _proper(first)


def _proper(text: str) -> str:
    return proper(names.tidy(text))

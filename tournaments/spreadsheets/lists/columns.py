"""What each column of a list holds: guessed from its heading, else from its cells; anybody may say better."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.spreadsheets.lists.persons import clean, free_line, is_name
from tournaments.spreadsheets.lists.source import Rows, Source
from tournaments.spreadsheets.vocabulary import plain

HEADING_LINES = 20
"""A title and some blank lines may stand above the headings."""


class Role(StrEnum):
    """What a column holds. 1 and 2: the first and the second player of the line."""

    IGNORE = "ignore"
    NUMBER = "number"
    PAIR = "pair"
    NAME_1 = "name1"
    SURNAME_1 = "surname1"
    FIRST_1 = "first1"
    NAME_2 = "name2"
    SURNAME_2 = "surname2"
    FIRST_2 = "first2"
    CLUB = "club"
    CARD_1 = "card1"
    CARD_2 = "card2"
    PHONE_1 = "phone1"
    PHONE_2 = "phone2"
    EMAIL_1 = "email1"
    EMAIL_2 = "email2"
    LINE = "line"
    PAID = "paid"


@dataclass(frozen=True)
class Layout:
    """How a list is to be read. ``heading``: the index of the row of headings, -1 for none.

    ``one_player_a_row``: the rows with the same number make a pair, or without numbers two by two.
    """

    roles: tuple[Role, ...]
    heading: int = -1
    one_player_a_row: bool = False

    def column(self, role: Role) -> int | None:
        return self.roles.index(role) if role in self.roles else None

    def headings(self, rows: Rows) -> tuple[str, ...]:
        """What stands above each column, as it was written."""
        if self.heading < 0:
            return ("",) * len(self.roles)
        cells = rows[self.heading][1]
        return (*cells, *("",) * (len(self.roles) - len(cells)))


_PERSON = re.compile(
    r"cognom|nome\b|nominativ|giocator|giocatric|atlet|partner|compagn|component|partecipant|player|surname|name\b"
    r"|in coppia con|iscritt[oa]\b"
)
_SECOND = re.compile(r"\b(2|ii|due|second[oa]|b|partner|compagn[oa]|in coppia con)\b")
_FIRST = re.compile(r"\b(1|i|uno|prim[oa]|a)\b")
_HEADINGS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("ignore", re.compile(r"cronolog|timestamp|^data\b|^ora\b|^note\b|\bnote$|consens|privacy|incasso")),
    ("card", re.compile(r"tesser|\bcard\b|\bfibur\b")),
    ("phone", re.compile(r"telefon|\btel\b|cellul|\bcell?\b|whatsapp|recapit")),
    ("email", re.compile(r"mail")),
    ("paid", re.compile(r"pagat|pagament|versat|saldo|quota")),
    ("club", re.compile(r"circolo|societ|associaz|\bclub\b|\basd\b|provenienz|affiliat")),
    ("line", re.compile(r"^linea|^ns\b|^posizione$|fissa")),
    (
        "number",
        re.compile(r"^(n|nr|no|num|numero|pos|posto|tavolo|pettorale|n coppia|coppia n|numero coppia)$"),
    ),
    ("pair", re.compile(r"^(coppia|coppie|la coppia|nomi|nominativi|giocatori|componenti|cognomi)$")),
    ("person", _PERSON),
)


def guess(source: Source) -> Layout:
    """The most likely reading of a list.

    >>> from tournaments.spreadsheets.lists.source import from_text
    >>> layout = guess(from_text("Coppia;Giocatore A;Giocatore B\\n1;Fabbri Letizia;Ferrara Aldo"))
    >>> layout.heading, [str(role) for role in layout.roles]
    (0, ['number', 'name1', 'name2'])
    """
    if source.is_message:
        return Layout((Role.PAIR,))
    heading = _heading_row(source.rows)
    body = [cells for _, cells in source.rows[heading + 1 :]]
    columns = [
        [cells[column] for cells in body if column < len(cells) and cells[column]]
        for column in range(source.width)
    ]
    if heading >= 0:
        cells = source.rows[heading][1]
        kinds = [_kind(cells[column] if column < len(cells) else "") for column in range(source.width)]
        roles = _from_headings(kinds, [plain(cell) for cell in cells], columns)
    else:
        roles = _from_cells(columns)
    return Layout(tuple(roles), heading, _one_player_a_row(roles, body))


def _kind(heading: str) -> str:
    words = plain(heading)
    return next((kind for kind, pattern in _HEADINGS if words and pattern.search(words)), "")


def _heading_row(rows: Rows) -> int:
    """The first row with two known headings or more, none of which is a figure; -1 if there is none."""
    for index, (_, cells) in enumerate(rows[:HEADING_LINES]):
        known = sum(bool(_kind(cell)) for cell in cells)
        filled = sum(bool(cell) for cell in cells)
        if filled >= 2 and known * 2 >= filled and known >= min(2, filled):
            return index
    return -1


def _from_headings(kinds: list[str], headings: list[str], columns: list[list[str]]) -> list[Role]:
    roles: list[Role] = []
    people = _people(kinds, headings)
    for column, kind in enumerate(kinds):
        heading = headings[column] if column < len(headings) else ""
        role = Role.IGNORE
        if kind == "person":
            role = people[column]
        elif kind in ("card", "phone", "email"):
            second = bool(_SECOND.search(heading)) or Role(f"{kind}1") in roles
            role = Role(f"{kind}{2 if second else 1}")
        elif kind in ("pair", "number"):
            role = Role.NUMBER if _mostly(columns[column], _is_number) else Role.PAIR
        elif kind in ("club", "paid", "line"):
            role = Role(kind)
        roles.append(role if role is Role.IGNORE or role not in roles else Role.IGNORE)
    # A column headed "Coppia" beside those of the players has another use than naming them.
    if Role.PAIR in roles and Role.NAME_1 in roles and Role.NAME_2 in roles:
        roles[roles.index(Role.PAIR)] = Role.IGNORE
    return roles


def _people(kinds: list[str], headings: list[str]) -> dict[int, Role]:
    """Which player each column of names is about, and whether it holds all of the name."""
    found: dict[int, Role] = {}
    for column, kind in enumerate(kinds):
        if kind != "person":
            continue
        heading = headings[column]
        has_surname, has_first = "cognom" in heading, bool(re.search(r"\bnome\b", heading))
        wanted = (
            "surname"
            if has_surname and not has_first
            else "first"
            if has_first and not has_surname
            else "name"
        )
        if wanted == "first" and not any("cognom" in h and "nome" not in h.split() for h in headings):
            wanted = "name"
        taken = {str(role) for role in found.values()}
        if _SECOND.search(heading):
            which = 2
        elif _FIRST.search(heading):
            which = 1
        else:
            which = 2 if f"{wanted}1" in taken else 1
        found[column] = Role(f"{wanted}{which}")
    return found


def _from_cells(columns: list[list[str]]) -> list[Role]:
    """Without headings: by what the cells look like; of several columns of names the first two are people."""
    roles: list[Role] = []
    tests: tuple[tuple[Role, Callable[[str], bool]], ...] = (
        (Role.NUMBER, _is_number),
        (Role.EMAIL_1, lambda cell: "@" in cell),
        (Role.PHONE_1, lambda cell: len(re.sub(r"\D", "", cell)) >= 8 and not re.search("[a-z/]", cell)),
        (Role.PAID, lambda cell: plain(cell) in ("si", "no", "x", "pagato")),
        (
            Role.PAIR,
            lambda cell: len(free_line(cell).parts) == 2 and all(map(is_name, free_line(cell).parts)),
        ),
        (Role.NAME_1, lambda cell: is_name(clean(cell))),
    )
    for cells in columns:
        role = next((role for role, test in tests if _mostly(cells, test)), Role.IGNORE)
        if role is Role.NAME_1 and role in roles:
            role = Role.CLUB if Role.NAME_2 in roles else Role.NAME_2
        roles.append(role if role not in roles else Role.IGNORE)
    return roles


def _mostly(cells: Sequence[str], test: Callable[[str], bool]) -> bool:
    return bool(cells) and sum(map(test, cells)) * 10 >= len(cells) * 6


def _is_number(cell: str) -> bool:
    return bool(re.fullmatch(r"\d{1,4}[.°)]?", cell.strip()))


def _one_player_a_row(roles: Sequence[Role], body: Sequence[Sequence[str]]) -> bool:
    """The number of a pair stands in two rows, and there is one player in each."""
    seconds = {Role.NAME_2, Role.SURNAME_2, Role.FIRST_2, Role.PAIR}
    if Role.NUMBER not in roles or seconds & set(roles):
        return False
    column = roles.index(Role.NUMBER)
    numbers = [cells[column] for cells in body if column < len(cells) and cells[column]]
    twice = sum(numbers.count(number) == 2 for number in set(numbers))
    return bool(numbers) and twice * 2 >= len(set(numbers))

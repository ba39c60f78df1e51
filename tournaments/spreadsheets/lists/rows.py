"""From the lines of a list to pairs, half pairs, and lines left aside with the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from scoring.sentences import Sentence, gettext_noop, say
from tournaments import names
from tournaments.spreadsheets.lists.columns import Layout, Role
from tournaments.spreadsheets.lists.persons import LAST_NUMBER, FreeLine, clean, free_line, is_name, is_nobody
from tournaments.spreadsheets.lists.source import Source
from tournaments.spreadsheets.problems import quoted
from tournaments.spreadsheets.vocabulary import LINES, key_of, plain

_YES = frozenset(("si", "s", "x", "yes", "y", "vero", "1", "ok", "pagato", "pagata", "pagati", "saldato"))
_EMAIL = re.compile(r"[\w.+\-]{1,64}@[\w\-]{1,63}(?:\.[\w\-]{1,63})+")


@dataclass(frozen=True)
class ListPerson:
    """A player as a line names one."""

    name: str
    card: str = ""
    phone: str = ""
    email: str = ""


@dataclass(frozen=True)
class ListRow:
    """A line and what it says: two people are a pair, one is half a pair, none comes with ``skipped``.

    ``line``: its number in the file. ``guessed``: names cut apart where no sign stood between them.
    """

    line: int
    text: str
    number: int | None = None
    people: tuple[ListPerson, ...] = ()
    club: str = ""
    side: str = ""
    paid: bool = False
    notes: tuple[Sentence, ...] = ()
    skipped: Sentence | None = None
    guessed: bool = False


_HEADING = gettext_noop("A title or a heading.")
_TOTAL = gettext_noop("A total, not a pair.")
_NO_NAMES = gettext_noop("No names found.")
_TOO_MANY = gettext_noop("{count} names: a pair has two.")
_NOT_A_NAME = gettext_noop("{text} is no name.")
_NO_NUMBER = gettext_noop("{text} is no number of a pair: the next free one is given.")
_NOTE = gettext_noop("Beside the names stands {text}.")
_CUT = gettext_noop("No sign between the two names: cut in the middle.")


def read(source: Source, layout: Layout) -> list[ListRow]:
    """Every line of a list, in order; blank lines leave no trace.

    >>> from tournaments.spreadsheets.lists import from_text, guess
    >>> source = from_text("Ecco le coppie\\n3. Neri Ugo - Lo Presti Anna Maria\\nFerri Pina + ?")
    >>> [(row.number, [person.name for person in row.people]) for row in read(source, guess(source))]
    [(None, []), (3, ['Neri Ugo', 'Lo Presti Anna Maria']), (None, ['Ferri Pina'])]
    """
    found = [
        ListRow(line, _shown(cells), skipped=say(_HEADING))
        if index <= layout.heading
        else _row(line, cells, layout)
        for index, (line, cells) in enumerate(source.rows)
    ]
    return list(_paired(found)) if layout.one_player_a_row else found


def _shown(cells: Sequence[str]) -> str:
    return " · ".join(cell for cell in cells if cell)[:200]


def _row(line: int, cells: tuple[str, ...], layout: Layout) -> ListRow:
    reader = _Cells(cells, layout)
    if any(plain(cell).split(" ")[0] in ("totale", "totali", "tot") for cell in cells[:2] if cell):
        return ListRow(line, _shown(cells), skipped=say(_TOTAL))
    people, free = reader.people()
    number = reader.number() or (free.number if free else None)
    row = ListRow(
        line,
        _shown(cells),
        number=number,
        people=tuple(people),
        club=clean_club(reader.text(Role.CLUB)),
        side=key_of(LINES, reader.text(Role.LINE)) or "",
        paid=plain(reader.text(Role.PAID)) in _YES or bool(free and free.paid),
        notes=tuple(reader.notes),
        guessed=bool(free and free.split_in_half),
    )
    if len(people) > 2:
        return replace(row, people=(), skipped=say(_TOO_MANY, count=len(people)))
    if not people:
        # In a table a cell that is no name is worth naming; in a message most lines are talk.
        is_talk = layout.roles == (Role.PAIR,)
        return replace(row, skipped=say(_NO_NAMES) if is_talk or not row.notes else row.notes[0])
    return row


def clean_club(text: str) -> str:
    """A club as it was written, without the placeholders for none.

    >>> clean_club(" Circolo della  Pinella "), clean_club("-"), clean_club("nessuno")
    ('Circolo della Pinella', '', '')
    """
    text = names.tidy(text)[:120]
    return "" if plain(text) in ("", "nessuno", "nessuna", "no", "n d", "nd", "x") else text


class _Cells:
    """The cells of one line by what they hold; what could not be understood goes to ``notes``."""

    def __init__(self, cells: tuple[str, ...], layout: Layout) -> None:
        self.cells = cells
        self.layout = layout
        self.notes: list[Sentence] = []

    def text(self, role: Role) -> str:
        column = self.layout.column(role)
        return self.cells[column] if column is not None and column < len(self.cells) else ""

    def number(self) -> int | None:
        text = self.text(Role.NUMBER).strip(" .)°º")
        if not text:
            return None
        if text.isascii() and text.isdigit() and 1 <= int(text[:9]) <= LAST_NUMBER:
            return int(text)
        self.notes.append(say(_NO_NUMBER, text=quoted(text)))
        return None

    def people(self) -> tuple[list[ListPerson], FreeLine | None]:
        """Everybody named in the line, and the free text they were in, if they were."""
        first, second = self._name(1), self._name(2)
        free = None
        texts = [first, second]
        whole = self.text(Role.PAIR) or (first if first and not second else "")
        if whole and not (first and second):
            free = free_line(whole)
            texts = [*free.parts] if self.text(Role.PAIR) else [*free.parts, second]
            if free.split_in_half and not self.text(Role.PAIR):
                # A column of one player: four words are a long name.
                free, texts = None, [first, second]
        found = []
        for position, text in enumerate(texts, start=1):
            person = self._person(position, text, free)
            if person is not None:
                found.append(person)
        if free is not None and free.note:
            self.notes.append(say(_NOTE, text=quoted(free.note)))
        if free is not None and free.split_in_half:
            self.notes.append(say(_CUT))
        return found, free

    def _name(self, which: int) -> str:
        whole = self.text(Role(f"name{which}"))
        if whole:
            return whole
        return names.tidy(f"{self.text(Role(f'surname{which}'))} {self.text(Role(f'first{which}'))}")

    def _person(self, position: int, text: str, free: FreeLine | None) -> ListPerson | None:
        name = clean(text)
        if not names.tidy(text) or is_nobody(text) or is_nobody(name) or not name:
            return None
        if not is_name(name):
            self.notes.append(say(_NOT_A_NAME, text=quoted(text)))
            return None
        email = self._contact(Role.EMAIL_1, Role.EMAIL_2, position) or (
            free.email if free and position == 1 else ""
        )
        phone = self._contact(Role.PHONE_1, Role.PHONE_2, position) or (
            free.phone if free and position == 1 else ""
        )
        return ListPerson(
            name=name,
            card=re.sub(r"\s", "", self._contact(Role.CARD_1, Role.CARD_2, position))[:20],
            phone=phone[:40],
            email=email if _EMAIL.fullmatch(email) and len(email) <= 254 else "",
        )

    def _contact(self, first: Role, second: Role, position: int) -> str:
        return self.text(first if position == 1 else second) if position <= 2 else ""


def _paired(rows: Sequence[ListRow]) -> Iterator[ListRow]:
    """One player a row: two rows with the same number, or two that follow each other, make a pair."""
    open_by_number: dict[int | None, ListRow] = {}
    order: list[ListRow | int | None] = []
    made: dict[int, ListRow] = {}
    for row in rows:
        if row.skipped is not None or len(row.people) != 1:
            order.append(row)
            continue
        mate = open_by_number.pop(row.number, None)
        if mate is None:
            open_by_number[row.number] = row
            order.append(row.line)
            made[row.line] = row
        else:
            made[mate.line] = replace(
                mate,
                people=(*mate.people, *row.people),
                text=f"{mate.text} / {row.text}"[:200],
                club=mate.club or row.club,
                side=mate.side or row.side,
                paid=mate.paid and row.paid,
                notes=(*mate.notes, *row.notes),
            )
    for item in order:
        yield item if isinstance(item, ListRow) else made[item or 0]

"""The standings as cards for a messaging app, in the reader's language.

Shows what the public page of the same round shows and nothing else: only closed rounds, with the number
they were published under and, where something was corrected since, a word that says so.
"""

from __future__ import annotations

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from tournaments.boards.names import PairName, shown
from tournaments.boards.publication import Published, published
from tournaments.boards.released import NotReleasedError, Released
from tournaments.boards.standings import Row, StandingsBoard, standings_board
from tournaments.pictures.standings import Card, Line, pages_of
from tournaments.words import number as written


def picture_card(released: Released, upto: int, page: int = 1) -> Card:
    """One picture of the standings after round ``upto``; ``NotReleasedError`` where there is no such page."""
    upto = released.standings_round(upto)
    board = standings_board(released, upto)
    pages = pages_of(len(board.rows))
    if not 1 <= page <= len(pages):
        raise NotReleasedError(f"picture {page} of the standings after round {upto}")
    event = released.event
    rows = [board.rows[index] for index in pages[page - 1]]
    several = _("page {page} of {pages}").format(page=page, pages=len(pages)) if len(pages) > 1 else ""
    return Card(
        event=shown(event.name),
        where=" · ".join([_where(released), _small(date_format(event.date, "j F Y"))]),
        title=_title(released, upto),
        stamp=_stamp(published(released, upto, board.rows), board),
        headings=(_("Pair"), "VP", "MP"),
        lines=tuple(_line(row) for row in rows),
        foot="Pozzetto",
        page=several,
    )


def picture_pages(entries: int) -> range:
    """The pages a field of so many pairs takes, counted from 1."""
    return range(1, len(pages_of(entries)) + 1)


def _where(released: Released) -> str:
    event = released.event
    return ", ".join(shown(part) for part in (event.club.name, event.place) if part)


def _title(released: Released, upto: int) -> str:
    if released.is_final(upto):
        return _("Final standings")
    return _("Standings after round {number}").format(number=upto)


def _stamp(state: Published, board: StandingsBoard) -> str:
    """ "no. 3, at 22:51 · 30 pairs" """
    parts = []
    if state.number is not None:
        parts.append(_("no. {number}").format(number=state.number))
    if state.at is not None:
        parts.append(_("at {time}").format(time=timezone.localtime(state.at).strftime("%H:%M")))
    told = ", ".join(parts)
    if state.changes is not None and state.changes.since == state.number:
        told = _("{publication}, corrected since").format(publication=told)
    count = len(board.rows)
    pairs = ngettext("{count} pair", "{count} pairs", count).format(count=count)
    return f"{told} · {pairs}" if told else pairs


def _line(row: Row) -> Line:
    return Line(row.place, _people(row.name), str(row.vp), written(row.mp, signed=True))


def _people(name: PairName) -> tuple[tuple[str, str], ...]:
    return tuple((person.surname, person.first_name) for person in name.people) or ((name.short, ""),)


def _small(text: str) -> str:
    """Italian writes months small, Django does not."""
    return text if get_language() == "en" else text.lower()

"""One publication of the standings on paper: as it was, its number and time, what it changed, signatures."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.boards.desk_finish import Issue, Row, issues, load_finish, rows_of, told
from tournaments.boards.released import NotReleasedError
from tournaments.boards.standings import Check, standings_board
from tournaments.models import Event


@dataclass(frozen=True)
class PublicationPaper:
    """A publication to print. ``check``: only while it is the standings that hold; ``replaced_by``: since."""

    issue: Issue
    rows: list[Row]
    check: Check | None
    replaced_by: int | None
    corrected_since: bool
    final: bool
    total: int


def publication_paper(event: Event, number: int) -> PublicationPaper:
    """Publication ``number`` as it was released; raises ``NotReleasedError`` where there is none."""
    read = load_finish(event)
    index = next((i for i, one in enumerate(read.publications) if one.number == number), None)
    if index is None:
        raise NotReleasedError(f"publication {number}")
    one = read.publications[index]
    earlier = [p for p in read.publications[:index] if p.round_number < one.round_number]
    before = told(earlier[-1].rows) if earlier else {}
    later = [p.number for p in read.publications[index + 1 :] if p.round_number == one.round_number]
    holds = read.after(one.round_number) == told(one.rows)
    return PublicationPaper(
        issue=issues(read)[index],
        rows=rows_of(read, told(one.rows), one.round_number, before),
        check=standings_board(read.released(), one.round_number).check if holds else None,
        replaced_by=later[0] if later else None,
        corrected_since=not holds and not later,
        final=event.is_over and one.round_number == read.facts.last_closed,
        total=max(read.total, len(read.rounds)),
    )

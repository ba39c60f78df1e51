"""What the screens in the hall show: the seats, the standings, the progress of the round, the clock.

Only what is released (``boards.released``), cut into pages that a hall reads from its last row: the type
never shrinks, more pairs make more pages.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from tournaments.boards.names import PairName
from tournaments.boards.publication import Published, published
from tournaments.boards.released import Released, RoundFact
from tournaments.boards.seating import Place, Table, seating_board
from tournaments.boards.standings import StandingsBoard, standings_board
from tournaments.models import Wall

TABLES_A_PAGE = 15
PEOPLE_A_PAGE = 45
PAIRS_A_PAGE = 30
TILES_A_PAGE = 200
MOST_TABLES_TO_LOOK_THROUGH = 30  # beyond two pages a list of names is found one's way in sooner
LONG_NAME = 11  # letters; two such names side by side still fit the column of a table

T = TypeVar("T")


class Part(NamedTuple):
    """One of the names of a pair; where both do not fit the longer gives way, and the other stays whole."""

    text: str
    gives: bool = False
    long: bool = False


class Seated(NamedTuple):
    """A table as the wall shows it; ``number`` None: these rest."""

    number: int | None
    ns: tuple[Part, ...]
    ew: tuple[Part, ...]


class Ranked(NamedTuple):
    """A pair in the standings as the wall shows it."""

    place: int
    moved: int | None
    name: tuple[Part, ...]
    vp: int
    mp: int


class Tile(NamedTuple):
    """A table of the round and whether its result has come."""

    table: int
    done: bool


@dataclass(frozen=True)
class WallPage:
    """One page: its columns, and what its first and last entry are called."""

    number: int
    columns: tuple[Sequence[object], ...]
    first: str = ""
    last: str = ""

    @property
    def items(self) -> list[object]:
        return [item for column in self.columns for item in column]


@dataclass(frozen=True)
class Progress:
    """How far the round is: tables that have handed in, and those that have not."""

    tiles: tuple[Tile, ...]

    @property
    def done(self) -> int:
        return sum(tile.done for tile in self.tiles)

    @property
    def missing(self) -> list[int]:
        return [tile.table for tile in self.tiles if not tile.done]

    @property
    def is_chase(self) -> bool:
        """A third or fewer are missing: now they are called by their numbers."""
        return 0 < 3 * len(self.missing) <= len(self.tiles)


@dataclass(frozen=True)
class WallBoard:
    """What the wall shows now. ``kind``: a ``Wall.Shows`` other than automatic, or "soon" while there is
    nothing of what was chosen."""

    kind: str
    chosen: str
    round: RoundFact | None = None
    upto: int = 0
    is_final: bool = False
    pairs: int = 0
    pages: tuple[WallPage, ...] = field(default=(WallPage(1, ()),))
    progress: Progress | None = None
    publication: Published | None = None

    @property
    def is_clock(self) -> bool:
        return self.kind == Wall.Shows.CLOCK

    @property
    def wide_numbers(self) -> bool:
        """Table numbers of three figures need a wider column."""
        return any(_table_of(item) > 99 for page in self.pages for item in page.items)

    @property
    def rows(self) -> int:
        return sum(len(page.items) for page in self.pages)


def _table_of(item: object) -> int:
    if isinstance(item, Seated):
        return item.number or 0
    return item.table if isinstance(item, Place) else 0


def wall_board(released: Released, chosen: str, *, clock_round: int | None) -> WallBoard:
    """What the wall shows when ``chosen`` is; ``clock_round``: the round whose clock is running, if any."""
    kind = fitting(released, clock_round) if chosen == Wall.Shows.AUTOMATIC else chosen
    now = released.rounds.get(released.last_released)
    if kind == Wall.Shows.STANDINGS and released.last_closed:
        return _standings(released, chosen)
    if now is not None and kind == Wall.Shows.SEATS_BY_TABLE:
        return _tables(released, chosen, now)
    if now is not None and kind == Wall.Shows.SEATS_BY_NAME:
        return _names(released, chosen, now)
    if now is not None and kind == Wall.Shows.PROGRESS:
        progress = progress_of(released, now)
        return WallBoard(kind, chosen, now, pages=_pages(progress.tiles, TILES_A_PAGE), progress=progress)
    if kind == Wall.Shows.CLOCK:
        going = now is not None and not now.is_closed
        return WallBoard(kind, chosen, now, progress=progress_of(released, now) if now and going else None)
    return WallBoard("soon", chosen, now)


def fitting(released: Released, clock_round: int | None) -> str:
    """What fits the moment: the seats once they are published, the clock once it runs, and when the round
    is closed the standings. Without a clock the first result that comes turns the seats into the progress."""
    now = released.rounds.get(released.last_released)
    if now is None or now.is_closed:
        return Wall.Shows.STANDINGS
    if clock_round == now.number:
        return Wall.Shows.CLOCK
    matches = [match for match in released.facts.matches_of(now.number) if not match.is_bye]
    if any(match.is_settled for match in matches):
        return Wall.Shows.PROGRESS
    few = len(matches) <= MOST_TABLES_TO_LOOK_THROUGH
    return Wall.Shows.SEATS_BY_TABLE if few else Wall.Shows.SEATS_BY_NAME


def progress_of(released: Released, now: RoundFact) -> Progress:
    """The tables of a round and which of them have handed in; no result is told."""
    matches = [match for match in released.facts.matches_of(now.number) if not match.is_bye]
    return Progress(tuple(Tile(match.table, match.is_settled) for match in matches))


def _tables(released: Released, chosen: str, now: RoundFact) -> WallBoard:
    board = seating_board(released, now.number)
    seated = [_seated(table) for table in board.tables]
    seated += [Seated(None, _parts(pair), ()) for pair in board.resting]
    return WallBoard(Wall.Shows.SEATS_BY_TABLE, chosen, now, pages=_pages(seated, TABLES_A_PAGE, _number))


def _seated(table: Table) -> Seated:
    assert table.ns and table.ew  # noqa: S101 - a table with one line is a rest, told apart before
    return Seated(table.number, _parts(table.ns), _parts(table.ew))


def _number(seated: Seated) -> str:
    return "" if seated.number is None else str(seated.number)


def _names(released: Released, chosen: str, now: RoundFact) -> WallBoard:
    people = seating_board(released, now.number).people
    return WallBoard(Wall.Shows.SEATS_BY_NAME, chosen, now, pages=_pages(people, PEOPLE_A_PAGE, _surname))


def _surname(place: Place) -> str:
    return place.person.surname


def _standings(released: Released, chosen: str) -> WallBoard:
    upto = released.last_closed
    board = standings_board(released, upto)
    return WallBoard(
        Wall.Shows.STANDINGS,
        chosen,
        released.rounds[upto],
        upto=upto,
        is_final=released.is_final(upto),
        pairs=len(board.rows),
        pages=_pages(_ranked(board), PAIRS_A_PAGE, lambda row: str(row.place), columns=2),
        publication=published(released, upto, board.rows),
    )


def _ranked(board: StandingsBoard) -> list[Ranked]:
    return [Ranked(row.place, row.moved, _parts(row.name), row.vp, row.mp) for row in board.rows]


def _parts(name: PairName) -> tuple[Part, ...]:
    """The names of a pair one by one; somebody who plays alone is named whole."""
    if len(name.people) == 1 and " – " not in name.short:
        return (Part(name.people[0].full, gives=True),)
    texts = name.short.split(" – ")
    longest = max(texts, key=len)
    return tuple(
        Part(text, text is longest or len(text) > LONG_NAME, len(text) > LONG_NAME) for text in texts
    )


def _pages(
    items: Sequence[T], most: int, named: Callable[[T], str] = lambda _item: "", *, columns: int = 1
) -> tuple[WallPage, ...]:
    """Cut a list into pages of at most ``most``, each in ``columns`` of the same length."""
    height = most // columns
    pages: list[WallPage] = []
    for start in range(0, max(len(items), 1), most):
        part = items[start : start + most]
        cut = tuple(part[top : top + height] for top in range(0, len(part), height))
        ends = (named(part[0]), named(part[-1])) if part else ("", "")
        pages.append(WallPage(len(pages) + 1, cut, *ends))
    return tuple(pages)

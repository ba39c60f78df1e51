"""Where everybody sits in a round: by table, and by player's name."""

from __future__ import annotations

from dataclasses import dataclass

from tournaments.boards.names import PairName, Person, sort_key
from tournaments.boards.released import Released
from tournaments.models import Line


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a round; a line that is None is the bye of the other."""

    number: int
    ns: PairName | None
    ew: PairName | None

    @property
    def resting(self) -> PairName | None:
        return (self.ns or self.ew) if not (self.ns and self.ew) else None


@dataclass(frozen=True, slots=True)
class Place:
    """A player's seat: table and line, or a rest."""

    person: Person
    pair: int
    table: int
    line: str
    rests: bool


@dataclass(frozen=True)
class SeatingBoard:
    round: int
    tables: list[Table]
    resting: list[PairName]
    people: list[Place]


def seating_board(released: Released, number: int) -> SeatingBoard:
    """The seats of a released round, in both orders."""
    tables: list[Table] = []
    people: list[Place] = []
    for match in released.facts.matches_of(released.round_numbered(number).number):
        named = {
            Line.NS: released.names.together(match.ns, number),
            Line.EW: released.names.together(match.ew, number),
        }
        tables.append(Table(match.table, named[Line.NS], named[Line.EW]))
        people += [
            Place(person, pair.number, match.table, line, match.is_bye)
            for line, pair in named.items()
            if pair
            for person in pair.people
        ]
    people.sort(key=lambda place: (*sort_key(place.person), place.pair))
    return SeatingBoard(
        round=number,
        tables=[table for table in tables if not table.resting],
        resting=[table.resting for table in tables if table.resting],
        people=people,
    )

"""What goes on paper: where each player sits, what stands on a slip, where a pair goes in a Mitchell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.boards.desk_seats import DeskSeats, line_name
from tournaments.boards.names import PairName, sort_key
from tournaments.boards.seating import Place
from tournaments.boards.table import LineCode
from tournaments.models import Line
from tournaments.movements.pairing import Pairing


@dataclass(frozen=True)
class Slip:
    """The score sheet of a table in a round, before anything is written on it. ``codes``: of North-South
    and of East-West, each with its square to be scanned; none before the round is published."""

    round: int
    table: int
    ns: PairName
    ew: PairName
    codes: tuple[tuple[LineCode, str], ...] = ()


@dataclass(frozen=True)
class Stop:
    """A round on a guide card: the table and the opponents, or a rest."""

    round: int
    table: int
    opponent: PairName | None


@dataclass(frozen=True)
class Card:
    """A pair's way through a Mitchell; ``line``: "ns" stays, "ew" moves."""

    name: PairName
    line: str
    stops: tuple[Stop, ...]

    @property
    def stays(self) -> bool:
        return self.line == Line.NS


def people(seats: DeskSeats, number: int) -> list[Place]:
    """Every player of round ``number`` in alphabetical order, with table and line."""
    found = [
        Place(person, entry, match.table, line.value, match.is_bye)
        for match in seats.facts.matches_of(number)
        for line, seated in ((Line.NS, match.ns), (Line.EW, match.ew))
        for entry in seated
        for person in seats.names.of(entry, number).people
    ]
    return sorted(found, key=lambda place: (*sort_key(place.person), place.pair))


def slips(seats: DeskSeats, number: int, tables: Sequence[Pairing] | None = None) -> list[Slip]:
    """A slip for each table with two lines: as stored, or as planned in ``tables``."""
    if tables is None:
        lines = [(m.table, m.ns, m.ew) for m in seats.facts.matches_of(number)]
    else:
        lines = [(p.table, _numbers(p.ns), _numbers(p.ew)) for p in tables]
    return [
        Slip(number, table, line_name(seats.names, ns, number), line_name(seats.names, ew, number))
        for table, ns, ew in lines
        if ns and ew
    ]


def _numbers(seated: object) -> tuple[int, ...]:
    return (seated,) if isinstance(seated, int) else ()


def cards(seats: DeskSeats, first: int, rounds: Sequence[Sequence[Pairing]]) -> list[Card]:
    """A card for each pair of a Mitchell that begins with round ``first``: first those who move."""
    stops: dict[tuple[str, int], list[Stop]] = {}
    for number, tables in enumerate(rounds, start=first):
        for pairing in tables:
            for line, own, other in (
                (Line.NS.value, pairing.ns, pairing.ew),
                (Line.EW.value, pairing.ew, pairing.ns),
            ):
                if isinstance(own, int):
                    opponent = seats.names.of(other, number) if isinstance(other, int) else None
                    stops.setdefault((line, own), []).append(Stop(number, pairing.table, opponent))
    made = [Card(seats.names.of(entry), line, tuple(found)) for (line, entry), found in stops.items()]
    return sorted(made, key=lambda card: (card.stays, card.stops[0].table))

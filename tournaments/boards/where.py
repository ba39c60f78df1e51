"""Where somebody sits now: found by a surname as it is typed on a phone, slips included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rapidfuzz.distance import OSA

from tournaments.boards.names import PairName, Person, sort_key
from tournaments.boards.released import Released, RoundFact
from tournaments.boards.seating import seating_board
from tournaments.models import Line
from tournaments.names import key

MOST_FOUND = 12
NOT_IT = 99


class Sitting(NamedTuple):
    """A player and the seat in the round being played; ``table`` 0: no round is being played."""

    person: Person
    pair: PairName
    table: int = 0
    line: str = ""
    rests: bool = False
    opponent: PairName | None = None


@dataclass(frozen=True)
class WhereBoard:
    """``exact``: somebody is called that; else ``found`` are those whose names come near."""

    asked: str
    round: RoundFact | None
    found: list[Sitting]
    more: bool
    exact: bool


def where_board(released: Released, asked: str) -> WhereBoard:
    """Who is meant by what was typed, the nearest first, each with table and line."""
    playing = released.rounds.get(released.last_released)
    if playing is not None and playing.is_closed:
        playing = None
    wanted = key(asked)
    if not wanted:
        return WhereBoard(asked, playing, [], False, True)
    scored = []
    for sitting in _everybody(released, playing):
        distance = 0 if asked.strip() == str(sitting.pair.number) else far(wanted, key(sitting.person.full))
        if distance < NOT_IT:
            scored.append((distance, sort_key(sitting.person), sitting.pair.number, sitting))
    scored.sort(key=lambda each: each[:3])
    exact = bool(scored) and scored[0][0] == 0
    found = [sitting for distance, _key, _number, sitting in scored if not exact or distance == 0]
    return WhereBoard(asked, playing, found[:MOST_FOUND], len(found) > MOST_FOUND, exact)


def _everybody(released: Released, playing: RoundFact | None) -> list[Sitting]:
    if playing is None:
        return [Sitting(person, released.names.of(number)) for person, number in released.names.everybody()]
    opponents: dict[tuple[int, str], PairName | None] = {}
    for table in seating_board(released, playing.number).tables:
        opponents[table.number, Line.NS] = table.ew
        opponents[table.number, Line.EW] = table.ns
    return [
        Sitting(
            place.person,
            released.names.of(place.pair, playing.number),
            place.table,
            place.line,
            place.rests,
            opponents.get((place.table, place.line)),
        )
        for place in seating_board(released, playing.number).people
    ]


def far(wanted: str, name: str) -> int:
    """How many slips lie between what was typed and a name, both as ``tournaments.names.key`` leaves them.

    Beginnings are enough, and the order of the parts does not matter.

    >>> far("ros", "rossi mario"), far("mario rossi", "rossi mario"), far("dell acqua", "dellacqua ivo")
    (0, 0, 0)
    >>> far("rosi", "rossi mario"), far("brambila", "brambilla ida"), far("gentile", "rossi mario")
    (1, 1, 99)
    """
    parts = name.split()
    words = wanted.split()
    joined = "".join(words)
    starts = ["".join(parts[index:]) for index in range(len(parts))]
    if any(start.startswith(joined) for start in starts):
        return 0
    slips = [_nearest(word, parts) for word in words]
    together = _nearest(joined, starts) if len(words) > 1 else NOT_IT
    return min(sum(slips), together, NOT_IT)


def _nearest(word: str, parts: Sequence[str]) -> int:
    allowed = 0 if len(word) < 4 else 1 if len(word) < 8 else 2
    best = NOT_IT
    for part in parts:
        if part.startswith(word):
            return 0
        for length in {len(part), len(word), len(word) + 1}:
            found = OSA.distance(word, part[:length], score_cutoff=allowed)
            if found <= allowed:
                best = min(best, found)
    return best

"""What the rounds played so far say about a field: who met when, who sat where, who rested."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Sequence
from enum import StrEnum

from tournaments.movements.danish.sides import Sat
from tournaments.movements.pairing import EW, NS, Pairing

# Faults, graver ones higher: see matching.py.
WISH = 1
CLUB_MATES = 2
OLD_REPEAT = 4
LAST_REPEAT = 8


class Kind(StrEnum):
    """The three Danish draws; the value is the key that is stored (docs/rules.md 4)."""

    PURO = "danese_puro"
    MODIFICATO = "danese_modificato"
    SENZA_RIPETIZIONI = "senza_ripetizioni"


PURO, MODIFICATO, SENZA_RIPETIZIONI = Kind.PURO, Kind.MODIFICATO, Kind.SENZA_RIPETIZIONI


class Record:
    """The past of the entries of a ranking, by rank; meetings with entries no longer there are left out."""

    def __init__(self, ranking: Sequence[Hashable], history: Sequence[Iterable[Pairing]]) -> None:
        self.rank = {entry: place for place, entry in enumerate(ranking)}
        self.rounds = len(history)
        self.met: list[dict[int, list[int]]] = [{} for _ in ranking]
        self.sat: list[list[str]] = [[] for _ in ranking]
        self.rested: dict[Hashable, int] = {}
        for number, tables in enumerate(history, start=1):
            for table in tables:
                self._add(number, table)

    def _add(self, number: int, table: Pairing) -> None:
        if table.ns is None or table.ew is None:
            for entry in table.entries:
                self.rested[entry] = self.rested.get(entry, 0) + 1
            return
        ns, ew = self.rank.get(table.ns), self.rank.get(table.ew)
        if ns is not None:
            self.sat[ns].append(NS)
        if ew is not None:
            self.sat[ew].append(EW)
        if ns is not None and ew is not None:
            self.met[ns].setdefault(ew, []).append(number)
            self.met[ew].setdefault(ns, []).append(number)

    def seats(self, rank: int) -> Sat:
        """Where this entry has sat so far."""
        sat = self.sat[rank]
        return Sat(sat.count(NS), sat.count(EW), sat[-1] if sat else None)

    def faults(
        self,
        kind: Kind,
        *,
        last_round: bool,
        apart: Iterable[Collection[Hashable]],
        wishes: Iterable[tuple[Hashable, Hashable]],
    ) -> list[dict[int, int]]:
        """What each entry has against the others in a draw of this kind."""
        found: list[dict[int, int]] = [self._repeats(rank, kind, last_round) for rank in range(len(self.met))]
        for club in apart:
            members = sorted(self.rank[entry] for entry in club if entry in self.rank)
            if len(members) < len(found):
                _mark(found, ((a, b) for i, a in enumerate(members) for b in members[i + 1 :]), CLUB_MATES)
        known = ((self.rank[a], self.rank[b]) for a, b in wishes if a in self.rank and b in self.rank)
        _mark(found, known, WISH)
        return found

    def _repeats(self, rank: int, kind: Kind, last_round: bool) -> dict[int, int]:
        if kind is Kind.SENZA_RIPETIZIONI:
            return {
                other: LAST_REPEAT if rounds[-1] == self.rounds else OLD_REPEAT
                for other, rounds in self.met[rank].items()
            }
        if kind is Kind.MODIFICATO and not last_round:
            return {
                other: LAST_REPEAT for other, rounds in self.met[rank].items() if rounds[-1] == self.rounds
            }
        return {}


def _mark(found: Sequence[dict[int, int]], pairs: Iterable[tuple[int, int]], fault: int) -> None:
    for a, b in pairs:
        if a != b:
            found[a][b] = found[b][a] = found[a].get(b, 0) | fault


def club_of_all(ranking: Sequence[Hashable], apart: Iterable[Collection[Hashable]]) -> bool:
    """Whether one club has every entry of the field: then keeping its members apart means nothing."""
    return len(ranking) > 1 and any(all(entry in club for entry in ranking) for club in apart)

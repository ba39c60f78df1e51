"""What a correction moves: the places before and after it, in every standings it reaches."""

from __future__ import annotations

from dataclasses import dataclass, replace

from scoring.standings import Standing
from tournaments.boards import facts as boards
from tournaments.boards.facts import Facts
from tournaments.boards.names import PairName, load_names
from tournaments.models import Event, JournalLine


@dataclass(frozen=True, slots=True)
class Moved:
    """A pair in one standings, before the correction and after it."""

    name: PairName
    place_before: int
    place: int
    vp_before: int
    vp: int
    mp_before: int
    mp: int

    @property
    def is_scored_anew(self) -> bool:
        """Whether its points change, and not only who stands before it."""
        return (self.vp_before, self.mp_before) != (self.vp, self.mp)

    @property
    def places(self) -> int:
        """Places won."""
        return self.place_before - self.place


@dataclass(frozen=True, slots=True)
class StandingsMoved:
    """The standings after round ``upto``: the pairs whose place or points the correction changes."""

    upto: int
    rows: list[Moved]

    @property
    def scored_anew(self) -> list[Moved]:
        return [row for row in self.rows if row.is_scored_anew]

    @property
    def displaced(self) -> list[Moved]:
        """Whom the others pass, or who pass them, with the points they had."""
        return [row for row in self.rows if not row.is_scored_anew]


def moves_of(event: Event, line: JournalLine) -> list[StandingsMoved]:
    """What the correction in ``line`` moves, standings by standings; seven queries at any size.

    Every closed round from the corrected one on has its standings; a round still played has none yet.
    """
    facts = boards.load(event)
    before = with_result(facts, line, line.old)
    after = with_result(facts, line, line.new)
    names = load_names(event)
    first = line.round_number or 1
    found = []
    for upto in range(first, facts.last_closed + 1):
        rows = _moved(before.standings(upto), after.standings(upto))
        found.append(
            StandingsMoved(
                upto,
                [Moved(names.of(number, upto), *numbers) for number, *numbers in rows],
            )
        )
    return found


def with_result(facts: Facts, line: JournalLine, totals: dict[str, int]) -> Facts:
    """The event as it would be with these totals at the table of ``line``."""
    matches = [
        replace(match, ns_mp=totals.get("ns"), ew_mp=totals.get("ew"))
        if (match.round, match.table) == (line.round_number, line.table)
        else match
        for match in facts.matches
    ]
    return replace(facts, matches=matches)


def _moved(before: list[Standing], after: list[Standing]) -> list[tuple[int, int, int, int, int, int, int]]:
    old = {standing.entry: standing for standing in before}
    rows = []
    for now in after:
        was = old[now.entry]
        if (was.place, was.vp, was.net_mp) != (now.place, now.vp, now.net_mp):
            number = int(str(now.entry))
            rows.append((number, was.place, now.place, was.vp, now.vp, was.net_mp, now.net_mp))
    return rows

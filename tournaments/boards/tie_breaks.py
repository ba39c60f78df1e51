"""What stands behind a place: the value of every criterion, and the matches of a direct encounter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, cast

from scoring.sentences import Sentence, say
from scoring.standings import CRITERIA, LineResult, Standing
from tournaments.boards.names import PairName
from tournaments.boards.released import Released


class Value(NamedTuple):
    """A criterion of a pair and what it gives; ``value`` None: it cannot decide here."""

    key: str
    label: Sentence
    value: int | None


class Meeting(NamedTuple):
    """A match against a pair that is level: where it was, and the VP of both."""

    round: int
    table: int
    opponent: PairName
    vp: int
    their_vp: int


@dataclass(frozen=True, slots=True)
class Behind:
    """Everything asked of a pair that is level on VP with others."""

    values: tuple[Value, ...]
    meetings: tuple[Meeting, ...]


def behind_places(released: Released, upto: int, results: Iterable[LineResult]) -> dict[int, Behind]:
    """For every pair level on VP with another: its values, and whom of those still level it has met.

    The direct encounter is asked among those who are level on everything asked before it (docs/rules.md 7).
    """
    standings = released.standings_after(upto)
    if any(standing.official for standing in standings):
        return {}
    by_vp: dict[int, list[Standing]] = defaultdict(list)
    for standing in standings:
        by_vp[standing.vp].append(standing)
    level = [standing for group in by_vp.values() if len(group) > 1 for standing in group]
    rivals = _rivals(level)
    meetings = _meetings(released, upto, rivals, results)
    return {
        _entry(standing): Behind(
            tuple(
                Value(v.key, say(CRITERIA[v.key].label), v.value) for v in standing.values if v.key != "vp"
            ),
            meetings.get(_entry(standing), ()),
        )
        for standing in level
    }


def _entry(standing: Standing) -> int:
    return cast(int, standing.entry)


def _rivals(level: list[Standing]) -> dict[int, set[int]]:
    """With whom each pair was still level when the direct encounter was asked."""
    groups: dict[tuple[int | None, ...], set[int]] = defaultdict(set)
    for standing in level:
        before: list[int | None] = [standing.vp]
        for value in standing.values:
            if value.key == "direct_encounter":
                groups[tuple(before)].add(_entry(standing))
                break
            before.append(value.value)
    return {entry: group - {entry} for group in groups.values() for entry in group if len(group) > 1}


def _meetings(
    released: Released, upto: int, rivals: dict[int, set[int]], results: Iterable[LineResult]
) -> dict[int, tuple[Meeting, ...]]:
    if not rivals:
        return {}
    won = {(r.round, r.entry): r.vp for r in results if r.entry in rivals}
    found: dict[int, list[Meeting]] = defaultdict(list)
    for match in released.matches(upto):
        for mine, theirs in ((match.ns, match.ew), (match.ew, match.ns)):
            for entry in mine:
                met = rivals.get(entry, set()) & set(theirs)
                if len(theirs) == 1 and met and (match.round, theirs[0]) in won:
                    other = released.names.of(theirs[0], match.round)
                    vp, their_vp = won[match.round, entry], won[match.round, theirs[0]]
                    found[entry].append(Meeting(match.round, match.table, other, vp, their_vp))
    return {entry: tuple(meetings) for entry, meetings in found.items()}

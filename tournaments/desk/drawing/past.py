"""What the movements have to know of an event: who met whom, whom to keep apart, who sat in which section."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import cast

from tournaments.boards.facts import Facts
from tournaments.desk.drawing.places import Place
from tournaments.movements.pairing import Pairing


def history(facts: Facts, *, before: int) -> list[list[Pairing]]:
    """The rounds before round ``before`` as the movements know them, byes included."""
    rounds: dict[int, list[Pairing]] = {number: [] for number in sorted(facts.rounds) if number < before}
    for match in facts.matches:
        if match.round < before:
            rounds[match.round].append(Pairing(match.table, seated(match.ns), seated(match.ew)))
    return list(rounds.values())


def seated(line: tuple[int, ...]) -> Hashable | None:
    """A line as one entry: the pair, the two single players who share it, or nobody."""
    if not line:
        return None
    return line[0] if len(line) == 1 else line


def clubs_apart(facts: Facts, round_number: int, *, apart: bool | None = None) -> list[list[int]]:
    """The pairs of each club, while club-mates are kept apart: in the event's first rounds, or as asked."""
    if apart is None:
        apart = round_number <= facts.event.apart_rounds
    clubs: dict[int, list[int]] = defaultdict(list)
    for entry in facts.entries.values() if apart else ():
        if entry.club_id is not None:
            clubs[entry.club_id].append(entry.number)
    return [members for members in clubs.values() if len(members) > 1]


def wishes(facts: Facts) -> list[tuple[int, int]]:
    """Pairs the organizer would rather not see at one table (spouses, say)."""
    return [(one, other) for one, other in facts.event.apart_pairs]


def section_of(facts: Facts, place: Place) -> dict[int, int]:
    """In which section each entry began the phase; empty before its first round."""
    if place.opens_phase:
        return {}
    return {
        number: match.section
        for match in facts.matches_of(place.first_of_phase)
        for number in match.ns + match.ew
    }


def ranked(facts: Facts, playing: Sequence[int]) -> list[int]:
    """Those who play in the order of the standings so far, the best placed first."""
    here = set(playing)
    return [number for number, _, _ in standing(facts) if number in here]


def standing(facts: Facts) -> list[tuple[int, int, int]]:
    """Entry, place and VP in the standings so far, the best placed first."""
    return [(cast(int, found.entry), found.place, found.vp) for found in facts.standings()]

"""Rounds that follow a plan and no results: Mitchell, all'italiana, individual."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from tournaments.boards.facts import Facts
from tournaments.desk.drawing.past import clubs_apart, ranked, section_of, wishes
from tournaments.desk.drawing.places import Choice, Drawn, Place
from tournaments.desk.drawing.sections import cut, first_tables
from tournaments.desk.drawing.sentences import kept_notes
from tournaments.models import Line
from tournaments.movements import first_round, mitchell, round_robin
from tournaments.movements.pairing import Pairing
from tournaments.movements.programme import PhasePlan

Chairs = list[Hashable | None]


def mitchell_round(facts: Facts, place: Place, playing: Sequence[int], choice: Choice) -> Drawn:
    """North-South stays, East-West moves up from where the first round of the phase sat it."""
    why: dict[str, Any] = {"how": "plan"}
    if place.opens_phase:
        lines = _lines(facts, place, playing, choice)
        ns, ew = list(lines.ns), list(lines.ew)
        why = {
            "how": "list" if _on_the_list(facts, playing, choice) else "",
            "notes": kept_notes(lines.notes),
        }
    else:
        ns, ew = _started(facts, place)
    plan = place.position.phase
    tables = max(len(ns), len(ew))
    mitchell.check(tables, plan.rounds, plan.step)
    turned = _turned(ns, ew, place.position.round_in_phase - 1, plan)
    return Drawn(_without_the_absent(turned, set(playing)), why, _sections(tables, plan))


def mitchell_rounds(facts: Facts, place: Place) -> list[list[Pairing]]:
    """All the rounds of the Mitchell that ``place`` belongs to, once its first round is drawn."""
    ns, ew = _started(facts, place)
    plan = place.position.phase
    rounds = (_turned(ns, ew, number, plan) for number in range(plan.rounds))
    return [_without_the_absent(tables, set(facts.entries)) for tables in rounds]


def _started(facts: Facts, place: Place) -> tuple[Chairs, Chairs]:
    first = facts.matches_of(place.first_of_phase)
    return [m.ns[0] if m.ns else None for m in first], [m.ew[0] if m.ew else None for m in first]


def _on_the_list(facts: Facts, playing: Sequence[int], choice: Choice) -> bool:
    """Whether the list says who sits on which line and the referee leaves it at that."""
    return not choice.order and all(facts.entries[number].line for number in playing)


def _lines(facts: Facts, place: Place, playing: Sequence[int], choice: Choice) -> first_round.Lines:
    """Who sits North-South and who East-West: as the list says, else drawn or in order of entry."""
    line_of: dict[Hashable, str] = {
        number: facts.entries[number].line for number in playing if facts.entries[number].line
    }
    if _on_the_list(facts, playing, choice):
        return first_round.Lines(
            ns=tuple(number for number in playing if line_of[number] == Line.NS),
            ew=tuple(number for number in playing if line_of[number] == Line.EW),
        )
    return first_round.mitchell_lines(
        playing,
        choice.seed if choice.by_lot else None,
        lines=line_of,
        apart=clubs_apart(facts, place.number, apart=choice.apart) if choice.by_lot else (),
        wishes=wishes(facts) if choice.by_lot else (),
        apart_rounds=max(facts.event.apart_rounds, 1),
        step=place.position.phase.step,
    )


def _turned(ns: Chairs, ew: Chairs, number: int, plan: PhasePlan) -> list[Pairing]:
    """Round ``number`` of a Mitchell (from 0), every chair filled so that several may stay empty at once."""
    tables = max(len(ns), len(ew))
    full_ns = [entry if entry is not None else ("empty", i) for i, entry in enumerate(_padded(ns, tables))]
    full_ew = [
        entry if entry is not None else ("empty", tables + i) for i, entry in enumerate(_padded(ew, tables))
    ]
    if plan.sections > 1:
        return mitchell.schedule_sections(full_ns, full_ew, plan.rounds, plan.sections, plan.step)[number]
    return mitchell.round_pairing(full_ns, full_ew, number, plan.step)


def _sections(tables: int, plan: PhasePlan) -> dict[int, int]:
    if plan.sections == 1:
        return {}
    sizes = mitchell.sections(tables, plan.rounds, plan.sections, plan.step)
    numbers = [number for number, size in enumerate(sizes, start=1) for _ in range(size)]
    return dict(enumerate(numbers, start=1))


def _padded(line: Chairs, tables: int) -> Chairs:
    return [*line, *[None] * (tables - len(line))]


def _without_the_absent(tables: Sequence[Pairing], playing: set[int]) -> list[Pairing]:
    """The chairs of those who are not there stay empty; a table without anybody is no table."""
    seated = [
        Pairing(
            pairing.table,
            pairing.ns if pairing.ns in playing else None,
            pairing.ew if pairing.ew in playing else None,
        )
        for pairing in tables
    ]
    return [pairing for pairing in seated if pairing.entries]


def round_robin_round(facts: Facts, place: Place, playing: Sequence[int], choice: Choice) -> Drawn:
    """The circle of those who began the phase, in each section; who has left since leaves a bye.

    A section that has finished its circle waits for the others; when all have, the circle begins again.
    """
    drawn = Drawn([], {"how": "plan"})
    circles = _circles(facts, place, playing, choice)
    played = place.position.round_in_phase - 1
    longest = max(round_robin.rounds_needed(len(circle)) for circle in circles)
    here = set(playing)
    for number, (circle, first) in enumerate(zip(circles, first_tables(circles), strict=True), start=1):
        rounds = round_robin.schedule(circle, first)
        turn = played % longest
        if turn < len(rounds):
            tables = _without_the_absent(rounds[turn], here)
            drawn.pairings.extend(tables)
            drawn.sections.update((table.table, number) for table in tables)
        else:
            drawn.why.setdefault("idle", []).extend(entry for entry in circle if entry in here)
    return drawn


def _circles(facts: Facts, place: Place, playing: Sequence[int], choice: Choice) -> list[list[int]]:
    began = section_of(facts, place)
    if began:
        found: list[list[int]] = [[] for _ in range(max(began.values()))]
        for number in sorted(began):
            found[began[number] - 1].append(number)
        return [circle for circle in found if circle]
    ranking = list(playing)
    if place.is_cut:
        ranking = ranked(facts, playing)
    sections = cut(facts, place, ranking, choice)
    return [sorted(section) for section in sections if len(section) > 1]

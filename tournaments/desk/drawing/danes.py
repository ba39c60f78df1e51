"""Danish rounds: by the standings in each section, and why these two meet, asked afterwards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from tournaments.boards.facts import Facts
from tournaments.desk.drawing.past import clubs_apart, history, standing, wishes
from tournaments.desk.drawing.places import Choice, Drawn, Place
from tournaments.desk.drawing.sections import cut, first_tables, tables_of
from tournaments.desk.drawing.sentences import kept, kept_notes
from tournaments.movements import danish, first_round
from tournaments.movements.byes import Rest
from tournaments.movements.programme import Position


def danish_round(facts: Facts, place: Place, playing: Sequence[int], choice: Choice) -> Drawn:
    """By the standings so far; before the first round there are none, and the lot takes their place."""
    if place.number == 1:
        return _first(facts, place, playing, choice)
    before = standing(facts)
    here = set(playing)
    ranking = [number for number, _, _ in before if number in here]
    sections = [section for section in cut(facts, place, ranking, choice) if section]
    why: dict[str, Any] = {
        "how": "standings",
        "ranking": [number for section in sections for number in section],
        "notes": [],
        "standing": before,
    }
    if len(sections) > 1:
        why["sizes"] = [len(section) for section in sections]
    drawn = Drawn([], why)
    for number, (section, first) in enumerate(_blocks(why), start=1):
        made = danish_draw(facts, place.position, section, first_table=first, apart=choice.apart)
        _add(drawn, number, made)
        if made.rest is not None:
            why["rest"] = kept(made.rest.reason)
    return drawn


def danish_draw(
    facts: Facts,
    position: Position,
    ranking: Sequence[int],
    *,
    first_table: int = 1,
    apart: bool | None = None,
) -> danish.Draw:
    """The draw of the round at ``position`` from that ranking; made again, it can say why these two meet."""
    return danish.draw(
        ranking,
        history(facts, before=position.number),
        danish.Kind(position.phase.movement.value),
        last_round=position.is_last,
        apart=clubs_apart(facts, position.number, apart=apart),
        wishes=wishes(facts),
        first_table=first_table,
    )


def why_at(facts: Facts, position: Position, why: dict[str, Any], table: int) -> danish.Why | Rest | None:
    """Why these two meet at ``table``, or why this one rests, from what the round kept; None: not asked of
    a Danish draw, or no such table in it."""
    if not why.get("ranking"):
        return None
    for section, first in _blocks(why):
        if first <= table < first + tables_of(section):
            made = danish_draw(facts, position, section, first_table=first, apart=why.get("apart"))
            return made.rest if made.rest and table == made.pairings[-1].table else made.why(table)
    return None


def _blocks(why: dict[str, Any]) -> Iterator[tuple[list[int], int]]:
    """The sections of the ranking a round was drawn from, each with its first table."""
    ranking = why["ranking"]
    sections, start = [], 0
    for size in why.get("sizes") or [len(ranking)]:
        sections.append(ranking[start : start + size])
        start += size
    return zip(sections, first_tables(sections), strict=True)


def _first(facts: Facts, place: Place, playing: Sequence[int], choice: Choice) -> Drawn:
    sections = cut(facts, place, playing, choice)
    drawn = Drawn([], {"notes": []})
    for number, (section, first) in enumerate(zip(sections, first_tables(sections), strict=True), start=1):
        if choice.by_lot:
            made = first_round.by_lot(
                section,
                choice.seed,
                apart=clubs_apart(facts, place.number, apart=choice.apart),
                wishes=wishes(facts),
                first_table=first,
            )
        else:
            made = first_round.in_order_of_entry(section, first)
        _add(drawn, number, made)
    return drawn


def _add(drawn: Drawn, section: int, made: danish.Draw | first_round.FirstRound) -> None:
    drawn.pairings.extend(made.pairings)
    drawn.sections.update((pairing.table, section) for pairing in made.pairings)
    drawn.why["notes"] += kept_notes(made.notes)

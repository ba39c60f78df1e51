"""The individual: single players, partners change each round (docs/rules.md 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import permutations

from scoring.sentences import gettext_noop, say
from tournaments.boards.facts import Facts
from tournaments.desk.change import DeskRefusal
from tournaments.desk.drawing.places import Choice, Drawn, Place
from tournaments.desk.drawing.sentences import kept
from tournaments.models import Entry
from tournaments.movements import individual
from tournaments.movements.first_round import shuffled
from tournaments.movements.pairing import Pairing

Four = tuple[int, int, int, int]


def individual_round(facts: Facts, place: Place, playing: Sequence[int], choice: Choice) -> Drawn:
    """The next round of the schedule made for those who began the phase.

    The first round keeps their order, so that every later one is of the same schedule. Where somebody has
    left, the others of that table and those who would rest make up new tables, with new partners if it
    can be had.
    """
    _refuse_pairs(facts, place)
    order = _order(facts, place, playing, choice)
    made = individual.schedule(order, place.position.phase.rounds)
    turn = made.rounds[place.position.round_in_phase - 1]
    tables: list[Four] = [(*table.ns, *table.ew) for table in turn.tables]  # type: ignore[misc]
    tables, resting = _with_who_is_there(facts, tables, playing)
    pairings = [Pairing(number, four[:2], four[2:]) for number, four in enumerate(tables, start=1)]
    pairings += [
        Pairing(number, player, None) for number, player in enumerate(resting, start=len(tables) + 1)
    ]
    why = {"how": "plan", "players": order, "notes": []}
    if place.opens_phase:
        why["how"] = ""
        why["notes"] = [{"code": "individual", "table": None, "sentence": kept(s)} for s in made.notes]
    return Drawn(pairings, why)


def _refuse_pairs(facts: Facts, place: Place) -> None:
    if facts.event.entries.exclude(kind=Entry.Kind.PLAYER).exists():
        text = gettext_noop("{movement} is for single players: this event has pairs.")
        raise DeskRefusal("movement_not_drawn", say(text, movement=place.movement.label))


def _order(facts: Facts, place: Place, playing: Sequence[int], choice: Choice) -> list[int]:
    if place.opens_phase:
        return shuffled(list(playing), choice.seed) if choice.by_lot else list(playing)
    why = facts.event.rounds.filter(number=place.first_of_phase).values_list("why", flat=True).first() or {}
    began = [n for m in facts.matches_of(place.first_of_phase) for n in m.ns + m.ew]
    return list(why.get("players") or sorted(began))


def _with_who_is_there(
    facts: Facts, tables: Sequence[Four], playing: Sequence[int]
) -> tuple[list[Four], list[int]]:
    here = set(playing)
    whole = [four for four in tables if here.issuperset(four)]
    over = [number for number in playing if number not in {n for four in whole for n in four}]
    rested = Counter(n for m in facts.matches if m.is_bye for n in m.ns + m.ew)
    over.sort(key=lambda number: -rested[number])
    partners = {frozenset(line) for m in facts.matches for line in (m.ns, m.ew) if len(line) == 2}
    while len(over) >= 4:
        whole.append(_fresh(over[:4], partners))
        over = over[4:]
    return whole, over


def _fresh(four: Sequence[int], partners: set[frozenset[int]]) -> Four:
    """Four players at a table so that as few as can be partner again."""

    def again(seats: Sequence[int]) -> int:
        return (frozenset(seats[:2]) in partners) + (frozenset(seats[2:]) in partners)

    first, second, third, fourth = min(permutations(four), key=again)
    return first, second, third, fourth

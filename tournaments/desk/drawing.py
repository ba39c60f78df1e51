"""From an event to its next seats: the facts handed to a movement, and what it answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.boards.facts import Facts
from tournaments.desk.change import DeskRefusal
from tournaments.models import Entry, Line, Phase, programme_of
from tournaments.movements import danish, first_round, mitchell, round_robin
from tournaments.movements.pairing import Pairing
from tournaments.movements.programme import Movement, PhasePlan, Position

ENTRY_ORDER = "entry"
RANDOM = "random"


@dataclass(frozen=True)
class Place:
    """Which round comes next, and where it stands in the programme."""

    number: int
    phase: Phase
    position: Position

    @property
    def needs_results(self) -> bool:
        """Whether the seats follow the standings, so that every earlier result must be in."""
        return self.position.phase.movement.is_danish and self.number > 1

    @property
    def first_of_phase(self) -> int:
        return self.number - self.position.round_in_phase + 1


@dataclass(frozen=True)
class Drawn:
    """The seats of a round, and what the draw has to say for itself, ready to be kept."""

    pairings: list[Pairing]
    why: dict[str, Any] = field(default_factory=dict)


def next_place(facts: Facts, phases: Sequence[Phase]) -> Place:
    """The round after the last one there is; refuses when there is no programme or it is over."""
    if not phases:
        raise DeskRefusal(
            "no_programme",
            say(
                gettext_noop("The event has no programme: say which movements it plays, and how many rounds.")
            ),
        )
    programme = programme_of(list(phases))
    number = max(facts.rounds, default=0) + 1
    if number > programme.rounds:
        raise DeskRefusal(
            "programme_over",
            say(
                gettext_noop("The programme is over: {programme} has {rounds} rounds, and all are drawn."),
                programme=str(programme),
                rounds=programme.rounds,
            ),
        )
    position = programme.position(number)
    return Place(number, phases[position.index], position)


def draw(facts: Facts, place: Place, *, seed: int, order: str = "") -> Drawn:
    """Seat the round at ``place``: by its movement, among the entries that are playing."""
    playing = [e.number for e in facts.entries.values() if e.state == Entry.State.ACTIVE]
    if len(playing) < 2:
        raise DeskRefusal(
            "too_few_entries",
            say(gettext_noop("A round needs two pairs at least, and {count} can play."), count=len(playing)),
        )
    movement = place.position.phase.movement
    if movement is Movement.MITCHELL:
        return _mitchell(facts, place, playing, seed=seed, order=order)
    if movement is Movement.ALL_ITALIANA:
        return _round_robin(facts, place, playing)
    if movement.is_danish:
        return _danish(facts, place, playing, seed=seed, order=order)
    raise DeskRefusal(
        "movement_not_drawn",
        say(
            gettext_noop("{movement} is for single players: this event has pairs."),
            movement=movement.label,
        ),
    )


def _mitchell(facts: Facts, place: Place, playing: list[int], *, seed: int, order: str) -> Drawn:
    """North-South stays, East-West moves up from where the first round of the phase sat it."""
    plan = place.position.phase
    started = facts.matches_of(place.first_of_phase) if place.position.round_in_phase > 1 else []
    why: dict[str, Any] = {}
    if started:
        ns: list[Hashable | None] = [m.ns[0] if m.ns else None for m in started]
        ew: list[Hashable | None] = [m.ew[0] if m.ew else None for m in started]
    else:
        lines = _lines(facts, place, playing, seed=seed, order=order)
        ns, ew, why = list(lines.ns), list(lines.ew), {"notes": _notes(lines.notes)}
    mitchell.check(max(len(ns), len(ew)), plan.rounds, plan.step)
    tables = _turned(ns, ew, place.position.round_in_phase - 1, plan)
    return Drawn(_without_the_absent(tables, set(playing)), why)


def _lines(facts: Facts, place: Place, playing: list[int], *, seed: int, order: str) -> first_round.Lines:
    """Who sits North-South and who East-West: as the list says, else drawn or in order of entry."""
    line_of = {number: facts.entries[number].line for number in playing if facts.entries[number].line}
    if len(line_of) == len(playing) and order != RANDOM:
        return first_round.Lines(
            ns=tuple(number for number in playing if line_of[number] == Line.NS),
            ew=tuple(number for number in playing if line_of[number] == Line.EW),
        )
    return first_round.mitchell_lines(
        playing,
        None if order == ENTRY_ORDER else seed,
        lines=line_of,
        apart=clubs_apart(facts, place.number),
        wishes=wishes(facts),
        apart_rounds=max(facts.event.apart_rounds, 1),
        step=place.position.phase.step,
    )


def _turned(
    ns: list[Hashable | None], ew: list[Hashable | None], number: int, plan: PhasePlan
) -> list[Pairing]:
    """Round ``number`` of a Mitchell (from 0), every chair filled so that several may stay empty at once."""
    tables = max(len(ns), len(ew))
    full_ns = [entry if entry is not None else ("empty", i) for i, entry in enumerate(_padded(ns, tables))]
    full_ew = [
        entry if entry is not None else ("empty", tables + i) for i, entry in enumerate(_padded(ew, tables))
    ]
    if plan.sections > 1:
        return mitchell.schedule_sections(full_ns, full_ew, plan.rounds, plan.sections, plan.step)[number]
    return mitchell.round_pairing(full_ns, full_ew, number, plan.step)


def _padded(line: list[Hashable | None], tables: int) -> list[Hashable | None]:
    return [*line, *[None] * (tables - len(line))]


def _without_the_absent(tables: list[Pairing], playing: set[int]) -> list[Pairing]:
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


def _round_robin(facts: Facts, place: Place, playing: list[int]) -> Drawn:
    """The circle of the entries that began the phase; who has left since leaves the opponents a bye."""
    first = facts.matches_of(place.first_of_phase) if place.position.round_in_phase > 1 else []
    began = sorted({number for m in first for number in m.ns + m.ew}) or playing
    tables = round_robin.schedule(began)[place.position.round_in_phase - 1]
    return Drawn(_without_the_absent(list(tables), set(playing)))


def _danish(facts: Facts, place: Place, playing: list[int], *, seed: int, order: str) -> Drawn:
    """By the standings so far; before the first round there are none, and the lot takes their place."""
    if place.number == 1:
        return _first_danish(facts, place, playing, seed=seed, order=order)
    here = set(playing)
    ranking = [standing.entry for standing in facts.standings() if standing.entry in here]
    drawn = danish_draw(facts, place.position, ranking)
    why: dict[str, Any] = {"ranking": ranking, "notes": _notes(drawn.notes)}
    if drawn.rest is not None:
        why["rest"] = kept(drawn.rest.reason)
    return Drawn(list(drawn.pairings), why)


def _first_danish(facts: Facts, place: Place, playing: list[int], *, seed: int, order: str) -> Drawn:
    if order == ENTRY_ORDER:
        first = first_round.in_order_of_entry(playing)
    else:
        first = first_round.by_lot(
            playing, seed, apart=clubs_apart(facts, place.number), wishes=wishes(facts)
        )
    return Drawn(list(first.pairings), {"notes": _notes(first.notes)})


def _notes(notes: Sequence[danish.Note]) -> list[dict[str, Any]]:
    """The notes of a draw as JSON."""
    return [{"code": note.code, "table": note.table, "sentence": kept(note.sentence)} for note in notes]


def danish_draw(facts: Facts, position: Position, ranking: Sequence[int]) -> danish.Draw:
    """The draw of the round at ``position`` from that ranking; made again, it can say why these two meet."""
    return danish.draw(
        ranking,
        history(facts, before=position.number),
        danish.Kind(position.phase.movement.value),
        last_round=position.is_last,
        apart=clubs_apart(facts, position.number),
        wishes=wishes(facts),
    )


def clubs_apart(facts: Facts, round_number: int) -> list[list[int]]:
    """The pairs of each club, while the event keeps club-mates apart; nothing after those rounds."""
    if round_number > facts.event.apart_rounds:
        return []
    clubs: dict[int, list[int]] = defaultdict(list)
    for entry in facts.entries.values():
        if entry.club_id is not None:
            clubs[entry.club_id].append(entry.number)
    return [members for members in clubs.values() if len(members) > 1]


def wishes(facts: Facts) -> list[tuple[int, int]]:
    """Pairs the organizer would rather not see at one table (spouses, say)."""
    return [(one, other) for one, other in facts.event.apart_pairs]


def history(facts: Facts, *, before: int) -> list[list[Pairing]]:
    """The rounds before round ``before`` as the movements know them, byes included."""
    return [
        [
            Pairing(m.table, m.ns[0] if m.ns else None, m.ew[0] if m.ew else None)
            for m in facts.matches_of(number)
        ]
        for number in sorted(facts.rounds)
        if number < before
    ]


def kept(sentence: Sentence) -> dict[str, Any]:
    """A sentence as JSON, so that it can be said later in any language."""
    return {
        "text": sentence.template,
        "values": {
            name: kept(value) if isinstance(value, Sentence) else value
            for name, value in sentence.values.items()
        },
    }


def said(kept: dict[str, Any]) -> Sentence:
    """The sentence that ``kept`` put away."""
    values = {
        name: said(value) if isinstance(value, dict) else value for name, value in kept["values"].items()
    }
    return Sentence(kept["text"], values)

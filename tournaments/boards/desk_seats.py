"""A round as the director sees it before it is published: rows, notes, what has changed since the draw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.boards import facts as boards
from tournaments.boards.desk_notes import NoteRow, note_rows
from tournaments.boards.facts import Facts, MatchFact
from tournaments.boards.names import Names, PairName, load_names
from tournaments.models import Entry, Event, Phase, Round
from tournaments.movements.danish import Note

REPEATS = frozenset({"repeat", "repeat_last_round", "rematch", "partners"})
CLUBS = frozenset({"club_mates"})


@dataclass
class DeskSeats:
    """Everything the pages of the seats are made of."""

    event: Event
    facts: Facts
    names: Names
    rounds: dict[int, Round]
    phases: list[Phase]

    @property
    def numbers(self) -> list[int]:
        return list(self.rounds)

    @property
    def last(self) -> Round | None:
        return self.rounds[max(self.rounds)] if self.rounds else None

    @property
    def total_rounds(self) -> int:
        return max(sum(phase.rounds for phase in self.phases), max(self.rounds, default=0))


def load_seats(event: Event) -> DeskSeats:
    """Read an event for the pages of the seats in eight queries, whatever its size."""
    rounds = {found.number: found for found in Round.objects.filter(event=event).order_by("number")}
    return DeskSeats(
        event=event,
        facts=boards.load(event, {number: found.state for number, found in rounds.items()}),
        names=load_names(event),
        rounds=rounds,
        phases=list(Phase.objects.filter(event=event).order_by("position")),
    )


@dataclass(frozen=True)
class Side:
    """A line at a table; ``place`` and ``vp`` in the standings before the round (None before the first)."""

    name: PairName
    entries: tuple[PairName, ...]
    place: int | None
    vp: int | None


@dataclass(frozen=True)
class SeatRow:
    """A table: who sits there, what there is to know of it, whether a hand has changed it since the draw."""

    table: int
    section: int
    ns: Side | None
    ew: Side | None
    marks: tuple[str, ...]
    by_hand: bool

    @property
    def both(self) -> tuple[Side | None, Side | None]:
        return self.ns, self.ew

    @property
    def sides(self) -> list[Side]:
        """Who is there, North-South first."""
        return [side for side in self.both if side]

    @property
    def rests(self) -> bool:
        return self.ns is None or self.ew is None

    @property
    def resting(self) -> Side | None:
        return (self.ns or self.ew) if self.rests else None


@dataclass(frozen=True)
class Late:
    """What has changed in the field since the draw: who sits but has left, who is here without a seat."""

    gone: tuple[PairName, ...]
    unseated: tuple[PairName, ...]

    def __bool__(self) -> bool:
        return bool(self.gone or self.unseated)


@dataclass(frozen=True)
class Preview:
    """The seats of a round with everything there is to say about them."""

    round: Round
    rows: list[SeatRow]
    notes: list[NoteRow]
    late: Late
    unseen: list[PairName]
    swaps: list[dict[str, Any]]
    sections: int
    seated: int

    @property
    def is_draft(self) -> bool:
        return self.round.state == Round.State.DRAWN

    @property
    def tables(self) -> int:
        return sum(not row.rests for row in self.rows)

    @property
    def resting(self) -> list[PairName]:
        return [row.resting.name for row in self.rows if row.resting]

    @property
    def repeats(self) -> int:
        return sum(note.code in REPEATS for note in self.notes)

    @property
    def clubs_met(self) -> int:
        return len({note.table for note in self.notes if note.code in CLUBS})

    @property
    def clubs_apart(self) -> int:
        """Tables at which no club-mates meet."""
        return self.tables - self.clubs_met

    @property
    def has_doubts(self) -> bool:
        """Whether there is something to know before the seats are published."""
        return bool(self.notes or self.late or self.unseen)

    @property
    def question(self) -> Sentence:
        """What to ask before publishing in spite of it; the page names each thing."""
        doubts = len(self.notes) + len(self.late.gone) + len(self.late.unseated) + len(self.unseen)
        if doubts == 1:
            return say(gettext_noop("One thing about these seats is to be known. Publish them all the same?"))
        text = gettext_noop("{count} things about these seats are to be known. Publish them all the same?")
        return say(text, count=doubts)

    @property
    def has_places(self) -> bool:
        return any(row.ns and row.ns.place for row in self.rows)


def preview(seats: DeskSeats, number: int, notes: Sequence[Note]) -> Preview:
    """The seats of round ``number``; ``notes`` are those on the seats as they stand now."""
    found, facts = seats.rounds[number], seats.facts
    changed = set(unlike_computed(facts, number, found.why))
    told = note_rows(found, seats.names, notes, changed)
    placed = _placed(facts, number, found.why)
    marks: dict[int, list[str]] = {}
    for note in told:
        if note.table is not None and note.code not in marks.setdefault(note.table, []):
            marks[note.table].append(note.code)
    rows = [
        SeatRow(
            table=match.table,
            section=match.section,
            ns=_side(seats.names, match.ns, number, placed),
            ew=_side(seats.names, match.ew, number, placed),
            marks=tuple(marks.get(match.table, ())),
            by_hand=match.table in changed,
        )
        for match in facts.matches_of(number)
    ]
    return Preview(
        round=found,
        rows=rows,
        notes=told,
        late=_late(seats, number) if found.state == Round.State.DRAWN else Late((), ()),
        unseen=_unseen(seats, number) if found.state == Round.State.DRAWN else [],
        swaps=[
            {
                **note,
                "first": seats.names.of(note["first"], number),
                "second": seats.names.of(note["second"], number),
            }
            for note in found.why.get("by_hand", ())
        ],
        sections=len({row.section for row in rows}),
        seated=sum(len(match.ns + match.ew) for match in facts.matches_of(number)),
    )


def _placed(facts: Facts, number: int, why: Mapping[str, Any]) -> dict[int, tuple[int, int]]:
    """Place and VP of each entry before round ``number``: those it was drawn by, where it was drawn by them.

    A result corrected since moves today's standings, not the reason why these two sit together.
    """
    if number == 1:
        return {}
    if why.get("standing"):
        return {entry: (place, vp) for entry, place, vp in why["standing"]}
    return {cast(int, s.entry): (s.place, s.vp) for s in facts.standings(number - 1)}


def _side(
    names: Names, seated: tuple[int, ...], number: int, placed: Mapping[int, tuple[int, int]]
) -> Side | None:
    if not seated:
        return None
    place, vp = placed.get(seated[0], (None, None)) if len(seated) == 1 else (None, None)
    entries = tuple(names.of(entry, number) for entry in seated)
    return Side(line_name(names, seated, number), entries, place, vp)


def line_name(names: Names, seated: tuple[int, ...], number: int) -> PairName:
    """Who sits on a line; single players who share one are named together."""
    found = [names.of(entry, number) for entry in seated]
    if len(found) == 1:
        return found[0]
    people = tuple(person for name in found for person in name.people)
    return PairName(found[0].number, people, " – ".join(name.short for name in found))


def unlike_computed(facts: Facts, number: int, why: Mapping[str, Any]) -> tuple[int, ...]:
    """The tables at which others sit than the draw had computed, or on other lines."""
    computed = {table: (tuple(ns), tuple(ew)) for table, ns, ew in why.get("seats", ())}
    return tuple(
        match.table
        for match in facts.matches_of(number)
        if match.table in computed and not _is_same(match, computed[match.table])
    )


def computed_lines(seats: DeskSeats, number: int, table: int) -> list[PairName]:
    """Who would sit at a table by the computed draw, North-South first."""
    for at, ns, ew in seats.rounds[number].why.get("seats", ()):
        if at == table:
            return [line_name(seats.names, tuple(line), number) for line in (ns, ew) if line]
    return []


def _is_same(match: MatchFact, computed: tuple[tuple[int, ...], tuple[int, ...]]) -> bool:
    return (set(match.ns), set(match.ew)) == (set(computed[0]), set(computed[1]))


def _late(seats: DeskSeats, number: int) -> Late:
    facts, why = seats.facts, seats.rounds[number].why
    seated = [n for match in facts.matches_of(number) for n in match.ns + match.ew]
    here = [n for n, entry in facts.entries.items() if entry.state == Entry.State.ACTIVE]
    waiting = set(seated) | set(why.get("idle", ()))
    return Late(
        gone=tuple(seats.names.of(n, number) for n in sorted(set(seated) - set(here))),
        unseated=tuple(seats.names.of(n, number) for n in here if n not in waiting),
    )


def _unseen(seats: DeskSeats, number: int) -> list[PairName]:
    """Who is to play a first round without having been checked in, in an event that checks in at all."""
    entries = seats.facts.entries
    if not any(entry.checked_in for entry in entries.values()):
        return []
    before = {n for match in seats.facts.matches if match.round < number for n in match.ns + match.ew}
    seated = {n for match in seats.facts.matches_of(number) for n in match.ns + match.ew} - before
    return [seats.names.of(n, number) for n in sorted(seated) if not entries[n].checked_in]

"""Seats changed by hand before they are published, and what that breaks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from scoring.sentences import gettext_noop, say
from tournaments.boards import facts as boards
from tournaments.boards.desk_seats import unlike_computed
from tournaments.desk import drawing
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, change
from tournaments.desk.drawing.past import seated
from tournaments.desk.rounds import round_numbered
from tournaments.models import Event, Line, Phase, Seat
from tournaments.movements import danish
from tournaments.movements.danish import Note
from tournaments.movements.pairing import Pairing
from tournaments.movements.programme import Movement

At = tuple[int, str]
"""Where somebody sits: table and line."""


def swap(
    *,
    event: Event,
    round_number: int,
    first: int,
    second: int,
    reason: str = "",
    seen: tuple[At, At] | None = None,
    by: Actor,
) -> None:
    """Two pairs change seats in a round that is drawn and not published; the note stays with the round.

    ``seen``: where the two sat on the page that asked. A second click finds them elsewhere and is refused.
    """
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        found = round_numbered(frame, round_number)
        permit("swap", found.state)
        one, other = _two_seats(frame, found.pk, first, second)
        if seen is not None and seen != ((one.match.table, one.line), (other.match.table, other.line)):
            raise DeskRefusal(
                "seats_changed",
                say(gettext_noop("These seats have changed in the meantime: look at them again.")),
            )
        places = [(seat.match_id, seat.line, seat.chair) for seat in (one, other)]
        with transaction.atomic():
            # The constraint holds row by row, so the first leaves its chair before the second takes it.
            _sit(one, (places[0][0], places[0][1], 99))
            _sit(other, places[0])
            _sit(one, places[1])
        note = {"first": first, "second": second, "reason": reason, "by": by.name}
        found.why = {**found.why, "by_hand": [*found.why.get("by_hand", []), note]}
        found.save(update_fields=["why"])
        frame.write(
            "swap",
            round_number=round_number,
            entry=one.entry,
            other_entry=other.entry,
            old={"tables": [one.match.table, other.match.table]},
            new={"seats": _seats_at(places)},
            reason=reason,
        )


def _seats_at(places: Sequence[tuple[int, str, int]]) -> list[list[Any]]:
    """The tables of ``places`` as they are now, for the journal: table, North-South, East-West."""
    tables: dict[int, list[Any]] = {}
    seats = Seat.objects.filter(match_id__in=[match for match, _, _ in places])
    for table, line, number in seats.order_by("match__table", "chair").values_list(
        "match__table", "line", "entry__number"
    ):
        tables.setdefault(table, [table, [], []])[1 if line == Line.NS else 2].append(number)
    return list(tables.values())


def _two_seats(frame: Change, round_id: int, first: int, second: int) -> tuple[Seat, Seat]:
    seats = {
        seat.entry.number: seat
        for seat in Seat.objects.select_related("entry", "match").filter(
            round_id=round_id, entry__number__in=(first, second)
        )
    }
    refuse_swap(seats, first, second)
    return seats[first], seats[second]


def refuse_swap(sitting: object, first: int, second: int) -> None:
    """Refuse to swap a pair with itself, or one that has no seat (``sitting``: a container of numbers)."""
    for number in (first, second):
        if number not in sitting:  # type: ignore[operator]
            raise DeskRefusal(
                "not_in_this_round",
                say(gettext_noop("Pair {number} does not sit in this round."), number=number),
            )
    if first == second:
        raise DeskRefusal("swap_with_itself", say(gettext_noop("Choose two different pairs to swap.")))


def _sit(seat: Seat, place: tuple[int, str, int]) -> None:
    Seat.objects.filter(pk=seat.pk).update(match_id=place[0], line=place[1], chair=place[2])


def notes_on(
    event: Event,
    facts: boards.Facts,
    round_number: int,
    *,
    phases: Sequence[Phase] | None = None,
    apart: bool | None = None,
) -> tuple[Note, ...]:
    """What a director has to know of the seats as they stand now: rematches, second byes, club-mates.

    ``phases``: where they are known already; ``apart``: whether club-mates were to be kept apart (None: as
    the event says).
    """
    if phases is None:
        phases = list(event.phases.order_by("position"))
    tables = [Pairing(m.table, seated(m.ns), seated(m.ew)) for m in facts.matches_of(round_number)]
    place = drawing.place_of(round_number, phases)
    history = drawing.history(facts, before=round_number)
    if place.movement is Movement.INDIVIDUALE:
        return tuple(_on_partners(tables, history))
    kind = danish.Kind(place.movement.value) if place.movement.is_danish else danish.Kind.SENZA_RIPETIZIONI
    notes = danish.review(
        tables,
        history,
        kind,
        last_round=place.position.is_last,
        apart=drawing.clubs_apart(facts, round_number, apart=apart),
        wishes=drawing.wishes(facts),
    )
    return (*notes, *_meeting_later(facts, place, phases, tables))


def _on_partners(tables: Sequence[Pairing], history: Sequence[Sequence[Pairing]]) -> Iterator[Note]:
    """Single players: who is partner again, who rests again."""
    before = [line for played in history for table in played for line in (table.ns, table.ew)]
    partners = {frozenset(line) for line in before if isinstance(line, tuple)}
    rested = Counter(table.resting for played in history for table in played if table.is_bye)
    for table in tables:
        for line in (table.ns, table.ew):
            if isinstance(line, tuple) and frozenset(line) in partners:
                first, second = map(str, line)
                text = gettext_noop("{first} and {second} are partners again.")
                yield Note("partners", say(text, first=first, second=second), line, table.table)
        if table.is_bye and rested[table.resting]:
            text = gettext_noop("{entry} rests again.")
            yield Note("second_bye", say(text, entry=str(table.resting)), (table.resting,), table.table)


def _meeting_later(
    facts: boards.Facts, place: drawing.Place, phases: Sequence[Phase], tables: Sequence[Pairing]
) -> Iterator[Note]:
    """Seats changed in the middle of a plan, which goes on from its first round: who meets again by it."""
    if place.opens_phase or place.movement not in {Movement.MITCHELL, Movement.ALL_ITALIANA}:
        return
    sitting = {frozenset(table.entries): table.table for table in tables if not table.is_bye}
    last = place.first_of_phase + place.position.phase.rounds - 1
    for number in range(place.number + 1, last + 1):
        planned = drawing.draw(facts, drawing.place_of(number, phases), drawing.Choice(0))
        for table in planned.pairings:
            at = sitting.get(frozenset(table.entries))
            if at is not None and not table.is_bye:
                first, second = map(str, table.entries)
                text = gettext_noop("{first} and {second} are to meet in round {round} as well.")
                yield Note(
                    "meets_later", say(text, first=first, second=second, round=number), table.entries, at
                )


@dataclass(frozen=True)
class Effect:
    """What a swap would do: what it breaks, what it mends, and the tables then unlike the computed draw."""

    breaks: tuple[Note, ...]
    mends: tuple[Note, ...]
    by_hand: tuple[int, ...]


def effect_of_swap(
    event: Event, facts: boards.Facts, round_number: int, first: int, second: int, *, why: dict[str, object],
    phases: Sequence[Phase],
) -> Effect:  # fmt: skip
    """What changes if these two change seats, before anything is stored."""
    refuse_swap({n for m in facts.matches_of(round_number) for n in m.ns + m.ew}, first, second)
    apart = why.get("apart")
    asked = apart if isinstance(apart, bool) else None
    after = swapped(facts, round_number, first, second)
    had = notes_on(event, facts, round_number, phases=phases, apart=asked)
    has = notes_on(event, after, round_number, phases=phases, apart=asked)
    told, will_tell = ({_same(note): note for note in notes} for notes in (had, has))
    return Effect(
        breaks=tuple(note for key, note in will_tell.items() if key not in told),
        mends=tuple(note for key, note in told.items() if key not in will_tell),
        by_hand=unlike_computed(after, round_number, why),
    )


def _same(note: Note) -> tuple[str, frozenset[object]]:
    return note.code, frozenset(note.entries)


def swapped(facts: boards.Facts, round_number: int, first: int, second: int) -> boards.Facts:
    """The facts with these two in each other's seats."""
    other = {first: second, second: first}

    def line(numbers: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(other.get(number, number) for number in numbers)

    matches = [
        replace(m, ns=line(m.ns), ew=line(m.ew)) if m.round == round_number else m for m in facts.matches
    ]
    return replace(facts, matches=matches)

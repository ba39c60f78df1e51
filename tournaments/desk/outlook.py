"""What the next round would be, and what is in the way of it, before anything is drawn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.sentences import Refusal, Sentence
from tournaments.boards.facts import Facts
from tournaments.desk import drawing
from tournaments.desk.actions import Answer, verdict
from tournaments.desk.change import DeskRefusal, NeedsConfirmationError
from tournaments.desk.rounds import refuse_too_early
from tournaments.models import Entry, Event, Phase, programme_of
from tournaments.movements.programme import Movement, problems


@dataclass(frozen=True)
class Outlook:
    """The next round as the draw would find it.

    ``stops``: why it cannot be drawn now; ``asks``: what the desk will ask first; ``missing``: the tables
    without a result, by round; ``problems``: what the programme cannot keep with this field; ``rests``: who
    would rest, where that is known before the draw; ``lots_rest``: how many rest whom only the draw will
    name; ``unseen``: who is on the list and has not been checked in.
    """

    place: drawing.Place | None
    entries: int
    stops: tuple[Sentence, ...] = ()
    asks: Sentence | None = None
    missing: tuple[tuple[int, tuple[int, ...]], ...] = ()
    problems: tuple[Sentence, ...] = ()
    rests: int | None = None
    rest_reason: Sentence | None = None
    lots_rest: int = 0
    unseen: tuple[int, ...] = ()
    checks_in: bool = False
    lines_listed: bool = False
    has_clubs: bool = False
    is_over: bool = False

    @property
    def number(self) -> int:
        return self.place.number if self.place else 0

    @property
    def can_draw(self) -> bool:
        return self.place is not None and not self.stops


def outlook(event: Event, facts: Facts, phases: Sequence[Phase]) -> Outlook:
    """Look ahead without storing anything; no query but for single players."""
    playing = [e for e in facts.entries.values() if e.state == Entry.State.ACTIVE]
    try:
        place = drawing.next_place(facts, phases)
    except DeskRefusal as refusal:
        return Outlook(
            None,
            len(playing),
            (refusal.sentence,),
            is_over=refusal.code == "programme_over" and bool(facts.rounds),
        )
    stops: list[Sentence] = []
    asks: Sentence | None = None
    says = verdict("draw", event.state)
    if says.answer is Answer.AGAINST and says.sentence is not None:
        stops.append(says.sentence)
    try:
        refuse_too_early(facts, place, confirmed=False)
    except NeedsConfirmationError as question:
        asks = question.sentence
    except DeskRefusal as refusal:
        stops.append(refusal.sentence)
    rests, reason, lots_rest = None, None, 0
    if not stops:
        try:
            rests, reason, lots_rest = _who_rests(facts, place, len(playing))
        except Refusal as refusal:
            stops.append(refusal.sentence)
    seen = [e for e in playing if e.checked_in]
    return Outlook(
        place=place,
        entries=len(playing),
        stops=tuple(stops),
        asks=asks,
        missing=_missing(facts),
        problems=tuple(problems(programme_of(list(phases)), len(playing))) if place.number == 1 else (),
        rests=rests,
        rest_reason=reason,
        lots_rest=lots_rest,
        unseen=tuple(e.number for e in playing if not e.checked_in) if seen and place.number == 1 else (),
        checks_in=bool(seen),
        lines_listed=bool(playing) and all(e.line for e in playing),
        has_clubs=any(e.club_id for e in playing),
    )


def _missing(facts: Facts) -> tuple[tuple[int, tuple[int, ...]], ...]:
    tables: dict[int, list[int]] = {}
    for match in facts.matches:
        if not match.is_settled:
            tables.setdefault(match.round, []).append(match.table)
    return tuple((number, tuple(found)) for number, found in sorted(tables.items()))


def _who_rests(facts: Facts, place: drawing.Place, playing: int) -> tuple[int | None, Sentence | None, int]:
    """Who would rest where that can be told, and why; else how many the draw will choose."""
    if place.movement is Movement.INDIVIDUALE:
        return None, None, playing % 4
    drawn = drawing.draw(facts, place, drawing.Choice(0))
    resting = [pairing.resting for pairing in drawn.pairings if pairing.is_bye]
    if not resting:
        return None, None, 0
    if place.is_chosen or len(resting) > 1:
        return None, None, len(resting)
    reason = drawn.why.get("rest")
    entry = resting[0]
    return (entry if isinstance(entry, int) else None), (drawing.said(reason) if reason else None), 0

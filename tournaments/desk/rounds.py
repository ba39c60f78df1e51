"""A round comes into being, is shown to the players, and is closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import IntegrityError

from scoring.sentences import gettext_noop, say
from tournaments.boards import facts as boards
from tournaments.desk import drawing
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, NeedsConfirmationError, change
from tournaments.models import Event, Line, Match, Phase, Round, Seat
from tournaments.movements.pairing import Pairing


def draw_next_round(
    *, event: Event, by: Actor, seed: int | None = None, order: str = "", confirmed: bool = False
) -> Round:
    """Draw the next round of the programme and store it, drawn and not yet published.

    A movement that follows the standings needs every earlier round closed; a Mitchell does not wait.
    ``seed`` defaults to one derived from the event's seed and the round, so a draw can be made again;
    ``order`` (``drawing.ENTRY_ORDER`` or ``drawing.RANDOM``) is the referee's choice for the first round.
    Two clicks make one round: the second finds the first one's draw open and is refused.
    """
    with change(event, by=by) as frame:
        permit("draw", frame.event.state)
        facts = boards.load(frame.event)
        phases = list(frame.event.phases.order_by("position"))
        place = drawing.next_place(facts, phases)
        _refuse_too_early(facts, place, confirmed=confirmed)
        used = frame.event.seed + place.number if seed is None else seed
        drawn = drawing.draw(facts, place, seed=used, order=order)
        found = _store(frame, place.number, place.phase, drawn.pairings, seed=used, why=drawn.why)
        frame.write(
            "draw_round",
            round_number=place.number,
            new={"phase": str(place.phase), "tables": len(drawn.pairings), "seed": used},
        )
    return found


def _refuse_too_early(facts: boards.Facts, place: drawing.Place, *, confirmed: bool) -> None:
    drawn = [number for number, state in facts.rounds.items() if state == Round.State.DRAWN]
    if drawn:
        raise DeskRefusal(
            "draw_open",
            say(
                gettext_noop("Round {number} is drawn and not yet published: publish it or undo it first."),
                number=drawn[0],
            ),
        )
    missing = [m for m in facts.matches if not m.is_settled]
    if missing and place.needs_results:
        first = missing[0].round
        tables = [str(m.table) for m in missing if m.round == first]
        raise DeskRefusal(
            "results_missing",
            say(
                gettext_noop(
                    "Round {number} still lacks the results of tables {tables}: this draw needs them."
                ),
                number=first,
                tables=", ".join(tables),
            ),
        )
    if missing and not confirmed:
        first = missing[0].round
        raise NeedsConfirmationError(
            "results_missing",
            say(
                gettext_noop("Round {number} still lacks results. Draw the next round all the same?"),
                number=first,
            ),
        )


def seat_round(
    *, event: Event, number: int, phase: Phase | None, pairings: Sequence[Pairing], by: Actor
) -> Round:
    """Store a round whose seats were decided elsewhere (a workbook, the referee by hand)."""
    with change(event, by=by) as frame:
        permit("draw", frame.event.state)
        found = _store(frame, number, phase, pairings, seed=0, why={})
        frame.write("seat_round", round_number=number, new={"tables": len(pairings)})
    return found


def _store(
    frame: Change,
    number: int,
    phase: Phase | None,
    pairings: Sequence[Pairing],
    *,
    seed: int,
    why: dict[str, Any],
) -> Round:
    """Write a round with its matches and seats; the constraints of the database have the last word."""
    entries = {entry.number: entry for entry in frame.event.entries.all()}
    try:
        found = Round.objects.create(
            event=frame.event, phase=phase, number=number, seed=seed, why=why, drawn_at=frame.at
        )
        matches = Match.objects.bulk_create(Match(round=found, table=pairing.table) for pairing in pairings)
        Seat.objects.bulk_create(
            Seat(match=match, round=found, entry=entries[entry], line=line, chair=chair)
            for match, pairing in zip(matches, pairings, strict=True)
            for line, seated in ((Line.NS, pairing.ns), (Line.EW, pairing.ew))
            for chair, entry in enumerate(_chairs(seated))
        )
    except IntegrityError as error:
        raise DeskRefusal(
            "seat_twice",
            say(
                gettext_noop(
                    "Round {number} was not stored: somebody would sit twice, or it exists already."
                ),
                number=number,
            ),
        ) from error
    if frame.event.state == Event.State.PREPARING:
        frame.event.state = Event.State.RUNNING
        frame.event.save(update_fields=["state"])
    return found


def _chairs(seated: Any) -> tuple[int, ...]:
    """The entry numbers on a line: none for the bye, one for a pair, two for single players."""
    if seated is None:
        return ()
    return tuple(seated) if isinstance(seated, tuple) else (seated,)


def publish_round(*, event: Event, number: int, by: Actor) -> Round:
    """Show the seats to the players; from here on nothing reseats them."""
    return _move_on(event, number, by, action="publish", state=Round.State.PUBLISHED, stamp="published_at")


def close_round(*, event: Event, number: int, by: Actor) -> Round:
    """All tables have a confirmed result or a ruling: the round is over and its standings may be shown."""
    return _move_on(event, number, by, action="close", state=Round.State.CLOSED, stamp="closed_at")


def _move_on(event: Event, number: int, by: Actor, *, action: str, state: Round.State, stamp: str) -> Round:
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        found = round_numbered(frame, number)
        permit(action, found.state)
        if action == "close":
            _refuse_missing(frame.event, number)
        old, found.state = found.state, state
        setattr(found, stamp, frame.at)
        found.save(update_fields=["state", stamp])
        frame.write(
            f"{action}_round", round_number=number, old={"state": str(old)}, new={"state": str(state)}
        )
    return found


def _refuse_missing(event: Event, number: int) -> None:
    missing = [str(m.table) for m in boards.load(event).matches_of(number) if not m.is_settled]
    if missing:
        raise DeskRefusal(
            "results_missing",
            say(
                gettext_noop("Round {number} lacks the results of tables {tables}."),
                number=number,
                tables=", ".join(missing),
            ),
        )


def undo_draw(*, event: Event, number: int, by: Actor) -> None:
    """Take back a draw nobody has seen; what it was stays in the journal."""
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        found = round_numbered(frame, number)
        permit("undo_draw", found.state)
        seats = [[m.table, list(m.ns), list(m.ew)] for m in boards.load(frame.event).matches_of(number)]
        found.delete()
        frame.write("undo_draw", round_number=number, old={"seats": seats, "seed": found.seed})


def round_numbered(frame: Change, number: int) -> Round:
    found = frame.event.rounds.filter(number=number).first()
    if found is None:
        raise DeskRefusal(
            "unknown_round", say(gettext_noop("There is no round {number} yet."), number=number)
        )
    return found

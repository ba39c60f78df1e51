"""A round comes into being, is shown to the players, and is closed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import IntegrityError

from scoring.sentences import gettext_noop, say
from tournaments.boards import facts as boards
from tournaments.desk import backups, drawing
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, NeedsConfirmationError, change
from tournaments.desk.codes import full_tables, issue_for
from tournaments.desk.drawing.sentences import chairs, kept_seats
from tournaments.desk.publishing import publish_closed
from tournaments.measures import DRAWS
from tournaments.models import Event, Line, Match, Phase, Round, Seat, Source
from tournaments.movements.pairing import Pairing


@DRAWS.time()
def draw_next_round(
    *,
    event: Event,
    by: Actor,
    seed: int | None = None,
    order: str = "",
    apart: bool | None = None,
    number: int | None = None,
    confirmed: bool = False,
) -> Round:
    """Draw the next round of the programme and store it, drawn and not yet published.

    A movement that follows the standings needs every earlier result; a Mitchell does not wait.
    ``seed`` defaults to one derived from the event's seed and the round, so a draw can be made again;
    ``order`` (``drawing.ENTRY_ORDER``, ``RANDOM`` or ``BY_HAND``) is the referee's choice for the first
    round; ``apart`` keeps club-mates apart in this round, or not (None: as the event says). Two clicks make
    one round: the second finds the first one's draw open, or round ``number`` there, and is refused.
    """
    with change(event, by=by) as frame:
        permit("draw", frame.event.state)
        facts = boards.load(frame.event)
        _refuse_drawn(facts, number)
        place = drawing.next_place(facts, list(frame.event.phases.order_by("position")))
        _refuse_another(number, place.number)
        refuse_too_early(facts, place, confirmed=confirmed)
        choice = drawing.Choice(_seed(frame.event, place.number, seed), order, apart)
        found, new = _draw(frame, facts, place, choice)
        frame.write("draw_round", round_number=place.number, new=new)
        backups.keep_soon("draw", frame.event, round_number=place.number)
    return found


@DRAWS.time()
def redraw_round(
    *,
    event: Event,
    number: int,
    by: Actor,
    seed: int | None = None,
    order: str | None = None,
    apart: bool | None = None,
) -> Round:
    """Undo a draw nobody has seen and draw again, as one change; the old seats stay in the journal.

    Without a ``seed`` the lot is cast anew, from the seed after the old one; ``order`` and ``apart`` stay as
    they were (None). Seats that follow the standings or a plan come out again unless the field or the
    results have changed.
    """
    with change(event, by=by) as frame:
        permit("draw", frame.event.state)
        old = round_numbered(frame, number)
        permit("undo_draw", old.state)
        facts = boards.load(frame.event)
        before = _seats_before(facts, old)
        order = drawing.order_of(old.why) if order is None else order
        apart = old.why.get("apart") if apart is None else apart
        old.delete()
        facts = replace(
            facts,
            rounds={there: state for there, state in facts.rounds.items() if there != number},
            matches=[match for match in facts.matches if match.round != number],
        )
        place = drawing.next_place(facts, list(frame.event.phases.order_by("position")))
        refuse_too_early(facts, place, confirmed=True)
        choice = drawing.Choice(before["seed"] + 1 if seed is None else seed, order, apart)
        found, new = _draw(frame, facts, place, choice)
        frame.write("redraw_round", round_number=number, old=before, new=new)
        backups.keep_soon("draw", frame.event, round_number=number)
    return found


def _draw(
    frame: Change, facts: boards.Facts, place: drawing.Place, choice: drawing.Choice
) -> tuple[Round, dict[str, Any]]:
    """Draw and store; with it what the journal says of the draw."""
    drawn = drawing.draw(facts, place, choice)
    numbers = {entry.number: entry.pk for entry in facts.entries.values()}
    found = _store(frame, place.number, place.phase, drawn, numbers, seed=choice.seed)
    new = {
        "phase": str(place.phase),
        "tables": len(drawn.pairings),
        "seed": choice.seed,
        "how": drawn.why["how"],
        "seats": kept_seats(drawn.pairings),
    }
    return found, new


def _seed(event: Event, number: int, seed: int | None) -> int:
    return event.seed + number if seed is None else seed


def _refuse_drawn(facts: boards.Facts, number: int | None) -> None:
    """The second of two clicks, or a page left open since: the round is there."""
    drawn = [there for there, state in facts.rounds.items() if state == Round.State.DRAWN]
    if drawn:
        raise DeskRefusal(
            "draw_open",
            say(
                gettext_noop("Round {number} is drawn and not yet published: publish it or undo it first."),
                number=drawn[0],
            ),
        )
    if number is not None and number in facts.rounds:
        raise DeskRefusal(
            "already_drawn", say(gettext_noop("Round {number} has been drawn already."), number=number)
        )


def _refuse_another(number: int | None, coming: int) -> None:
    """A round is drawn when its turn has come, whatever number somebody sends."""
    if number not in (None, coming):
        told = gettext_noop("The next round to draw is round {number}.")
        raise DeskRefusal("not_the_next_round", say(told, number=coming))


def refuse_too_early(facts: boards.Facts, place: drawing.Place, *, confirmed: bool) -> None:
    """A draw by the standings with results still out names the tables and asks; no other draw waits."""
    missing = [m for m in facts.matches if not m.is_settled]
    if not missing or not place.needs_results or confirmed:
        return
    first = missing[0].round
    tables = [str(m.table) for m in missing if m.round == first]
    raise NeedsConfirmationError(
        "results_missing",
        say(
            gettext_noop(
                "Round {number} still lacks the results of tables {tables}: the draw would follow the"
                " standings without them. Draw all the same?"
            ),
            number=first,
            tables=", ".join(tables),
        ),
    )


def seat_round(
    *,
    event: Event,
    number: int,
    phase: Phase | None,
    pairings: Sequence[Pairing],
    sections: Mapping[int, int] | None = None,
    by: Actor,
) -> Round:
    """Store a round whose seats were decided elsewhere (a workbook, the referee by hand).

    ``sections``: the section of a table, where there is more than one.
    """
    with change(event, by=by) as frame:
        permit("draw", frame.event.state)
        numbers = dict(frame.event.entries.values_list("number", "pk"))
        drawn = drawing.Drawn(list(pairings), sections=dict(sections or {}))
        found = _store(frame, number, phase, drawn, numbers, seed=0)
        new = {"tables": len(pairings), "seats": kept_seats(pairings)}
        frame.write("seat_round", round_number=number, new=new)
    return found


def _store(
    frame: Change,
    number: int,
    phase: Phase | None,
    drawn: drawing.Drawn,
    numbers: dict[int, int],
    *,
    seed: int,
) -> Round:
    """Write a round with its matches and seats; the constraints of the database have the last word.

    ``numbers``: the primary key of each entry by its number.
    """
    try:
        found = Round.objects.create(
            event=frame.event, phase=phase, number=number, seed=seed, why=drawn.why, drawn_at=frame.at
        )
        matches = Match.objects.bulk_create(
            Match(round=found, table=pairing.table, section=drawn.sections.get(pairing.table, 1))
            for pairing in drawn.pairings
        )
        Seat.objects.bulk_create(
            Seat(match=match, round=found, entry_id=numbers[entry], line=line, chair=chair)
            for match, pairing in zip(matches, drawn.pairings, strict=True)
            for line, seated in ((Line.NS, pairing.ns), (Line.EW, pairing.ew))
            for chair, entry in enumerate(chairs(seated))
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


def publish_round(*, event: Event, number: int, by: Actor, seats_seen: str = "") -> Round:
    """Show the seats to the players; from here on nothing reseats them. Every full table gets its codes.

    ``seats_seen``: the mark (``Facts.seats_mark``) of the seats the director looked at; if they have been
    drawn again or swapped since, nothing is published. Whether there is something to know first is for
    ``seating.question_before_publishing``.
    """
    return _move_on(
        event,
        number,
        by,
        action="publish",
        state=Round.State.PUBLISHED,
        stamp="published_at",
        seats_seen=seats_seen,
    )


def close_round(*, event: Event, number: int, by: Actor) -> Round:
    """All tables have a confirmed result or a ruling: the round is over and its standings are published."""
    return _move_on(event, number, by, action="close", state=Round.State.CLOSED, stamp="closed_at")


def _move_on(
    event: Event,
    number: int,
    by: Actor,
    *,
    action: str,
    state: Round.State,
    stamp: str,
    seats_seen: str = "",
) -> Round:
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        found = round_numbered(frame, number)
        permit(action, found.state)
        if seats_seen and boards.load(frame.event).seats_mark(number) != seats_seen:
            raise DeskRefusal(
                "seats_changed",
                say(
                    gettext_noop(
                        "The seats of round {number} have changed since you looked: look at them again,"
                        " then publish."
                    ),
                    number=number,
                ),
            )
        facts = boards.load(frame.event) if action == "close" else None
        if facts is not None:
            _refuse_missing(facts, number)
        old, found.state = found.state, state
        setattr(found, stamp, frame.at)
        found.save(update_fields=["state", stamp])
        # What comes in from a workbook was played elsewhere: no phone waits for its codes.
        if action == "publish" and by.source != Source.IMPORT:
            issue_for(full_tables(found), frame.at)
        frame.write(
            f"{action}_round", round_number=number, old={"state": str(old)}, new={"state": str(state)}
        )
        if facts is not None:
            before, facts.rounds[number] = facts.last_closed, str(state)
            publish_closed(frame, facts, before)
            backups.keep_soon("closing", frame.event, round_number=number)
    return found


def _refuse_missing(facts: boards.Facts, number: int) -> None:
    missing = [str(m.table) for m in facts.matches_of(number) if not m.is_settled]
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
        before = _seats_before(boards.load(frame.event), found)
        found.delete()
        frame.write("undo_draw", round_number=number, old=before)


def _seats_before(facts: boards.Facts, found: Round) -> dict[str, Any]:
    """What a draw was, for the journal: a later dispute can be answered after it is undone."""
    seats = [[m.table, list(m.ns), list(m.ew)] for m in facts.matches_of(found.number)]
    return {"seats": seats, "seed": found.seed}


def round_numbered(frame: Change, number: int) -> Round:
    found = frame.event.rounds.filter(number=number).first()
    if found is None:
        raise DeskRefusal(
            "unknown_round", say(gettext_noop("There is no round {number} yet."), number=number)
        )
    return found

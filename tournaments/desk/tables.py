"""Results handed in from the tables: one line writes, the other confirms; until then they count for nothing.

A line speaks for itself only: what it hands in is a proposal, and what it confirms is the other line's
(docs/rules.md 6; both sides report, neither accepts for the other). What was written stays, superseded.
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.sentences import gettext_noop, say
from tournaments.boards.table import Stage, other_line
from tournaments.desk.change import Actor, DeskRefusal, change
from tournaments.desk.handing_in import (
    confirm_one,
    confirmed_already,
    few_hands,
    hand_in,
    handing_table,
    hands_of,
    old_of,
    told_of,
)
from tournaments.desk.judging import ResultPlan
from tournaments.desk.own_table import refuse_own_proposal
from tournaments.desk.results import Recorded, hand_plan, record
from tournaments.models import Event, Result

__all__ = ["HandedIn", "confirm", "confirmed_already", "few_hands", "propose", "take_proposal"]

CONFIRMED, SUPERSEDED = Result.State.CONFIRMED, Result.State.SUPERSEDED


@dataclass(frozen=True)
class HandedIn:
    """A table after one of its lines has spoken. ``stage``: ``Stage.MINE`` (it waits for the other line),
    ``DISPUTED`` or ``CONFIRMED``."""

    stage: str
    result: Result
    version: int


def propose(
    *, event: Event, round_number: int, plan: ResultPlan, line: str, by: Actor, key: str = "",
    confirmed: bool = False,
) -> HandedIn:  # fmt: skip
    """A line hands in what it has written down.

    Alone it waits for the other line. The same figures as the other line has handed in confirm the result;
    other figures dispute it, and both versions stay for the desk. Handing in again replaces one's own
    proposal. Sent twice (the same figures, or the same ``key``) it counts once. What only a referee can let
    through is refused; warnings need ``confirmed``.
    """
    with change(event, by=by) as frame:
        table = handing_table(frame, round_number, plan.table)
        handed = hand_in(frame, table, plan, line, key=key, confirmed=confirmed)
        return HandedIn(handed.stage, handed.result, frame.event.version)


def confirm(
    *, event: Event, round_number: int, table: int, line: str, seen: int, by: Actor, key: str = ""
) -> HandedIn:
    """A line says that what the other line handed in is right. ``seen``: the proposal its page showed."""
    with change(event, by=by) as frame:
        at = handing_table(frame, round_number, table)
        theirs = at.proposed.get(other_line(line))
        if at.confirmed is not None and at.confirmed.pk == seen:
            frame.nothing_to_write()
            return HandedIn(Stage.CONFIRMED, at.confirmed, frame.event.version)
        if at.confirmed is not None:
            raise confirmed_already(at.confirmed)
        if theirs is None or theirs.pk != seen:
            told = gettext_noop("The other line has meanwhile handed in other figures: look at them again.")
            raise DeskRefusal("changed_meanwhile", say(told))
        mine = at.proposed.get(line)
        result = confirm_one(theirs, theirs, *([mine] if mine else []))
        said = ResultPlan(table, theirs.ns_mp, theirs.ew_mp, hands_of(theirs))
        said_of = told_of(at, line, said, key)
        frame.write("confirm_result", old=old_of(mine, None, False), **said_of)
        return HandedIn(Stage.CONFIRMED, result, frame.event.version)


def take_proposal(*, event: Event, round_number: int, table: int, seen: int, by: Actor) -> Recorded:
    """The desk decides for what one line has handed in, the proposal ``seen``; the other is superseded."""
    at_table = Result.objects.filter(event=event, match__round__number=round_number, match__table=table)
    proposals = at_table.exclude(proposed_by_line="").select_related("match__round")
    found = proposals.filter(pk=seen).prefetch_related("hands").first()
    taken = found and at_table.filter(state=CONFIRMED, ns_mp=found.ns_mp, ew_mp=found.ew_mp).exists()
    if found is None or (found.state == SUPERSEDED and not taken):
        told = gettext_noop("Table {table} has meanwhile handed in other figures: look at them again.")
        raise DeskRefusal("changed_meanwhile", say(told, table=table))
    refuse_own_proposal(found, by)
    hands = tuple(hand_plan(hand) for hand in found.hands.all())
    plan = ResultPlan(table, found.ns_mp, found.ew_mp, hands)
    return record(event=event, round_number=round_number, plan=plan, by=by, confirmed=True)

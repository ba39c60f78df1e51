"""Results handed in from the tables: one line writes, the other confirms; until then they count for nothing.

A line speaks for itself only: what it hands in is a proposal, and what it confirms is the other line's
(docs/rules.md 6; both sides report, neither accepts for the other). What was written stays, superseded.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from scoring.findings import Finding
from scoring.sentences import gettext_noop, say
from tournaments.boards.table import Stage, other_line
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, Change, DeskRefusal, change
from tournaments.desk.judging import DoubtfulResultError, HandPlan, ResultPlan, judge
from tournaments.desk.results import Recorded, came_before, hand_plan, record, stands, store_hands
from tournaments.desk.slips import hands_told
from tournaments.models import Entry, Event, Match, Result, Seat

PROPOSED, CONFIRMED, SUPERSEDED = Result.State.PROPOSED, Result.State.CONFIRMED, Result.State.SUPERSEDED


@dataclass(frozen=True)
class HandedIn:
    """A table after one of its lines has spoken. ``stage``: ``Stage.MINE`` (it waits for the other line),
    ``DISPUTED`` or ``CONFIRMED``."""

    stage: str
    result: Result
    version: int


@dataclass(frozen=True)
class _Table:
    """A table under lock, with what counts at it and what each line has proposed."""

    match: Match
    seated: dict[str, Entry]
    confirmed: Result | None
    proposed: dict[str, Result]

    @property
    def is_bye(self) -> bool:
        return len(self.seated) < 2

    def stage(self, line: str) -> str:
        if self.confirmed is not None:
            return Stage.CONFIRMED
        return Stage.DISPUTED if self.proposed.get(other_line(line)) else Stage.MINE


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
        table = _table(frame, round_number, plan.table)
        mine, theirs = table.proposed.get(line), table.proposed.get(other_line(line))
        told = came_before(frame, table.match, key)
        if table.confirmed is not None and (told or _same(table.confirmed, plan)):
            frame.nothing_to_write()
            return HandedIn(Stage.CONFIRMED, table.confirmed, frame.event.version)
        if table.confirmed is not None:
            raise confirmed_already(table.confirmed)
        if mine is not None and (told or stands(mine, plan)):
            frame.nothing_to_write()
            return HandedIn(table.stage(line), mine, frame.event.version)
        judge(frame.event, plan, is_bye=table.is_bye, confirmed=confirmed)
        _judge_hands(frame.event, plan, confirmed=confirmed)
        if mine is not None:
            _set(mine, SUPERSEDED)
        result = _store(frame, table.match, plan, line)
        agreed = theirs is not None and _same(theirs, plan)
        if agreed and theirs is not None:
            result = _confirm(_deeper(theirs, result), theirs, result)
            plan = plan if result.pk != theirs.pk else replace(plan, hands=_hands_of(theirs))
        frame.write(
            "confirm_result" if agreed else "dispute_result" if theirs else "propose_result",
            old=_old(mine, theirs, agreed),
            **_told(table, line, plan, key),
        )
        stage = Stage.CONFIRMED if agreed else Stage.DISPUTED if theirs else Stage.MINE
        return HandedIn(stage, result, frame.event.version)


def confirm(
    *, event: Event, round_number: int, table: int, line: str, seen: int, by: Actor, key: str = ""
) -> HandedIn:
    """A line says that what the other line handed in is right. ``seen``: the proposal its page showed."""
    with change(event, by=by) as frame:
        at = _table(frame, round_number, table)
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
        result = _confirm(theirs, theirs, *([mine] if mine else []))
        said = ResultPlan(table, theirs.ns_mp, theirs.ew_mp, _hands_of(theirs))
        told_of = _told(at, line, said, key)
        frame.write("confirm_result", old=_old(mine, None, False), **told_of)
        return HandedIn(Stage.CONFIRMED, result, frame.event.version)


def take_proposal(*, event: Event, round_number: int, table: int, seen: int, by: Actor) -> Recorded:
    """The desk decides for what one line has handed in, the proposal ``seen``; the other is superseded."""
    at_table = Result.objects.filter(event=event, match__round__number=round_number, match__table=table)
    found = at_table.filter(pk=seen).exclude(proposed_by_line="").prefetch_related("hands").first()
    taken = found and at_table.filter(state=CONFIRMED, ns_mp=found.ns_mp, ew_mp=found.ew_mp).exists()
    if found is None or (found.state == SUPERSEDED and not taken):
        told = gettext_noop("Table {table} has meanwhile handed in other figures: look at them again.")
        raise DeskRefusal("changed_meanwhile", say(told, table=table))
    hands = tuple(hand_plan(hand) for hand in found.hands.all())
    plan = ResultPlan(table, found.ns_mp, found.ew_mp, hands)
    return record(event=event, round_number=round_number, plan=plan, by=by, confirmed=True)


def confirmed_already(result: Result) -> DeskRefusal:
    """Said to who hands in, or confirms, something else than what counts."""
    told = gettext_noop(
        "The result of this table is confirmed, {ns} to {ew}: to change it, call the director."
    )
    return DeskRefusal("confirmed_already", say(told, ns=result.ns_mp, ew=result.ew_mp))


def few_hands(plan: ResultPlan, event: Event) -> Finding | None:
    """Fewer hands than the round has: it happens when time is over, and is asked once."""
    if not plan.hands or len(plan.hands) >= event.hands_per_round:
        return None
    told = gettext_noop("Only {written} hands of {all} are written. Was the round cut short?")
    return Finding("W0", None, "warning", say(told, written=len(plan.hands), all=event.hands_per_round))


def _judge_hands(event: Event, plan: ResultPlan, *, confirmed: bool) -> None:
    few = few_hands(plan, event)
    if few is not None and not confirmed:
        raise DoubtfulResultError("result_needs_confirmation", [few])


def _table(frame: Change, round_number: int, table: int) -> _Table:
    permit("change", frame.event.state)
    match = (
        Match.objects.select_related("round")
        .prefetch_related("rulings")
        .filter(round__event=frame.event, round__number=round_number, table=table)
        .first()
    )
    if match is None:
        told = gettext_noop("Round {number} has no table {table}.")
        raise DeskRefusal("unknown_table", say(told, number=round_number, table=table))
    permit("hand_in", match.round.state)
    if any(ruling.cancelled_at is None for ruling in match.rulings.all()):
        raise DeskRefusal("ruled", say(gettext_noop("The referee has set the score of this table.")))
    seated: dict[str, Entry] = {}
    for seat in Seat.objects.filter(match=match).select_related("entry").order_by("-chair"):
        seated[seat.line] = seat.entry
    rows = list(match.results.filter(state__in=(PROPOSED, CONFIRMED)).prefetch_related("hands"))
    return _Table(
        match,
        seated,
        next((row for row in rows if row.state == CONFIRMED), None),
        {row.proposed_by_line: row for row in rows if row.state == PROPOSED},
    )


def _same(row: Result, plan: ResultPlan) -> bool:
    """The same totals, and no hand that says something else."""
    if (row.ns_mp, row.ew_mp) != (plan.ns_mp, plan.ew_mp):
        return False
    hands = [(hand.ns_mp, hand.ew_mp) for hand in row.hands.all()]
    return not hands or not plan.hands or hands == [(hand.ns_mp, hand.ew_mp) for hand in plan.hands]


def _store(frame: Change, match: Match, plan: ResultPlan, line: str) -> Result:
    result = Result.objects.create(
        match=match,
        event=frame.event,
        state=PROPOSED,
        ns_mp=plan.ns_mp,
        ew_mp=plan.ew_mp,
        source=frame.by.source,
        proposed_by_line=line,
        by_id=frame.by.user_id,
        at=frame.at,
    )
    store_hands([(result, plan)])
    return result


def _set(result: Result, state: str) -> None:
    result.state = state
    result.save(update_fields=["state"])


def _confirm(kept: Result, *proposed: Result) -> Result:
    for other in proposed:
        if other.pk != kept.pk:
            _set(other, SUPERSEDED)
    _set(kept, CONFIRMED)
    return kept


def _deeper(first: Result, second: Result) -> Result:
    """Of two proposals that say the same, the one that says more about its hands."""
    return second if _depth(second) > _depth(first) else first


def _depth(row: Result) -> int:
    return sum(_depth_of(hand) for hand in _hands_of(row))


def _depth_of(hand: HandPlan) -> int:
    return 3 if hand.hand else 2 if hand.ns_base is not None else 1


def _old(mine: Result | None, theirs: Result | None, agreed: bool) -> dict[str, Any]:
    old: dict[str, Any] = {} if mine is None else {"ns": mine.ns_mp, "ew": mine.ew_mp}
    if theirs is not None and not agreed:
        old |= {"their_ns": theirs.ns_mp, "their_ew": theirs.ew_mp}
    return old


def _hands_of(row: Result) -> tuple[HandPlan, ...]:
    return tuple(hand_plan(hand) for hand in row.hands.all())


def _told(table: _Table, line: str, plan: ResultPlan, key: str) -> dict[str, Any]:
    """For the journal: which line of which table said what."""
    new: dict[str, Any] = {"ns": plan.ns_mp, "ew": plan.ew_mp, "line": str(line)}
    if plan.hands:
        new["hands"] = hands_told(plan.hands)
    return {
        "round_number": table.match.round.number,
        "table": table.match.table,
        "entry": table.seated.get(line),
        "other_entry": table.seated.get(other_line(line)),
        "new": new | ({"key": key} if key else {}),
    }

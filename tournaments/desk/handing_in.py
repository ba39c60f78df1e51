"""How a line hands in its figures, inside a change: by phone, or typed at the desk by one who sits there.

What a line hands in is a proposal; the same figures from the other line make it the result
(docs/rules.md 6). What was written stays, superseded.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import QuerySet

from scoring.findings import Finding
from scoring.sentences import gettext_noop, say
from tournaments.boards.table import Stage, other_line
from tournaments.desk.actions import permit
from tournaments.desk.change import Change, DeskRefusal
from tournaments.desk.judging import DoubtfulResultError, HandPlan, ResultPlan, judge
from tournaments.desk.slips import hand_plan, hands_told, store_hands
from tournaments.models import Entry, Event, JournalLine, Match, Result, Seat
from tournaments.prepared import prepared

PROPOSED, CONFIRMED, SUPERSEDED = Result.State.PROPOSED, Result.State.CONFIRMED, Result.State.SUPERSEDED


@dataclass(frozen=True)
class HandingTable:
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


@dataclass(frozen=True)
class Handed:
    """What came of figures handed in: the stage of the table, and the row.

    ``is_news``: false where the same had been handed in before, and nothing was changed. ``plan``: what the
    row says now; where both lines agree, the one of the two that says more. ``old``: for the journal.
    """

    stage: str
    result: Result
    plan: ResultPlan
    is_news: bool = True
    old: dict[str, Any] = field(default_factory=dict)


def hand_in(
    frame: Change, table: HandingTable, plan: ResultPlan, line: str, *, key: str = "", confirmed: bool = False
) -> Handed:
    """Keep what a line hands in, and write the line of the change; nothing where it was handed in before."""
    handed = keep(frame, table, plan, line, key=key, confirmed=confirmed)
    if not handed.is_news:
        frame.nothing_to_write()
        return handed
    agreed, disputed = handed.stage == Stage.CONFIRMED, handed.stage == Stage.DISPUTED
    frame.write(
        "confirm_result" if agreed else "dispute_result" if disputed else "propose_result",
        old=handed.old,
        **told_of(table, line, handed.plan, key),
    )
    return handed


def keep(
    frame: Change, table: HandingTable, plan: ResultPlan, line: str, *, key: str = "", confirmed: bool = False
) -> Handed:
    """Keep what a line hands in: its proposal, or with the other line's figures the result."""
    mine, theirs = table.proposed.get(line), table.proposed.get(other_line(line))
    told = came_before(frame, table.match, key)
    if table.confirmed is not None and (told or same(table.confirmed, plan)):
        return Handed(Stage.CONFIRMED, table.confirmed, plan, is_news=False)
    if table.confirmed is not None:
        raise confirmed_already(table.confirmed)
    if mine is not None and (told or stands(mine, plan)):
        return Handed(table.stage(line), mine, plan, is_news=False)
    judge(frame.event, plan, is_bye=table.is_bye, confirmed=confirmed)
    judge_hands(frame.event, plan, confirmed=confirmed)
    if mine is not None:
        _set(mine, SUPERSEDED)
    result = _store(frame, table.match, plan, line)
    if theirs is None:
        return Handed(Stage.MINE, result, plan, old=old_of(mine, None, False))
    if not same(theirs, plan):
        return Handed(Stage.DISPUTED, result, plan, old=old_of(mine, theirs, False))
    kept = confirm_one(_deeper(theirs, result), theirs, result)
    plan = plan if kept.pk != theirs.pk else replace(plan, hands=hands_of(theirs))
    return Handed(Stage.CONFIRMED, kept, plan, old=old_of(mine, theirs, True))


def stands(old: Result, plan: ResultPlan) -> bool:
    """Whether the table stands like that already; totals alone do not undo the hands known below them."""
    if (old.ns_mp, old.ew_mp) != (plan.ns_mp, plan.ew_mp):
        return False
    return not plan.hands or tuple(hand_plan(hand) for hand in old.hands.all()) == plan.hands


def came_before(frame: Change, match: Match, key: str) -> bool:
    """Whether this very entry was stored once; what stands now has been decided after it."""
    if not key:
        return False
    told = _told_of_table(frame.event.pk, match.round.number, match.table)
    return any(new.get("key") == key for new in told)


@prepared
def _told_of_table(event: int, round_number: int, table: int) -> QuerySet[JournalLine, Any]:
    lines = JournalLine.objects.filter(
        event=event, round_number=round_number, table=table, verb__endswith="_result"
    )
    return lines.order_by().values_list("new", flat=True)


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


def judge_hands(event: Event, plan: ResultPlan, *, confirmed: bool) -> None:
    few = few_hands(plan, event)
    if few is not None and not confirmed:
        raise DoubtfulResultError("result_needs_confirmation", [few])


def handing_table(frame: Change, round_number: int, table: int) -> HandingTable:
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
    return HandingTable(
        match,
        seated,
        next((row for row in rows if row.state == CONFIRMED), None),
        {row.proposed_by_line: row for row in rows if row.state == PROPOSED},
    )


def same(row: Result, plan: ResultPlan) -> bool:
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


def confirm_one(kept: Result, *proposed: Result) -> Result:
    for other in proposed:
        if other.pk != kept.pk:
            _set(other, SUPERSEDED)
    _set(kept, CONFIRMED)
    return kept


def _deeper(first: Result, second: Result) -> Result:
    """Of two proposals that say the same, the one that says more about its hands."""
    return second if _depth(second) > _depth(first) else first


def _depth(row: Result) -> int:
    return sum(_depth_of(hand) for hand in hands_of(row))


def _depth_of(hand: HandPlan) -> int:
    return 3 if hand.hand else 2 if hand.ns_base is not None else 1


def old_of(mine: Result | None, theirs: Result | None, agreed: bool) -> dict[str, Any]:
    old: dict[str, Any] = {} if mine is None else {"ns": mine.ns_mp, "ew": mine.ew_mp}
    if theirs is not None and not agreed:
        old |= {"their_ns": theirs.ns_mp, "their_ew": theirs.ew_mp}
    return old


def hands_of(row: Result) -> tuple[HandPlan, ...]:
    return tuple(hand_plan(hand) for hand in row.hands.all())


def told_of(table: HandingTable, line: str, plan: ResultPlan, key: str) -> dict[str, Any]:
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

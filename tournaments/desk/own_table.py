"""A director who plays: what he types of his own table waits for somebody else (docs/rules.md 6).

Which player an account is, its owner says (``Account.player``); where nothing is said, nothing changes here.
A result of one's own table is a proposal of one's own line, as if handed in from the phone: the other line
confirms it by its code, or another account of the desk takes it. Rulings and penalties about it are for
somebody else. A workbook that is loaded tells of an evening that was confirmed on paper.
"""

from __future__ import annotations

from scoring.sentences import gettext_noop, say
from tournaments.boards.sitting import line_at, lines_in
from tournaments.desk.change import Actor, Change, DeskRefusal
from tournaments.desk.handing_in import Handed, HandingTable, hand_in, handing_table, keep, same
from tournaments.desk.judging import ResultPlan
from tournaments.models import Entry, Match, Result, Source


def own_line(match: Match, by: Actor) -> str | None:
    """The line on which whoever acts sits at this match (with its round); None for everybody else."""
    return None if by.source == Source.IMPORT else line_at(match, by.user_id)


def refuse_own_table(match: Match, by: Actor) -> None:
    """Stop a decision about a table at which whoever decides sits."""
    if own_line(match, by) is not None:
        raise own_table_refusal(match.table)


def refuse_own_pair(frame: Change, entry: Entry, round_number: int | None = None) -> None:
    """Stop a decision about the pair one plays in, or about the table where one meets it in that round."""
    if frame.by.user_id is None or frame.by.source == Source.IMPORT:
        return
    if entry.members.filter(player__accounts__user=frame.by.user_id).exists():
        told = gettext_noop(
            "You play in this pair yourself: somebody else at the desk has to decide about it."
        )
        raise DeskRefusal("own_table", say(told))
    if round_number is None:
        return
    matches = Match.objects.select_related("round").filter(round__event=frame.event, seats__entry=entry)
    match = matches.filter(round__number=round_number).first()
    if match is not None:
        refuse_own_table(match, frame.by)


def refuse_own_proposal(proposal: Result, by: Actor) -> None:
    """Nobody takes at the desk what the own line has handed in. ``proposal`` with its match and round."""
    if own_line(proposal.match, by) == proposal.proposed_by_line:
        raise own_table_refusal(proposal.match.table)


def own_table_refusal(table: int) -> DeskRefusal:
    told = gettext_noop(
        "You sit at table {table} yourself: somebody else at the desk, or the other line, has to decide."
    )
    return DeskRefusal("own_table", say(told, table=table))


def hand_in_own(
    frame: Change, number: int, plan: ResultPlan, line: str, *, key: str = "", confirmed: bool = False
) -> Result:
    """What somebody types of the own table in round ``number``: a proposal of the own line, and its journal
    line. Only somebody else lets through what a referee has to, or corrects what is confirmed."""
    table = _mine(frame, number, plan)
    return hand_in(frame, table, plan, line, key=key, confirmed=confirmed).result


def keep_own(frame: Change, number: int, plan: ResultPlan, line: str) -> Handed:
    """The same without a journal line, for a round typed at once."""
    return keep(frame, _mine(frame, number, plan), plan, line, confirmed=True)


def _mine(frame: Change, number: int, plan: ResultPlan) -> HandingTable:
    counts = Result.objects.filter(
        event=frame.event, match__round__number=number, match__table=plan.table, state=Result.State.CONFIRMED
    ).first()
    if plan.override_reason.strip() or (counts is not None and not same(counts, plan)):
        raise own_table_refusal(plan.table)
    return handing_table(frame, number, plan.table)


def own_lines(frame: Change, number: int) -> dict[int, str]:
    """The table of round ``number`` at which whoever acts sits, with the line; empty for everybody else."""
    by = frame.by
    return {} if by.source == Source.IMPORT else lines_in(frame.event, number, by.user_id)

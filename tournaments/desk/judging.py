"""A result before it is stored: as it was written down, and everything that is off in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from scoring.findings import Finding
from scoring.hand import Hand, check
from scoring.rules import FIBUR, INTERNATIONAL, Rules
from scoring.score_sheet import BaseAndNet, check_base_and_net, check_round, check_total
from scoring.sentences import gettext_noop, say
from tournaments.desk.change import DeskRefusal, NeedsConfirmationError
from tournaments.models import Event, Result

RULES: dict[str, Rules] = {
    Event.RulesVariant.FIBUR: FIBUR,
    Event.RulesVariant.INTERNATIONAL: INTERNATIONAL,
}


@dataclass(frozen=True)
class HandPlan:
    """One hand as it was written down: its MP, and below them components or base and net if known."""

    ns_mp: int
    ew_mp: int
    hand: Hand | None = None
    ns_base: int | None = None
    ns_net: int | None = None
    ew_base: int | None = None
    ew_net: int | None = None


@dataclass(frozen=True)
class ResultPlan:
    """The result of one table: MP of both lines, and its hands if they are known."""

    table: int
    ns_mp: int
    ew_mp: int
    hands: tuple[HandPlan, ...] = field(default_factory=tuple)
    override_reason: str = ""


@dataclass(frozen=True)
class Seen:
    """The totals a typist's page showed when the typing began; None where the table was still missing."""

    ns_mp: int | None = None
    ew_mp: int | None = None


class ImpossibleResultError(DeskRefusal):
    """The result cannot be as written; ``findings`` says everything that is off."""

    def __init__(self, code: str, findings: Sequence[Finding]) -> None:
        super().__init__(code, findings[0].sentence)
        self.findings = tuple(findings)


class DoubtfulResultError(ImpossibleResultError, NeedsConfirmationError):
    """Only a referee's reason, or one confirmation, lets it through."""


class ChangedMeanwhileError(DeskRefusal):
    """Somebody else recorded another result since the page was read; ``current`` is what stands now."""

    def __init__(self, table: int, current: Result, mine: ResultPlan) -> None:
        super().__init__(
            "changed_meanwhile",
            say(
                gettext_noop(
                    "Table {table} has meanwhile been recorded as {ns} to {ew}; you typed {my_ns} to {my_ew}."
                    " Which one stands?"
                ),
                table=table,
                ns=current.ns_mp,
                ew=current.ew_mp,
                my_ns=mine.ns_mp,
                my_ew=mine.ew_mp,
            ),
        )
        self.current = current
        self.mine = mine


def findings_of(plan: ResultPlan, *, event: Event) -> list[Finding]:
    """All that is off in a result: hand by hand, in its totals, and between the two."""
    rules = RULES[event.rules_variant]
    found = check_total(plan.ns_mp, plan.ew_mp, event.hands_per_round, rules)
    for number, hand in enumerate(plan.hands, start=1):
        found += [_in_hand(number, finding, plan) for finding in findings_of_hand(hand, rules)]
    if plan.hands:
        found += check_round([(h.ns_mp, h.ew_mp) for h in plan.hands], (plan.ns_mp, plan.ew_mp))
    return found


def _in_hand(number: int, finding: Finding, plan: ResultPlan) -> Finding:
    """The same finding, told with the hand it is about where there are several."""
    if len(plan.hands) == 1:
        return finding
    sentence = say(gettext_noop("Hand {number}. {what}"), number=number, what=finding.sentence)
    return Finding(finding.code, finding.line, finding.level, sentence)


def findings_of_hand(hand: HandPlan, rules: Rules) -> list[Finding]:
    """Everything that is impossible or strange in a hand, as far down as it is known."""
    if hand.hand is not None:
        return check(hand.hand, rules)
    sheet = (hand.ns_base, hand.ns_net, hand.ew_base, hand.ew_net)
    if None not in sheet:
        return check_base_and_net(
            BaseAndNet(hand.ns_base or 0, hand.ns_net or 0),
            BaseAndNet(hand.ew_base or 0, hand.ew_net or 0),
            rules,
        )
    return check_total(hand.ns_mp, hand.ew_mp, 1, rules)


def judge(event: Event, plan: ResultPlan, *, is_bye: bool, confirmed: bool) -> None:
    """Stop what cannot be, what needs a referee's reason, and once what is merely strange."""
    if is_bye:
        raise DeskRefusal(
            "bye_has_no_result",
            say(gettext_noop("Table {table} is the bye: nobody plays there."), table=plan.table),
        )
    if len(plan.hands) > event.hands_per_round:
        raise DeskRefusal(
            "too_many_hands",
            say(
                gettext_noop("Table {table} has {found} hands, and a round has {expected}."),
                table=plan.table,
                found=len(plan.hands),
                expected=event.hands_per_round,
            ),
        )
    findings = findings_of(plan, event=event)
    refused = [finding for finding in findings if finding.level == "refused"]
    if refused:
        raise ImpossibleResultError("impossible_result", refused)
    overridable = [finding for finding in findings if finding.level == "overridable"]
    if overridable and not plan.override_reason.strip():
        raise DoubtfulResultError("result_needs_reason", overridable)
    if findings and not overridable and not confirmed:
        raise DoubtfulResultError("result_needs_confirmation", findings)

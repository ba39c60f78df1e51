"""The referee's named actions as the page offers them: what each asks, what usually follows, what it does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.awards import Award
from tournaments.desk import outcomes, penalties, rulings
from tournaments.desk.outcomes import SCORE, Outcome, Sitting
from tournaments.desk.penalties import PenaltyPlan, RulingPlan
from tournaments.models import Entry, Event, Line, Penalty
from tournaments.views.desk.access import Desk

STANDINGS = "standings"
Sent = dict[str, Any]


@dataclass(frozen=True)
class Case:
    """The pair an action is about, where it sits if it does, and what the referee wrote."""

    event: Event
    entry: Entry
    sitting: Sitting | None
    sent: Sent

    @property
    def seated(self) -> Sitting:
        """Where it sits, for the actions that need a table."""
        return self.sitting or outcomes.sitting_in(self.event, self.entry.number, self.sent["round"])

    @property
    def opposed(self) -> Sitting:
        """Where it sits, for the actions that concern its opponents."""
        return outcomes.opposed_in(self.event, self.entry.number, self.sent["round"])


@dataclass(frozen=True)
class Action:
    """``asks``: its own fields beside pair, round and reason. ``usual``: what follows by the settings."""

    key: str
    label: str | Promise
    says: str | Promise
    usual: Callable[[Case], Outcome]
    act: Callable[[Desk, Case], object]
    asks: tuple[str, ...] = ()


def _absent_outcome(case: Case) -> Outcome:
    return outcomes.absent_outcome(case.event) if case.opposed else Outcome(outcomes.NOTHING)


def _left_outcome(case: Case) -> Outcome:
    if case.sitting is None:
        return Outcome(outcomes.NOTHING)
    justified = case.sent["justified"] == "yes"
    return outcomes.withdrawal_outcome(case.event, case.sitting, justified=justified)


def _level(case: Case) -> Outcome:
    level = Award(case.event.scale.level, 0)
    return Outcome(SCORE if case.seated else outcomes.NOTHING, level, level)


def _off_match(case: Case) -> Outcome:
    off = Award(0, outcomes.awards_of(case.event).late_mp_off)
    return Outcome(outcomes.MATCH_PENALTY if case.seated else outcomes.NOTHING, off)


def _verb(verb: Callable[..., object], *names: str) -> Callable[[Desk, Case], object]:
    """A verb of ``tournaments.desk.rulings``, given the named amounts of the form."""

    def act(desk: Desk, case: Case) -> object:
        sent = case.sent
        return verb(
            event=desk.event,
            number=sent["pair"],
            round_number=sent["round"],
            reason=sent["reason"],
            by=desk.actor,
            key=sent["key"],
            **{name: sent[name] for name in names},
        )

    return act


def _withdraw(desk: Desk, case: Case) -> object:
    case.sent["justified"] = case.sent["justified"] == "yes"
    return _verb(rulings.withdraw, "mine", "theirs", "justified")(desk, case)


def _adjust(desk: Desk, case: Case) -> object:
    mine, theirs = case.sent["mine"], case.sent["theirs"]
    ns, ew = (mine, theirs) if case.seated.line == Line.NS else (theirs, mine)
    plan = RulingPlan(case.seated.match.table, ns.vp, ns.mp, ew.vp, ew.mp, reason=case.sent["reason"])
    return penalties.rule(
        event=desk.event, round_number=case.sent["round"], plans=[plan], by=desk.actor, key=case.sent["key"]
    )


def _penalise(scope: str) -> Callable[[Desk, Case], object]:
    def act(desk: Desk, case: Case) -> object:
        sent = case.sent
        vp = 0 if scope == Penalty.Scope.MATCH else sent["mine"].vp
        plan = PenaltyPlan(sent["pair"], vp, sent["mine"].mp, sent["round"], scope, reason=sent["reason"])
        return penalties.penalise(event=desk.event, plans=[plan], by=desk.actor, key=sent["key"])

    return act


ACTIONS: dict[str, Action] = {
    action.key: action
    for action in (
        Action(
            "late",
            _("Late"),
            _("A pair came late to its table."),
            lambda case: outcomes.late_outcome(case.event, case.opposed.entry, case.sent["minutes"]),
            _verb(rulings.rule_late, "mine", "theirs", "minutes"),
            ("minutes",),
        ),
        Action(
            "absent",
            _("Absent"),
            _("A pair is not at its table, and the seats are published."),
            _absent_outcome,
            _verb(rulings.rule_absent, "mine", "theirs", "leave_out"),
            ("leave_out",),
        ),
        Action(
            "withdrawn",
            _("Withdrawn"),
            _("A pair leaves the tournament; what it has played stands."),
            _left_outcome,
            _withdraw,
            ("justified",),
        ),
        Action(
            "adjusted",
            _("Adjusted score"),
            _("The referee gives a table its score; the two lines need not add up."),
            _level,
            _adjust,
        ),
        Action(
            "match-penalty",
            _("Penalty on the match"),
            _("MP off a line before the VP are reckoned: the VP of both lines change."),
            _off_match,
            _penalise(Penalty.Scope.MATCH),
        ),
        Action(
            "standings-penalty",
            _("Penalty on the standings"),
            _("VP and MP off one pair; nobody else gains."),
            lambda case: Outcome(STANDINGS, outcomes.awards_of(case.event).two_warnings),
            _penalise(Penalty.Scope.STANDINGS),
        ),
        Action(
            "warning",
            _("Warning"),
            _("Two warnings cost a pair VP in the standings."),
            lambda case: outcomes.warning_outcome(case.event, case.seated.entry),
            _verb(rulings.warn, "mine"),
        ),
    )
}

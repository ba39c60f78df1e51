"""What the referee decides: late, absent, warned, scores set, points off, and what is taken back."""

from __future__ import annotations

from typing import Any

from django.urls import path, reverse
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from scoring.awards import Award
from tournaments.api.callers import DIRECTORS
from tournaments.api.operations import acts
from tournaments.api.reads.referee import Penalties, one_of, penalties, rulings
from tournaments.api.reads.rounds import ROUND_AT, result_told
from tournaments.api.shapes.fields import Points, Sent, Text, Truth, Whole
from tournaments.api.shapes.referee import PENALTY, RULING, PenaltyShape, RulingShape
from tournaments.api.shapes.rounds import RESULT, ResultShape
from tournaments.api.views import EventView
from tournaments.api.writes.places import AtTable, OfEntryInRound
from tournaments.desk.outcomes import sitting_in
from tournaments.desk.penalties import MOST_MP, MOST_VP_OFF, PenaltyPlan, RulingPlan, penalise, rule
from tournaments.desk.rulings import rule_absent, rule_late, warn
from tournaments.desk.taking_back import cancel_penalty, cancel_ruling
from tournaments.models import Penalty, Ruling

IN_ROUND = {"event": "", "round": "", "number": "The number of the pair."}
MOST_VP = 999
MOST_ID = 999_999_999_999_999
RULED = {**RESULT, "state": "ruled", "ns_vp": 12, "ew_vp": 8, "ns_net_mp": 300, "ew_net_mp": -300}


class AwardSent(Sent):
    """VP and net MP."""

    vp = Whole(0, MOST_VP)
    mp = Points()


class DecisionSent(Sent):
    """Why, and other amounts than those the event's settings bring."""

    reason = Text(300, default="", allow_blank=True)
    mine = AwardSent(required=False, help_text="For the pair, or what is taken off it.")
    theirs = AwardSent(required=False, help_text="For those who sat opposite.")


def award(sent: dict[str, Any], name: str) -> Award | None:
    return Award(sent[name]["vp"], sent[name]["mp"]) if name in sent else None


class DecisionShape(serializers.Serializer[Any]):
    """What was decided (a warning, MP off the match, the score set), and the table as it stands."""

    kind = serializers.ChoiceField(["warning", "match_penalty", "lost", "absent", "second"])
    result = ResultShape()


class OnPair(OfEntryInRound):
    """A decision about a pair in a round."""

    tag = "referee"

    def table(self) -> int:
        sitting = sitting_in(self.event, self.kwargs["number"], self.kwargs["round"])
        return int(sitting.match.table)

    def decided(self, kind: str) -> dict[str, Any]:
        self.seen = None
        return {"kind": kind, "result": result_told(self, self.kwargs["round"], self.table())}


class LateSent(DecisionSent):
    """By how many minutes."""

    minutes = Whole(1, 600)


class RuleLate(OnPair):
    may = {"POST": DIRECTORS}

    @acts(
        "rule_late", "A pair came late", sends=LateSent, answers=DecisionShape,
        example={"kind": "warning", "result": RESULT}, sent_example={"minutes": 4}, path=IN_ROUND,
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int, number: int) -> Any:
        """A pair came late to its table: warning, MP off, or the match lost, by the event's settings."""
        kind = rule_late(
            event=self.event,
            number=number,
            round_number=round,
            minutes=sent["minutes"],
            mine=award(sent, "mine"),
            theirs=award(sent, "theirs"),
            reason=sent["reason"],
            by=self.actor,
        )
        return self.decided(kind)


class AbsentSent(DecisionSent):
    """A pair that is not at its table."""

    leave_out = Truth(default=True, help_text="Later draws leave it out too, until it is here.")


class RuleAbsent(OnPair):
    may = {"POST": DIRECTORS}

    @acts(
        "rule_absent", "A pair is not at its table", sends=AbsentSent, answers=DecisionShape,
        example={"kind": "absent", "result": RULED}, sent_example={"reason": "not seen"}, path=IN_ROUND,
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int, number: int) -> Any:
        """A pair whose seats are published has not come: who waited gets the score of a bye."""
        rule_absent(
            event=self.event,
            number=number,
            round_number=round,
            mine=award(sent, "mine"),
            theirs=award(sent, "theirs"),
            leave_out=sent["leave_out"],
            reason=sent["reason"],
            by=self.actor,
        )
        return self.decided("absent")


class WarnSent(Sent):
    """Why a pair is warned."""

    reason = Text(300)
    mine = AwardSent(required=False, help_text="What a second warning takes off, if not the usual.")


class Warn(OnPair):
    may = {"POST": DIRECTORS}

    @acts(
        "warn", "Warn a pair", sends=WarnSent, answers=DecisionShape,
        example={"kind": "warning", "result": RESULT}, sent_example={"reason": "talking"}, path=IN_ROUND,
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int, number: int) -> Any:
        """Warn a pair; every second warning costs it VP and MP in the standings (`second`)."""
        kind = warn(
            event=self.event,
            number=number,
            round_number=round,
            mine=award(sent, "mine"),
            reason=sent["reason"],
            by=self.actor,
        )
        return self.decided(kind)


class RulingSent(Sent):
    """The score of a table; the two lines need not add up."""

    ns_vp = Whole(0, MOST_VP)
    ns_mp = Points()
    ew_vp = Whole(0, MOST_VP)
    ew_mp = Points()
    reason = Text(300, default="", allow_blank=True)


RULING_SENT = {"ns_vp": 12, "ns_mp": 300, "ew_vp": 8, "ew_mp": -300, "reason": "card exposed"}


class RuleTable(AtTable):
    may = {"POST": DIRECTORS}
    tag = "referee"

    @acts(
        "rule", "Set the score of a table", sends=RulingSent, answers=RulingShape, status=201,
        example=RULING, sent_example=RULING_SENT, path={"event": "", "round": "", "table": ""},
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int, table: int) -> Ruling:
        """The referee gives a table its score; an earlier one is taken back and stays on record."""
        made = rule(
            event=self.event, round_number=round, plans=[RulingPlan(table=table, **sent)], by=self.actor
        )[0]
        self.made = reverse("api_ruling", args=[self.event.slug, made.pk])
        return made


class PenaltySent(Sent):
    """Points off a pair, as positive numbers."""

    default_error_messages = {
        "match": gettext_lazy("A penalty on the match takes off MP only, and needs the round.")
    }

    entry = Whole(1, 999_999, help_text="The number of the pair.")
    scope = serializers.ChoiceField(Penalty.Scope.choices)
    vp = Whole(0, MOST_VP_OFF, default=0)
    mp = Whole(0, MOST_MP, default=0)
    round = Whole(1, 999_999, default=None, allow_null=True)
    reason = Text(300, default="", allow_blank=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["scope"] == Penalty.Scope.MATCH and (attrs["vp"] or attrs["round"] is None):
            self.fail("match")
        return attrs


class Penalise(Penalties):
    may = {**Penalties.may, "POST": DIRECTORS}

    @acts(
        "penalise", "Take points off a pair", sends=PenaltySent, answers=PenaltyShape, status=201,
        example=PENALTY,
        sent_example={"entry": 30, "scope": "standings", "vp": 1, "mp": 100, "round": 2}, path={"event": ""},
    )  # fmt: skip
    def post(self, sent: Any, event: str) -> Penalty:
        """On the match: MP of a line, hence the VP of both. On the standings: VP and MP of one pair."""
        plan = PenaltyPlan(
            number=sent["entry"],
            vp=sent["vp"],
            mp=sent["mp"],
            round_number=sent["round"],
            scope=sent["scope"],
            reason=sent["reason"],
        )
        made = penalise(event=self.event, plans=[plan], by=self.actor)[0]
        self.made = reverse("api_penalty", args=[self.event.slug, made.pk])
        return made


class CancelSent(Sent):
    """Why it is taken back."""

    reason = Text(300, default="", allow_blank=True)


class CancelPenalty(EventView):
    may = {"POST": DIRECTORS}
    tag = "referee"

    @acts(
        "cancel_penalty", "Take a penalty back", sends=CancelSent, answers=PenaltyShape,
        example={**PENALTY, "cancelled_at": "2026-11-27T21:10:00+01:00"},
        sent_example={"reason": "wrong pair"}, path={"event": "", "pk": ""},
    )  # fmt: skip
    def post(self, sent: Any, event: str, pk: int) -> Any:
        """Take a penalty or a warning back; it stays on record."""
        one_of(penalties(self), pk)
        cancel_penalty(event=self.event, penalty_id=pk, reason=sent["reason"], by=self.actor)
        return one_of(penalties(self), pk)


class CancelRuling(EventView):
    may = {"POST": DIRECTORS}
    tag = "referee"

    @acts(
        "cancel_ruling", "Take a ruling back", sends=CancelSent, answers=RulingShape,
        example={**RULING, "cancelled_at": "2026-11-27T21:10:00+01:00"},
        sent_example={"reason": "wrong table"}, path={"event": "", "pk": ""},
    )  # fmt: skip
    def post(self, sent: Any, event: str, pk: int) -> Any:
        """Take a referee's score back: the played result counts again, or the table is missing again."""
        found = one_of(rulings(self), pk)
        cancel_ruling(
            event=self.event,
            round_number=found.match.round.number,
            table=found.match.table,
            ruling_id=pk,
            reason=sent["reason"],
            by=self.actor,
        )
        return one_of(rulings(self), pk)


ON_PAIR = ROUND_AT + "entries/<number:number>/"
AT = "events/<slug:event>/"

urls = [
    path(ON_PAIR + "late/", RuleLate.as_view(), name="api_rule_late"),
    path(ON_PAIR + "absent/", RuleAbsent.as_view(), name="api_rule_absent"),
    path(ON_PAIR + "warning/", Warn.as_view(), name="api_warn"),
    path(ROUND_AT + "results/<number:table>/ruling/", RuleTable.as_view(), name="api_rule"),
    path(AT + "penalties/", Penalise.as_view(), name="api_penalties"),
    path(AT + "penalties/<identity:pk>/cancel/", CancelPenalty.as_view(), name="api_penalty_cancel"),
    path(AT + "rulings/<identity:pk>/cancel/", CancelRuling.as_view(), name="api_ruling_cancel"),
]

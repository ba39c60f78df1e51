"""Results: of one table or of a whole round, corrected, turned, taken from a line, keyed twice.

What the lines hand in from their phones has its own door, with the code of the table: a program does not
speak for a line, it records.
"""

from __future__ import annotations

from typing import Any

from django.urls import path
from rest_framework import serializers

from tournaments.api.callers import SCORERS
from tournaments.api.operations import acts
from tournaments.api.reads.rounds import ROUND_AT, OneResult, RoundResults, result_told
from tournaments.api.shapes.fields import Confirmable, Points, Sent, Text, Whole
from tournaments.api.shapes.recording import (
    RECORDED,
    RESULT_SENT,
    ROUND_RECORDED,
    ROUND_SENT,
    RecordedShape,
    ResultSent,
    RoundRecordedShape,
    RoundSent,
    plan_of,
    seen_of,
)
from tournaments.api.shapes.rounds import ResultShape
from tournaments.api.writes.places import AtTable, InRound
from tournaments.desk import keying, whole_rounds
from tournaments.desk.judging import Seen
from tournaments.desk.results import Recorded, record, swap_totals
from tournaments.desk.tables import take_proposal
from tournaments.desk.whole_rounds import RoundRecorded, record_results
from tournaments.models import Result, SecondKeying

AT_TABLE = {"event": "", "round": "", "table": ""}


class ResultAtTable(AtTable):
    """Below a table: whoever is stale is told the result that stands."""

    def current(self) -> Any:
        told = result_told(self, self.kwargs["round"], self.kwargs["table"])
        return ResultShape(told, context={"view": self, "rank": self.rank}).data


def recorded_told(view: AtTable, recorded: Recorded) -> dict[str, Any]:
    """A table after a change, for ``RecordedShape``."""
    verb = recorded.line.verb if recorded.line else ""
    done = {"record_result": "recorded", "confirm_result": "recorded", "correct_result": "corrected"}
    return {
        "round": view.kwargs["round"],
        "table": view.kwargs["table"],
        "ns_mp": recorded.result.ns_mp,
        "ew_mp": recorded.result.ew_mp,
        "ns_vp": recorded.vp[0],
        "ew_vp": recorded.vp[1],
        "what": "proposed" if recorded.waits else done.get(verb, "unchanged"),
        "missing": recorded.progress.missing,
        "expected": recorded.progress.expected,
        "version": recorded.version,
    }


class RecordResult(ResultAtTable, OneResult):
    may = {**OneResult.may, "POST": SCORERS}

    @acts(
        "record_result", "Record or correct the result of a table", sends=ResultSent, answers=RecordedShape,
        example=RECORDED, sent_example=RESULT_SENT, path=AT_TABLE, may_refuse=(409, 422),
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int, table: int) -> Any:
        """Store what was played at a table; where it has a result already, this one takes its place.

        Three depths: the totals `ns_mp` and `ew_mp`; or `hands`, each with the MP of both lines, with base
        and points, or with its components; or totals and hands, which then must agree.

        What cards cannot make is refused (422) with every finding. What only a referee can let through is
        asked (409 `result_needs_reason`): send `override_reason`. What is merely strange is asked once (409
        `result_needs_confirmation`): send `confirmed`. After the last round a correction needs
        `countersigned_by` (409 `needs_countersignature`) and comes within the event's time for it. Sent
        again unchanged it stays as it is.
        """
        recorded = record(
            event=self.event,
            round_number=round,
            plan=plan_of(sent, table, self.event),
            by=self.actor,
            seen=seen_of(sent),
            confirmed=sent["confirmed"],
            countersigned_by=sent["countersigned_by"],
            reason=sent["reason"],
        )
        return recorded_told(self, recorded)


class RecordRound(InRound, RoundResults):
    may = {**RoundResults.may, "POST": SCORERS}

    def current(self) -> Any:
        """The totals that stand in the round, table by table, for whoever was stale."""
        standing = Result.objects.filter(
            event=self.event, match__round__number=self.kwargs["round"], state=Result.State.CONFIRMED
        )
        rows = standing.order_by("match__table").values_list("match__table", "ns_mp", "ew_mp")
        return [{"table": table, "ns_mp": ns, "ew_mp": ew} for table, ns, ew in rows]

    @acts(
        "record_round", "Record a whole round at once", sends=RoundSent, answers=RoundRecordedShape,
        example=ROUND_RECORDED, sent_example=ROUND_SENT, path={"event": "", "round": ""},
        may_refuse=(409, 422),
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int) -> RoundRecorded:
        """Store the results of many tables, or correct them: all of them or none.

        Each is judged as if it had been sent by itself. Where one cannot be, nothing is stored, and the
        findings name everything that is off at any table, each with `table` and with `field` as its place
        in what was sent. Tables that stand like that already are left as they are. One line of the journal
        holds the round.
        """
        return record_results(
            event=self.event,
            round_number=round,
            sent=[
                whole_rounds.Sent(plan_of(one, one["table"], self.event), seen_of(one))
                for one in sent["results"]
            ],
            by=self.actor,
            confirmed=sent["confirmed"],
            countersigned_by=sent["countersigned_by"],
            reason=sent["reason"],
        )


class SwapSent(Sent):
    """The totals as you read them, so that a second request does not turn them back."""

    ns_mp = Points()
    ew_mp = Points()
    countersigned_by = Text(150, default="", allow_blank=True)


class SwapTotals(ResultAtTable):
    may = {"POST": SCORERS}
    tag = "results"

    @acts(
        "swap_totals", "Exchange the totals of a table", sends=SwapSent, answers=RecordedShape,
        example={**RECORDED, "what": "corrected"}, sent_example={"ns_mp": 1485, "ew_mp": 3000},
        path=AT_TABLE, may_refuse=(409, 422),
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int, table: int) -> Any:
        """The totals stand on the wrong lines: exchange them, hands included.

        `ns_mp` and `ew_mp` are the totals as they stand before; if others stand, nothing changes (412).
        """
        recorded = swap_totals(
            event=self.event,
            round_number=round,
            table=table,
            by=self.actor,
            seen=Seen(sent["ns_mp"], sent["ew_mp"]),
            countersigned_by=sent["countersigned_by"],
        )
        return recorded_told(self, recorded)


class TakeSent(Sent):
    """Which of the proposals."""

    proposal = Whole(1, 999_999_999_999_999, help_text="The id of the proposal, as the result tells it.")


class TakeProposal(ResultAtTable):
    may = {"POST": SCORERS}
    tag = "results"

    @acts(
        "take_proposal", "Decide for what a line handed in", sends=TakeSent, answers=RecordedShape,
        example=RECORDED, sent_example={"proposal": 4711}, path=AT_TABLE, may_refuse=(409, 422),
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int, table: int) -> Any:
        """Make a proposal of one line the result of the table; the other one is superseded."""
        recorded = take_proposal(
            event=self.event, round_number=round, table=table, seen=sent["proposal"], by=self.actor
        )
        return recorded_told(self, recorded)


class KeyedSent(Sent):
    """The totals as a second person keyed them."""

    ns_mp = Points()
    ew_mp = Points()


class KeyedShape(serializers.Serializer[Any]):
    """The second keying of a table; ``agrees``: null while the first is missing."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    ns_mp = serializers.IntegerField()
    ew_mp = serializers.IntegerField()


KEYED = {"round": 2, "table": 7, "ns_mp": 3000, "ew_mp": 1485}


def keyed_told(view: AtTable, kept: SecondKeying) -> dict[str, Any]:
    return {
        "round": view.kwargs["round"],
        "table": view.kwargs["table"],
        "ns_mp": kept.ns_mp,
        "ew_mp": kept.ew_mp,
    }


class KeyAgain(ResultAtTable):
    may = {"POST": SCORERS}
    tag = "results"

    @acts(
        "key_again", "Key a table a second time", sends=KeyedSent, answers=KeyedShape, example=KEYED,
        sent_example=RESULT_SENT, path=AT_TABLE, may_refuse=(409, 422),
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int, table: int) -> Any:
        """Keep the totals as a second person keyed them. They count for nothing; a difference is decided."""
        kept = keying.key_again(event=self.event, round_number=round, table=table, by=self.actor, **sent)
        return keyed_told(self, kept)


class SettleSent(Confirmable):
    """Which of the two keyings stands."""

    stands = serializers.ChoiceField([keying.FIRST, keying.SECOND])
    override_reason = Text(300, default="", allow_blank=True)
    countersigned_by = Text(150, default="", allow_blank=True)


class SettleDifference(ResultAtTable):
    may = {"POST": SCORERS}
    tag = "results"

    @acts(
        "settle_difference", "Decide between two keyings", sends=SettleSent, answers=KeyedShape,
        example=KEYED, sent_example={"stands": "second"}, path=AT_TABLE, may_refuse=(409, 422),
    )  # fmt: skip
    def post(self, sent: Any, event: str, round: int, table: int) -> Any:
        """Decide which keying of a table stands: the first, stored already, or the second."""
        found = keying.settle_difference(
            event=self.event, round_number=round, table=table, by=self.actor, **sent
        )
        return keyed_told(self, found.result if isinstance(found, Recorded) else found)  # type: ignore[arg-type]


RESULT_AT = ROUND_AT + "results/<number:table>/"

urls = [
    path(ROUND_AT + "results/", RecordRound.as_view(), name="api_round_results"),
    path(RESULT_AT, RecordResult.as_view(), name="api_result"),
    path(RESULT_AT + "swap/", SwapTotals.as_view(), name="api_swap_totals"),
    path(RESULT_AT + "take/", TakeProposal.as_view(), name="api_take_proposal"),
    path(RESULT_AT + "key-again/", KeyAgain.as_view(), name="api_key_again"),
    path(RESULT_AT + "settle/", SettleDifference.as_view(), name="api_settle_difference"),
]

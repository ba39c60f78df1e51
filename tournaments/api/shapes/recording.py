"""Results as a program sends them, at three depths, and what it is told when they are stored."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy
from rest_framework import serializers
from rest_framework.fields import empty

from scoring.hand import Hand, Line, match_points
from tournaments.api.shapes.fields import Confirmable, Points, Sent, Text, Truth, Whole
from tournaments.desk.judging import RULES, HandPlan, ResultPlan, Seen
from tournaments.models import Event

MOST_HANDS = 12
MOST_TABLES = 1000
FORMS = (("ns_mp", "ew_mp"), ("ns_base", "ns_points", "ew_base", "ew_points"), ("ns", "ew"))


class LineSent(Sent):
    """What a line brings to the score sheet for a hand."""

    clean = Whole(0, 20, default=0, help_text="Clean burrachi.")
    semi_clean = Whole(0, 20, default=0, help_text="Semi-clean burrachi.")
    dirty = Whole(0, 20, default=0, help_text="Dirty burrachi.")
    closed = Truth(default=False, help_text="It went out.")
    took_pozzetto = Truth(default=False, help_text="One of the two took the pozzetto.")
    melded = Whole(0, 100_000, default=0, help_text="The value of the cards melded, in MP.")
    left = Whole(0, 100_000, default=0, help_text="The value of the cards left in hand, in MP.")

    def run_validation(self, data: Any = empty) -> Any:
        """A line that is plainly right is taken at once: a round of 250 tables has 2,000 of them."""
        plain = isinstance(data, dict) and all(_is_plain(name, value) for name, value in data.items())
        return {**NOTHING, **data} if plain else super().run_validation(data)


NOTHING = {
    "clean": 0, "semi_clean": 0, "dirty": 0, "closed": False, "took_pozzetto": False, "melded": 0, "left": 0,
}  # fmt: skip
"""A line of which nothing is said."""
_MOST = {"clean": 20, "semi_clean": 20, "dirty": 20, "melded": 100_000, "left": 100_000}


def _is_plain(name: str, value: Any) -> bool:
    if type(value) is bool:
        return name in ("closed", "took_pozzetto")
    return type(value) is int and 0 <= value <= _MOST.get(name, -1)


class HandSent(Sent):
    """One hand in one of three forms: MP of both lines; base and points of both; or their components."""

    default_error_messages = {
        "form": gettext_lazy(
            "A hand is ns_mp and ew_mp; or ns_base, ns_points, ew_base and ew_points; or ns and ew."
        )
    }

    ns_mp = Points(required=False)
    ew_mp = Points(required=False)
    ns_base = Points(required=False, help_text="The base of North-South: burrachi, closing, pozzetto.")
    ns_points = Points(required=False, help_text="The points of its cards, those left in hand taken off.")
    ew_base = Points(required=False)
    ew_points = Points(required=False)
    ns = LineSent(required=False)
    ew = LineSent(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not any(set(attrs) == set(form) for form in FORMS):
            self.fail("form")
        return attrs


class SeenSent(Sent):
    """The totals last read at the table; null where it was still missing."""

    ns_mp = Points(allow_null=True)
    ew_mp = Points(allow_null=True)


class OneResultSent(Sent):
    """What was played at a table: the totals, or the hands, or both."""

    default_error_messages = {
        "totals": gettext_lazy("Say the totals of both lines, ns_mp and ew_mp, or the hands."),
    }

    ns_mp = Points(required=False, help_text="The total of North-South; left out, that of the hands.")
    ew_mp = Points(required=False, help_text="The total of East-West; left out, that of the hands.")
    hands = serializers.ListField(child=HandSent(), required=False, min_length=1, max_length=MOST_HANDS)
    override_reason = Text(
        300,
        default="",
        allow_blank=True,
        help_text="Why it stands although it looks impossible, where the rules let a referee say so.",
    )
    seen = SeenSent(
        required=False,
        help_text="What you last read at this table; if something else stands by now, nothing is stored.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        told = {"ns_mp", "ew_mp"} & set(attrs)
        if len(told) == 1 or not (told or "hands" in attrs):
            self.fail("totals")
        return attrs


class ResultSent(OneResultSent, Confirmable):
    """The result of the table in the address, or its correction."""

    reason = Text(300, default="", allow_blank=True, help_text="Why it is corrected.")
    countersigned_by = Text(
        150, default="", allow_blank=True, help_text="The referee, for a correction after the last round."
    )


class TableResultSent(OneResultSent):
    """A result of a round, with its table."""

    table = Whole(1, 999_999)


class RoundSent(Confirmable):
    """Many tables of a round at once."""

    results = serializers.ListField(child=TableResultSent(), min_length=1, max_length=MOST_TABLES)
    reason = Text(300, default="", allow_blank=True, help_text="Why something is corrected.")
    countersigned_by = Text(
        150, default="", allow_blank=True, help_text="The referee, for corrections after the last round."
    )


class RecordedShape(serializers.Serializer[Any]):
    """A table as it stands after a change, and what is still missing in its round."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    ns_mp = serializers.IntegerField()
    ew_mp = serializers.IntegerField()
    ns_vp = serializers.IntegerField(help_text="With penalties and rulings counted in.")
    ew_vp = serializers.IntegerField()
    what = serializers.ChoiceField(
        ["recorded", "corrected", "unchanged", "proposed"],
        help_text="What this change did; proposed: the account sits at this table, another confirms.",
    )
    missing = serializers.ListField(child=serializers.IntegerField(), help_text="Tables still out.")
    expected = serializers.IntegerField(help_text="How many tables play.")
    version = serializers.IntegerField(help_text="The version of the event.")


class RoundRecordedShape(serializers.Serializer[Any]):
    """What a whole round came to: which tables were new, which were corrected, which stood so already."""

    recorded = serializers.ListField(child=serializers.IntegerField())
    corrected = serializers.ListField(child=serializers.IntegerField())
    unchanged = serializers.ListField(child=serializers.IntegerField())
    missing = serializers.ListField(
        child=serializers.IntegerField(), source="progress.missing", help_text="Tables still out."
    )
    expected = serializers.IntegerField(source="progress.expected", help_text="How many tables play.")
    version = serializers.IntegerField(help_text="The version of the event.")


def plan_of(sent: dict[str, Any], table: int, event: Event) -> ResultPlan:
    """What was sent for a table as the desk takes it."""
    hands = tuple(_hand(hand, event) for hand in sent.get("hands", ()))
    return ResultPlan(
        table=table,
        ns_mp=sent["ns_mp"] if "ns_mp" in sent else sum(hand.ns_mp for hand in hands),
        ew_mp=sent["ew_mp"] if "ew_mp" in sent else sum(hand.ew_mp for hand in hands),
        hands=hands,
        override_reason=sent["override_reason"],
    )


def seen_of(sent: dict[str, Any]) -> Seen | None:
    return Seen(sent["seen"]["ns_mp"], sent["seen"]["ew_mp"]) if "seen" in sent else None


def _hand(sent: dict[str, Any], event: Event) -> HandPlan:
    if "ns" in sent:
        hand = Hand(Line(**sent["ns"]), Line(**sent["ew"]))
        return HandPlan(*match_points(hand, RULES[event.rules_variant]), hand)
    if "ns_base" in sent:
        ns, ew = (sent["ns_base"], sent["ns_points"]), (sent["ew_base"], sent["ew_points"])
        return HandPlan(sum(ns), sum(ew), None, *ns, *ew)
    return HandPlan(sent["ns_mp"], sent["ew_mp"])


RESULT_SENT = {"ns_mp": 3000, "ew_mp": 1485}
HANDS_SENT = {
    "hands": [
        {"ns_mp": 900, "ew_mp": 410},
        {"ns_base": 300, "ns_points": 480, "ew_base": -100, "ew_points": 210},
        {
            "ns": {"clean": 1, "closed": True, "took_pozzetto": True, "melded": 520, "left": 5},
            "ew": {"dirty": 1, "took_pozzetto": True, "melded": 305, "left": 85},
        },
    ],
    "confirmed": True,
}
ROUND_SENT = {
    "results": [
        {"table": 1, "ns_mp": 3000, "ew_mp": 1485},
        {"table": 2, "hands": [{"ns_mp": 900, "ew_mp": 410}, {"ns_mp": 45, "ew_mp": 1220}]},
    ],
    "confirmed": True,
}
RECORDED = {
    "round": 2,
    "table": 7,
    "ns_mp": 3000,
    "ew_mp": 1485,
    "ns_vp": 17,
    "ew_vp": 3,
    "what": "recorded",
    "missing": [3, 9],
    "expected": 15,
    "version": 58,
}
ROUND_RECORDED = {
    "recorded": [1, 2],
    "corrected": [],
    "unchanged": [],
    "missing": [],
    "expected": 2,
    "version": 58,
}

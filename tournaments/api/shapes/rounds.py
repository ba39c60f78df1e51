"""Rounds, seats and results as they are told."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.callers import READERS
from tournaments.api.shapes.names import OTHER_PAIR, PAIR, PairShape
from tournaments.api.shapes.told import Told
from tournaments.models import Round, Source


class RoundShape(Told):
    """A round: drawn (only its own people see it), published (the players see their seats), closed."""

    number = serializers.IntegerField()
    state = serializers.ChoiceField(Round.State.choices)
    tables = serializers.IntegerField(help_text="Tables that play; a rest is none.")
    arrived = serializers.IntegerField(help_text="Of these, how many have a result or a ruling.")
    published_at = serializers.DateTimeField(allow_null=True)
    closed_at = serializers.DateTimeField(allow_null=True)


class MatchShape(Told):
    """Who sits at a table. A line that is null is the rest of the other."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    section = serializers.IntegerField()
    ns = PairShape(allow_null=True)
    ew = PairShape(allow_null=True)
    settled = serializers.BooleanField(help_text="Has a result or a ruling, or needs none.")


class HandShape(serializers.Serializer[Any]):
    """A hand: the MP of both lines, and how they came about where that was written down."""

    number = serializers.IntegerField()
    ns_mp = serializers.IntegerField()
    ew_mp = serializers.IntegerField()
    ns = serializers.JSONField(allow_null=True, help_text="The components of the line, or null.")
    ew = serializers.JSONField(allow_null=True)


class ProposalShape(serializers.Serializer[Any]):
    """Totals one line handed in from the table; they count for nothing until somebody takes them."""

    id = serializers.IntegerField(source="pk")
    line = serializers.CharField()
    ns_mp = serializers.IntegerField()
    ew_mp = serializers.IntegerField()


class ResultShape(Told):
    """A table of a round with what came of it: MP as played, VP and net MP with penalties and rulings."""

    only = {"source": READERS, "override_reason": READERS, "proposals": READERS}

    round = serializers.IntegerField()
    table = serializers.IntegerField(source="row.table")
    state = serializers.ChoiceField(["played", "ruled", "bye", "missing"], source="row.state")
    ns = PairShape(allow_null=True, source="row.ns")
    ew = PairShape(allow_null=True, source="row.ew")
    ns_mp = serializers.IntegerField(allow_null=True, source="row.ns_mp")
    ew_mp = serializers.IntegerField(allow_null=True, source="row.ew_mp")
    ns_vp = serializers.IntegerField(allow_null=True, source="row.ns_vp")
    ew_vp = serializers.IntegerField(allow_null=True, source="row.ew_vp")
    ns_net_mp = serializers.IntegerField(allow_null=True, source="row.ns_net")
    ew_net_mp = serializers.IntegerField(allow_null=True, source="row.ew_net")
    ns_mp_off = serializers.IntegerField(source="row.ns_off", help_text="Match penalties of the line.")
    ew_mp_off = serializers.IntegerField(source="row.ew_off")
    hands = HandShape(many=True, source="row.hands")
    source = serializers.ChoiceField(  # type: ignore[assignment]
        ["", *Source.values], required=False, help_text="From where it came; its own people only."
    )
    override_reason = serializers.CharField(required=False, allow_blank=True)
    proposals = ProposalShape(many=True, required=False)


ROUND = {
    "number": 2,
    "state": "published",
    "tables": 15,
    "arrived": 4,
    "published_at": "2026-11-27T20:45:00Z",
    "closed_at": None,
}
MATCH = {"round": 2, "table": 7, "section": 1, "ns": PAIR, "ew": OTHER_PAIR, "settled": True}
RESULT = {
    "round": 2,
    "table": 7,
    "state": "played",
    "ns": PAIR,
    "ew": OTHER_PAIR,
    "ns_mp": 3000,
    "ew_mp": 1485,
    "ns_vp": 17,
    "ew_vp": 3,
    "ns_net_mp": 1515,
    "ew_net_mp": -1515,
    "ns_mp_off": 0,
    "ew_mp_off": 0,
    "hands": [{"number": 1, "ns_mp": 900, "ew_mp": 410, "ns": None, "ew": None}],
}

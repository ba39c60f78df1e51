"""What the referee has decided, as it is told."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.models import Penalty, Ruling


class PenaltyShape(serializers.Serializer[Any]):
    """Points off: of the match (MP of a line) or of the standings. ``cancelled_at``: taken back then."""

    id = serializers.IntegerField(source="pk")
    entry = serializers.IntegerField(source="entry.number", help_text="The number of the pair.")
    round = serializers.SerializerMethodField()
    scope = serializers.ChoiceField(Penalty.Scope.choices)
    kind = serializers.ChoiceField(Penalty.Kind.choices)
    vp = serializers.IntegerField(help_text="VP taken off.")
    mp = serializers.IntegerField(help_text="MP taken off.")
    reason = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    cancelled_at = serializers.DateTimeField(allow_null=True)

    def get_round(self, row: Penalty) -> int | None:
        return row.round.number if row.round else None


class RulingShape(serializers.Serializer[Any]):
    """A score set by the referee instead of the one played. ``cancelled_at``: taken back then."""

    id = serializers.IntegerField(source="pk")
    round = serializers.IntegerField(source="match.round.number")
    table = serializers.IntegerField(source="match.table")
    kind = serializers.ChoiceField(Ruling.Kind.choices)
    ns_vp = serializers.IntegerField()
    ns_mp = serializers.IntegerField()
    ew_vp = serializers.IntegerField()
    ew_mp = serializers.IntegerField()
    reason = serializers.CharField(allow_blank=True)
    at = serializers.DateTimeField()
    cancelled_at = serializers.DateTimeField(allow_null=True)


PENALTY = {
    "id": 41,
    "entry": 30,
    "round": 2,
    "scope": "standings",
    "kind": "two_warnings",
    "vp": 1,
    "mp": 100,
    "reason": "second warning",
    "at": "2026-11-27T21:05:00Z",
    "cancelled_at": None,
}
RULING = {
    "id": 12,
    "round": 2,
    "table": 7,
    "kind": "adjusted",
    "ns_vp": 12,
    "ns_mp": 300,
    "ew_vp": 8,
    "ew_mp": -300,
    "reason": "card exposed",
    "at": "2026-11-27T21:05:00Z",
    "cancelled_at": None,
}

"""The journal and the clock as they are told."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.models import Source


class LineShape(serializers.Serializer[Any]):
    """A line of the journal. ``sentence`` says it in the language of Accept-Language."""

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    who = serializers.CharField(allow_blank=True)
    source = serializers.ChoiceField(Source.choices)  # type: ignore[assignment]
    verb = serializers.CharField()
    round = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    entry = serializers.IntegerField(allow_null=True, help_text="The number of the pair it is about.")
    other_entry = serializers.IntegerField(allow_null=True)
    sentence = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)


class ClockShape(serializers.Serializer[Any]):
    """The clock of the round being played; all but the moments and the round in seconds.

    Running: ``ends_at`` says when it is over. Paused: ``left`` remain. The Date header of the answer is the
    server's own time, to count from.
    """

    state = serializers.ChoiceField(["none", "running", "paused"])
    round = serializers.IntegerField(allow_null=True)
    length = serializers.IntegerField()
    ends_at = serializers.DateTimeField(allow_null=True)
    left = serializers.IntegerField(allow_null=True)
    warning = serializers.IntegerField(help_text="How long before the end it warns.")
    last_lap_at = serializers.DateTimeField(allow_null=True, help_text="When the last hand was announced.")


LINE = {
    "number": 57,
    "at": "2026-11-27T21:02:11Z",
    "who": "Aldo Sacchi",
    "source": "desk",
    "verb": "record_result",
    "round": 2,
    "table": 7,
    "entry": 30,
    "other_entry": 17,
    "sentence": "Round 2, table 7: 3,000 to 1,485.",
    "reason": "",
}
CLOCK = {
    "state": "running",
    "round": 2,
    "length": 3300,
    "ends_at": "2026-11-27T21:40:00Z",
    "left": None,
    "warning": 300,
    "last_lap_at": None,
}

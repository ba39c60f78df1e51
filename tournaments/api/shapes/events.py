"""Clubs and events as they are told."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.callers import READERS
from tournaments.api.shapes.told import Told
from tournaments.models import Event


class ClubShape(Told):
    """An affiliated club. What is beyond its name stands on no public page: its own people are told."""

    only = {"federation_code": READERS, "town": READERS, "region": READERS}

    slug = serializers.CharField(help_text="The last part of its address.")
    name = serializers.CharField()
    federation_code = serializers.CharField(allow_blank=True, required=False)
    town = serializers.CharField(allow_blank=True, required=False)
    region = serializers.CharField(allow_blank=True, required=False)


class ClubNameShape(serializers.Serializer[Any]):
    """A club in short."""

    slug = serializers.CharField()
    name = serializers.CharField()


class PhaseShape(serializers.Serializer[Any]):
    """A stretch of rounds under one movement."""

    movement = serializers.CharField()
    rounds = serializers.IntegerField()


class EventShape(serializers.Serializer[Any]):
    """A tournament. ``version`` grows with every change, and is in each ETag."""

    slug = serializers.CharField(help_text="The last part of its address.")
    name = serializers.CharField()
    date = serializers.DateField()
    place = serializers.CharField(allow_blank=True)
    club = ClubNameShape()
    kind = serializers.ChoiceField(Event.Kind.choices)
    state = serializers.ChoiceField(Event.State.choices)
    version = serializers.IntegerField()


class EventDetailShape(EventShape):
    """An event with what was decided about it, and how far it has come."""

    pairs = serializers.IntegerField(help_text="How many take part.")
    hands_per_round = serializers.IntegerField()
    results_kept_as = serializers.ChoiceField(Event.Depth.choices, source="depth")
    rules = serializers.ChoiceField(Event.RulesVariant.choices, source="rules_variant")
    scale_bounds = serializers.ListField(
        child=serializers.IntegerField(), help_text="From which difference of MP each further VP is won."
    )
    scale_maximum = serializers.IntegerField(help_text="The VP the two lines of a table share.")
    bye_vp = serializers.IntegerField()
    bye_mp = serializers.IntegerField()
    tie_breaks = serializers.ListField(child=serializers.CharField(), source="criteria")
    phases = PhaseShape(many=True, source="phases_told")
    total_rounds = serializers.IntegerField()
    last_released = serializers.IntegerField(help_text="The last round whose seats are published; 0: none.")
    last_closed = serializers.IntegerField(help_text="The last round that has standings; 0: none.")


CLUB = {
    "slug": "circolo-la-pinella",
    "name": "Circolo La Pinella",
    "federation_code": "PV012",
    "town": "Pavia",
    "region": "Lombardia",
}
EVENT = {
    "slug": "burraco-dautunno-2026-11-27",
    "name": "Burraco d'autunno",
    "date": "2026-11-27",
    "place": "Pavia",
    "club": {"slug": "circolo-la-pinella", "name": "Circolo La Pinella"},
    "kind": "club",
    "state": "running",
    "version": 57,
}
EVENT_DETAIL = {
    **EVENT,
    "pairs": 30,
    "hands_per_round": 4,
    "results_kept_as": "hands",
    "rules": "fibur",
    "scale_bounds": [105, 305, 505, 705, 905, 1105, 1305, 1505, 1705, 2005],
    "scale_maximum": 20,
    "bye_vp": 12,
    "bye_mp": 300,
    "tie_breaks": ["vp", "net_mp", "direct_encounter"],
    "phases": [{"movement": "mitchell", "rounds": 3}, {"movement": "danish_modified", "rounds": 1}],
    "total_rounds": 4,
    "last_released": 3,
    "last_closed": 2,
}

"""Standings and publications as they are told."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.shapes.entries import PLAYED, PlayedShape
from tournaments.api.shapes.names import OTHER_PAIR, PAIR, PairShape
from tournaments.words import spoken


class ValueShape(serializers.Serializer[Any]):
    """A criterion of a pair that is level on VP, and what it gives; null: it cannot decide here."""

    key = serializers.CharField()
    label = serializers.SerializerMethodField()  # type: ignore[assignment]
    value = serializers.IntegerField(allow_null=True)

    def get_label(self, value: Any) -> str:
        return spoken(value.label)


class MeetingShape(serializers.Serializer[Any]):
    """A match against a pair that is level."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    opponent = PairShape()
    vp = serializers.IntegerField()
    their_vp = serializers.IntegerField()


class StandingShape(serializers.Serializer[Any]):
    """A pair in the standings. ``why``: the sentence for who asks "why this place?"."""

    place = serializers.IntegerField()
    shared = serializers.BooleanField(help_text="The place is shared with another pair.")
    pair = PairShape(source="name")
    vp = serializers.IntegerField()
    mp = serializers.IntegerField(help_text="Net MP, penalties counted in.")
    moved = serializers.IntegerField(allow_null=True, help_text="Places won since the round before.")
    why = serializers.CharField(allow_blank=True)
    played = PlayedShape(many=True)
    penalty_vp = serializers.IntegerField()
    penalty_mp = serializers.IntegerField()
    withdrawn = serializers.BooleanField()
    tie_breaks = serializers.SerializerMethodField()
    meetings = serializers.SerializerMethodField()

    def get_tie_breaks(self, row: Any) -> ValueShape(many=True):  # type: ignore[valid-type]
        return ValueShape(row.behind.values if row.behind else [], many=True).data

    def get_meetings(self, row: Any) -> MeetingShape(many=True):  # type: ignore[valid-type]
        return MeetingShape(row.behind.meetings if row.behind else [], many=True).data


class StandingsAboutShape(serializers.Serializer[Any]):
    """Which standings these are. ``publication`` null: not published under a number yet.

    ``changed``: something was corrected since that publication, and these show it.
    """

    round = serializers.IntegerField()
    final = serializers.BooleanField()
    official = serializers.BooleanField(help_text="The places are those the organizers published.")
    publication = serializers.IntegerField(allow_null=True)
    at = serializers.DateTimeField(allow_null=True)
    changed = serializers.BooleanField()


class PublicationShape(serializers.Serializer[Any]):
    """A standings as it was released, under its number, for good."""

    number = serializers.IntegerField()
    round = serializers.IntegerField(source="round_number")
    version = serializers.IntegerField(help_text="The version of the event it shows.")
    at = serializers.DateTimeField()


class PublishedRowShape(serializers.Serializer[Any]):
    """A pair in a publication."""

    place = serializers.IntegerField()
    number = serializers.IntegerField()
    vp = serializers.IntegerField()
    net_mp = serializers.IntegerField()


class PublicationDetailShape(PublicationShape):
    """A publication with its rows as they were kept."""

    rows = PublishedRowShape(many=True)


STANDING = {
    "place": 4,
    "shared": False,
    "pair": PAIR,
    "vp": 31,
    "mp": 1940,
    "moved": 2,
    "why": "It has 31 VP like Valenti – Neri. With level VP the MP count: +1,940 against +1,200.",
    "played": [PLAYED],
    "penalty_vp": 0,
    "penalty_mp": 0,
    "withdrawn": False,
    "tie_breaks": [{"key": "net_mp", "label": "MP", "value": 1940}],
    "meetings": [{"round": 2, "table": 7, "opponent": OTHER_PAIR, "vp": 17, "their_vp": 3}],
}
ABOUT = {
    "round": 2,
    "final": False,
    "official": False,
    "publication": 2,
    "at": "2026-11-27T21:30:00Z",
    "changed": False,
}
PUBLICATION = {"number": 2, "round": 2, "version": 57, "at": "2026-11-27T21:30:00Z"}
PUBLICATION_DETAIL = {**PUBLICATION, "rows": [{"place": 1, "number": 12, "vp": 36, "net_mp": 2890}]}

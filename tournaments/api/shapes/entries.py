"""Entries, and a pair's evening."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.callers import READERS
from tournaments.api.shapes.names import OTHER_PAIR, PAIR, PairShape
from tournaments.api.shapes.rounds import HandShape
from tournaments.api.shapes.told import Told
from tournaments.models import Entry, Line

LINES = ["", *Line.values]


class EntryShape(Told):
    """A pair under its number, as it is now. Whether it is here and has paid only its own people are told."""

    only = {"checked_in": READERS, "paid": READERS}

    number = serializers.IntegerField()
    pair = PairShape()
    state = serializers.ChoiceField(Entry.State.choices)
    line = serializers.ChoiceField(LINES)
    section = serializers.IntegerField()
    checked_in = serializers.BooleanField(required=False)
    paid = serializers.BooleanField(required=False)


class PlayedShape(serializers.Serializer[Any]):
    """A round of a pair. ``mp`` is its difference, penalties and rulings counted in."""

    round = serializers.IntegerField()
    kind = serializers.ChoiceField(["played", "ruled", "bye"])
    table = serializers.IntegerField()
    line = serializers.ChoiceField(Line.values)
    opponent = PairShape(allow_null=True)
    vp = serializers.IntegerField()
    mp = serializers.IntegerField()
    own_mp = serializers.IntegerField(allow_null=True, source="own")
    their_mp = serializers.IntegerField(allow_null=True, source="theirs")
    mp_off = serializers.IntegerField(source="off")


class EveningRoundShape(serializers.Serializer[Any]):
    """A round of a pair with its hands, the pair's own line as ns, and the place it led to."""

    played = PlayedShape()
    outcome = serializers.ChoiceField(["won", "level", "lost", "ruled", "bye"])
    hands = HandShape(many=True)
    place = serializers.IntegerField(allow_null=True)


class TakenOffShape(serializers.Serializer[Any]):
    """Points taken off in the standings, and why."""

    vp = serializers.IntegerField()
    mp = serializers.IntegerField()
    round = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)


class EntryDetailShape(EntryShape):
    """A pair with its whole evening, the newest round first. Place, VP and MP after the last closed round."""

    place = serializers.IntegerField(allow_null=True, source="board.place")
    vp = serializers.IntegerField(allow_null=True, source="board.vp")
    mp = serializers.IntegerField(allow_null=True, source="board.mp")
    rounds = EveningRoundShape(many=True, source="board.rounds")
    taken_off = TakenOffShape(many=True, source="board.taken_off")


ENTRY = {"number": 30, "pair": PAIR, "state": "active", "line": "ns", "section": 1}
PLAYED = {
    "round": 2,
    "kind": "played",
    "table": 7,
    "line": "ns",
    "opponent": OTHER_PAIR,
    "vp": 17,
    "mp": 1515,
    "own_mp": 3000,
    "their_mp": 1485,
    "mp_off": 0,
}
ENTRY_DETAIL = {
    **ENTRY,
    "place": 4,
    "vp": 31,
    "mp": 1940,
    "rounds": [{"played": PLAYED, "outcome": "won", "hands": [], "place": 4}],
    "taken_off": [],
}

"""Pairs and people as a program sends them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.shapes.entries import EntryShape
from tournaments.api.shapes.fields import Sent, Text, Truth, Whole
from tournaments.desk.entries import LAST_NUMBER
from tournaments.models import Line

MOST_ENTRIES = 1000
MOST_ID = 999_999_999_999_999


class PersonSent(Sent):
    """A player by name, as lists are kept: surname first. Somebody known is recognised by card or name."""

    name = Text(160, help_text="Surname and first name.")
    card = Text(20, default="", allow_blank=True)
    player = Whole(
        1, MOST_ID, default=None, allow_null=True, help_text="The id of a player the club looks after."
    )
    new = Truth(default=False, help_text="Nobody known, whatever the name.")
    phone = Text(40, default="", allow_blank=True)
    email = serializers.EmailField(max_length=254, default="", allow_blank=True)


class EntrySent(Sent):
    """A pair."""

    people = serializers.ListField(child=PersonSent(), min_length=1, max_length=2)
    number = Whole(0, LAST_NUMBER, default=0, help_text="0: the next free one.")
    club = Text(120, default="", allow_blank=True, help_text="By name.")
    line = serializers.ChoiceField(
        ["", *Line.values], default="", help_text="Where it has to sit, if it has."
    )
    section = Whole(1, 99, default=1)
    paid = Truth(default=False)


class EntriesSent(Sent):
    """One pair or many, all or none."""

    entries = serializers.ListField(child=EntrySent(), min_length=1, max_length=MOST_ENTRIES)


class EntriesShape(serializers.Serializer[Any]):
    """Pairs that were put on the list."""

    entries = EntryShape(many=True)


PAIR_SENT = {"people": [{"name": "Gentile Enrica"}, {"name": "Conti Ugo"}], "club": "La Pinella, Pavia"}

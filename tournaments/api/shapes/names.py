"""Pairs and people as everybody may see them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class PersonShape(serializers.Serializer[Any]):
    """A player's name."""

    surname = serializers.CharField()
    first_name = serializers.CharField(allow_blank=True)


class PairShape(serializers.Serializer[Any]):
    """A pair as it sat: its number, what the hall calls it, and who sat in it."""

    number = serializers.IntegerField()
    short = serializers.CharField(help_text="The surnames, as the hall calls them.")
    people = PersonShape(many=True)
    club = serializers.CharField(allow_blank=True)


PAIR = {
    "number": 30,
    "short": "Gentile – Conti",
    "people": [
        {"surname": "Gentile", "first_name": "Enrica"},
        {"surname": "Conti", "first_name": "Ugo"},
    ],
    "club": "La Pinella, Pavia",
}
OTHER_PAIR = {
    "number": 17,
    "short": "Valenti – Neri",
    "people": [
        {"surname": "Valenti", "first_name": "Bruno"},
        {"surname": "Neri", "first_name": "Nadia"},
    ],
    "club": "Circolo Ticino, Pavia",
}

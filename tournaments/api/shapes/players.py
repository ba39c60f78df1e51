"""Players a club looks after, as its people are told of them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from tournaments.api.callers import DIRECTORS
from tournaments.api.shapes.told import Told
from tournaments.models import Player

PRIVATE = ("birth_date", "sex", "phone", "email")


class PlayerShape(Told):
    """A player. Birth date, sex, phone and e-mail are told to directors alone."""

    only = dict.fromkeys(PRIVATE, DIRECTORS)

    id = serializers.IntegerField(source="pk")
    surname = serializers.CharField(allow_blank=True)
    first_name = serializers.CharField(allow_blank=True)
    club = serializers.SerializerMethodField(
        help_text="The player's own club, by the last part of its address."
    )
    card_number = serializers.CharField(allow_blank=True)
    card_kind = serializers.ChoiceField(["", *Player.CardKind.values])
    card_year = serializers.IntegerField(allow_null=True)
    birth_date = serializers.DateField(allow_null=True, required=False)
    sex = serializers.CharField(allow_blank=True, required=False)
    phone = serializers.CharField(allow_blank=True, required=False)
    email = serializers.CharField(allow_blank=True, required=False)

    def get_club(self, player: Player) -> str | None:
        return player.club.slug if player.club else None


class EveningShape(serializers.Serializer[Any]):
    """An event in which a player sat."""

    event = serializers.CharField(source="slug")
    name = serializers.CharField()
    date = serializers.DateField()
    entry = serializers.IntegerField(source="number")
    partners = serializers.CharField(allow_blank=True)


class PlayerDetailShape(PlayerShape):
    """A player with the last thirty evenings at this club."""

    evenings = EveningShape(many=True)


PLAYER = {
    "id": 301,
    "surname": "Gentile",
    "first_name": "Enrica",
    "club": "circolo-la-pinella",
    "card_number": "104512",
    "card_kind": "ordinary",
    "card_year": 2026,
}
PLAYER_DETAIL = {
    **PLAYER,
    "evenings": [
        {
            "event": "burraco-dautunno-2026-11-27",
            "name": "Burraco d'autunno",
            "date": "2026-11-27",
            "entry": 30,
            "partners": "Conti Ugo",
        }
    ],
}

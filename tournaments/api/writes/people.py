"""What is kept about clubs and players: added, corrected, two records joined. Of no event, so by content."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.urls import path, reverse
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from tournaments.api.callers import DIRECTORS
from tournaments.api.operations import acts
from tournaments.api.reads.events import OneClub
from tournaments.api.reads.players import OnePlayer, Players, players
from tournaments.api.refusals import not_there
from tournaments.api.shapes.events import CLUB, ClubShape
from tournaments.api.shapes.fields import Confirmable, Sent, Text, Whole
from tournaments.api.shapes.players import PLAYER, PLAYER_DETAIL, PlayerDetailShape, PlayerShape
from tournaments.api.views import ClubView
from tournaments.api.writes.places import ByContent
from tournaments.boards.desk_players import evenings_of
from tournaments.desk.clubs import edit_club
from tournaments.desk.players import FIELDS, PlayerPlan, add_player, edit_player, merge_players
from tournaments.models import Club, Player


class ClubSent(Sent):
    """What is kept about a club; what is left out stays."""

    name = Text(120, required=False)
    federation_code = Text(20, required=False, allow_blank=True)
    town = Text(80, required=False, allow_blank=True)
    region = Text(40, required=False, allow_blank=True)


class EditClub(ByContent, OneClub):
    may = {**OneClub.may, "PATCH": DIRECTORS}

    def told(self) -> Any:
        return ClubShape(self.club).data

    @acts(
        "edit_club", "Correct what is kept about a club", sends=ClubSent, answers=ClubShape, example=CLUB,
        sent_example={"town": "Pavia"}, path={"club": ""},
    )  # fmt: skip
    def patch(self, sent: Any, club: str) -> Club:
        """Correct name, federation code, town or region; the address of the club stays."""
        names = ("name", "federation_code", "town", "region")
        kept = {name: getattr(self.club, name) for name in names}
        self.club = edit_club(club_id=self.club.pk, **{**kept, **sent})
        return self.club

    def lock(self) -> None:
        self.club = Club.objects.select_for_update().get(pk=self.club.pk)


class PlayerSent(Sent):
    """What is kept about a player; what is left out stays."""

    default_error_messages = {"club": gettext_lazy("There is no such club.")}

    surname = Text(80, required=False)
    first_name = Text(80, required=False, allow_blank=True)
    club = Text(80, required=False, allow_null=True, help_text="By the last part of its address; null: none.")
    card_number = Text(20, required=False, allow_blank=True)
    card_kind = serializers.ChoiceField(["", *Player.CardKind.values], required=False)
    card_year = Whole(1990, 2100, required=False, allow_null=True)
    phone = Text(40, required=False, allow_blank=True)
    email = serializers.EmailField(max_length=254, required=False, allow_blank=True)

    def validate_club(self, value: str | None) -> Club | None:
        found = Club.objects.filter(slug=value).first() if value else None
        if value and found is None:
            self.fail("club")
        return found


class PlayerEdited(PlayerSent, Confirmable):
    """The same, with the yes to a question: who goes over to another club leaves the list of this one."""


class NewPlayerSent(PlayerSent):
    """A player the club is to keep; without a club, of this one."""

    surname = Text(80)


PLAYER_SENT = {"surname": "Gentile", "first_name": "Enrica", "card_number": "104512"}


class AddPlayer(Players):
    may = {**Players.may, "POST": DIRECTORS}

    @acts(
        "add_player", "Add a player", sends=NewPlayerSent, answers=PlayerShape, status=201, example=PLAYER,
        sent_example=PLAYER_SENT, path={"club": ""},
    )  # fmt: skip
    def post(self, sent: Any, club: str) -> Player:
        """A player of the club who sits in no event yet. A card has one holder."""
        made = add_player(plan=PlayerPlan(**{"club": self.club, **sent}))
        self.made = reverse("api_player", args=[self.club.slug, made.pk])
        return made


class OfPlayer(ByContent, ClubView):
    """Below a player the club looks after."""

    player: Player

    def lock(self) -> None:
        super().lock()
        found = players(self).filter(pk=self.kwargs["pk"]).first()
        if found is None:
            raise not_there()
        self.player = found

    def told(self) -> Any:
        return PlayerDetailShape(self.whole(), context={"view": self, "rank": self.rank}).data

    def whole(self) -> Any:
        """The player with the evenings at this club, for ``PlayerDetailShape``."""
        found: Any = self.player
        found.evenings = evenings_of(found, Club.objects.filter(pk=self.club.pk))
        return found


class EditPlayer(OfPlayer, OnePlayer):
    may = {**OnePlayer.may, "PATCH": DIRECTORS}

    @acts(
        "edit_player", "Correct what is kept about a player", sends=PlayerEdited, answers=PlayerDetailShape,
        example=PLAYER_DETAIL, sent_example={"card_year": 2026}, path={"club": "", "pk": ""},
    )  # fmt: skip
    def patch(self, sent: Any, club: str, pk: int) -> Player:
        """Correct a player. Every event in which he or she sits gets a line where the name changes.

        Who would leave the list of the club by it is asked about first (409 `leaves_the_list`).
        """
        confirmed = sent.pop("confirmed")
        kept = PlayerPlan(**{name: getattr(self.player, name) for name in FIELDS})
        self.player = edit_player(
            player_id=pk,
            plan=replace(kept, **sent),
            by=self.actor,
            kept=players(self),
            confirmed=confirmed,
        )
        return self.whole()  # type: ignore[no-any-return]


class MergeSent(Confirmable):
    """The record that is the same person."""

    gone = Whole(1, 999_999_999_999_999, help_text="The id of the record that is found no more.")


class MergePlayers(OfPlayer):
    may = {"POST": DIRECTORS}
    tag = "players"

    @acts(
        "merge_players", "Join two records of one person", sends=MergeSent, answers=PlayerDetailShape,
        example=PLAYER_DETAIL, sent_example={"gone": 302}, path={"club": "", "pk": ""},
    )  # fmt: skip
    def post(self, sent: Any, club: str, pk: int) -> Player:
        """The player of the address takes over everything the other record has played.

        Refused where both were at one event: then they are two people. Two cards are asked about first.
        """
        if not players(self).filter(pk=sent["gone"]).exists():
            raise not_there()
        self.player = merge_players(
            keep_id=pk, gone_id=sent["gone"], by=self.actor, confirmed=sent["confirmed"]
        )
        return self.whole()  # type: ignore[no-any-return]


urls = [
    path("clubs/<slug:club>/", EditClub.as_view(), name="api_club"),
    path("clubs/<slug:club>/players/", AddPlayer.as_view(), name="api_players"),
    path("clubs/<slug:club>/players/<identity:pk>/", EditPlayer.as_view(), name="api_player"),
    path("clubs/<slug:club>/players/<identity:pk>/merge/", MergePlayers.as_view(), name="api_merge_players"),
]

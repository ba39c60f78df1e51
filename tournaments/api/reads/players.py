"""The players a club looks after: for its scorers and above, and without what is private for scorers."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import path

from tournaments.api.callers import SCORERS
from tournaments.api.filters import Filters, text
from tournaments.api.operations import reads
from tournaments.api.refusals import not_there
from tournaments.api.shapes.players import PLAYER, PLAYER_DETAIL, PlayerDetailShape, PlayerShape
from tournaments.api.views import ClubView
from tournaments.boards.desk_players import evenings_of, kept_by, search
from tournaments.models import Club, Player


class PlayerFilters(Filters):
    name = text(says="Whose names begin like this, in any order, without case or accents.")
    card = text("card_number", says="With this card.")


def players(view: ClubView) -> QuerySet[Player]:
    """Whom the club looks after, as its desk does: its own, and guests whose club nobody runs here."""
    return kept_by(Club.objects.filter(pk=view.club.pk)).select_related("club")


class Players(ClubView):
    may = {"GET": SCORERS}
    tag = "players"

    @reads(
        "list_players", "The players", PlayerShape, example=PLAYER, paged=True, filters=PlayerFilters,
        path={"club": ""},
    )  # fmt: skip
    def get(self, club: str) -> QuerySet[Player]:
        """The players the club looks after, by name: its own, and guests whose club nobody runs."""
        found = players(self)
        if "card" in self.asked:
            found = found.filter(card_number=self.asked["card"])
        return search(found, self.asked.get("name", ""))


class OnePlayer(ClubView):
    may = {"GET": SCORERS}
    tag = "players"

    @reads("read_player", "One player", PlayerDetailShape, example=PLAYER_DETAIL, path={"club": "", "pk": ""})
    def get(self, club: str, pk: int) -> Any:
        """A player with the evenings at this club."""
        found: Any = players(self).filter(pk=pk).first()
        if found is None:
            raise not_there()
        found.evenings = evenings_of(found, Club.objects.filter(pk=self.club.pk))
        return found


urls = [
    path("clubs/<slug:club>/players/", Players.as_view(), name="api_players"),
    path("clubs/<slug:club>/players/<identity:pk>/", OnePlayer.as_view(), name="api_player"),
]

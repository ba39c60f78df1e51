"""People and pairs that were sent, as the desk takes them; pairs as they are after a change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db.models import QuerySet

from tournaments.api.reads.entries import EntryTold, entry_told
from tournaments.api.reads.rounds import seen_by
from tournaments.api.refusals import not_there
from tournaments.api.shapes.entries import EntryShape
from tournaments.api.views import EventView
from tournaments.api.writes.places import OfEntry
from tournaments.boards.desk_players import kept_by
from tournaments.desk.entries import EntryPlan
from tournaments.desk.people import PersonPlan
from tournaments.models import Club, Entry, Player


def person(view: EventView, sent: dict[str, Any]) -> PersonPlan:
    """A person as the desk takes it; who is named by an id is looked for among those the club looks after."""
    if sent["player"] is not None and not kept(view).filter(pk=sent["player"]).exists():
        raise not_there()
    return _plan(sent)


def _plan(sent: dict[str, Any]) -> PersonPlan:
    return PersonPlan(
        full_name=sent["name"],
        card=sent["card"],
        player_id=sent["player"],
        is_new=sent["new"],
        phone=sent["phone"],
        email=sent["email"],
    )


def kept(view: EventView) -> QuerySet[Player]:
    """Whom the club of the event looks after."""
    return kept_by(Club.objects.filter(pk=view.event.club_id))


def plans(view: EventView, sent: Sequence[dict[str, Any]]) -> list[EntryPlan]:
    """Pairs as the desk takes them."""
    named = {one["player"] for entry in sent for one in entry["people"] if one["player"] is not None}
    if named and kept(view).filter(pk__in=named).count() < len(named):
        raise not_there()
    return [
        EntryPlan(
            number=entry["number"],
            people=tuple(_plan(one) for one in entry["people"]),
            club_name=entry["club"],
            line=entry["line"],
            section=entry["section"],
            paid=entry["paid"],
            kind=Entry.Kind.PAIR if len(entry["people"]) == 2 else Entry.Kind.PLAYER,
        )
        for entry in sent
    ]


def entry_now(view: EventView, number: int) -> EntryTold:
    """A pair as it is after the change."""
    view.seen = None
    return entry_told(seen_by(view), number)


class Below(OfEntry):
    """Below a pair: whoever is stale is told the pair as it is."""

    tag = "entries"

    def current(self) -> Any:
        told = entry_told(seen_by(self), self.kwargs["number"])
        return EntryShape(told, context={"view": self, "rank": self.rank}).data

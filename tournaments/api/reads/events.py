"""Clubs and events."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import path

from tournaments.api.callers import ANYBODY
from tournaments.api.filters import Filters, choice, day, text
from tournaments.api.operations import reads
from tournaments.api.reads.rounds import seen_by
from tournaments.api.shapes.events import (
    CLUB,
    EVENT,
    EVENT_DETAIL,
    ClubShape,
    EventDetailShape,
    EventShape,
)
from tournaments.api.views import ApiView, ClubView, EventView
from tournaments.models import Club, Entry, Event


class Clubs(ApiView):
    may = {"GET": ANYBODY}
    tag = "clubs"

    @reads("list_clubs", "The clubs", ClubShape, example=EVENT["club"], paged=True)
    def get(self) -> QuerySet[Club]:
        """All clubs of this installation, by name."""
        return Club.objects.order_by("name", "pk")


class OneClub(ClubView):
    may = {"GET": ANYBODY}
    tag = "clubs"

    @reads("read_club", "One club", ClubShape, example=CLUB, path={"club": ""})
    def get(self, club: str) -> Club:
        """A club: its name, and to its own people what is kept about it."""
        return self.club


class EventFilters(Filters):
    club = text("club__slug", says="Of this club, by the last part of its address.")
    since = day("date", lookup="gte", says="On this day or later, as 2026-11-27.")
    until = day("date", lookup="lte", says="On this day or earlier.")
    state = choice("state", of=Event.State, says="In this state.")
    kind = choice("kind", of=Event.Kind, says="Of this kind.")


class Events(ApiView):
    may = {"GET": ANYBODY}
    tag = "events"

    @reads("list_events", "The events", EventShape, example=EVENT, paged=True, filters=EventFilters)
    def get(self) -> QuerySet[Event]:
        """All events, the newest first."""
        found = Event.objects.select_related("club").order_by("-date", "-pk")
        return EventFilters.narrow(found, self.asked)


class OneEvent(EventView):
    may = {"GET": ANYBODY}
    tag = "events"

    @reads("read_event", "One event", EventDetailShape, example=EVENT_DETAIL, path={"event": ""})
    def get(self, event: str) -> Any:
        """What was decided about an event, and how far it has come."""
        return told(self)


def told(view: EventView) -> Any:
    """The event with what is counted of it, for ``EventDetailShape``."""
    event: Any = view.event
    found = seen_by(view)
    event.pairs = sum(entry.state != Entry.State.ABSENT for entry in found.facts.entries.values())
    event.total_rounds, event.last_released = found.total_rounds, found.last_released
    event.last_closed = found.last_closed
    event.phases_told = found.phases
    return event


urls = [
    path("clubs/", Clubs.as_view(), name="api_clubs"),
    path("clubs/<slug:club>/", OneClub.as_view(), name="api_club"),
    path("events/", Events.as_view(), name="api_events"),
    path("events/<slug:event>/", OneEvent.as_view(), name="api_event"),
]

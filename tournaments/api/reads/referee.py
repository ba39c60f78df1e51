"""Penalties and rulings, with those taken back."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import path

from tournaments.api.callers import READERS
from tournaments.api.filters import Filters, truth, whole
from tournaments.api.operations import reads
from tournaments.api.refusals import not_there
from tournaments.api.shapes.referee import PENALTY, RULING, PenaltyShape, RulingShape
from tournaments.api.views import EventView
from tournaments.models import Penalty, Ruling

MOST = 999_999


class PenaltyFilters(Filters):
    entry = whole("entry__number", says="Of the pair with this number.", most=MOST)
    round = whole("round__number", says="In this round.", most=MOST)
    cancelled = truth("cancelled_at", says="Taken back (true) or in force (false).")


class RulingFilters(Filters):
    round = whole("match__round__number", says="In this round.", most=MOST)
    table = whole("match__table", says="At this table.", most=MOST)
    cancelled = truth("cancelled_at", says="Taken back (true) or in force (false).")


def penalties(view: EventView) -> QuerySet[Penalty]:
    return Penalty.objects.filter(event=view.event).select_related("entry", "round").order_by("pk")


def rulings(view: EventView) -> QuerySet[Ruling]:
    return Ruling.objects.filter(event=view.event).select_related("match__round").order_by("pk")


def one_of(found: QuerySet[Any], pk: int) -> Any:
    """The one with this id, if it is of this event; else 404."""
    row = found.filter(pk=pk).first()
    if row is None:
        raise not_there()
    return row


class Penalties(EventView):
    may = {"GET": READERS}
    tag = "referee"

    @reads(
        "list_penalties", "The penalties", PenaltyShape, example=PENALTY, paged=True, filters=PenaltyFilters,
        path={"event": ""},
    )  # fmt: skip
    def get(self, event: str) -> QuerySet[Penalty]:
        """Every penalty and warning, in the order they were given; those taken back as well."""
        return PenaltyFilters.narrow(penalties(self), self.asked)


class OnePenalty(EventView):
    may = {"GET": READERS}
    tag = "referee"

    @reads("read_penalty", "One penalty", PenaltyShape, example=PENALTY, path={"event": "", "pk": ""})
    def get(self, event: str, pk: int) -> Penalty:
        """A penalty or a warning."""
        return one_of(penalties(self), pk)  # type: ignore[no-any-return]


class Rulings(EventView):
    may = {"GET": READERS}
    tag = "referee"

    @reads(
        "list_rulings", "The rulings", RulingShape, example=RULING, paged=True, filters=RulingFilters,
        path={"event": ""},
    )  # fmt: skip
    def get(self, event: str) -> QuerySet[Ruling]:
        """Every score the referee has set, in the order they were given; those taken back as well."""
        return RulingFilters.narrow(rulings(self), self.asked)


class OneRuling(EventView):
    may = {"GET": READERS}
    tag = "referee"

    @reads("read_ruling", "One ruling", RulingShape, example=RULING, path={"event": "", "pk": ""})
    def get(self, event: str, pk: int) -> Ruling:
        """A score the referee has set."""
        return one_of(rulings(self), pk)  # type: ignore[no-any-return]


AT = "events/<slug:event>/"

urls = [
    path(AT + "penalties/", Penalties.as_view(), name="api_penalties"),
    path(AT + "penalties/<identity:pk>/", OnePenalty.as_view(), name="api_penalty"),
    path(AT + "rulings/", Rulings.as_view(), name="api_rulings"),
    path(AT + "rulings/<identity:pk>/", OneRuling.as_view(), name="api_ruling"),
]

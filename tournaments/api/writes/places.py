"""What is in the address of a change, looked for under the lock: a round, a table, a pair of this event."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

from rest_framework.renderers import JSONRenderer

from tournaments.api import marks
from tournaments.api.refusals import StaleError, not_there
from tournaments.api.views import ApiView, EventView, TableView
from tournaments.models import Match


class InRound(EventView):
    """An address below a round; 404 where the event has none of this number."""

    def lock(self) -> None:
        super().lock()
        if not self.event.rounds.filter(number=self.kwargs["round"]).exists():
            raise not_there()


class AtTable(TableView):
    """An address below a table of a round; 404 where nobody sits there."""

    def lock(self) -> None:
        super().lock()
        at = {"round__number": self.kwargs["round"], "table": self.kwargs["table"]}
        if not Match.objects.filter(round__event=self.event, **at).exists():
            raise not_there()


class OfEntry(EventView):
    """An address below a pair; 404 where the event has none of this number."""

    def lock(self) -> None:
        super().lock()
        if not self.event.entries.filter(number=self.kwargs["number"]).exists():
            raise not_there()


class OfEntryInRound(InRound):
    """An address below a pair in a round."""

    def lock(self) -> None:
        super().lock()
        if not self.event.entries.filter(number=self.kwargs["number"]).exists():
            raise not_there()


class ByContent(ApiView, ABC):
    """What has no journal: its mark is made from what is told of it, as the read makes it."""

    @abstractmethod
    def told(self) -> Any:
        """What stands now, as the read of the same address tells it."""

    def mark(self) -> str:
        return f'"{marks.digest(JSONRenderer().render(self.told()))}"'

    def etag_after(self) -> str | None:
        return self.mark()

    def current(self) -> Any:
        return self.told()

    def check_if_match(self, sent: Any) -> None:
        header = self.request.headers.get("If-Match")
        if header is None or header.strip() == "*":
            return
        if self.mark() not in [tag.strip().removeprefix("W/") for tag in header.split(",")]:
            raise StaleError(self.current(), sent)

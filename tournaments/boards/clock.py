"""The clock of the round as every screen reads it: one query, whatever the size of the field."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from datetime import UTC, datetime

from django.db.models import Exists, OuterRef

from tournaments.models import Event, Round, Wall


@dataclass(frozen=True)
class ClockFace:
    """A clock that runs (``ends_at``) or is paused (``left``). All but the moments and the round: seconds."""

    round: int
    length: int
    ends_at: datetime | None
    left: int | None
    warning: int
    last_lap_at: datetime | None

    @property
    def state(self) -> str:
        return "running" if self.ends_at is not None else "paused"

    def seconds_left(self, now: datetime) -> int:
        """Whole seconds still to be counted, as shown: a second begun is a second; 0 when time is over."""
        if self.ends_at is None:
            return self.left or 0
        micro = (self.ends_at - now).total_seconds()
        return max(0, -int(-micro // 1))

    def seconds_left_at(self, now: int) -> int:
        """The same at a moment in milliseconds since 1970."""
        return self.seconds_left(datetime.fromtimestamp(now / 1000, UTC))

    def told(self) -> dict[str, object]:
        """The clock for a script; moments in milliseconds since 1970."""
        return {
            "state": self.state,
            "round": self.round,
            "length": self.length,
            "ends_at": None if self.ends_at is None else milliseconds(self.ends_at),
            "left": self.left,
            "warning": self.warning,
            "last_lap": None if self.last_lap_at is None else milliseconds(self.last_lap_at),
        }


@dataclass(frozen=True)
class Hall:
    """What the screens of an event hang on: its version, its clock, what the wall shows."""

    version: int
    clock: ClockFace | None
    shows: str
    seconds_a_page: int

    def told_clock(self) -> dict[str, object]:
        return self.clock.told() if self.clock else dict(NO_CLOCK)

    @property
    def clock_version(self) -> str:
        """Changes with the clock and with nothing else."""
        return hashlib.sha256(repr(sorted(self.told_clock().items())).encode()).hexdigest()[:16]


NO_CLOCK: dict[str, object] = {
    "state": "none",
    "round": None,
    "length": 0,
    "ends_at": None,
    "left": None,
    "warning": 0,
    "last_lap": None,
}
SECONDS_A_PAGE = 12
FACE = ("round_number", "length", "ends_at", "left", "warning", "last_lap_at")  # in the order of ClockFace


def milliseconds(moment: datetime) -> int:
    """A moment as scripts count it."""
    return round(moment.timestamp() * 1000)


def hall_of(slug: str) -> Hall | None:
    """The hall of the event at this address in one query; None where there is no such event.

    The clock of a round that is closed, or was never published, is no clock any more.
    """
    being_played = Round.objects.filter(
        event=OuterRef("pk"), number=OuterRef("clock__round_number"), state=Round.State.PUBLISHED
    )
    row = (
        Event.objects.filter(slug=slug)
        .annotate(on=Exists(being_played))
        .values_list(
            "version", "wall__shows", "wall__seconds_a_page", "on", *(f"clock__{name}" for name in FACE)
        )
        .first()
    )
    if row is None:
        return None
    version, shows, seconds, on, *clock = row
    return Hall(
        version,
        ClockFace(*clock) if on else None,
        shows or Wall.Shows.AUTOMATIC,
        seconds or SECONDS_A_PAGE,
    )

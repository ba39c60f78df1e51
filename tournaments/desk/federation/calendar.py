"""Which evenings there were in ten years, which are being played this Friday, and how large each is."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from tournaments.models import Event
from tournaments.movements.programme import Programme, parse

YEARS = 10
HANDS = 4
STILL_OPEN = 30
"""Days after which an event is archived."""
EVENINGS_NOW = 60
TABLES_NOW = 20
NATIONAL_TABLES = 130
NATIONAL = "Mitchell 4; Danese modificato 4"


class Kind(NamedTuple):
    """An evening as clubs hold it: what it is called, its programme, how often."""

    name: str
    formula: str
    weight: int


KINDS = (
    Kind("Burraco del venerdì", "Mitchell 3; Danese modificato 1", 8),
    Kind("Torneo sociale", "Mitchell 4", 6),
    Kind("Memorial di primavera", "Mitchell 3; Danese puro 2", 4),
    Kind("Gran Premio", "Danese senza ripetizioni 5", 4),
    Kind("Torneo della domenica", "Mitchell 4; Danese modificato 2", 2),
    Kind("Coppa delle Regioni", "Mitchell 6; Danese senza ripetizioni 2", 1),
)


@dataclass(frozen=True)
class Evening:
    """One event to make. ``closed``: rounds played to the end; ``open``: results in of one round more, None
    where no further round is drawn."""

    name: str
    kind: str
    date: date
    club: int
    pairs: int
    programme: Programme
    state: str
    closed: int
    open: int | None = None

    @property
    def hands(self) -> int:
        return (self.pairs // 2 * self.closed + (self.open or 0)) * HANDS


def evenings(
    luck: random.Random, *, clubs: int, players: int, events: int, hands: int, friday: date
) -> Iterator[Evening]:
    """The evenings of a federation, the oldest first: those of the past make up the hands there are to be."""
    now = list(_now(luck, clubs=clubs, players=players, events=events, friday=friday))
    left, past = hands - sum(evening.hands for evening in now), events - len(now)
    weeks = YEARS * 52
    for number in range(past):
        week = weeks - number * (weeks - 1) // past
        day = friday - timedelta(weeks=week - 1, days=luck.randint(1, 7))
        evening = _past(
            luck,
            day=day,
            over=Event.State.ARCHIVED if (friday - day).days > STILL_OPEN else Event.State.FINISHED,
            club=luck.randrange(clubs),
            hands=left / (past - number),
            players=players,
        )
        left -= evening.hands
        yield evening
    yield from now


def _past(luck: random.Random, *, day: date, over: str, club: int, hands: float, players: int) -> Evening:
    kind = luck.choices(KINDS, [kind.weight for kind in KINDS])[0]
    programme = parse(kind.formula)
    tables = round(hands / (programme.rounds * HANDS) * luck.uniform(0.7, 1.3))
    tables = max(programme.rounds + 1, min(tables, players // 4))
    odd = luck.random() < 0.15 and 2 * (2 * tables + 1) <= players
    return Evening(kind.name, Event.Kind.CLUB, day, club, 2 * tables + odd, programme, over, programme.rounds)


def evenings_now(clubs: int, events: int) -> int:
    """How many clubs play this Friday."""
    return min(EVENINGS_NOW, events // 4, clubs)


def _now(luck: random.Random, *, clubs: int, players: int, events: int, friday: date) -> Iterator[Evening]:
    """Evenings in their last round but one, in clubs far apart; the national one between its two days."""
    count = evenings_now(clubs, events)
    tables = max(4, min(TABLES_NOW, players // max(count, 1) // 8))
    for number in range(count):
        kind = KINDS[number % 3]
        programme = parse(kind.formula)
        closed = programme.rounds - 2
        yield Evening(
            kind.name, Event.Kind.CLUB, friday, number * clubs // count, 2 * tables, programme,
            Event.State.RUNNING, closed, luck.randint(0, tables // 4),
        )  # fmt: skip
    if events >= 8:
        national = min(NATIONAL_TABLES, players // 8)
        yield Evening(
            "Campionato nazionale a coppie", Event.Kind.NATIONAL, friday, 0, 2 * national, parse(NATIONAL),
            Event.State.RUNNING, 5,
        )  # fmt: skip

"""A federation from its seed: the same seed, sizes and Friday make the same rows."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from scoring.sentences import gettext_noop, say
from tournaments.desk.change import DeskRefusal
from tournaments.desk.federation.calendar import HANDS, Evening, evenings, evenings_now
from tournaments.desk.federation.evening import EveningTables, add_evening
from tournaments.desk.federation.people import People
from tournaments.desk.federation.writing import be_reckoned_with, count_on, write
from tournaments.models import Event

AT_A_TIME = 50
"""Events written in one transaction."""


@dataclass(frozen=True)
class Federation:
    """How large: clubs, players, events in ten years, hands (within a hundredth), and when "now" is."""

    seed: int
    friday: date
    clubs: int = 250
    players: int = 10_000
    events: int = 5_000
    hands: int = 2_000_000


@dataclass
class Made:
    """What there is of it so far."""

    events: int = 0
    hands: int = 0


def make_federation(
    plan: Federation, *, beside: bool = False, tell: Callable[[Made], None] = lambda made: None
) -> Made:
    """Fill the database; refused where it holds events already, unless they may stay ``beside``.

    Written some events at a time: broken off, it leaves whole events and no federation.
    """
    refuse_senseless(plan)
    if not beside and Event.objects.exists():
        raise DeskRefusal(
            "database_not_empty",
            say(gettext_noop("This database holds events: an invented federation is not put among them.")),
        )
    luck = random.Random(plan.seed)
    people = People(luck, plan.clubs, plan.players)
    write(people.tables)
    tables, made = EveningTables(), Made()
    for evening in evenings(
        luck,
        clubs=plan.clubs,
        players=plan.players,
        events=plan.events,
        hands=plan.hands,
        friday=plan.friday,
    ):
        add_evening(tables, people, evening, _players(plan, luck, people, evening), luck)
        made.events += 1
        made.hands += evening.hands
        if made.events % AT_A_TIME == 0:
            write(tables.all)
            tell(made)
    write(tables.all)
    everything = (*people.tables, *tables.all)
    count_on(everything)
    be_reckoned_with(everything)
    tell(made)
    return made


def refuse_senseless(plan: Federation) -> None:
    """Too few people for a table of each club, no hands for the events, or more than they can play."""
    if plan.clubs < 1 or plan.events < 1 or plan.hands < plan.events or plan.players < max(64, plan.clubs):
        raise DeskRefusal(
            "federation_too_small",
            say(
                gettext_noop(
                    "A federation has a club, an event, a player for each club and 64 at least,"
                    " and as many hands as events."
                )
            ),
        )

    # Evenings that seat everybody there is, in programmes of four rounds: more than that is never played.
    if plan.hands > plan.events * (plan.players // 4) * 4 * HANDS:
        raise DeskRefusal(
            "too_many_hands",
            say(
                gettext_noop(
                    "{players} players cannot play {hands} hands in {events} events: ask for fewer."
                ),
                players=plan.players,
                hands=plan.hands,
                events=plan.events,
            ),
        )


def _players(plan: Federation, luck: random.Random, people: People, evening: Evening) -> list[int]:
    """Who plays, two for each pair, drawn from the club and its neighbours; a national one is for all."""
    wanted, each = 2 * evening.pairs, len(people.players) // len(people.clubs)
    if evening.kind == Event.Kind.NATIONAL:
        return luck.sample(people.players, wanted)
    if evening.state == Event.State.RUNNING:
        # Only the clubs up to the next one with an evening: nobody plays in two of them.
        window = len(people.clubs) // evenings_now(len(people.clubs), plan.events) * each
    else:
        window = max(2 * wanted, 4 * each)
    return luck.sample(people.near(evening.club, min(window, len(people.players))), wanted)

"""The prizes of an event: what is in the pot, what each place wins, and who wins it as things stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from scoring.prizes import PrizeError, PrizePlan, Prizes, Purse, Ranked, Special, amounts, prizes, purse
from scoring.sentences import Sentence
from tournaments.boards import facts as boards
from tournaments.boards.facts import Facts
from tournaments.boards.names import Names, PairName, load_names
from tournaments.models import Entry, Event


@dataclass(frozen=True)
class PrizeSettings:
    """What a director decides: where the pot comes from, what the club keeps, how the rest is given.

    ``typed``: whole euros collected; None takes the fees that are paid. Of that the club keeps
    ``kept_percent`` and ``kept_euros``.
    """

    plan: PrizePlan = field(default_factory=PrizePlan)
    typed: int | None = None
    kept_percent: int = 0
    kept_euros: int = 0

    def kept(self) -> dict[str, Any]:
        """As the event keeps it."""
        return asdict(self) | {"plan": asdict(self.plan) | {"places": list(self.plan.places)}}


def settings_of(event: Event) -> PrizeSettings | None:
    """What was decided about the prizes of ``event``; None before anything was."""
    return read_settings(event.prizes) if event.prizes else None


def read_settings(kept: Mapping[str, Any]) -> PrizeSettings:
    plan = kept["plan"]
    specials = tuple(Special(**special) for special in plan["specials"])
    return PrizeSettings(
        plan=PrizePlan(**{**plan, "places": tuple(plan["places"]), "specials": specials}),
        typed=kept["typed"],
        kept_percent=kept["kept_percent"],
        kept_euros=kept["kept_euros"],
    )


def purse_of(event: Event, facts: Facts, settings: PrizeSettings) -> Purse:
    """The money: typed, or the fees of the pairs that have paid."""
    if settings.typed is not None:
        collected = 100 * settings.typed
    else:
        paid = sum(entry.paid for entry in facts.entries.values())
        collected = int(100 * event.fee) * paid if event.fee is not None else 0
    return purse(collected, kept_percent=settings.kept_percent, kept_euros=settings.kept_euros)


def winners(facts: Facts, settings: PrizeSettings, pot: int) -> Prizes:
    """Who gets what after the last closed round; who withdrew or did not come wins nothing."""
    return prizes(settings.plan, pot, ranked(facts))


def ranked(facts: Facts) -> list[Ranked]:
    """The entries that may win, best first; empty before a round is closed."""
    if not facts.last_closed:
        return []
    found = []
    for standing in facts.standings(facts.last_closed):
        entry = facts.entries[int(str(standing.entry))]
        if entry.state == Entry.State.ACTIVE:
            found.append(Ranked(entry.number, standing.place, entry.section))
    return found


@dataclass(frozen=True, slots=True)
class Won:
    """A prize with the name of who gets it; ``name`` None: a special prize not given yet."""

    name: PairName | None
    place: int | None
    section: int | None
    what: str
    euros: int


@dataclass(frozen=True)
class PrizeBoard:
    """The page of prizes. ``wrong``: why these prizes cannot be given as things stand (fees came back)."""

    event: Event
    settings: PrizeSettings | None
    purse: Purse | None
    by_place: dict[int, list[int]]
    won: list[Won]
    left: int
    after: int
    sections: int
    paid: int
    wrong: Sentence | None = None

    @property
    def given(self) -> int:
        return sum(one.euros for one in self.won)


def prize_board(event: Event) -> PrizeBoard:
    """Read the prizes in seven queries, whatever the size of the field."""
    facts = boards.load(event)
    names = load_names(event)
    settings = settings_of(event)
    playing = [entry for entry in facts.entries.values() if entry.state == Entry.State.ACTIVE]
    found = PrizeBoard(
        event=event,
        settings=settings,
        purse=None,
        by_place={},
        won=[],
        left=0,
        after=facts.last_closed,
        sections=len({entry.section for entry in playing}),
        paid=sum(entry.paid for entry in facts.entries.values()),
    )
    if settings is None:
        return found
    try:
        return _filled(found, facts, names, settings)
    except PrizeError as refusal:
        return PrizeBoard(**{**vars(found), "wrong": refusal.sentence})


def _filled(found: PrizeBoard, facts: Facts, names: Names, settings: PrizeSettings) -> PrizeBoard:
    money = purse_of(found.event, facts, settings)
    plan = settings.plan
    playing = [entry for entry in facts.entries.values() if entry.state == Entry.State.ACTIVE]
    sizes = Counter(entry.section if plan.per_section else 1 for entry in playing) or Counter({1: 0})
    given = winners(facts, settings, money.pot)
    won = [
        Won(
            name=None if prize.entry is None else _name(names, prize.entry, facts),
            place=prize.place,
            section=prize.section,
            what=prize.what,
            euros=prize.euros,
        )
        for prize in given.given
    ]
    return PrizeBoard(
        **{
            **vars(found),
            "purse": money,
            "by_place": amounts(plan, money.pot, sizes),
            "won": won,
            "left": given.left,
        }
    )


def _name(names: Names, entry: object, facts: Facts) -> PairName | None:
    number = int(str(entry))
    return names.of(number, facts.last_closed or None) if number in names.stays else None

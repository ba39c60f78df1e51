"""Which round comes next, what the referee may choose for it, and what a draw hands back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from scoring.sentences import gettext_noop, say
from tournaments.boards.facts import Facts
from tournaments.desk.change import DeskRefusal
from tournaments.models import Phase, programme_of
from tournaments.movements.pairing import Pairing
from tournaments.movements.programme import Movement, Position

ENTRY_ORDER = "entry"
RANDOM = "random"
BY_HAND = "hand"
"""In order of entry too, and the referee goes on from there by swapping."""


@dataclass(frozen=True)
class Choice:
    """What the referee decides about a draw: the seed of the lot, how the first round is seated, and
    whether club-mates are kept apart (None: as the event says)."""

    seed: int
    order: str = ""
    apart: bool | None = None

    @property
    def by_lot(self) -> bool:
        return self.order not in {ENTRY_ORDER, BY_HAND}


@dataclass(frozen=True)
class Place:
    """A round and where it stands in the programme."""

    number: int
    phase: Phase
    position: Position

    @property
    def movement(self) -> Movement:
        return self.position.phase.movement

    @property
    def first_of_phase(self) -> int:
        return self.number - self.position.round_in_phase + 1

    @property
    def opens_phase(self) -> bool:
        return self.position.round_in_phase == 1

    @property
    def is_chosen(self) -> bool:
        """Whether the referee says how it is seated: by lot, in order of entry, by hand."""
        if self.movement is Movement.MITCHELL or self.movement is Movement.INDIVIDUALE:
            return self.opens_phase
        return self.number == 1

    @property
    def needs_results(self) -> bool:
        """Whether the seats follow the standings, so that every earlier result must be in."""
        return self.number > 1 and (self.movement.is_danish or self.is_cut)

    @property
    def is_cut(self) -> bool:
        """Whether the field is cut by ranking into sections before this round (docs/rules.md 4)."""
        cut = self.movement.is_danish or self.movement is Movement.ALL_ITALIANA
        return cut and self.opens_phase and self.number > 1 and self.position.phase.sections > 1


@dataclass(frozen=True)
class Drawn:
    """The seats of a round, the section of each table, and what the draw has to say for itself."""

    pairings: list[Pairing]
    why: dict[str, Any] = field(default_factory=dict)
    sections: dict[int, int] = field(default_factory=dict)


def next_place(facts: Facts, phases: Sequence[Phase]) -> Place:
    """The round after the last one there is; refuses when there is no programme or it is over."""
    if not phases:
        raise DeskRefusal(
            "no_programme",
            say(
                gettext_noop("The event has no programme: say which movements it plays, and how many rounds.")
            ),
        )
    programme = programme_of(list(phases))
    number = max(facts.rounds, default=0) + 1
    if number > programme.rounds:
        raise DeskRefusal(
            "programme_over",
            say(
                gettext_noop("The programme is over: {programme} has {rounds} rounds, and all are drawn."),
                programme=str(programme),
                rounds=programme.rounds,
            ),
        )
    return place_of(number, phases)


def place_of(number: int, phases: Sequence[Phase]) -> Place:
    """Where round ``number`` stands; ``MovementError`` when the programme has no such round."""
    position = programme_of(list(phases)).position(number)
    return Place(number, phases[position.index], position)

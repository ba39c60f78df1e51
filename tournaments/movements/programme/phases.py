"""The phases of a programme, and where in it a round stands."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.movements.pairing import MovementError

MOST_ROUNDS = 99
"""More rounds than this in one phase are a slip of the keyboard."""


class Movement(StrEnum):
    """The movements a phase can have; the value is the key that is stored."""

    MITCHELL = "mitchell"
    DANESE_PURO = "danese_puro"
    DANESE_MODIFICATO = "danese_modificato"
    SENZA_RIPETIZIONI = "senza_ripetizioni"
    ALL_ITALIANA = "all_italiana"
    INDIVIDUALE = "individuale"

    @property
    def label(self) -> str:
        """The name in the formula, as a club writes it."""
        return LABELS[self]

    @property
    def is_danish(self) -> bool:
        """Whether the seats depend on the standings."""
        return self in DANISH


LABELS = {
    Movement.MITCHELL: "Mitchell",
    Movement.DANESE_PURO: "Danese puro",
    Movement.DANESE_MODIFICATO: "Danese modificato",
    Movement.SENZA_RIPETIZIONI: "Danese senza ripetizioni",
    Movement.ALL_ITALIANA: "All'italiana",
    Movement.INDIVIDUALE: "Individuale",
}
DANISH = frozenset({Movement.DANESE_PURO, Movement.DANESE_MODIFICATO, Movement.SENZA_RIPETIZIONI})


@dataclass(frozen=True)
class PhasePlan:
    """One phase: a movement, its rounds, the step of a Mitchell, the sections the field plays in.

    >>> str(PhasePlan(Movement.MITCHELL, 4, step=2, sections=3))
    'Mitchell 4 passo 2 gironi 3'
    """

    movement: Movement
    rounds: int
    step: int = 1
    sections: int = 1

    def __post_init__(self) -> None:
        name = self.movement.label
        if not 1 <= self.rounds <= MOST_ROUNDS:
            text = gettext_noop("{movement} has 1 to {most} rounds, not {rounds}.")
            raise MovementError(say(text, movement=name, most=MOST_ROUNDS, rounds=self.rounds))
        if self.step != 1 and self.movement is not Movement.MITCHELL:
            raise MovementError(
                say(gettext_noop("Only a Mitchell has a step, not {movement}."), movement=name)
            )
        if not 1 <= self.step <= MOST_ROUNDS:
            raise MovementError(
                say(gettext_noop("The step of a Mitchell is 1 or more tables, not {step}."), step=self.step)
            )
        if not 1 <= self.sections <= MOST_ROUNDS:
            text = gettext_noop("A field plays in 1 to {most} sections, not {sections}.")
            raise MovementError(say(text, most=MOST_ROUNDS, sections=self.sections))

    def __str__(self) -> str:
        step = f" passo {self.step}" if self.step != 1 else ""
        sections = f" gironi {self.sections}" if self.sections != 1 else ""
        return f"{self.movement.label} {self.rounds}{step}{sections}"


@dataclass(frozen=True)
class Position:
    """Where a round stands: its phase, counted from 0, and its place in it, counted from 1."""

    number: int
    index: int
    phase: PhasePlan
    round_in_phase: int
    is_last_of_phase: bool
    is_last: bool


@dataclass(frozen=True)
class Programme:
    """Phases in the order they are played; ``notices`` tell how an unclear formula was read.

    ``str()`` gives the formula that ``parse`` reads back. Source: docs/rules.md 4.

    >>> evening = Programme((PhasePlan(Movement.MITCHELL, 3), PhasePlan(Movement.DANESE_MODIFICATO, 1)))
    >>> str(evening), evening.rounds
    ('Mitchell 3; Danese modificato 1', 4)
    >>> evening.phase_of(4).movement, evening.is_last(3), evening.is_last(4)
    (<Movement.DANESE_MODIFICATO: 'danese_modificato'>, False, True)
    """

    phases: tuple[PhasePlan, ...]
    notices: tuple[Sentence, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not self.phases:
            raise MovementError(say(gettext_noop("A programme has at least one phase.")))

    def __str__(self) -> str:
        return "; ".join(map(str, self.phases))

    @property
    def rounds(self) -> int:
        """The rounds of all phases together."""
        return sum(phase.rounds for phase in self.phases)

    def position(self, number: int) -> Position:
        """Where round ``number`` (counted from 1) stands; ``MovementError`` when there is no such round.

        >>> plan = Programme((PhasePlan(Movement.MITCHELL, 2), PhasePlan(Movement.DANESE_PURO, 2)))
        >>> where = plan.position(3)
        >>> where.index, where.round_in_phase, where.is_last_of_phase, where.is_last
        (1, 1, False, False)
        """
        before = 0
        for index, phase in enumerate(self.phases):
            place = number - before
            if 1 <= place <= phase.rounds:
                return Position(number, index, phase, place, place == phase.rounds, number == self.rounds)
            before += phase.rounds
        text = gettext_noop("The programme has {rounds} rounds: there is no round {number}.")
        raise MovementError(say(text, rounds=self.rounds, number=number))

    def phase_of(self, number: int) -> PhasePlan:
        """The phase that round ``number`` (counted from 1) belongs to."""
        return self.position(number).phase

    def is_last(self, number: int) -> bool:
        """Whether round ``number`` (counted from 1) is the last of the tournament."""
        return self.position(number).is_last

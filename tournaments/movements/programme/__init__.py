"""A programme of phases: "Mitchell 3; Danese modificato 1" (docs/rules.md 4)."""

from tournaments.movements.programme.formula import parse
from tournaments.movements.programme.phases import Movement, PhasePlan, Position, Programme
from tournaments.movements.programme.problems import problems

__all__ = ["Movement", "PhasePlan", "Position", "Programme", "parse", "problems"]

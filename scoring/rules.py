"""What differs from code to code: the burraco kinds and what they pay, as a value.

The federation's set (``FIBUR``) is the default everywhere; the international variant stands beside it.
Source: docs/rules.md 2.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scoring.sentences import Refusal, gettext_noop, say

BurracoKind = Literal["clean", "semi_clean", "dirty"]
SetReading = Literal["exactly", "at_least"]

BURRACO_LABELS: dict[BurracoKind, str] = {
    "clean": gettext_noop("clean burraco"),
    "semi_clean": gettext_noop("semi-clean burraco"),
    "dirty": gettext_noop("dirty burraco"),
}


class RulesError(Refusal):
    """A set of rules that cannot be played; the sentence says which setting to mend."""


@dataclass(frozen=True)
class Rules:
    """The settings of the game that change what a hand is worth.

    ``bonuses``: what each burraco kind pays, in MP. A kind left out does not exist in that code: a
    semi-clean one then counts and pays as dirty.
    ``semi_clean_set``: a set with a wild is semi-clean with "exactly" or "at_least" 8 cards, wild included.
    ``no_pozzetto_penalty_if_neither_took``: the penalty is charged only if the other line did take one.
    ``closing_needs_clean``: closing needs a clean burraco, not just any.

    >>> FIBUR.pays("semi_clean"), INTERNATIONAL.pays("semi_clean")
    (150, 100)
    """

    bonuses: tuple[tuple[BurracoKind, int], ...] = (("clean", 200), ("semi_clean", 150), ("dirty", 100))
    semi_clean_set: SetReading = "at_least"
    closing: int = 100
    no_pozzetto: int = 100
    no_pozzetto_penalty_if_neither_took: bool = False
    closing_needs_clean: bool = False

    def __post_init__(self) -> None:
        kinds = [kind for kind, _ in self.bonuses]
        if len(set(kinds)) < len(kinds) or not {"clean", "dirty"} <= set(kinds) <= set(BURRACO_LABELS):
            told = gettext_noop(
                "The burraco kinds are clean and dirty, with or without semi-clean, each once."
            )
            raise RulesError(say(told))
        amounts = (*dict(self.bonuses).values(), self.closing, self.no_pozzetto)
        if any(amount < 0 or amount % 5 for amount in amounts):
            told = gettext_noop("What a burraco, a closing or a pozzetto counts is a multiple of 5.")
            raise RulesError(say(told))
        if self.semi_clean_set not in ("exactly", "at_least"):
            raise RulesError(say(gettext_noop("A semi-clean set has exactly 8 cards or at least 8.")))

    def has(self, kind: BurracoKind) -> bool:
        """Whether this code knows the burraco kind."""
        return any(known == kind for known, _ in self.bonuses)

    def pays(self, kind: BurracoKind) -> int:
        """The bonus of a burraco of that kind, in MP."""
        amounts = dict(self.bonuses)
        return amounts.get(kind, amounts["dirty"])


FIBUR = Rules()
INTERNATIONAL = Rules(bonuses=(("clean", 200), ("dirty", 100)), closing_needs_clean=True)

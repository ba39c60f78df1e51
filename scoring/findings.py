"""What is wrong, or merely strange, in a result somebody wants to enter."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from scoring.sentences import Sentence, gettext_noop, say

LineName = Literal["ns", "ew"]
Level = Literal["refused", "overridable", "warning"]

LINE_NAMES: dict[LineName, str] = {"ns": gettext_noop("North-South"), "ew": gettext_noop("East-West")}


@dataclass(frozen=True)
class Finding:
    """One reason why a result cannot be, or should be looked at twice.

    ``code``: "V1".."V11" of docs/rules.md 2.1, "W1".."W4" for warnings, "B", "N", "T" for the poorer forms.
    ``line``: "ns", "ew", or None when both lines together are at fault.
    ``level``: "refused" (cannot be entered), "overridable" (a referee may, with a reason that is kept) or
    "warning" (goes through after one confirmation).

    >>> Finding("V2", None, "refused", say("Both lines closed.")).message
    'Both lines closed.'
    """

    code: str
    line: LineName | None
    level: Level
    sentence: Sentence

    @property
    def message(self) -> str:
        """The sentence in English, numbers included."""
        return str(self.sentence)

    @property
    def values(self) -> Mapping[str, int | str | Sentence]:
        """The numbers and names in the sentence."""
        return self.sentence.values


def line_name(line: LineName) -> Sentence:
    """The line as a sentence says it.

    >>> str(line_name("ns"))
    'North-South'
    """
    return say(LINE_NAMES[line])

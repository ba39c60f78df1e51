"""What every movement hands out: two lines at a table, or one that rests; and how a movement refuses."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from scoring.sentences import Refusal, Sentence, gettext_noop, say

EntryT = TypeVar("EntryT", bound=Hashable)

NS = "ns"
EW = "ew"


class MovementError(Refusal):
    """A movement that cannot be played as asked; the sentence says why and what would do instead."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two entries at a table, North-South and East-West; ``None`` on a line is the bye of the other.

    >>> Pairing(3, "A", None).resting
    'A'
    """

    table: int
    ns: Hashable | None
    ew: Hashable | None

    @property
    def entries(self) -> tuple[Hashable, ...]:
        """Those who are there, North-South first."""
        return tuple(entry for entry in (self.ns, self.ew) if entry is not None)

    @property
    def is_bye(self) -> bool:
        """Whether somebody sits here without opponents."""
        return self.ns is None or self.ew is None

    @property
    def resting(self) -> Hashable | None:
        """The entry that rests here; ``None`` at a complete table."""
        if not self.is_bye:
            return None
        return self.ew if self.ns is None else self.ns


def distinct(entries: Iterable[EntryT]) -> list[EntryT]:
    """The entries as a list, refused when one stands there twice.

    >>> distinct([3, 1, 3])
    Traceback (most recent call last):
    tournaments.movements.pairing.MovementError: Entry 3 is listed twice: every entry can sit once in a round.
    """
    listed = list(entries)
    seen: set[EntryT] = set()
    for entry in listed:
        if entry in seen:
            text = gettext_noop("Entry {entry} is listed twice: every entry can sit once in a round.")
            raise MovementError(say(text, entry=str(entry)))
        seen.add(entry)
    return listed


def even_parts(count: int, parts: int) -> list[int]:
    """``count`` cut into ``parts`` as equal as can be, the larger ones first.

    >>> even_parts(11, 3)
    [4, 4, 3]
    """
    size, larger = divmod(count, parts)
    return [size + 1] * larger + [size] * (parts - larger)


def listed(sentences: Sequence[Sentence]) -> Sentence:
    """Several sentences as one enumeration, for the gap of another sentence.

    >>> str(listed([say("one"), say("two"), say("three")]))
    'one; two; three'
    """
    whole = sentences[-1]
    for sentence in reversed(sentences[:-1]):
        whole = say(gettext_noop("{first}; {rest}"), first=sentence, rest=whole)
    return whole

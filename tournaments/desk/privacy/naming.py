"""How a person is named in free text, and the label in its place. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournaments.names import key

_APOSTROPHE = "['’]"


class Called(NamedTuple):
    """A name somebody goes by."""

    surname: str
    first_name: str

    @property
    def full(self) -> str:
        return f"{self.surname} {self.first_name}".strip()


def _pattern(words: str) -> str:
    """The words with any spaces and either apostrophe between them."""
    pieces = [re.escape(word).replace("'", _APOSTROPHE).replace("’", _APOSTROPHE) for word in words.split()]
    return r"\s+".join(pieces)


def _whole(patterns: Iterable[str]) -> re.Pattern[str] | None:
    found = sorted(filter(None, patterns), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(found)})(?!\w)", re.IGNORECASE) if found else None


@dataclass(frozen=True)
class Known:
    """A person to be named no more: the label, and the names.

    >>> known = Known("Giocatore 7", (Called("D'Angelo", "Ada"),))
    >>> known.out_of("Ada  D’ANGELO parlava"), known.out_of("D'Angelo parlava")
    ('Giocatore 7 parlava', "D'Angelo parlava")
    >>> known.out_of("D'Angelo parlava", surnames=True), known.out_of("D'Angelone", surnames=True)
    ('Giocatore 7 parlava', "D'Angelone")
    >>> known.out_of_all({"players": ["D'Angelo Ada", "Neri Ugo"], "numbers": [1]})
    {'players': ['Giocatore 7', 'Neri Ugo'], 'numbers': [1]}
    """

    label: str
    names: tuple[Called, ...]
    _full: re.Pattern[str] | None = field(init=False, repr=False, compare=False)
    _surnames: re.Pattern[str] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        both = [(called.full, f"{called.first_name} {called.surname}".strip()) for called in self.names]
        full = [_pattern(text) for pair in both for text in pair]
        object.__setattr__(self, "_full", _whole(full))
        surnames = [_pattern(called.surname) for called in self.names]
        object.__setattr__(self, "_surnames", _whole([*full, *surnames]))

    def is_called(self, surname: str, first_name: str) -> bool:
        """Whether this is one of the names, written in capitals or without accents too."""
        wanted = key(f"{surname} {first_name}")
        return any(key(called.full) == wanted for called in self.names)

    def out_of(self, text: str, *, surnames: bool = False) -> str:
        """The text with the label for each full name; with ``surnames`` for a surname alone too."""
        pattern = self._surnames if surnames else self._full
        return pattern.sub(lambda _found: self.label, text) if pattern else text

    def out_of_all(self, value: Any, *, surnames: bool = False) -> Any:
        """The same for every text in plain values."""
        if isinstance(value, str):
            return self.out_of(value, surnames=surnames)
        if isinstance(value, list):
            return [self.out_of_all(one, surnames=surnames) for one in value]
        if isinstance(value, dict):
            return {key: self.out_of_all(one, surnames=surnames) for key, one in value.items()}
        return value

"""People's names as Italian clubs write them: surname first, particles, apostrophes, accents. Pure."""

from __future__ import annotations

import re
import unicodedata

_PARTICLES = (
    "d da dal dalla dalle dall de dei degli del dell della delle dello di e la le li lo mc san santa van von"
)
PARTICLES = frozenset(_PARTICLES.split(" "))
_SPACES = re.compile(r"\s+")
_UNSEEN = frozenset(("Cc", "Cf"))
_NOT_WORD = re.compile(r"[^a-z0-9]+")


def tidy(text: str) -> str:
    """One space between words, none at the ends, composed accents, nothing that cannot be seen.

    Control and format characters go: a mark that turns the direction of writing would turn the rest of the
    page with it, and one of no width would make two people of one.

    >>> tidy("  Fiore   Ada ")
    'Fiore Ada'
    >>> tidy("\\u202eFiore\\u200b A\\u00adda")
    'Fiore Ada'
    """
    spaced = _SPACES.sub(" ", unicodedata.normalize("NFC", text))
    return _SPACES.sub(" ", "".join(c for c in spaced if unicodedata.category(c) not in _UNSEEN)).strip()


def split(full_name: str) -> tuple[str, str]:
    """Surname and first name of a name written surname first; particles stay with the surname.

    A guess, made only where a list gives one cell for both; joined again they are what was written.

    >>> split("De Luca Nicolò"), split("Bruno Rita Ester"), split("Lo Presti Anna Maria")
    (('De Luca', 'Nicolò'), ('Bruno', 'Rita Ester'), ('Lo Presti', 'Anna Maria'))
    >>> split("Abate")
    ('Abate', '')
    """
    words = tidy(full_name).split(" ")
    taken = 1
    while taken < len(words) - 1 and words[taken - 1].casefold().rstrip("'’") in PARTICLES:
        taken += 1
    return " ".join(words[:taken]), " ".join(words[taken:])


def key(full_name: str) -> str:
    """What two spellings of the same name share: no case, accents, apostrophes or double spaces.

    >>> key("D’Angelo  Nicolò") == key("d'angelo nicolo")
    True
    """
    plain = unicodedata.normalize("NFKD", full_name).encode("ascii", "ignore").decode()
    # An apostrophe joins ("D'Angelo", "DAngelo"); every other sign separates.
    joined = plain.casefold().replace("'", "") if "'" in plain else plain.casefold()
    return _NOT_WORD.sub(" ", joined).strip()

"""Which names may be slips of one another. Pure; compares the keys of ``tournaments.names``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from rapidfuzz.distance import OSA
from rapidfuzz.process import cdist

LONG = 12
"""From this many letters on two slips are let pass as one name, below only one."""
_MOST = 2
_BLOCK = 500
_ENDINGS = frozenset("aoie")


def alike(one: str, other: str) -> bool:
    """May two different name keys be the same name with a slip, or with its parts the other way round?

    A first name that differs in its last vowel only is another person, not a slip.

    >>> alike("marchetti paolo", "marcheti paolo"), alike("rossi maria", "rossi mario")
    (True, False)
    >>> alike("amato bruna", "bruna amato"), alike("de luca anna", "deluca anna")
    (True, True)
    >>> alike("palumbo giuseppe", "palumbo giuseppina"), alike("neri ugo", "neri ugo")
    (False, False)
    """
    if one == other:
        return False
    if _turned(one) == _turned(other):
        return True
    bare, other_bare = _bare(one), _bare(other)
    return OSA.distance(bare, other_bare) <= _allowed(bare, other_bare) and not _another_person(one, other)


def _allowed(one: str, other: str) -> int:
    shorter = min(len(one), len(other))
    if shorter < 5:
        return 0
    return _MOST if shorter >= LONG else 1


def _another_person(one: str, other: str) -> bool:
    """Mario and Maria: the same but for the vowel at the end."""
    return one[:-1] == other[:-1] and one[-1:] in _ENDINGS and other[-1:] in _ENDINGS


def _bare(key: str) -> str:
    return key.replace(" ", "")


def _turned(key: str) -> str:
    return " ".join(sorted(key.split()))


def find(wanted: Iterable[str], known: Iterable[str]) -> Mapping[str, list[str]]:
    """For every wanted key the known keys that look like it, the nearest first; only those that have any.

    >>> dict(find(["marcheti paolo", "neri ugo"], ["marchetti paolo", "neri ugo"]))
    {'marcheti paolo': ['marchetti paolo']}
    """
    asked, there = sorted(set(wanted)), sorted(set(known))
    if not asked or not there:
        return {}
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    turned: dict[str, list[str]] = defaultdict(list)
    for key in there:
        turned[_turned(key)].append(key)
    for key in asked:
        found_turned = [(0, other) for other in turned[_turned(key)] if other != key]
        if found_turned:
            found[key].extend(found_turned)
    for key, other, distance in _near(asked, there):
        if alike(key, other) and (0, other) not in found[key]:
            found[key].append((distance, other))
    return {key: [other for _, other in sorted(others)] for key, others in found.items() if others}


def _near(asked: Sequence[str], there: Sequence[str]) -> Iterable[tuple[str, str, int]]:
    """Pairs within two slips, in blocks so that the table of distances stays small."""
    bare = [_bare(key) for key in there]
    for start in range(0, len(asked), _BLOCK):
        block = asked[start : start + _BLOCK]
        distances = cdist(
            [_bare(key) for key in block], bare, scorer=OSA.distance, score_cutoff=_MOST, dtype=np.uint8
        )
        for row, column in zip(*np.nonzero(distances <= _MOST), strict=True):
            yield block[row], there[column], int(distances[row, column])

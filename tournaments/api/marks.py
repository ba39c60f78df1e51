"""Entity tags: which version of an event an answer tells of, and who may be told it.

``"12-57-3fa9c2d1e0b4771a"``: event 12 at version 57, then eight digits for the life of the database and eight
for what else the answer hangs on. A write leaves these last ones out: it does not matter in which language
somebody has read, but what was read before the database was put back from a copy is old.
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple

from django.db.models import Q
from django.utils.translation import get_language

from tournaments.build import fingerprint
from tournaments.epoch import epoch
from tournaments.models import Event, JournalLine

_TAG = re.compile(r'^(?:W/)?"?(\d{1,18})-(\d{1,10})(?:-([0-9a-f]{8})[0-9a-f]*)?"?$')


class Tag(NamedTuple):
    """As much of a tag as says which state of which event; nothing at all is state 0 of event 0."""

    event: int
    version: int


def tag_of(event: int, version: int, *hangs_on: object) -> str:
    """The tag of an answer about an event."""
    return f'"{event}-{version}-{life()}{digest(get_language(), *hangs_on)[:8]}"'


def life() -> str:
    """Eight digits for the life of the database: others after a copy was put back."""
    return hashlib.sha256(epoch().encode()).hexdigest()[:8]


def digest(*parts: object) -> str:
    """A short mark of anything that can be written down."""
    return hashlib.sha256(repr((fingerprint(), parts)).encode("utf-8", "replace")).hexdigest()[:16]


def read(header: str) -> list[Tag]:
    """The tags of an ``If-Match``; what is none of ours, or of an earlier life, matches nothing.

    >>> read('"12-57", "12-58"'), read('"something else"')
    ([Tag(event=12, version=57), Tag(event=12, version=58)], [Tag(event=0, version=0)])
    """
    found = (_TAG.match(part.strip()) for part in header.split(","))
    ours = (tag if tag and tag[3] in {None, life()} else None for tag in found)
    return [Tag(int(tag[1]), int(tag[2])) if tag else Tag(0, 0) for tag in ours]


def touched_since(event: Event, version: int, round_number: int, table: int) -> bool:
    """Whether a line of the journal after ``version`` is about this table, or about its whole round.

    One query. What happened at other tables or in other rounds does not count.
    """
    return (
        JournalLine.objects.filter(event=event, number__gt=version, round_number=round_number)
        .filter(Q(table=None) | Q(table=table))
        .exists()
    )

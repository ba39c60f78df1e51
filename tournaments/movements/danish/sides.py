"""Who sits North-South, once it is known who meets whom (docs/seating.md "Sides")."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.movements.pairing import EW, NS


@dataclass(frozen=True, slots=True)
class Sat:
    """How often an entry sat North-South and East-West, and where last ("ns", "ew", None: nowhere yet)."""

    ns: int = 0
    ew: int = 0
    last: str | None = None


def better_sits_ns(better: Sat, other: Sat) -> bool:
    """Whether the better placed of two entries sits North-South.

    Who has sat North-South more often sits East-West; equal: the better placed sits opposite to where it
    sat last; nowhere yet: the better placed sits North-South.

    >>> better_sits_ns(Sat(ns=2, ew=1), Sat(ns=1, ew=2))
    False
    >>> better_sits_ns(Sat(1, 1, last="ew"), Sat(1, 1, last="ns"))
    True
    """
    if better.ns != other.ns:
        return better.ns < other.ns
    return better.last != NS


def reason(names: tuple[str, str], sat: tuple[Sat, Sat]) -> Sentence:
    """Why the lines sit as they do; the better placed first in ``names`` and ``sat``.

    >>> str(reason(("4", "9"), (Sat(2, 0, "ns"), Sat(1, 1, "ns"))))
    '4 has sat North-South more often (2 to 1), so it sits East-West.'
    """
    better, other = sat
    if better.ns != other.ns:
        more = 0 if better.ns > other.ns else 1
        text = gettext_noop(
            "{entry} has sat North-South more often ({more} to {less}), so it sits East-West."
        )
        return say(text, entry=names[more], more=max(better.ns, other.ns), less=min(better.ns, other.ns))
    if better.last == NS:
        text = gettext_noop(
            "Both have sat North-South equally often; {entry} sat there last, so it sits East-West."
        )
        return say(text, entry=names[0])
    if better.last == EW:
        text = gettext_noop(
            "Both have sat North-South equally often; {entry} sat East-West last, so it sits North-South."
        )
        return say(text, entry=names[0])
    return say(gettext_noop("{entry} is the better placed, so it sits North-South."), entry=names[0])

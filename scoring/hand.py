"""A hand's result: its match points, and what makes it impossible.

A result is two lines' components; from them come the match points (docs/rules.md 2) and every finding
of docs/rules.md 2.1. The bounds are what legal play of four players can never leave.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scoring import bounds
from scoring.findings import LINE_NAMES, Finding, LineName, line_name
from scoring.rules import FIBUR, Rules
from scoring.sentences import Refusal, as_typed, gettext_noop, say

__all__ = ["LINE_NAMES", "Finding", "Hand", "Line", "NotAResult", "check", "match_points"]

# Nobody melds a million: beyond this a number is a slip of the keyboard and is not even repeated.
FAR_TOO_LARGE = 1_000_000

_COUNTS = {
    "clean": gettext_noop("the number of clean burrachi"),
    "semi_clean": gettext_noop("the number of semi-clean burrachi"),
    "dirty": gettext_noop("the number of dirty burrachi"),
    "melded": gettext_noop("the value of the cards melded"),
    "left": gettext_noop("the value of the cards left in hand"),
}
_ANSWERS = {
    "closed": gettext_noop("whether it closed"),
    "took_pozzetto": gettext_noop("whether it took its pozzetto"),
}


class NotAResult(Refusal):
    """Components that are no numbers: nothing can be computed from them."""


@dataclass(frozen=True)
class Line:
    """What one line brings to the score sheet for a hand.

    ``clean``, ``semi_clean``, ``dirty``: burrachi of each kind. ``closed``: it went out.
    ``took_pozzetto``: one of the two took it, played or not. ``melded``, ``left``: value of the cards
    melded (burrachi included) and of those left in the hands of both partners, in MP.

    >>> Line(clean=1, closed=True, took_pozzetto=True, melded=180, left=15).burrachi
    1
    """

    clean: int = 0
    semi_clean: int = 0
    dirty: int = 0
    closed: bool = False
    took_pozzetto: bool = False
    melded: int = 0
    left: int = 0

    @property
    def burrachi(self) -> int:
        return self.clean + self.semi_clean + self.dirty


@dataclass(frozen=True)
class Hand:
    """The two lines of one hand."""

    ns: Line
    ew: Line

    def lines(self) -> Iterator[tuple[LineName, Line]]:
        yield "ns", self.ns
        yield "ew", self.ew


def match_points(hand: Hand, rules: Rules = FIBUR) -> tuple[int, int]:
    """The match points (MP) of North-South and of East-West; may be negative.

    Bonuses of the burrachi, of the closing, minus the pozzetto not taken, plus melded, minus left
    (docs/rules.md 2). Computed also for an impossible hand: ``check`` is who judges.
    Raises ``NotAResult`` if a component is no number.

    >>> ns = Line(clean=1, semi_clean=1, dirty=1, took_pozzetto=True, melded=360, left=20)
    >>> ew = Line(dirty=1, closed=True, took_pozzetto=True, melded=500, left=155)
    >>> match_points(Hand(ns, ew))
    (790, 545)
    """
    for name, line in hand.lines():
        for finding in _malformed(name, line, negative_counts=True):
            raise NotAResult(finding.sentence)
    neither_took = not (hand.ns.took_pozzetto or hand.ew.took_pozzetto)
    excused = rules.no_pozzetto_penalty_if_neither_took and neither_took
    return _line_points(hand.ns, rules, excused), _line_points(hand.ew, rules, excused)


def _line_points(line: Line, rules: Rules, excused: bool) -> int:
    return (
        rules.pays("clean") * line.clean
        + rules.pays("semi_clean") * line.semi_clean
        + rules.pays("dirty") * line.dirty
        + (rules.closing if line.closed else 0)
        - (0 if line.took_pozzetto or excused else rules.no_pozzetto)
        + line.melded
        - line.left
    )


def check(hand: Hand, rules: Rules = FIBUR) -> list[Finding]:
    """Everything that is impossible or strange in a hand, all at once; an empty list if nothing is.

    V1 to V3 are refused, V4 to V11 can be overridden by a referee, W1 to W4 are warnings
    (docs/rules.md 2.1). Never raises: a component that is no number is itself a refused finding (V1).

    >>> ns = Line(dirty=2, took_pozzetto=True, melded=80, left=60)
    >>> ew = Line(clean=1, closed=True, took_pozzetto=True, melded=420, left=15)
    >>> [(f.code, f.line, f.level) for f in check(Hand(ns, ew))]
    [('V4', 'ns', 'overridable'), ('V7', 'ns', 'overridable')]
    >>> check(Hand(ns, ew))[0].message
    'North-South melded 80, but its burrachi (0 clean, 0 semi-clean, 2 dirty) hold at least 100 in cards. \
Count the cards melded again, or the burrachi.'
    """
    findings: list[Finding] = []
    sound = True
    for name, line in hand.lines():
        malformed = _malformed(name, line)
        findings += malformed
        if malformed:
            sound = False
        else:
            findings += bounds.refused(name, line, rules)
            findings += bounds.too_little(name, line)
            findings += bounds.too_much(name, line)
    if sound:
        findings += bounds.together(hand)
        findings += bounds.strange(hand, match_points(hand, rules))
    return findings


def _malformed(name: LineName, line: Line, negative_counts: bool = False) -> list[Finding]:
    """V1 for what is no number at all; ``negative_counts`` lets those pass, to be merely added up."""
    found: list[Finding] = []
    for component, what in _COUNTS.items():
        value = getattr(line, component)
        if type(value) is int and abs(value) <= FAR_TOO_LARGE:
            if value >= 0 or negative_counts or component in ("melded", "left"):
                continue
            told = gettext_noop("{line}: {what} is {value}, and cannot be less than 0. Write it again.")
            sentence = say(told, line=line_name(name), what=say(what), value=value)
        elif type(value) is int:
            told = gettext_noop("{line}: {what} is far too large. Write it again.")
            sentence = say(told, line=line_name(name), what=say(what))
        else:
            told = gettext_noop("{line}: {what} is “{value}”, which is not a whole number. Write it again.")
            sentence = say(told, line=line_name(name), what=say(what), value=as_typed(value))
        found.append(Finding("V1", name, "refused", sentence))
    for component, what in _ANSWERS.items():
        value = getattr(line, component)
        if type(value) is not bool:
            told = gettext_noop("{line}: {what} is “{value}”, but it is a matter of yes or no.")
            sentence = say(told, line=line_name(name), what=say(what), value=as_typed(value))
            found.append(Finding("V1", name, "refused", sentence))
    return found

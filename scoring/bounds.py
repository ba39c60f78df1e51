"""The bounds no legally played hand leaves: V1 to V11 and the warnings, one line or both at a time.

Source and reasons: docs/rules.md 2.1. ``scoring.hand.check`` gathers them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scoring.findings import Finding, Level, LineName, line_name
from scoring.rules import Rules
from scoring.sentences import Sentence, gettext_noop, say

if TYPE_CHECKING:
    from scoring.hand import Hand, Line

# Cheapest cards of a burraco: seven 3s; seven 3s and a two; six 3s and a two.
LEAST_CLEAN, LEAST_SEMI_CLEAN, LEAST_DIRTY = 35, 55, 50
LEAST_POZZETTO = 55
LEAST_CLOSING, LEAST_CLOSING_WITH_WILD = 110, 125
# Both lines' melded and left together, by the number of pozzetti taken.
TOGETHER = {0: (240, 955), 1: (350, 1010), 2: (460, 1065)}
WILDS = 12


def _finding(
    code: str, line: LineName | None, level: Level, template: str, **values: int | str | Sentence
) -> Finding:
    if line is not None:
        values["line"] = line_name(line)
    return Finding(code, line, level, say(template, **values))


def refused(name: LineName, line: Line, rules: Rules) -> Iterator[Finding]:
    """V1 and V3: values no cards add to, a closing nobody may make."""
    if line.melded < 0 or line.left < 0 or line.melded % 5 or line.left % 5:
        told = gettext_noop(
            "{line} wrote {melded} melded and {left} left, but cards never count less than 0"
            " and always add to a multiple of 5. Add them up again."
        )
        yield _finding("V1", name, "refused", told, melded=line.melded, left=line.left)
    if not line.closed:
        return
    if not line.took_pozzetto:
        told = gettext_noop(
            "{line} closed without its pozzetto (burrachi: {burrachi})."
            " Tick the pozzetto, or take back the closing."
        )
        yield _finding("V3", name, "refused", told, burrachi=line.burrachi)
    elif not line.burrachi:
        told = gettext_noop(
            "{line} closed with 0 burrachi, and closing needs 1 at least."
            " Enter the burraco, or take back the closing."
        )
        yield _finding("V3", name, "refused", told)
    elif rules.closing_needs_clean and not line.clean:
        told = gettext_noop(
            "{line} closed with 0 clean burrachi out of {burrachi}, and by these rules closing needs"
            " a clean one. Enter it, or take back the closing."
        )
        yield _finding("V3", name, "refused", told, burrachi=line.burrachi)


def too_little(name: LineName, line: Line) -> Iterator[Finding]:
    """V4 to V7: fewer points than the cards must have counted."""
    least = LEAST_CLEAN * line.clean + LEAST_SEMI_CLEAN * line.semi_clean + LEAST_DIRTY * line.dirty
    if line.melded < least:
        told = gettext_noop(
            "{line} melded {melded}, but its burrachi ({clean} clean, {semi_clean} semi-clean, {dirty} dirty)"
            " hold at least {least} in cards. Count the cards melded again, or the burrachi."
        )
        counts = {"clean": line.clean, "semi_clean": line.semi_clean, "dirty": line.dirty}
        yield _finding("V4", name, "overridable", told, melded=line.melded, least=least, **counts)
    closing = LEAST_CLOSING if line.clean else LEAST_CLOSING_WITH_WILD
    if line.closed and line.melded < closing:
        told = gettext_noop(
            "{line} closed, but melded only {melded}: the 22 cards it went out with count at least {least}."
            " Count the cards melded again, or take back the closing."
        )
        yield _finding("V5", name, "overridable", told, melded=line.melded, least=closing)
    elif line.took_pozzetto and line.melded < LEAST_POZZETTO:
        told = gettext_noop(
            "{line} took its pozzetto, but melded only {melded}: the 11 cards it needs for that count"
            " at least {least}. Count the cards melded again, or take back the pozzetto."
        )
        yield _finding("V5", name, "overridable", told, melded=line.melded, least=LEAST_POZZETTO)
    least_left = 5 if line.closed else 10
    if line.left < least_left:
        told = gettext_noop(
            "{line} has {left} left in hand, but at least {least}: every player except the one who closes"
            " still holds a card. Count the cards left again, or say who closed."
        )
        yield _finding("V6", name, "overridable", told, left=line.left, least=least_left)
    least_all, cards = (165, 33) if line.took_pozzetto else (110, 22)
    if line.melded + line.left < least_all:
        told = gettext_noop(
            "{line} melded {melded} and has {left} left, {sum} in all, but its cards are at least {cards}"
            " and count at least {least}. Count melded and left again."
        )
        numbers = {"melded": line.melded, "left": line.left, "sum": line.melded + line.left}
        yield _finding("V7", name, "overridable", told, cards=cards, least=least_all, **numbers)


def too_much(name: LineName, line: Line) -> Iterator[Finding]:
    """V8: more points than the others and the table leave it."""
    most = 900 if line.took_pozzetto else 810
    if line.melded + line.left > most:
        told = gettext_noop(
            "{line} melded {melded} and has {left} left, {sum} in all, but of the {all} in play it can"
            " have had at most {most}. Count melded and left again."
        )
        numbers = {"melded": line.melded, "left": line.left, "sum": line.melded + line.left}
        yield _finding("V8", name, "overridable", told, most=most, all=1080, **numbers)


def together(hand: Hand) -> Iterator[Finding]:
    """V2 and V9 to V11: what the two lines cannot have had together."""
    ns, ew = hand.ns, hand.ew
    if ns.closed and ew.closed:
        told = gettext_noop("Both lines closed, but a hand ends with the first closing. Leave only one.")
        yield _finding("V2", None, "refused", told)
    taken = ns.took_pozzetto + ew.took_pozzetto
    total, (least, most) = ns.melded + ns.left + ew.melded + ew.left, TOGETHER[taken]
    if not least <= total <= most:
        told = gettext_noop(
            "Melded and left of both lines add to {total}, but with {taken} pozzetti taken they add"
            " to at least {least} and at most {most}. Count melded and left of both lines again."
        )
        yield _finding("V9", None, "overridable", told, total=total, taken=taken, least=least, most=most)
    cards = 7 * (ns.clean + ew.clean + ns.dirty + ew.dirty) + 8 * (ns.semi_clean + ew.semi_clean)
    available = 102 - 11 * (2 - taken) - (not (ns.closed or ew.closed))
    if cards > available:
        told = gettext_noop(
            "The {burrachi} burrachi of both lines need at least {cards} cards, but only {available} could be"
            " melded. Count the burrachi again."
        )
        numbers = {"burrachi": ns.burrachi + ew.burrachi, "cards": cards, "available": available}
        yield _finding("V10", None, "overridable", told, **numbers)
    with_wild = ns.semi_clean + ns.dirty + ew.semi_clean + ew.dirty
    if with_wild > WILDS:
        told = gettext_noop(
            "The two lines have {count} semi-clean and dirty burrachi, but there are only {wilds}"
            " jokers and twos. Count the burrachi again."
        )
        yield _finding("V11", None, "overridable", told, count=with_wild, wilds=WILDS)


def strange(hand: Hand, points: tuple[int, int]) -> Iterator[Finding]:
    """W1 to W4: possible, but worth a second look."""
    for name, line in hand.lines():
        if line.burrachi > 6:
            told = gettext_noop("{line} has {burrachi} burrachi, which is rare. Is it so?")
            yield _finding("W1", name, "warning", told, burrachi=line.burrachi)
        if line.left > 300:
            told = gettext_noop("{line} has {left} left in hand, which is rare. Is it so?")
            yield _finding("W2", name, "warning", told, left=line.left)
        if line.melded > 600 and not line.burrachi:
            told = gettext_noop("{line} melded {melded} without a burraco. Were the burrachi forgotten?")
            yield _finding("W3", name, "warning", told, melded=line.melded)
    ns_points, ew_points = points
    if abs(ns_points - ew_points) > 1500:
        told = gettext_noop("The lines are {difference} apart ({ns} and {ew}), which is rare. Is it so?")
        numbers = {"difference": abs(ns_points - ew_points), "ns": ns_points, "ew": ew_points}
        yield _finding("W4", None, "warning", told, **numbers)

"""The poorer score sheets: base and net of each line, or only its total; and the sum of a round.

Some tables hand in less than the components of a hand. What can still be impossible in it is checked here
(docs/rules.md 2.1, last paragraphs). Findings of impossible figures can be overridden, those no cards can
add to are refused.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import gcd
from typing import TypeVar

from scoring.findings import Finding, LineName, line_name
from scoring.rules import FIBUR, Rules
from scoring.sentences import Sentence, as_typed, gettext_noop, say

LEAST_NET, MOST_NET = -810, 890
MOST_NETS_TOGETHER, MOST_NETS_NOBODY_CLOSED = 1035, 1025
# 102 cards make at most 14 burrachi of 7.
MOST_BURRACHI = 14
FAR_TOO_LARGE = 1_000_000
LONGEST_SHOWN = 10**12

Figure = TypeVar("Figure")
Values = dict[str, int | str | Sentence]


@dataclass(frozen=True)
class BaseAndNet:
    """A line's hand in two figures, in MP: bonuses and penalties (base), cards melded minus left (net).

    >>> BaseAndNet(350, -45).total
    305
    """

    base: int
    net: int

    @property
    def total(self) -> int:
        return self.base + self.net


def check_base_and_net(ns: BaseAndNet, ew: BaseAndNet, rules: Rules = FIBUR) -> list[Finding]:
    """What is impossible in the base and net of the two lines; empty if nothing is.

    B1 (refused): a base that is no multiple of 50, below -100, or -50. N1 (refused): a net that is no
    multiple of 5. B2, N2 (overridable): a base above any number of burrachi, a net outside -810..890.
    N3: the nets add to more than 1035, or 1025 where neither base has room for a closing.

    >>> wrong = check_base_and_net(BaseAndNet(-50, 100), BaseAndNet(400, 900))
    >>> [(finding.code, finding.line) for finding in wrong]
    [('B1', 'ns'), ('N2', 'ew')]
    >>> check_base_and_net(BaseAndNet(100, 515), BaseAndNet(0, 515))[0].message
    'The nets add to 1,030, but to at most 1,025. Add melded and left of both lines again.'
    """
    findings: list[Finding] = []
    for name, line in _lines(ns, ew):
        findings += _base(name, line.base, rules)
        findings += _net(name, line.net)
    if any(finding.level == "refused" for finding in findings):
        return findings
    cheapest = rules.pays("clean") if rules.closing_needs_clean else min(pays for _, pays in rules.bonuses)
    somebody_closed = max(ns.base, ew.base) >= rules.closing + cheapest
    most = MOST_NETS_TOGETHER if somebody_closed else MOST_NETS_NOBODY_CLOSED
    if ns.net + ew.net > most:
        told = gettext_noop(
            "The nets add to {total}, but to at most {most}. Add melded and left of both lines again."
        )
        sentence = say(told, total=ns.net + ew.net, most=most)
        findings.append(Finding("N3", None, "overridable", sentence))
    return findings


def check_total(ns: int, ew: int, hands: int = 1, rules: Rules = FIBUR) -> list[Finding]:
    """What is impossible in the totals of two lines over so many hands; empty if nothing is.

    T1 (refused): no multiple of 5. T2 (overridable): below or above what the hands can have given. Totals
    may be negative.

    >>> check_total(-110, 1485), [finding.code for finding in check_total(1482, 9000)]
    ([], ['T1', 'T2'])
    """
    findings = []
    least = hands * (LEAST_NET - rules.no_pozzetto)
    most = hands * (MOST_NET + _most_base(rules))
    for name, total in _lines(ns, ew):
        values: Values = {"line": line_name(name), "total": _shown(total), "least": least, "most": most}
        if type(total) is int and abs(total) > FAR_TOO_LARGE:
            told = gettext_noop("{line}: a total of {total} is far too large. Write it again.")
            findings.append(Finding("T1", name, "refused", say(told, **values)))
        elif not _multiple(total, 5):
            told = gettext_noop("{line}: a total of {total} is no multiple of 5. Add it up again.")
            findings.append(Finding("T1", name, "refused", say(told, **values)))
        elif not least <= total <= most:
            told = gettext_noop(
                "{line}: a total of {total} is outside what {hands} hands can give, {least} to {most}."
                " Add it up again."
            )
            findings.append(Finding("T2", name, "overridable", say(told, hands=hands, **values)))
    return findings


def check_round(hands: Sequence[tuple[int, int]], total: tuple[int, int]) -> list[Finding]:
    """Whether a round's totals are the sums of its hands, line by line (R1, refused).

    ``hands``: MP of North-South and East-West in each hand. ``total``: as written on the score sheet.

    >>> check_round([(790, 545), (-110, 1095)], (680, 1640))
    []
    >>> check_round([(790, 545), (-110, 1095)], (1640, 680))[0].message
    'The totals 1,640 and 680 are those of the other line: the hands add to 680 and 1,640. Swap them.'
    >>> [finding.message for finding in check_round([(790, 545), (-110, 1095)], (680, 1650))]
    ['East-West: the total is 1,650, but its hands add to 1,640. Correct the total, or a hand.']
    """
    sums = (sum(ns for ns, _ in hands), sum(ew for _, ew in hands))
    if total == sums:
        return []
    if total == (sums[1], sums[0]):
        told = gettext_noop(
            "The totals {ns} and {ew} are those of the other line: the hands add to {ns_sum} and {ew_sum}."
            " Swap them."
        )
        sentence = say(told, ns=total[0], ew=total[1], ns_sum=sums[0], ew_sum=sums[1])
        return [Finding("R1", None, "refused", sentence)]
    told = gettext_noop(
        "{line}: the total is {total}, but its hands add to {sum}. Correct the total, or a hand."
    )
    return [
        Finding("R1", name, "refused", say(told, line=line_name(name), total=_shown(written), sum=added))
        for (name, written), added in zip(_lines(*total), sums, strict=True)
        if written != added
    ]


def _lines(ns: Figure, ew: Figure) -> Iterator[tuple[LineName, Figure]]:
    yield "ns", ns
    yield "ew", ew


def _multiple(value: int, of: int) -> bool:
    return type(value) is int and abs(value) <= FAR_TOO_LARGE and value % of == 0


def _shown(value: int) -> int | str:
    """The value as a sentence may show it, whatever was typed: a slip of the finger in full, no novel.

    >>> _shown(1_234_567), _shown(10**40)
    (1234567, '?')
    """
    if type(value) is not int:
        return as_typed(value)
    return value if abs(value) < LONGEST_SHOWN else "?"


def _most_base(rules: Rules) -> int:
    return MOST_BURRACHI * max(pays for _, pays in rules.bonuses) + rules.closing


@lru_cache(maxsize=16)
def _bases(rules: Rules) -> frozenset[int]:
    """Every base a line can have, with at most as many burrachi as there are cards for."""
    sums = {0}
    with_burraco: set[int] = set()
    for _ in range(MOST_BURRACHI):
        sums = {added + pays for added in sums for _, pays in rules.bonuses}
        with_burraco |= sums
    taken = {0} | with_burraco | {added + rules.closing for added in with_burraco}
    not_taken = {added - rules.no_pozzetto for added in {0} | with_burraco}
    return frozenset(taken | not_taken)


def _base(name: LineName, base: int, rules: Rules) -> Iterator[Finding]:
    """FIBUR: a multiple of 50, at least -100, never -50; other rules: what their bonuses can add to."""
    most = _most_base(rules)
    step = gcd(*(pays for _, pays in rules.bonuses), rules.closing, rules.no_pozzetto) or 5
    values: Values = {"line": line_name(name), "base": _shown(base), "most": most}
    if not _multiple(base, step) or (base <= most and base not in _bases(rules)):
        told = gettext_noop(
            "{line}: no burrachi, closing and pozzetto add to a base of {base}. Add the bonuses up again."
        )
        yield Finding("B1", name, "refused", say(told, **values))
    elif base > most:
        told = gettext_noop(
            "{line}: a base of {base} is more than a hand can give, {most}. Add the bonuses up again."
        )
        yield Finding("B2", name, "overridable", say(told, **values))


def _net(name: LineName, net: int) -> Iterator[Finding]:
    values: Values = {"line": line_name(name), "net": _shown(net), "least": LEAST_NET, "most": MOST_NET}
    if not _multiple(net, 5):
        told = gettext_noop("{line}: a net of {net} is no multiple of 5. Add the cards up again.")
        yield Finding("N1", name, "refused", say(told, **values))
    elif not LEAST_NET <= net <= MOST_NET:
        told = gettext_noop(
            "{line}: a net of {net} is outside what a hand can give, {least} to {most}."
            " Add the cards up again."
        )
        yield Finding("N2", name, "overridable", say(told, **values))

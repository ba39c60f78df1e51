"""Prizes in whole euros that add up to the pot, to the last crumb (docs/rules.md 7 ranks who gets them).

Money that comes in is counted in cents, prizes are whole euros: ``purse`` says what the club keeps, what
there is to win and which cents are left between the two. ``prizes`` cuts the pot by shares or by fixed
amounts, in the whole field or section by section, and gives each amount to the entry that stands there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.sentences import Refusal, gettext_noop, say


class PrizeError(Refusal):
    """Prizes that cannot be given as asked; the sentence says why."""


@dataclass(frozen=True)
class Purse:
    """Where the money goes: ``collected``, ``kept`` and ``crumbs`` in cents, ``pot`` in whole euros."""

    collected: int
    kept: int
    pot: int
    crumbs: int


def purse(collected: int, *, kept_percent: int = 0, kept_euros: int = 0) -> Purse:
    """What there is to win of ``collected`` cents when the club keeps a share or an amount.

    The parts always add up: ``collected == kept + 100 * pot + crumbs``, with fewer than 100 crumbs. Raises
    ``PrizeError`` where the club would keep more than there is.

    >>> purse(37_500, kept_percent=10)
    Purse(collected=37500, kept=3750, pot=337, crumbs=50)
    >>> purse(36_000, kept_euros=60).pot
    300
    """
    if collected < 0:
        raise PrizeError(say(gettext_noop("The money taken in is less than nothing: say how many euros.")))
    if not 0 <= kept_percent <= 100 or kept_euros < 0:
        raise PrizeError(
            say(gettext_noop("The club keeps between 0 and 100 percent, or an amount of 0 or more."))
        )
    kept = collected * kept_percent // 100 + 100 * kept_euros
    if kept > collected:
        raise PrizeError(
            say(
                gettext_noop("The club would keep {kept} euros of {collected}: nothing is left to win."),
                kept=-(-kept // 100),
                collected=collected // 100,
            )
        )
    pot, crumbs = divmod(collected - kept, 100)
    return Purse(collected, kept, pot, crumbs)


def shares_of(pot: int, shares: Sequence[int]) -> list[int]:
    """Cut a pot of whole euros by shares (percent or any weights); the amounts add up to the pot.

    Every place gets the whole euros of its share; the euros left over go to the largest fractions, the
    better place first. Nobody gets more than a better place with an equal or larger share.

    >>> shares_of(360, [40, 25, 15, 12, 8])
    [144, 90, 54, 43, 29]
    >>> sum(shares_of(100, [1, 1, 1])), shares_of(100, [1, 1, 1])
    (100, [34, 33, 33])
    >>> shares_of(0, [50, 50])
    [0, 0]
    """
    if pot < 0:
        raise PrizeError(
            say(gettext_noop("The pot is negative ({pot}): say how many euros there are."), pot=pot)
        )
    if not shares or any(share < 0 for share in shares) or not sum(shares):
        raise PrizeError(say(gettext_noop("Give every prize a share greater than 0.")))
    exact = [Fraction(pot * share, sum(shares)) for share in shares]
    whole = [int(amount) for amount in exact]
    left = pot - sum(whole)
    by_fraction = sorted(range(len(shares)), key=lambda place: (whole[place] - exact[place], place))
    for place in by_fraction[:left]:
        whole[place] += 1
    return whole


def tied(amounts: Sequence[int], places: Sequence[int]) -> list[int]:
    """What each of the ranked entries gets, those who share a place sharing its prizes.

    ``amounts``: prize of place 1, 2, ...; ``places``: the place of every entry in order (1, 2, 2, 4). The
    prizes of the places a tie covers are added and cut in equal whole euros, the first on the list getting
    a euro more where it does not divide.

    >>> tied([100, 60, 41], [1, 2, 2, 4])
    [100, 51, 50, 0]
    """
    given = [0] * len(places)
    index = 0
    while index < len(places):
        group = [i for i in range(len(places)) if places[i] == places[index]]
        together = sum(amounts[index : index + len(group)])
        for position, cut in zip(group, shares_of(together, [1] * len(group)), strict=True):
            given[position] = cut
        index = group[-1] + 1
    return given


@dataclass(frozen=True)
class Special:
    """A prize beside the places, such as the best mixed pair; ``entry``: who won it, once that is known."""

    what: str
    euros: int
    entry: Hashable | None = None


@dataclass(frozen=True)
class PrizePlan:
    """How a pot is given away.

    ``places``: the prize of place 1, 2, ... as weights (percent, usually), or with ``fixed`` as whole euros.
    ``per_section``: every section has these places, the pot being divided by the number of entries.
    ``share_ties``: those who share a place share its prizes; else each takes the prize of its line on the
    list.
    """

    places: tuple[int, ...] = ()
    fixed: bool = False
    per_section: bool = False
    share_ties: bool = True
    specials: tuple[Special, ...] = ()


@dataclass(frozen=True)
class Ranked:
    """An entry where it stands: best first, places as in the standings (1, 2, 2, 4)."""

    entry: Hashable
    place: int
    section: int = 1


@dataclass(frozen=True)
class Prize:
    """Whole euros for an entry: for its place in a section, or (``place`` None) for ``what`` it won."""

    euros: int
    entry: Hashable | None
    place: int | None = None
    section: int | None = None
    what: str = ""


@dataclass(frozen=True)
class Prizes:
    """What is given, and the euros of the pot that nobody gets. Together they are the pot."""

    given: tuple[Prize, ...]
    left: int


def amounts(plan: PrizePlan, pot: int, entries: Mapping[int, int]) -> dict[int, list[int]]:
    """The prize of every place in each section, from the number of ``entries`` there (one key: one list).

    With shares the whole pot is cut, whatever it is, and no place is counted that nobody can take; fixed
    amounts stand as they are. Raises ``PrizeError`` for a plan that cannot be paid.

    >>> amounts(PrizePlan((50, 30, 20), per_section=True), 301, {1: 16, 2: 14})
    {1: [81, 48, 32], 2: [70, 42, 28]}
    >>> amounts(PrizePlan((100, 60), fixed=True), 200, {1: 30})
    {1: [100, 60]}
    """
    specials = sum(special.euros for special in plan.specials)
    _refuse_senseless(plan)
    needed = specials + (sum(plan.places) * len(entries) if plan.fixed else 0)
    if needed > pot:
        raise PrizeError(
            say(
                gettext_noop("These prizes come to {needed} euros and the pot is {pot}: take {over} off."),
                needed=needed,
                pot=pot,
                over=needed - pot,
            )
        )
    if plan.fixed or not plan.places:
        return {section: list(plan.places) for section in entries}
    playing = {section: count for section, count in sorted(entries.items()) if count}
    if not playing:
        return {section: [] for section in entries}
    cut = shares_of(pot - specials, list(playing.values()))
    return {
        section: shares_of(part, plan.places[:count])
        for part, (section, count) in zip(cut, playing.items(), strict=True)
    }


def prizes(plan: PrizePlan, pot: int, ranked: Sequence[Ranked]) -> Prizes:
    """Who gets what of a pot of whole euros; given and left over always add up to the pot.

    ``ranked``: the entries that may win, best first; whoever withdrew is not among them, and those
    behind move up. In one list unless the plan is ``per_section``.

    >>> field = [Ranked("A", 1), Ranked("B", 2), Ranked("C", 2), Ranked("D", 4)]
    >>> special = Special("best mixed pair", 20, "D")
    >>> [(p.entry, p.euros) for p in prizes(PrizePlan((50, 30, 20), specials=(special,)), 121, field).given]
    [('A', 51), ('B', 25), ('C', 25), ('D', 20)]
    """
    lists: dict[int, list[Ranked]] = {}
    for one in ranked:
        lists.setdefault(one.section if plan.per_section else 1, []).append(one)
    counts = Counter({section: len(entries) for section, entries in lists.items()}) or Counter({1: 0})
    by_place = amounts(plan, pot, counts)
    given = [prize for section in sorted(lists) for prize in _in(section, by_place, lists[section], plan)]
    given += [Prize(special.euros, special.entry, what=special.what) for special in plan.specials]
    return Prizes(tuple(given), pot - sum(prize.euros for prize in given))


def _in(
    section: int, by_place: Mapping[int, list[int]], entries: Sequence[Ranked], plan: PrizePlan
) -> list[Prize]:
    """The prizes of one list, without the places that get nothing."""
    firsts: dict[int, int] = {}
    for index, one in enumerate(entries):
        firsts.setdefault(one.place, index + 1)
    places = [firsts[one.place] for one in entries]  # counted in this list, whoever stands between
    euros = by_place[section]
    if plan.share_ties:
        cut = tied(euros, places)
    else:
        cut = [*euros[: len(entries)], *[0] * (len(entries) - len(euros))]
    return [
        Prize(amount, one.entry, place, section)
        for one, place, amount in zip(entries, places, cut, strict=True)
        if amount
    ]


def _refuse_senseless(plan: PrizePlan) -> None:
    if not plan.places and not plan.specials:
        raise PrizeError(say(gettext_noop("Say at least the prize of the first place.")))
    if any(place <= 0 for place in plan.places):
        raise PrizeError(say(gettext_noop("Give every prize a share greater than 0.")))
    for place, (better, worse) in enumerate(zip(plan.places, plan.places[1:], strict=False), start=2):
        if worse > better:
            raise PrizeError(
                say(
                    gettext_noop("Place {place} would get more than place {better}: change the order."),
                    place=place,
                    better=place - 1,
                )
            )
    for special in plan.specials:
        if not special.what.strip() or special.euros <= 0:
            raise PrizeError(say(gettext_noop("Give every special prize a name and an amount.")))

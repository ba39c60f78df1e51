"""Who rests when the field is odd, and why (docs/rules.md 5, docs/seating.md "Bye")."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.movements.pairing import MovementError, distinct


@dataclass(frozen=True)
class Skipped:
    """An entry that stood before the chosen one, and why it was passed over."""

    entry: Hashable
    place: int
    reason: Sentence
    code: str


@dataclass(frozen=True)
class Rest:
    """The entry that rests, its place, why it is this one, and who was passed over from the bottom up."""

    entry: Hashable
    place: int
    times: int
    reason: Sentence
    skipped: tuple[Skipped, ...] = ()


def may_rest(ranking: Sequence[Hashable], rested: Mapping[Hashable, int]) -> list[Hashable]:
    """Those whose turn it is to rest, the lowest placed first: nobody rests again before all have.

    >>> may_rest(["A", "B", "C"], {"C": 1})
    ['B', 'A']
    >>> may_rest(["A", "B", "C"], {"A": 1, "B": 2, "C": 1})
    ['C', 'A']
    """
    entries = distinct(ranking)
    fewest = min((rested.get(entry, 0) for entry in entries), default=0)
    return [entry for entry in reversed(entries) if rested.get(entry, 0) == fewest]


def who_rests(
    ranking: Sequence[Hashable], rested: Mapping[Hashable, int], chosen: Hashable | None = None
) -> Rest:
    """The entry that rests, with the reason: the lowest placed of those who have rested least.

    ``rested``: how often each has rested so far (absent: never). ``chosen``: a draw that looks ahead may
    have to pass over the lowest placed; it names its choice here and the reasons follow. In the first
    round, pass the order of entry as the ranking: the last entered rests.

    Raises ``MovementError`` for an empty or even field, an entry listed twice, or a choice out of turn.

    >>> rest = who_rests(["A", "B", "C"], {"C": 1})
    >>> rest.entry, str(rest.reason)
    ('B', 'B rests: the lowest placed of the 2 entries that have not rested yet.')
    >>> str(rest.skipped[0].reason)
    'has already rested once'
    """
    if len(ranking) % 2 == 0:
        text = gettext_noop("Nobody rests among {count} entries: an even field is paired whole.")
        raise MovementError(say(text, count=len(ranking)))
    turn = may_rest(ranking, rested)
    entry = turn[0] if chosen is None else chosen
    if entry not in turn:
        text = gettext_noop("{entry} does not rest now: others have rested less often.")
        raise MovementError(say(text, entry=str(entry)))
    times = rested.get(entry, 0)
    skipped: list[Skipped] = []
    for place in range(len(ranking), 0, -1):
        passed = ranking[place - 1]
        if passed == entry:
            break
        skipped.append(_passed_over(passed, place, rested.get(passed, 0), times))
    reason = _reason(entry, len(turn), times, passed_over=turn[0] != entry)
    return Rest(entry, len(ranking) - len(skipped), times + 1, reason, tuple(skipped))


def rests_so_far(history: Sequence[Sequence[Hashable]]) -> dict[Hashable, int]:
    """How often each has rested, from the entries that rested in each round.

    >>> rests_so_far([["A"], [], ["A"], ["B"]])
    {'A': 2, 'B': 1}
    """
    counts: dict[Hashable, int] = {}
    for resting in history:
        for entry in resting:
            counts[entry] = counts.get(entry, 0) + 1
    return counts


def times_in_words(times: int) -> Sentence:
    """ "once", "twice", "5 times", for the gap of another sentence.

    >>> [str(times_in_words(times)) for times in (1, 2, 5)]
    ['once', 'twice', '5 times']
    """
    if times == 1:
        return say(gettext_noop("once"))
    if times == 2:
        return say(gettext_noop("twice"))
    return say(gettext_noop("{times} times"), times=times)


def _passed_over(entry: Hashable, place: int, rested: int, least: int) -> Skipped:
    if rested > least:
        text = gettext_noop("has already rested {times}")
        return Skipped(entry, place, say(text, times=times_in_words(rested)), "rested")
    text = gettext_noop("with it resting, the others could not be paired as well")
    return Skipped(entry, place, say(text), "rest_of_field")


def _reason(entry: Hashable, turn: int, times: int, *, passed_over: bool) -> Sentence:
    if times and not passed_over:
        text = gettext_noop(
            "{entry} rests again: all have rested {times} at least, and it is the lowest placed of those "
            "who rested least."
        )
        return say(text, entry=str(entry), times=times_in_words(times))
    if times:
        text = gettext_noop(
            "{entry} rests again: all have rested {times} at least, and with it resting the others can "
            "be paired best."
        )
        return say(text, entry=str(entry), times=times_in_words(times))
    if turn == 1:
        return say(gettext_noop("{entry} rests: the only one that has not rested yet."), entry=str(entry))
    if passed_over:
        text = gettext_noop(
            "{entry} rests: the lowest placed of the {count} entries that have not rested yet "
            "with which the others can be paired best."
        )
    else:
        text = gettext_noop(
            "{entry} rests: the lowest placed of the {count} entries that have not rested yet."
        )
    return say(text, entry=str(entry), count=turn)

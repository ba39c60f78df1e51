"""What must add up in any field of pairs, whatever was played (docs/rules.md 7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from scoring.match import Entry, LineResult
from scoring.sentences import Sentence, gettext_noop, say
from scoring.standings import Standing, StandingsPenalty


def sums_off(
    results: Iterable[LineResult],
    *,
    maximum: int = 20,
    standings: Sequence[Standing] | None = None,
    penalties: Iterable[StandingsPenalty] = (),
) -> list[Sentence]:
    """Every sum that does not hold, in words; empty if all do.

    At each table played without a ruling, the VP of the two lines add to ``maximum`` and their net MP to 0;
    byes and rulings are given, not played, and balance nothing. With ``standings``, their VP and net MP must
    add to those of all results less the ``penalties``: for a field without byes, rulings and penalties that
    is ``maximum`` times the tables played, and 0.

    >>> good = [LineResult("A", 1, 12, 400, None, "B"), LineResult("B", 1, 8, -400, None, "A")]
    >>> sums_off(good)
    []
    >>> [str(each) for each in sums_off([good[0], LineResult("B", 1, 9, -400, None, "A")])]
    ['Round 1, A against B: the VP add to 21, not to 20.']
    """
    results = list(results)
    off = [*_twice(results), *_tables(results, maximum)]
    if standings is not None:
        off += totals_off(results, standings, penalties)
    return off


def _twice(results: Sequence[LineResult]) -> Iterator[Sentence]:
    seen: set[tuple[int, Entry]] = set()
    for result in results:
        if (result.round, result.entry) in seen:
            told = gettext_noop("Round {round}: {entry} has more than one result.")
            yield say(told, round=result.round, entry=str(result.entry))
        seen.add((result.round, result.entry))


def _tables(results: Sequence[LineResult], maximum: int) -> Iterator[Sentence]:
    waiting: dict[tuple[int, Entry, Entry], LineResult] = {}
    for result in results:
        if result.kind != "played" or result.opponent is None:
            continue
        other = waiting.pop((result.round, result.opponent, result.entry), None)
        if other is None:
            waiting[result.round, result.entry, result.opponent] = result
            continue
        names: dict[str, int | str] = {"round": result.round, "ns": str(other.entry), "ew": str(result.entry)}
        if other.vp + result.vp != maximum:
            told = gettext_noop("Round {round}, {ns} against {ew}: the VP add to {sum}, not to {maximum}.")
            yield say(told, sum=other.vp + result.vp, maximum=maximum, **names)
        if other.net_mp + result.net_mp:
            told = gettext_noop("Round {round}, {ns} against {ew}: the net MP add to {sum}, not to 0.")
            yield say(told, sum=other.net_mp + result.net_mp, **names)
    for number, entry, opponent in waiting:
        told = gettext_noop(
            "Round {round}: {entry} has a result against {opponent}, who has none against it."
        )
        yield say(told, round=number, entry=str(entry), opponent=str(opponent))


def totals_off(
    results: Iterable[LineResult], standings: Sequence[Standing], penalties: Iterable[StandingsPenalty] = ()
) -> list[Sentence]:
    """The sums of the standings alone, VP and net MP, against those of the results less the ``penalties``.

    For single players too, each with the results of the line he or she shared.

    >>> totals_off([LineResult("A", 1, 12, 400, None, "B")], [])[0].template
    'The VP of the standings add to {sum}, those of the results to {expected}.'
    """
    return list(_totals(list(results), standings, list(penalties)))


def _totals(
    results: Sequence[LineResult], standings: Sequence[Standing], penalties: Sequence[StandingsPenalty]
) -> Iterator[Sentence]:
    vp = sum(result.vp for result in results) - sum(penalty.vp for penalty in penalties)
    net = sum(result.net_mp for result in results) - sum(penalty.mp for penalty in penalties)
    ranked_vp = sum(standing.vp for standing in standings)
    ranked_net = sum(standing.net_mp for standing in standings)
    if ranked_vp != vp:
        told = gettext_noop("The VP of the standings add to {sum}, those of the results to {expected}.")
        yield say(told, sum=ranked_vp, expected=vp)
    if ranked_net != net:
        told = gettext_noop("The net MP of the standings add to {sum}, those of the results to {expected}.")
        yield say(told, sum=ranked_net, expected=net)

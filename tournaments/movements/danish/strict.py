"""The strict draw: a ranking, who may not meet whom, and nothing else."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from scoring.sentences import gettext_noop, say
from tournaments.movements.danish.matching import best_pairs
from tournaments.movements.pairing import EntryT, MovementError, distinct


def pair(
    ranking: Sequence[EntryT], met: Mapping[EntryT, Collection[EntryT]] | None = None
) -> list[tuple[EntryT, EntryT]]:
    """Pair the standings from the top: the first complete draw in which nobody meets whom it may not meet.

    ``ranking``: an even number of entries, the best placed first. ``met``: for an entry, those it may not
    meet; one side of a meeting is enough, entries without a line may meet everybody. The best-placed entry
    not yet seated meets the best-placed one it may meet, provided the rest can still be paired. Where no
    complete draw without a repeat exists the draw has the fewest repeats, on the lowest tables that can
    bear them: ``repeats`` names them.

    Each pair comes better placed first, from the top. Raises ``MovementError`` for an odd number of entries
    or one listed twice. Source: docs/rules.md 4, docs/seating.md "Danish draws".

    >>> pair([2, 3, 4, 1], {1: {3}, 2: {4}})
    [(2, 3), (4, 1)]
    >>> pair(["A", "B", "C", "D"], {"A": {"B"}, "C": {"D", "A"}, "D": {"A"}})
    [('A', 'C'), ('B', 'D')]
    """
    entries = distinct(ranking)
    if len(entries) % 2:
        text = gettext_noop("{count} entries cannot all be paired: one has to rest first.")
        raise MovementError(say(text, count=len(entries)))
    forbidden = met or {}
    rank = {entry: place for place, entry in enumerate(entries)}
    faults: list[dict[int, int]] = [{} for _ in entries]
    for entry, place in rank.items():
        for opponent in forbidden.get(entry, ()):
            other = rank.get(opponent, place)
            if other != place:
                faults[place][other] = faults[other][place] = 1
    return [(entries[first], entries[second]) for first, second in best_pairs(faults)]


def repeats(
    pairs: Iterable[tuple[EntryT, EntryT]], met: Mapping[EntryT, Collection[EntryT]] | None = None
) -> list[tuple[EntryT, EntryT]]:
    """Those of ``pairs`` that ``met`` forbids, in their order; empty for a draw without a repeat.

    >>> repeats([("A", "B"), ("C", "D")], {"D": {"C"}})
    [('C', 'D')]
    """
    forbidden = met or {}
    return [(a, b) for a, b in pairs if b in forbidden.get(a, ()) or a in forbidden.get(b, ())]

"""Why these two met: their places, who was skipped and for what reason."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.movements.byes import Skipped
from tournaments.movements.danish import sides
from tournaments.movements.danish.notes import numbers
from tournaments.movements.danish.record import CLUB_MATES, LAST_REPEAT, OLD_REPEAT, Record


@dataclass(frozen=True)
class Why:
    """The answer at the desk when a pairing is contested.

    ``entries`` and ``places``: the better placed first, places counted from 1. ``skipped``: those who were
    still unseated and stood before the second in the order of the draw, each with the reason. ``sides``:
    why the lines sit as they do.
    """

    table: int
    entries: tuple[Hashable, Hashable]
    places: tuple[int, int]
    sentence: Sentence
    skipped: tuple[Skipped, ...]
    sides: Sentence


def explain(
    index: int,
    pairs: Sequence[tuple[int, int]],
    ranking: Sequence[Hashable],
    record: Record,
    faults: Sequence[Mapping[int, int]],
    *,
    table: int,
    sat: tuple[sides.Sat, sides.Sat],
) -> Why:
    """The reasons of the pair at ``index``, counted from the top."""
    first, second = pairs[index]
    against, met = faults[first], record.met[first]
    accepted = (against.get(second, 0), second)
    unseated = sorted(rank for pair in pairs[index:] for rank in pair if rank not in (first, second))
    skipped = tuple(
        Skipped(ranking[rank], rank + 1, *_reason(against.get(rank, 0), accepted[0], met.get(rank, [])))
        for rank in unseated
        if rank < second or (against.get(rank, 0), rank) < accepted
    )
    pair = (ranking[first], ranking[second])
    names = (str(pair[0]), str(pair[1]))
    places = (first + 1, second + 1)
    sentence = _sentence(names, places, skipped=bool(skipped))
    return Why(table, pair, places, sentence, skipped, sides.reason(names, sat))


def _sentence(names: tuple[str, str], places: tuple[int, int], *, skipped: bool) -> Sentence:
    if skipped:
        text = gettext_noop(
            "{first} (place {place}) was the best placed still without a table and meets {second} "
            "(place {other}), the best opponent it could have."
        )
    else:
        text = gettext_noop(
            "{first} (place {place}) was the best placed still without a table and meets the next, {second} "
            "(place {other})."
        )
    return say(text, first=names[0], second=names[1], place=places[0], other=places[1])


def _reason(bits: int, accepted: int, rounds: Sequence[int]) -> tuple[Sentence, str]:
    if bits > accepted:
        if bits & LAST_REPEAT:
            return say(gettext_noop("already met in the round just played")), "repeat_last_round"
        if bits & OLD_REPEAT:
            text = gettext_noop("already met (round {rounds})")
            return say(text, rounds=numbers(rounds)), "repeat"
        if bits & CLUB_MATES:
            return say(gettext_noop("a club-mate")), "club_mates"
        return say(gettext_noop("kept apart by a wish")), "wish"
    return say(gettext_noop("the others could then not have been paired as well")), "rest_of_field"

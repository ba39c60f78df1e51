"""Who takes part: the list of pairs by the journal, and nobody in two pairs."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Count

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.boards.facts import Facts
from tournaments.boards.verify.told import Told
from tournaments.models import Entry, Event, Member


def list_off(event: Event, facts: Facts, told: Told) -> Iterator[Sentence]:
    """Pairs that came or went behind the journal, and those whose state it does not know."""
    if told.pairs is None:
        return
    unknown = sorted(facts.entries.keys() - told.pairs.keys())
    if unknown:
        text = gettext_noop("Pairs on the list of which the journal does not know: {entries}.")
        yield say(text, entries=", ".join(map(str, unknown)))
    gone = sorted(told.pairs.keys() - facts.entries.keys())
    if gone:
        text = gettext_noop("Pairs that by the journal are on the list, and are not: {entries}.")
        yield say(text, entries=", ".join(map(str, gone)))
    if not told.says_all:
        return
    left = dict(Entry.objects.filter(event=event).values_list("number", "left_in_round"))
    for number in sorted(facts.entries.keys() & told.pairs.keys()):
        now, then = facts.entries[number].state, told.pairs[number]
        if (now, left[number]) != (then.state, then.left_in_round) and told.is_known("pair", number):
            yield say(
                gettext_noop("Pair {entry} is “{now}”, but by the journal “{told}”."),
                entry=number,
                now=_state(now, left[number]),
                told=_state(then.state or "", then.left_in_round),
            )


def _state(state: str, left_in_round: int | None) -> str:
    label = str(Entry.State(state).label)
    return label if left_in_round is None else f"{label} {left_in_round}"


def twice(event: Event) -> Iterator[Sentence]:
    """Players who sit in more than one pair at a time."""
    rows = (
        Member.objects.filter(event=event, to_round=None)
        .values("player__surname", "player__first_name", "player_id")
        .annotate(times=Count("pk"))
        .filter(times__gt=1)
    )
    for row in rows:
        yield say(
            gettext_noop("{name} sits in {times} pairs."),
            name=f"{row['player__surname']} {row['player__first_name']}".strip(),
            times=row["times"],
        )

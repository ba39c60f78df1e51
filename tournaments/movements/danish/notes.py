"""What the director has to know of a draw before it is printed: repeats, second byes, wishes not granted."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.movements.byes import times_in_words
from tournaments.movements.danish.record import CLUB_MATES, LAST_REPEAT, OLD_REPEAT, WISH, Record
from tournaments.movements.pairing import Pairing

_GRADES = (
    (LAST_REPEAT, "repeat_last_round"),
    (OLD_REPEAT, "repeat"),
    (CLUB_MATES, "club_mates"),
    (WISH, "wish"),
)


@dataclass(frozen=True)
class Note:
    """One thing the director has to know: what kind of thing, in words, about whom, at which table.

    ``code``: "repeat_last_round", "repeat" (against the rule of the draw), "rematch" (the draw allows it),
    "second_bye", "club_mates", "wish", "one_club".
    """

    code: str
    sentence: Sentence
    entries: tuple[Hashable, ...]
    table: int | None = None


def on_pairs(
    tables: Iterable[Pairing], record: Record, faults: Sequence[Mapping[int, int]], *, drawn: bool
) -> list[Note]:
    """The notes of the tables, in their order; ``drawn``: the computed draw, nothing better exists."""
    found: list[Note] = []
    for table in tables:
        if table.ns is None or table.ew is None:
            continue
        first, second = sorted((record.rank[table.ns], record.rank[table.ew]))
        bits, rounds = faults[first].get(second, 0), record.met[first].get(second, [])
        pair = (table.ns, table.ew) if record.rank[table.ns] == first else (table.ew, table.ns)
        codes = [code for bit, code in _GRADES if bits & bit]
        if rounds and not bits & (LAST_REPEAT | OLD_REPEAT):
            codes.insert(0, "rematch")
        found += [Note(code, _words(code, pair, rounds, drawn), pair, table.table) for code in codes]
    return found


def second_bye(entry: Hashable, times: int, table: int | None) -> Note:
    """The note of an entry that rests for the second time or more; ``times`` counts this rest.

    >>> str(second_bye("A", 2, 5).sentence)
    'A rests a second time: it has already rested once.'
    """
    if times == 2:
        text = gettext_noop("{entry} rests a second time: it has already rested once.")
        return Note("second_bye", say(text, entry=str(entry)), (entry,), table)
    text = gettext_noop("{entry} rests again: it has already rested {times}.")
    sentence = say(text, entry=str(entry), times=times_in_words(times - 1))
    return Note("second_bye", sentence, (entry,), table)


def one_club() -> Note:
    """All entries belong to one club: nobody can be kept apart."""
    text = gettext_noop("All entries are of one club: club-mates cannot be kept apart.")
    return Note("one_club", say(text), ())


def numbers(rounds: Sequence[int]) -> str:
    """The numbers of rounds, for a sentence."""
    return ", ".join(map(str, rounds))


def _words(code: str, pair: tuple[Hashable, Hashable], rounds: Sequence[int], drawn: bool) -> Sentence:
    first, second = map(str, pair)
    if code in ("repeat", "repeat_last_round"):
        if drawn:
            text = gettext_noop(
                "{first} and {second} meet again (round {rounds}): no complete draw has fewer repeats."
            )
        else:
            text = gettext_noop("{first} and {second} have already met (round {rounds}).")
        return say(text, first=first, second=second, rounds=numbers(rounds))
    if code == "rematch":
        text = gettext_noop("{first} and {second} meet again (round {rounds}): this draw allows it.")
        return say(text, first=first, second=second, rounds=numbers(rounds))
    if code == "club_mates":
        if drawn:
            text = gettext_noop(
                "{first} and {second} are club-mates: keeping them apart would cost a worse fault elsewhere."
            )
        else:
            text = gettext_noop("{first} and {second} are club-mates.")
    elif drawn:
        text = gettext_noop(
            "{first} and {second} meet against a wish: keeping them apart would cost a worse fault."
        )
    else:
        text = gettext_noop("{first} and {second} meet against a wish to keep them apart.")
    return say(text, first=first, second=second)

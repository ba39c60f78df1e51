"""The draw of a round as the desk needs it: who rests, who meets whom at which table, what to know."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from scoring.sentences import gettext_noop, say
from tournaments.movements import byes
from tournaments.movements.danish import notes as remarks
from tournaments.movements.danish.matching import best_pairs, lowest_rest
from tournaments.movements.danish.notes import Note
from tournaments.movements.danish.record import SENZA_RIPETIZIONI, Kind, Record, club_of_all
from tournaments.movements.danish.sides import Sat, better_sits_ns
from tournaments.movements.danish.why import Why, explain
from tournaments.movements.pairing import MovementError, Pairing, distinct

History = Sequence[Iterable[Pairing]]
Groups = Iterable[Collection[Hashable]]
Pairs = Iterable[tuple[Hashable, Hashable]]


@dataclass(frozen=True)
class _Field:
    """What a draw was made from: kept so that it can answer for each table."""

    ranking: tuple[Hashable, ...]
    record: Record
    faults: list[dict[int, int]]
    pairs: list[tuple[int, int]]
    sat: dict[int, Sat]


@dataclass(frozen=True)
class Draw:
    """A round drawn: the tables from the top (that of the bye last), who rests and why, and the notes.

    ``why(table)`` tells for each table why these two meet; it is worked out when it is asked for.
    """

    pairings: tuple[Pairing, ...]
    bye: Hashable | None
    rest: byes.Rest | None
    notes: tuple[Note, ...]
    _made_from: _Field = field(repr=False, compare=False)

    def why(self, table: int) -> Why:
        """Why the two at ``table`` meet; ``MovementError`` where nobody meets anybody."""
        index = table - self.pairings[0].table
        made = self._made_from
        if not 0 <= index < len(made.pairs):
            raise MovementError(say(gettext_noop("This draw has no match at table {table}."), table=table))
        first, second = made.pairs[index]
        sat = (made.sat[first], made.sat[second])
        return explain(index, made.pairs, made.ranking, made.record, made.faults, table=table, sat=sat)


def draw(
    ranking: Sequence[Hashable],
    history: History,
    kind: Kind = SENZA_RIPETIZIONI,
    *,
    last_round: bool = False,
    rested: Mapping[Hashable, int] | None = None,
    apart: Groups = (),
    wishes: Pairs = (),
    sides: Mapping[Hashable, Sat] | None = None,
    first_table: int = 1,
) -> Draw:
    """Draw a Danish round from the standings.

    ``ranking``: the standings, the best placed first, without those who left. ``history``: the tables of
    all rounds played so far in the tournament, the first round first; entries no longer in the ranking do
    not matter. ``kind``: PURO forbids nothing; MODIFICATO forbids those who met in the round just played,
    unless this is the ``last_round`` of the tournament; SENZA_RIPETIZIONI forbids everybody met before.
    ``apart``: groups (clubs) whose members are kept apart in this round; ``wishes``: pairs (spouses) to
    keep apart. ``rested`` and ``sides``: how often each has rested and sat, when the history does not tell.
    ``first_table``: the number of the top table.

    Faults, the gravest first: a repeat of the round just played, an older repeat, club-mates, a wish. The
    draw has the fewest of them; among such draws it seats from the top, each the best opponent it can have.
    Odd field: the lowest placed rests of those whose turn it is and for which the others have the fewest
    faults; nobody rests again while another has rested less. Everything that could not be granted is in the
    ``notes``.

    Raises ``MovementError`` for an empty ranking or an entry listed twice. Source: docs/rules.md 4 and 5,
    docs/seating.md "Danish draws".

    >>> first = draw(["A", "B", "C", "D", "E"], [])
    >>> [(p.table, p.ns, p.ew) for p in first.pairings], first.bye
    ([(1, 'A', 'B'), (2, 'C', 'D'), (3, 'E', None)], 'E')
    >>> second = draw(["A", "B", "C", "D", "E"], [first.pairings])
    >>> [(p.table, p.ns, p.ew) for p in second.pairings]
    [(1, 'C', 'A'), (2, 'B', 'E'), (3, 'D', None)]
    >>> [(s.entry, str(s.reason)) for s in second.why(1).skipped]
    [('B', 'already met in the round just played')]
    """
    entries = distinct(ranking)
    if not entries:
        raise MovementError(say(gettext_noop("There is nobody to draw.")))
    clubs = tuple(apart)
    record = Record(entries, history)
    faults = record.faults(kind, last_round=last_round, apart=clubs, wishes=wishes)
    counts = record.rested if rested is None else rested
    rest, pairs = _rest_and_pairs(entries, faults, counts)
    sat = {rank: _seats(rank, entries, record, sides) for pair in pairs for rank in pair}
    tables = [_seated(first_table + index, pair, entries, sat) for index, pair in enumerate(pairs)]
    notes = [remarks.one_club()] if club_of_all(entries, clubs) else []
    notes += remarks.on_pairs(tables, record, faults, drawn=True)
    if rest is not None:
        tables.append(Pairing(first_table + len(pairs), rest.entry, None))
        if rest.times > 1:
            notes.append(remarks.second_bye(rest.entry, rest.times, tables[-1].table))
    made_from = _Field(tuple(entries), record, faults, pairs, sat)
    return Draw(tuple(tables), None if rest is None else rest.entry, rest, tuple(notes), made_from)


def review(
    tables: Sequence[Pairing],
    history: History,
    kind: Kind = SENZA_RIPETIZIONI,
    *,
    last_round: bool = False,
    apart: Groups = (),
    wishes: Pairs = (),
) -> tuple[Note, ...]:
    """What a director has to know of seats changed by hand: rematches, a second bye, club-mates, wishes.

    ``tables`` is the round as it would be played; the rest as for ``draw``. Raises ``MovementError`` when
    an entry sits twice.

    >>> played = [[Pairing(1, "A", "B"), Pairing(2, "C", None)]]
    >>> [(n.code, str(n.sentence)) for n in review([Pairing(1, "B", "A"), Pairing(2, "C", None)], played)]
    [('repeat_last_round', 'B and A have already met (round 1).'), \
('second_bye', 'C rests a second time: it has already rested once.')]
    """
    entries = distinct(entry for table in tables for entry in table.entries)
    record = Record(entries, history)
    faults = record.faults(kind, last_round=last_round, apart=apart, wishes=wishes)
    found = remarks.on_pairs(tables, record, faults, drawn=False)
    for table in tables:
        entry = table.resting
        if entry is not None and record.rested.get(entry, 0):
            found.append(remarks.second_bye(entry, record.rested[entry] + 1, table.table))
    return tuple(found)


def _rest_and_pairs(
    entries: Sequence[Hashable], faults: Sequence[Mapping[int, int]], rested: Mapping[Hashable, int]
) -> tuple[byes.Rest | None, list[tuple[int, int]]]:
    if len(entries) % 2 == 0:
        return None, best_pairs(faults)
    rank = {entry: place for place, entry in enumerate(entries)}
    turn = [rank[entry] for entry in byes.may_rest(entries, rested)]
    resting, pairs = lowest_rest(faults, turn)
    return byes.who_rests(entries, rested, chosen=entries[resting]), pairs


def _seats(
    rank: int, entries: Sequence[Hashable], record: Record, sides: Mapping[Hashable, Sat] | None
) -> Sat:
    return record.seats(rank) if sides is None else sides.get(entries[rank], Sat())


def _seated(
    table: int, pair: tuple[int, int], entries: Sequence[Hashable], sat: Mapping[int, Sat]
) -> Pairing:
    better, other = pair
    if better_sits_ns(sat[better], sat[other]):
        return Pairing(table, entries[better], entries[other])
    return Pairing(table, entries[other], entries[better])

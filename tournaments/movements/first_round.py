"""The first round: in the order of entry, or by lot with club-mates spread over the hall (docs/rules.md 4).

A draw by lot is a function of its seed: the same seed and the same list give the same seats on every machine.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from scoring.sentences import gettext_noop, say
from tournaments.movements.danish.notes import Note, one_club
from tournaments.movements.hall import Hall, spread_order
from tournaments.movements.mitchell import round_pairing
from tournaments.movements.pairing import EW, NS, EntryT, MovementError, Pairing, distinct

Groups = Iterable[Collection[Hashable]]
Pairs = Iterable[tuple[Hashable, Hashable]]


@dataclass(frozen=True)
class Lines:
    """The two lines of a Mitchell, in the order of the tables, and what could not be granted.

    With an odd field North-South is the shorter (unless lines were given that leave no choice): the last
    table is incomplete and each round another East-West entry rests there, first the last of the list.
    """

    ns: tuple[Hashable, ...]
    ew: tuple[Hashable, ...]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class FirstRound:
    """The tables of a first round, that of the bye last; who rests; what could not be granted."""

    pairings: tuple[Pairing, ...]
    bye: Hashable | None
    notes: tuple[Note, ...] = ()


def shuffled(entries: Sequence[EntryT], seed: int | str) -> list[EntryT]:
    """The entries in an order drawn by lot: it depends on the seed and on the order given, on nothing else.

    >>> shuffled(["A", "B", "C", "D"], seed=7)
    ['A', 'C', 'D', 'B']
    """
    lots = [sha256(f"{seed}/{number}".encode()).digest() for number in range(len(entries))]
    return [entries[number] for number in sorted(range(len(entries)), key=lots.__getitem__)]


def in_order_of_entry(entries: Sequence[Hashable], first_table: int = 1) -> FirstRound:
    """The first meets the second, the third the fourth; of an odd field the last entered rests.

    >>> [(p.table, p.ns, p.ew) for p in in_order_of_entry(["A", "B", "C"]).pairings]
    [(1, 'A', 'B'), (2, 'C', None)]
    """
    listed = distinct(entries)
    tables = [
        Pairing(first_table + number // 2, listed[number], listed[number + 1])
        for number in range(0, len(listed) - 1, 2)
    ]
    if len(listed) % 2 == 0:
        return FirstRound(tuple(tables), None)
    return FirstRound((*tables, Pairing(first_table + len(tables), listed[-1], None)), listed[-1])


def by_lot(
    entries: Sequence[Hashable],
    seed: int | str,
    *,
    apart: Groups = (),
    wishes: Pairs = (),
    first_table: int = 1,
) -> FirstRound:
    """Tables drawn by lot; the members of a group in ``apart`` (a club) sit spread over the hall.

    ``wishes``: pairs (spouses) that do not meet either. As long as no club has more than half of the
    entries both are always possible for clubs; what was not is in the ``notes``. Of an odd field the lot
    says who rests.

    >>> drawn = by_lot(["A", "B", "C", "D"], seed=7, apart=[{"A", "B"}])
    >>> [(p.table, p.ns, p.ew) for p in drawn.pairings]
    [(1, 'C', 'B'), (2, 'A', 'D')]
    """
    lines = mitchell_lines(entries, seed, apart=apart, wishes=wishes)
    tables = [Pairing(first_table + p.table - 1, p.ns, p.ew) for p in round_pairing(lines.ns, lines.ew, 0)]
    bye = None
    if len(lines.ns) != len(lines.ew):
        bye = tables[-1].resting
        tables[-1] = Pairing(tables[-1].table, bye, None)
    moved = tuple(
        Note(note.code, note.sentence, note.entries, note.table and note.table + first_table - 1)
        for note in lines.notes
    )
    return FirstRound(tuple(tables), bye, moved)


def mitchell_lines(
    entries: Sequence[Hashable],
    seed: int | str | None = None,
    *,
    lines: Mapping[Hashable, str] | None = None,
    apart: Groups = (),
    wishes: Pairs = (),
    apart_rounds: int = 1,
    step: int = 1,
) -> Lines:
    """Who sits North-South and stays, who sits East-West and moves, and at which table each begins.

    ``seed``: drawn by lot; without it in the order of entry, the first half North-South. ``lines``: "ns" or
    "ew" for those who need one (who cannot move stays North-South). ``apart``: groups (clubs) whose members
    are spread over the hall and over both lines, so that they meet late: not in the first ``apart_rounds``
    rounds where that can be had, the later the better; ``wishes``: pairs for which the same is asked.
    Meetings that remain are in the ``notes``.

    Raises ``MovementError`` for an entry listed twice, fewer than two, or more forced on one line than it
    has places.

    >>> mitchell_lines([1, 2, 3, 4, 5])
    Lines(ns=(1, 2), ew=(3, 4, 5), notes=())
    >>> mitchell_lines([1, 2, 3, 4], lines={4: "ns"}).ns
    (1, 4)
    """
    listed = distinct(entries)
    if len(listed) < 2:
        raise MovementError(say(gettext_noop("A first round needs two entries at least.")))
    order = listed if seed is None else shuffled(listed, seed)
    clubs = [[entry for entry in order if entry in club] for club in apart]
    groups = [club for club in clubs if 1 < len(club) < len(order)]
    pairs = [[a, b] for a, b in wishes if a != b and a in order and b in order]
    forced = {entry: line for entry, line in (lines or {}).items() if entry in order}
    ns, ew = _two_lines(spread_order(order, groups), groups, _places(len(order), forced), forced)
    hall = Hall(ns, ew, groups, pairs, apart_rounds=apart_rounds, step=step)
    if groups or pairs:
        hall.settle()
    notes = [one_club()] if any(len(club) == len(order) for club in clubs) else []
    return Lines(tuple(hall.line(NS)), tuple(hall.line(EW)), (*notes, *_meetings(hall)))


def _places(count: int, forced: Mapping[Hashable, str]) -> dict[str, int]:
    wanted = {line: sum(to == line for to in forced.values()) for line in (NS, EW)}
    if sum(wanted.values()) != len(forced):
        raise MovementError(say(gettext_noop("A line is “ns” or “ew”.")))
    places = {NS: count // 2, EW: count - count // 2}
    if wanted[NS] > places[NS] and wanted[NS] == places[EW]:
        places = {NS: places[EW], EW: places[NS]}
    for line, name in ((NS, gettext_noop("North-South")), (EW, gettext_noop("East-West"))):
        if wanted[line] > places[line]:
            text = gettext_noop("{count} entries are to sit {line}, which has {places} places.")
            raise MovementError(say(text, count=wanted[line], line=say(name), places=places[line]))
    return places


def _two_lines(
    order: Sequence[Hashable],
    groups: Sequence[Sequence[Hashable]],
    places: Mapping[str, int],
    forced: Mapping[Hashable, str],
) -> tuple[list[Hashable], list[Hashable]]:
    """Each club over both lines as evenly as the forced lines and the places allow, in the order given."""
    club: dict[Hashable, int] = {}
    for number, group in enumerate(groups):
        for entry in group:
            club.setdefault(entry, number)
    line = dict(forced)
    free = {to: places[to] - sum(at == to for at in forced.values()) for to in (NS, EW)}
    seated = [{NS: 0, EW: 0} for _ in groups]
    for entry, to in forced.items():
        if entry in club:
            seated[club[entry]][to] += 1
    mates = sorted((entry for entry in order if entry in club), key=lambda entry: -len(groups[club[entry]]))
    for entry in (entry for entry in mates if entry not in forced):
        here = seated[club[entry]]
        to = min((at for at in (NS, EW) if free[at]), key=lambda at: (here[at], -free[at]))
        line[entry] = to
        free[to] -= 1
        here[to] += 1
    for entry in order:
        if entry not in line:
            line[entry] = NS if free[NS] and (not groups or free[NS] >= free[EW]) else EW
            free[line[entry]] -= 1
    return [e for e in order if line[e] == NS], [e for e in order if line[e] == EW]


def _meetings(hall: Hall) -> list[Note]:
    notes: list[Note] = []
    for first, second, number, table, code in hall.meetings():
        if code == "club_mates":
            text = gettext_noop("{first} and {second} are club-mates and meet in round {round}.")
        else:
            text = gettext_noop(
                "{first} and {second} meet in round {round}, against a wish to keep them apart."
            )
        sentence = say(text, first=str(first), second=str(second), round=number)
        notes.append(Note(code, sentence, (first, second), table))
    return notes

"""Who plays in a round and who does not: a table that was forgotten, a pair that came late or left.

In a round in which every table has its score each pair sits or rests, unless the workbook says why not: by
the column Stato of the sheet Coppie, or for a round in between by the optional sheet Assenze.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.movements.programme import Movement, Programme
from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import PairRow, TableRow, plays_in
from tournaments.spreadsheets.problems import Ledger, Place
from tournaments.spreadsheets.reading.grid import Grid, SheetRows

Tables = Mapping[int, Sequence[TableRow]]
Absences = set[tuple[int, int]]


def read_absences(
    rows: SheetRows, pairs: Collection[int], tables: Tables, ledger: Ledger
) -> set[tuple[int, int]]:
    """The sheet Assenze: pair and round, for a pair that was not there in between."""
    required = (words.PAIR, words.ROUND)
    grid = Grid(words.ABSENCES, rows, ledger, required=required)
    grid.leave_aside(required)
    found: Absences = set()
    for row in grid if grid.found else ():
        if row.is_blank(required):
            continue
        pair = row.whole(words.PAIR, _pair_wanted(), needed=True)
        wanted = say(gettext_noop("the number of a round that has its sheet"))
        number = row.whole(words.ROUND, wanted, needed=True)
        if pair is not None and pair not in pairs:
            row.wrong(words.PAIR, _pair_wanted())
        elif number is not None and number not in tables:
            row.wrong(words.ROUND, wanted)
        elif pair is not None and number is not None:
            if pair in _seated(tables[number]):
                row.wrong(words.ROUND, say(gettext_noop("a round in which this pair does not sit")))
            found.add((pair, number))
    return found


def _pair_wanted() -> Sentence:
    return say(gettext_noop("the number of a pair of the sheet {sheet}"), sheet=words.PAIRS)


def _seated(tables: Sequence[TableRow]) -> set[int]:
    return {entry for table in tables for entry in (table.ns, table.ew) if entry is not None}


@dataclass(frozen=True)
class Evening:
    """What the sheets say, as far as it matters for who plays when.

    ``settled``: the rounds in which every table has its score. ``programme`` None: it could not be read.
    """

    pairs: Mapping[int, PairRow]
    tables: Tables
    settled: Collection[int]
    absences: Absences
    programme: Programme | None


def check_presence(evening: Evening, ledger: Ledger) -> None:
    """A round without some of its pairs is wrong; who came late or left early is noted.

    A sheet in which something else is wrong is not asked: the missing pair may stand in that row.
    """
    spoiled = {problem.sheet for problem in ledger.problems}
    seated = {number: _seated(tables) for number, tables in evening.tables.items()}
    for number in sorted(evening.settled):
        title = words.round_title(number)
        if title in spoiled or not evening.pairs:
            continue
        excused = _came_late(evening, number, seated) | _has_left(evening, number, seated)
        missing = _missing(evening, number, seated) - excused
        if missing:
            ledger.wrong(Place(title), _without(missing), _wanted())
    if not ledger.problems:
        _note_late_and_left(evening, seated, ledger)


def _missing(evening: Evening, number: int, seated: Mapping[int, set[int]]) -> set[int]:
    """Pairs that should be in the round and are not."""
    last = max(evening.tables)
    return {
        pair.number
        for pair in evening.pairs.values()
        if pair.number not in seated[number]
        and (pair.number, number) not in evening.absences
        and (
            plays_in(pair, number)
            # It left, and nobody wrote when: not before the last round it played in.
            or (
                pair.state == "withdrawn"
                and pair.left_in_round is None
                and any(pair.number in seated[later] for later in range(number + 1, last + 1))
            )
        )
    }


def _came_late(evening: Evening, number: int, seated: Mapping[int, set[int]]) -> set[int]:
    """Pairs whose first round is a later one, unless the round plainly lacks a table.

    It does where other rounds have a table number between those of this one; and in a Mitchell, whose chairs
    are those of its first round, where the late pairs leave nobody to rest.
    """
    first = {
        pair: min(found, default=0)
        for pair in _missing(evening, number, seated)
        if not any(pair in seated[earlier] for earlier in range(1, number))
        for found in [[later for later in seated if later > number and pair in seated[later]]]
    }
    late = {pair for pair, begins in first.items() if begins}
    here = {table.table for table in evening.tables[number]}
    elsewhere = {table.table for tables in evening.tables.values() for table in tables}
    if late and any(table < max(here) for table in elsewhere - here):
        return set()
    chairs = {pair for pair in late if _in_one_mitchell(evening.programme, number, first[pair])}
    resting = sum(table.is_bye for table in evening.tables[number])
    return late - chairs if len(chairs) > resting else late


def _in_one_mitchell(programme: Programme | None, number: int, later: int) -> bool:
    if programme is None or later > programme.rounds:
        return False
    here, there = programme.position(number), programme.position(later)
    return here.phase.movement is Movement.MITCHELL and here.index == there.index


def _has_left(evening: Evening, number: int, seated: Mapping[int, set[int]]) -> set[int]:
    """Pairs that have played and miss the last two rounds at least: missing only the last one, as missing one
    in between, is what a forgotten table looks like."""
    rounds = sorted(evening.tables)
    gone = set()
    for pair in _missing(evening, number, seated):
        played = [round_ for round_ in rounds if pair in seated[round_]]
        if played and played[-1] < number and rounds[-1] - played[-1] >= 2:
            gone.add(pair)
    return gone


def _without(missing: Collection[int]) -> Sentence:
    if len(missing) == 1:
        return say(gettext_noop("a round without pair {number}"), number=str(*missing))
    numbers = ", ".join(map(str, sorted(missing)))
    return say(gettext_noop("a round without pairs {numbers}"), numbers=numbers)


def _wanted() -> Sentence:
    told = gettext_noop(
        "every pair at a table: give it a row of its own, with the other side empty, if it rested; if it was"
        " not there, write so in the column {state} or in a sheet {absences}"
    )
    return say(told, state=words.STATE, absences=words.ABSENCES)


def _note_late_and_left(evening: Evening, seated: Mapping[int, set[int]], ledger: Ledger) -> None:
    late: dict[int, list[int]] = defaultdict(list)
    left: dict[int, list[int]] = defaultdict(list)
    for number in sorted(evening.settled):
        for pair in sorted(_missing(evening, number, seated)):
            played = [round_ for round_ in sorted(seated) if pair in seated[round_]]
            into, at = (late, played[0]) if played[0] > number else (left, played[-1])
            if pair not in into[at]:
                into[at].append(pair)
    for at, pairs in sorted(late.items()):
        told = gettext_noop("play from round {round} on, as having come late: pairs {numbers}.")
        _note(ledger, told, at, pairs)
    for at, pairs in sorted(left.items()):
        told = gettext_noop("play up to round {round}, as having left after it: pairs {numbers}.")
        _note(ledger, told, at, pairs)


def _note(ledger: Ledger, text: str, number: int, pairs: Sequence[int]) -> None:
    remark = say(text, round=number, numbers=", ".join(map(str, pairs)))
    ledger.note(Place(words.PAIRS), remark)


def note_contrary(evening: Evening, ruled: Collection[tuple[int, int]], ledger: Ledger) -> None:
    """What the list says of a pair and the rounds do not: its line in a Mitchell, that it was absent.

    ``ruled``: round and table of the scores set by the referee, where nobody need have played.
    """
    for line, numbers in sorted(_on_the_other_line(evening).items()):
        other = words.LINES["ew" if line == "ns" else "ns"]
        told = gettext_noop(
            "{heading} {line}, but throughout a Mitchell they sit {other}: pairs {numbers}. The seats count."
        )
        numbers_told = ", ".join(map(str, sorted(numbers)))
        remark = say(told, heading=words.LINE, line=words.LINES[line], other=other, numbers=numbers_told)
        ledger.note(Place(words.PAIRS), remark)
    absent = {number for number, pair in evening.pairs.items() if pair.state == "absent"}
    played = sorted(
        absent.intersection(
            entry
            for number, tables in evening.tables.items()
            for table in tables
            if table.is_played and (number, table.table) not in ruled
            for entry in (table.ns, table.ew)
            if entry is not None
        )
    )
    if played:
        told = gettext_noop("{heading} “{state}”, but they have results, which count: pairs {numbers}.")
        state = words.PAIR_STATES["absent"]
        remark = say(told, heading=words.STATE, state=state, numbers=", ".join(map(str, played)))
        ledger.note(Place(words.PAIRS), remark)


def _on_the_other_line(evening: Evening) -> dict[str, set[int]]:
    """By the line of the list, the pairs that sit on the other one in all rounds of a Mitchell phase."""
    found: dict[str, set[int]] = defaultdict(set)
    for rounds in _mitchells(evening):
        sides: dict[int, set[str]] = defaultdict(set)
        for number in rounds:
            for table in evening.tables[number]:
                for line, entry in (("ns", table.ns), ("ew", table.ew)):
                    if entry is not None:
                        sides[entry].add(line)
        for entry, lines in sides.items():
            listed = evening.pairs[entry].line if entry in evening.pairs else ""
            if listed and listed not in lines:
                found[listed].add(entry)
    return found


def _mitchells(evening: Evening) -> Iterator[list[int]]:
    before = 0
    for phase in evening.programme.phases if evening.programme else ():
        rounds = [
            number for number in range(before + 1, before + phase.rounds + 1) if number in evening.tables
        ]
        if phase.movement is Movement.MITCHELL and rounds:
            yield rounds
        before += phase.rounds

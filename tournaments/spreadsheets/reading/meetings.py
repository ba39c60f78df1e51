"""Who met whom across the rounds, against the rule of each phase (docs/rules.md 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.movements import mitchell
from tournaments.movements.pairing import MovementError, even_parts
from tournaments.movements.programme import Movement, PhasePlan, Position, Programme
from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import PairRow
from tournaments.spreadsheets.problems import Ledger, Place
from tournaments.spreadsheets.reading.rounds import Seated

Rounds = Mapping[int, Sequence[Seated]]


def check_programme(
    programme: Programme, pairs: Mapping[int, PairRow], rounds: Rounds, place: Place, ledger: Ledger
) -> None:
    """Refuse a Mitchell that would repeat a meeting in this field, before anybody is seated for it."""
    before = 0
    for phase in programme.phases:
        if phase.movement is Movement.MITCHELL:
            try:
                for size in even_parts(_tables(rounds.get(before + 1, ()), pairs), phase.sections):
                    mitchell.check(size, phase.rounds, phase.step)
            except MovementError as error:
                ledger.wrong(place, str(programme), "", error.sentence)
        before += phase.rounds


def _tables(first_round: Sequence[Seated], pairs: Mapping[int, PairRow]) -> int:
    """The tables of a Mitchell: those of its first round if it is seated, else what the lines make."""
    if first_round:
        return len(first_round)
    playing = [pair for pair in pairs.values() if pair.state == "active"]
    lines = [sum(pair.line == line for pair in playing) for line in words.LINES]
    return max(*lines, (len(playing) + 1) // 2)


def check_meetings(programme: Programme, rounds: Rounds, entries: int, ledger: Ledger) -> None:
    """Write down every meeting that the rule of its phase forbids, and note those it merely avoids."""
    met: dict[frozenset[int], list[int]] = {}
    for number in sorted(rounds):
        if not 1 <= number <= programme.rounds:
            continue
        where = programme.position(number)
        for seated in rounds[number]:
            table = seated.table
            if table.ns is None or table.ew is None:
                continue
            earlier = met.setdefault(frozenset((table.ns, table.ew)), [])
            for before in earlier:
                _judge(seated, where, programme.position(before), entries, ledger)
            earlier.append(number)


def _judge(seated: Seated, now: Position, before: Position, entries: int, ledger: Ledger) -> None:
    found = say(
        gettext_noop("pairs {ns} and {ew}, who met already in round {round}"),
        ns=str(seated.table.ns),
        ew=str(seated.table.ew),
        round=str(before.number),
    )
    expected = _rule_broken(now, before, entries)
    if expected is not None:
        seated.row.wrong(words.EW, expected, found)
    elif now.phase.movement is Movement.SENZA_RIPETIZIONI:
        told = gettext_noop("{found}: allowed only where no draw without repeats exists.")
        ledger.note(seated.row.place(words.EW), say(told, found=found))


def _rule_broken(now: Position, before: Position, entries: int) -> Sentence | None:
    phase: PhasePlan = now.phase
    same_phase = now.index == before.index
    if phase.movement is Movement.MITCHELL and same_phase:
        return say(gettext_noop("a pair not yet met: in a Mitchell nobody meets twice"))
    if phase.movement is Movement.DANESE_MODIFICATO and before.number == now.number - 1 and not now.is_last:
        return say(
            gettext_noop(
                "a pair not met in the round just before: the Danese modificato forbids it"
                " until the last round"
            )
        )
    if phase.movement is Movement.ALL_ITALIANA and same_phase:
        once = entries - 1 if entries % 2 == 0 else entries
        if (now.round_in_phase - 1) // once == (before.round_in_phase - 1) // once:
            return say(gettext_noop("a pair not yet met: in a round robin everybody meets everybody once"))
    return None

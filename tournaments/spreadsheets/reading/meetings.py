"""Who met whom across the rounds, against the rule of each phase (docs/rules.md 4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.movements import danish, mitchell
from tournaments.movements.pairing import MovementError, even_parts
from tournaments.movements.programme import Movement, Programme
from tournaments.spreadsheets import vocabulary as words
from tournaments.spreadsheets.book import PairRow
from tournaments.spreadsheets.problems import Ledger, Place
from tournaments.spreadsheets.reading.rounds import Seated

Rounds = Mapping[int, Sequence[Seated]]
Met = dict[frozenset[int], list[int]]


def check_programme(
    programme: Programme, pairs: Mapping[int, PairRow], rounds: Rounds, place: Place, ledger: Ledger
) -> None:
    """A Mitchell that would repeat a meeting: wrong once its first round is seated, noted before.

    Until then pairs may still come, and the draw itself refuses what cannot be played.
    """
    before = 0
    for phase in programme.phases:
        if phase.movement is Movement.MITCHELL:
            # Rows that could not be read are missing from a round: then the list says how many tables.
            first_round = () if ledger.problems else rounds.get(before + 1, ())
            try:
                for size in even_parts(_tables(first_round, pairs), phase.sections):
                    mitchell.check(size, phase.rounds, phase.step)
            except MovementError as error:
                if before + 1 in rounds:
                    ledger.wrong(place, str(programme), "", error.sentence)
                else:
                    ledger.note(place, error.sentence)
        before += phase.rounds


def _tables(first_round: Sequence[Seated], pairs: Mapping[int, PairRow]) -> int:
    """The tables of a Mitchell: those of its first round if it is seated, else what the lines make."""
    if first_round:
        return len(first_round)
    playing = [pair for pair in pairs.values() if pair.state == "active"]
    lines = [sum(pair.line == line for pair in playing) for line in words.LINES]
    return max(*lines, (len(playing) + 1) // 2)


def check_meetings(programme: Programme, rounds: Rounds, ledger: Ledger) -> None:
    """Write down every meeting that the rule of its round forbids.

    A Danish draw that could not do without repeats is held to the fewest: those are only noted.
    """
    met: Met = {}
    for number in sorted(rounds):
        if 1 <= number <= programme.rounds:
            here = _Round(programme, number, _circle(programme, number, rounds))
            _check_round(here, rounds[number], met, ledger)
        for seated in rounds[number]:
            if seated.table.ns is not None and seated.table.ew is not None:
                met.setdefault(frozenset((seated.table.ns, seated.table.ew)), []).append(number)


def _circle(programme: Programme, number: int, rounds: Rounds) -> int:
    """Rounds until everybody has met everybody in the longest section of a round robin."""
    first = number - programme.position(number).round_in_phase + 1
    sizes: Counter[int] = Counter()
    for seated in rounds.get(first, ()):
        sizes[seated.table.section] += 2 - seated.table.is_bye
    return max((size - 1 + size % 2 for size in sizes.values()), default=1) or 1


@dataclass(frozen=True)
class _Round:
    """A round with its rule: which earlier meetings may not be repeated, and in what words."""

    programme: Programme
    number: int
    circle: int

    def forbids(self, earlier: int) -> bool:
        here = self.programme.position(self.number)
        before = self.programme.position(earlier)
        match here.phase.movement:
            case Movement.MITCHELL:
                return here.index == before.index
            case Movement.ALL_ITALIANA:
                turn, turn_before = ((at.round_in_phase - 1) // self.circle for at in (here, before))
                return here.index == before.index and turn == turn_before
            case Movement.DANESE_MODIFICATO:
                return earlier == self.number - 1 and not here.is_last
            case Movement.SENZA_RIPETIZIONI:
                return True
            case _:
                return False

    @property
    def expected(self) -> Sentence:
        match self.programme.phase_of(self.number).movement:
            case Movement.MITCHELL:
                text = gettext_noop("a pair not yet met: in a Mitchell nobody meets twice")
            case Movement.ALL_ITALIANA:
                text = gettext_noop("a pair not yet met: in a round robin everybody meets everybody once")
            case Movement.DANESE_MODIFICATO:
                text = gettext_noop(
                    "a pair not met in the round just before: the Danese modificato forbids it"
                    " until the last round"
                )
            case _:
                text = gettext_noop("a pair not yet met: a draw without repeats was possible")
        return say(text)


def _check_round(here: _Round, seated: Sequence[Seated], met: Met, ledger: Ledger) -> None:
    banned: dict[int, set[int]] = {}
    for pair, earlier in met.items():
        if any(here.forbids(number) for number in earlier):
            one, other = pair
            banned.setdefault(one, set()).add(other)
            banned.setdefault(other, set()).add(one)
    repeats = [s for s in seated if s.table.ns is not None and s.table.ew in banned.get(s.table.ns, ())]
    if not repeats:
        return
    avoidable = len(repeats) > _fewest(here, seated, banned)
    for each in repeats:
        ns, ew = each.table.ns, each.table.ew
        before = met[frozenset(entry for entry in (ns, ew) if entry is not None)][-1]
        told = gettext_noop("the meeting of pairs {ns} and {ew}, who met already in round {round}")
        found = say(told, ns=str(ns), ew=str(ew), round=str(before))
        if avoidable:
            each.row.wrong(words.EW, here.expected, found)
        else:
            told = gettext_noop("{found}: no draw could avoid it.")
            ledger.note(each.row.place(words.EW), say(told, found=found))


def _fewest(here: _Round, seated: Sequence[Seated], banned: Mapping[int, set[int]]) -> int:
    """The fewest repeats any seating of these pairs has; a fixed movement has no excuse."""
    if not here.programme.phase_of(here.number).movement.is_danish:
        return 0
    playing = [
        entry
        for each in seated
        if not each.table.is_bye
        for entry in (each.table.ns, each.table.ew)
        if entry is not None
    ]
    drawn = danish.pair(playing, banned)
    return sum(1 for one, other in drawn if other in banned.get(one, ()))

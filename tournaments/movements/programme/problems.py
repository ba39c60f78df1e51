"""What a programme cannot keep with so many entries, said before anything is printed."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.movements import mitchell
from tournaments.movements.pairing import MovementError, even_parts
from tournaments.movements.programme.phases import Movement, PhasePlan, Programme


def problems(programme: Programme, entries: int) -> list[Sentence]:
    """Everything in ``programme`` that so many entries cannot play as written, in the order of the phases.

    Empty: every phase can be played and every promise of it kept. A sentence says what will happen and what
    would do instead. Source: docs/rules.md 4, docs/seating.md.

    >>> from tournaments.movements.programme.formula import parse
    >>> problems(parse("Mitchell 4; Danese modificato 1"), 30)
    []
    >>> [str(s) for s in problems(parse("All'italiana 4"), 8)]
    ["All'italiana 4: 8 entries all meet in 7 rounds, not 4: some will not have met."]
    """
    if entries < 2:
        return [
            say(gettext_noop("A tournament needs two entries at least: there are {count}."), count=entries)
        ]
    found: list[Sentence] = []
    for index, phase in enumerate(programme.phases):
        if phase.sections * 2 > entries:
            text = gettext_noop("{phase}: {count} entries cannot make {sections} sections.")
            found.append(say(text, phase=str(phase), count=entries, sections=phase.sections))
            continue
        found += _of_phase(programme, index, phase, entries)
    return found


def _of_phase(programme: Programme, index: int, phase: PhasePlan, entries: int) -> Iterator[Sentence]:
    if phase.movement is Movement.MITCHELL:
        yield from _of_mitchell(phase, entries)
    elif phase.movement is Movement.ALL_ITALIANA:
        yield from _of_round_robin(phase, entries)
    elif phase.movement is Movement.SENZA_RIPETIZIONI:
        yield from _without_repeats(programme, index, phase, entries)
    elif phase.movement is Movement.INDIVIDUALE:
        yield from _of_individual(phase, entries)
    elif phase.movement is Movement.DANESE_MODIFICATO and entries <= 3 * phase.sections and phase.rounds > 1:
        text = gettext_noop("{phase}: with {count} entries those who just met have to meet again.")
        yield say(text, phase=str(phase), count=entries)


def _of_mitchell(phase: PhasePlan, entries: int) -> Iterator[Sentence]:
    tables = (entries + 1) // 2
    try:
        mitchell.check(tables, phase.rounds, phase.step)
        if phase.sections > 1:
            mitchell.sections(tables, phase.rounds, phase.sections, phase.step)
    except MovementError as refused:
        yield refused.sentence


def _of_round_robin(phase: PhasePlan, entries: int) -> Iterator[Sentence]:
    for size in dict.fromkeys(even_parts(entries, phase.sections)):
        needed = size - 1 if size % 2 == 0 else size
        if phase.rounds == needed:
            continue
        if phase.rounds < needed:
            text = gettext_noop(
                "{phase}: {count} entries all meet in {needed} rounds, not {rounds}: some will not have met."
            )
        else:
            text = gettext_noop(
                "{phase}: {count} entries have all met after {needed} rounds: {rounds} would repeat meetings."
            )
        yield say(text, phase=str(phase), count=size, needed=needed, rounds=phase.rounds)


def _without_repeats(programme: Programme, index: int, phase: PhasePlan, entries: int) -> Iterator[Sentence]:
    before = sum(earlier.rounds for earlier in programme.phases[:index])
    smallest = min(even_parts(entries, phase.sections))
    seats = smallest + smallest % 2
    after_mitchell = index > 0 and _is_full_mitchell(programme.phases[index - 1], entries)
    if after_mitchell and phase.sections == 1:
        text = gettext_noop(
            "{phase}: after a full Mitchell of an odd number of tables no draw without a repeat exists: "
            "one pair of entries meets again, on the last table. One round of Mitchell less avoids it."
        )
        yield say(text, phase=str(phase))
    rounds = before + phase.rounds
    if rounds > seats - 1:
        text = gettext_noop(
            "{phase}: after {most} rounds {count} entries have all met, and {rounds} are planned: "
            "meetings will repeat, as few as possible."
        )
        yield say(text, phase=str(phase), most=seats - 1, count=smallest, rounds=rounds)
    elif rounds > seats // 2 and not after_mitchell:
        text = gettext_noop(
            "{phase}: with {count} entries {sure} rounds without a repeat are certain, {rounds} are planned: "
            "a late round may repeat a meeting. A round robin would not."
        )
        yield say(text, phase=str(phase), count=smallest, sure=seats // 2, rounds=rounds)


def _is_full_mitchell(phase: PhasePlan, entries: int) -> bool:
    tables = (entries + 1) // 2
    return (
        phase.movement is Movement.MITCHELL
        and phase.sections == 1
        and tables % 2 == 1
        and phase.rounds == tables
        and gcd(tables, phase.step) == 1
    )


def _of_individual(phase: PhasePlan, entries: int) -> Iterator[Sentence]:
    smallest = min(even_parts(entries, phase.sections))
    if smallest < 4:
        text = gettext_noop("{phase}: a table of an individual needs four players, a section has {count}.")
        yield say(text, phase=str(phase), count=smallest)
    elif phase.rounds > smallest - 1:
        text = gettext_noop(
            "{phase}: {count} players have all been partners after {most} rounds: partners will repeat."
        )
        yield say(text, phase=str(phase), count=smallest, most=smallest - 1)

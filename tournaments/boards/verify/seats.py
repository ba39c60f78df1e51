"""Who sits where: once each in every closed round, at tables of their own, against whom the rule allows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.boards.facts import Facts, MatchFact
from tournaments.boards.verify.told import RoundTold, Told
from tournaments.models import Event, Match, Round
from tournaments.movements import danish
from tournaments.movements.programme import Movement, Position, Programme


def numbering_off(facts: Facts) -> Iterator[Sentence]:
    """The rounds count from 1 without a gap."""
    expected = list(range(1, len(facts.rounds) + 1))
    if sorted(facts.rounds) != expected:
        yield say(
            gettext_noop("The rounds are numbered {numbers}, without regard to order or gaps."),
            numbers=", ".join(map(str, sorted(facts.rounds))),
        )


def seats_off(event: Event, facts: Facts, programme: Programme | None, told: Told) -> Iterator[Sentence]:
    """Pairs that sit twice or nowhere, tables that are there twice or empty."""
    yield from _twice(facts)
    empty = Match.objects.filter(round__event=event, seats=None)
    for number, table in empty.order_by("round__number", "table").values_list("round__number", "table"):
        text = gettext_noop("Round {round}, table {table}: nobody sits there.")
        yield say(text, round=number, table=table)
    # Of a draw only its waiting sections are asked for: the rest of what it kept is long.
    idle = dict(Round.objects.filter(event=event).values_list("number", "why__idle"))
    yield from _nowhere(facts, programme, told, idle)


def _nowhere(
    facts: Facts, programme: Programme | None, told: Told, idle: Mapping[int, list[int] | None]
) -> Iterator[Sentence]:
    """Pairs that could play when a round was seated, and neither sit nor rest in it."""
    seated: dict[int, set[int]] = defaultdict(set)
    for match in facts.matches:
        seated[match.round].update(match.ns + match.ew)
    for number, state in sorted(facts.rounds.items()):
        found = told.rounds.get(number)
        if state != Round.State.CLOSED or found is None or not told.pairs:
            continue
        excused = _excused(number, found, programme, seated) | set(idle.get(number) or ())
        missing = sorted((found.playing & facts.entries.keys()) - seated[number] - excused)
        if missing:
            text = gettext_noop("Round {round}: pairs that neither sit nor rest: {entries}.")
            yield say(text, round=number, entries=", ".join(map(str, missing)))


def _excused(
    number: int, found: RoundTold, programme: Programme | None, seated: Mapping[int, set[int]]
) -> set[int] | frozenset[int]:
    """Who may be missing. A plan seats those who were there when its phase began. Seats decided elsewhere
    are those of the journal; where it does not hold them, who came later or had left is not asked for."""
    if found.verb == "seat_round":
        if found.seats is not None:
            return found.playing
        before = set().union(*(there for round_, there in seated.items() if round_ < number))
        after = set().union(*(there for round_, there in seated.items() if round_ > number))
        return found.playing - (before & after)
    if programme is None or number > programme.rounds:
        return set()
    here = programme.position(number)
    if here.round_in_phase > 1 and here.phase.movement in (Movement.MITCHELL, Movement.ALL_ITALIANA):
        return found.playing - seated[number - here.round_in_phase + 1]
    return set()


def _twice(facts: Facts) -> Iterator[Sentence]:
    for number in facts.rounds:
        matches = facts.matches_of(number)
        seated = Counter(entry for match in matches for entry in match.ns + match.ew)
        for entry, times in sorted(seated.items()):
            if times > 1:
                yield say(
                    gettext_noop("Round {round}: pair {entry} sits {times} times."),
                    round=number,
                    entry=entry,
                    times=times,
                )
        tables = Counter(match.table for match in matches)
        for table, times in sorted(tables.items()):
            if times > 1:
                yield say(
                    gettext_noop("Round {round}: table {table} is there {times} times."),
                    round=number,
                    table=table,
                    times=times,
                )


def meetings_off(facts: Facts, programme: Programme) -> list[Sentence]:
    """Meetings the movement of the round forbids (docs/rules.md 4), where the draw had another way.

    A Danish draw that could not avoid repeats is held to the fewest; beyond that every repeat is named.
    """
    history: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    off: list[Sentence] = []
    for number in sorted(facts.rounds):
        played = [match for match in facts.matches_of(number) if not match.is_bye]
        if number <= programme.rounds:
            here = programme.position(number)
            banned = _banned(history, here, programme, _circle(facts, here))
            for section in sorted({match.section for match in played}):
                together = [match for match in played if match.section == section]
                repeats = [match for match in together if match.ew[0] in banned.get(match.ns[0], ())]
                if repeats and len(repeats) > _unavoidable(together, banned, here):
                    off += [_repeat(match, history[match.ns[0]][match.ew[0]][-1]) for match in repeats]
        for match in played:
            for one in match.ns:
                for other in match.ew:
                    history[one][other].append(number)
                    history[other][one].append(number)
    return off


def _circle(facts: Facts, here: Position) -> int:
    """The rounds of the longest circle of a round robin, after which it begins again; else of the phase."""
    if here.phase.movement is not Movement.ALL_ITALIANA:
        return here.phase.rounds
    sizes: Counter[int] = Counter()
    for match in facts.matches_of(here.number - here.round_in_phase + 1):
        sizes[match.section] += len(match.ns + match.ew)
    return max((size - 1 + size % 2 for size in sizes.values()), default=1) or 1


def _banned(
    history: dict[int, dict[int, list[int]]], here: Position, programme: Programme, circle: int
) -> dict[int, set[int]]:
    """Whom each entry may not meet in the round at ``here``; ``circle``: rounds until all have met all."""

    def counts(earlier: int) -> bool:
        match here.phase.movement:
            case Movement.DANESE_PURO | Movement.INDIVIDUALE:
                return False
            case Movement.DANESE_MODIFICATO:
                return earlier == here.number - 1 and not here.is_last
            case Movement.SENZA_RIPETIZIONI:
                return True
            case _:
                before = programme.position(earlier)
                turn, turn_before = ((at.round_in_phase - 1) // circle for at in (here, before))
                return before.index == here.index and turn == turn_before

    return {
        one: {other for other, rounds in met.items() if any(map(counts, rounds))}
        for one, met in history.items()
    }


def _unavoidable(played: list[MatchFact], banned: dict[int, set[int]], here: Position) -> int:
    """The fewest repeats any draw of these entries could have had; a fixed movement has no excuse."""
    if not here.phase.movement.is_danish:
        return 0
    seated = [entry for match in played for entry in (match.ns[0], match.ew[0])]
    return len(danish.repeats(danish.pair(seated, banned), banned))


def _repeat(match: MatchFact, before: int) -> Sentence:
    return say(
        gettext_noop("Round {round}, table {table}: {ns} and {ew} had met in round {before}."),
        round=match.round,
        table=match.table,
        ns=", ".join(map(str, match.ns)),
        ew=", ".join(map(str, match.ew)),
        before=before,
    )

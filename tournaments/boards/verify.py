"""Replay an event and say what is off: sums, seats, meetings against the rule, journal."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from django.db.models import Count, F, Q, Sum

from scoring.sentences import Sentence, gettext_noop, say
from scoring.sums import sums_off
from tournaments.boards.facts import Facts, MatchFact, load
from tournaments.models import Event, HandResult, JournalLine, Member, Result, Round, programme_of
from tournaments.movements import danish
from tournaments.movements.programme import Movement, Position, Programme


def verify(event: Event) -> list[Sentence]:
    """Everything that does not add up in an event; an empty list is the good answer (docs/rules.md 7)."""
    facts = load(event)
    phases = list(event.phases.order_by("position"))
    found = [
        *_journal(event),
        *_rounds(facts),
        *_seats(facts),
        *_hands(event),
        *_states(facts),
        *sums_off(facts.table_results(facts.last_scored), maximum=event.scale_maximum),
        *_people(event),
    ]
    if phases:
        found += _meetings(facts, programme_of(phases))
    return found


def _journal(event: Event) -> Iterator[Sentence]:
    numbers = list(
        JournalLine.objects.filter(event=event).order_by("number").values_list("number", flat=True)
    )
    whole = set(range(1, event.version + 1))
    for number in sorted(whole - set(numbers)):
        yield say(gettext_noop("The journal has no line {number}."), number=number)
    for number in sorted(set(numbers) - whole):
        yield say(
            gettext_noop("The journal has a line {number}, but the event stands at {version}."),
            number=number,
            version=event.version,
        )


def _rounds(facts: Facts) -> Iterator[Sentence]:
    expected = list(range(1, len(facts.rounds) + 1))
    if sorted(facts.rounds) != expected:
        yield say(
            gettext_noop("The rounds are numbered {numbers}, without regard to order or gaps."),
            numbers=", ".join(map(str, sorted(facts.rounds))),
        )


def _seats(facts: Facts) -> Iterator[Sentence]:
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


def _states(facts: Facts) -> Iterator[Sentence]:
    for match in facts.matches:
        if facts.rounds[match.round] == Round.State.CLOSED and not match.is_settled:
            yield say(
                gettext_noop("Round {round} is closed, but table {table} has no result."),
                round=match.round,
                table=match.table,
            )
        if match.is_bye and match.ns_mp is not None:
            yield say(
                gettext_noop("Round {round}, table {table}: a bye has a played result."),
                round=match.round,
                table=match.table,
            )


def _hands(event: Event) -> Iterator[Sentence]:
    off = (
        Result.objects.filter(event=event, state=Result.State.CONFIRMED)
        .annotate(count=Count("hands"), ns_sum=Sum("hands__ns_mp"), ew_sum=Sum("hands__ew_mp"))
        .filter(Q(count__gt=0), ~Q(ns_sum=F("ns_mp"), ew_sum=F("ew_mp")))
        .order_by("match__round__number", "match__table")
        .values_list("match__round__number", "match__table")
    )
    for round_number, table in off:
        yield say(
            gettext_noop("Round {round}, table {table}: the hands do not add up to the total."),
            round=round_number,
            table=table,
        )
    gaps = (
        HandResult.objects.filter(result__event=event, number__gt=event.hands_per_round)
        .values_list("result__match__round__number", "result__match__table")
        .distinct()
    )
    for round_number, table in gaps:
        yield say(
            gettext_noop("Round {round}, table {table}: more hands than a round has."),
            round=round_number,
            table=table,
        )


def _people(event: Event) -> Iterator[Sentence]:
    twice = (
        Member.objects.filter(event=event, to_round=None)
        .values("player__surname", "player__first_name", "player_id")
        .annotate(times=Count("pk"))
        .filter(times__gt=1)
    )
    for row in twice:
        yield say(
            gettext_noop("{name} sits in {times} pairs."),
            name=f"{row['player__surname']} {row['player__first_name']}".strip(),
            times=row["times"],
        )


def _meetings(facts: Facts, programme: Programme) -> list[Sentence]:
    """Meetings the movement of the round forbids (docs/rules.md 4), where the draw had another way.

    A Danish draw that could not avoid repeats is held to the fewest; beyond that every repeat is named.
    """
    history: dict[int, dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    off: list[Sentence] = []
    for number in sorted(facts.rounds):
        played = [match for match in facts.matches_of(number) if not match.is_bye]
        if number <= programme.rounds:
            here = programme.position(number)
            banned = _banned(history, here, programme)
            for section in sorted({match.section for match in played}):
                together = [match for match in played if match.section == section]
                repeats = [match for match in together if match.ew[0] in banned.get(match.ns[0], ())]
                if len(repeats) > _unavoidable(together, banned, here):
                    off += [_repeat(match, history[match.ns[0]][match.ew[0]][-1]) for match in repeats]
        for match in played:
            for one in match.ns:
                for other in match.ew:
                    history[one][other].append(number)
                    history[other][one].append(number)
    return off


def _banned(
    history: dict[int, dict[int, list[int]]], here: Position, programme: Programme
) -> dict[int, set[int]]:
    """Whom each entry may not meet in the round at ``here``."""

    def counts(earlier: int) -> bool:
        match here.phase.movement:
            case Movement.DANESE_PURO | Movement.INDIVIDUALE:
                return False
            case Movement.DANESE_MODIFICATO:
                return earlier == here.number - 1 and not here.is_last
            case Movement.SENZA_RIPETIZIONI:
                return True
            case _:
                return programme.position(earlier).index == here.index

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

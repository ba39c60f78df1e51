"""Replay an event and say what is off: sums, seats, meetings against the rule, journal."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from django.db.models import Count, F, Q, Sum

from scoring.checks import sums_off
from scoring.sentences import Sentence, gettext_noop, say
from tournaments.boards.facts import Facts, MatchFact, load
from tournaments.models import Event, HandResult, JournalLine, Member, Result, Round, programme_of
from tournaments.movements.programme import Movement, Programme


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
        *sums_off(
            facts.line_results(facts.last_scored),
            maximum=event.scale_maximum,
        ),
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
    """Meetings the movement of the round forbids (docs/rules.md 4); a draw may have had no other way."""
    met: dict[frozenset[int], list[int]] = defaultdict(list)
    off: list[Sentence] = []
    for match in facts.matches:
        if match.is_bye or match.round > programme.rounds:
            continue
        two = frozenset(match.ns + match.ew)
        before = met[two]
        if before and _forbidden(before, match, programme):
            off.append(
                say(
                    gettext_noop("Round {round}, table {table}: {ns} and {ew} had met in round {before}."),
                    round=match.round,
                    table=match.table,
                    ns=", ".join(map(str, match.ns)),
                    ew=", ".join(map(str, match.ew)),
                    before=before[-1],
                )
            )
        before.append(match.round)
    return off


def _forbidden(before: list[int], match: MatchFact, programme: Programme) -> bool:
    here = programme.position(match.round)
    match here.phase.movement:
        case Movement.DANESE_PURO:
            return False
        case Movement.DANESE_MODIFICATO:
            return before[-1] == match.round - 1 and not here.is_last
        case Movement.SENZA_RIPETIZIONI:
            return True
        case _:
            return any(programme.position(earlier).index == here.index for earlier in before)

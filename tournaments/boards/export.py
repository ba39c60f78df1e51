"""An event as the value a workbook is written from, in a fixed number of queries."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import Any

from scoring.hand import Hand, Line
from scoring.sentences import Refusal, gettext_noop, say
from scoring.standings import Standing
from tournaments.boards.facts import Facts, MatchFact, load
from tournaments.models import Entry, Event, HandResult, Member, Penalty, Result, Round, Ruling, programme_of
from tournaments.spreadsheets.book import (
    Amount,
    EventBook,
    HandScore,
    PairRow,
    PastPlayer,
    PenaltyRow,
    Person,
    RoundSheet,
    RulingRow,
    Settings,
    StandingRow,
    TableRow,
    Wishes,
)
from tournaments.spreadsheets.vocabulary import AWARDS


class NoPairsError(Refusal):
    """The event is one of single players or teams, which the workbook has no place for."""


def book_of(event: Event, *, public: bool = False) -> EventBook:
    """Everything a workbook holds of an event, in 13 queries whatever its size.

    ``public``: what everybody may see, that is without card numbers, without rounds that are only drawn, and
    with the standings of the closed rounds. An event of single players or teams raises ``NoPairsError``.
    """
    facts = load(event)
    rounds = _rounds(event, facts, public=public)
    shown = {sheet.number for sheet in rounds}
    pairs = _pairs(event, public=public)
    standings = facts.standings(facts.last_closed if public else None)
    return EventBook(
        settings=_settings(event, rounds),
        pairs=pairs,
        rounds=rounds,
        penalties=tuple(row for row in _penalties(event) if row.round is None or row.round in shown),
        rulings=tuple(ruling for ruling in _rulings(event) if ruling.round in shown),
        standings=_standings(standings, pairs),
    )


def _settings(event: Event, rounds: tuple[RoundSheet, ...]) -> Settings:
    state = str(event.state)
    if not rounds and state == Event.State.RUNNING:
        # Its only draw was taken back: an event without rounds is one in preparation.
        state = Event.State.PREPARING
    return Settings(
        name=event.name,
        date=event.date,
        club=event.club.name,
        programme=programme_of(list(event.phases.order_by("position"))),
        scale=event.scale,
        bye_vp=event.bye_vp,
        bye_mp=event.bye_mp,
        place=event.place,
        hands_per_round=event.hands_per_round,
        criteria=tuple(event.criteria),
        official_places=event.official_places,
        kind=event.kind,
        state=str(state),
        rules_variant=event.rules_variant,
        depth=event.depth,
        seed=event.seed,
        wishes=_wishes(event),
    )


def _wishes(event: Event) -> Wishes:
    given = {name: value for name, value in event.awards.items() if value is not None}
    return Wishes(
        fee=event.fee,
        apart_rounds=event.apart_rounds,
        apart_pairs=tuple((int(one), int(other)) for one, other in event.apart_pairs),
        double_keying=event.double_keying,
        correction_minutes=event.correction_minutes,
        awards=tuple((name, _amount(given[name])) for name in AWARDS if name in given),
    )


def _amount(value: Any) -> Amount:
    return (value[0], value[1]) if isinstance(value, list | tuple) else int(value)


def _pairs(event: Event, *, public: bool) -> tuple[PairRow, ...]:
    now: dict[int, dict[int, Person]] = defaultdict(dict)
    past: dict[int, list[PastPlayer]] = defaultdict(list)
    members = Member.objects.filter(event=event).order_by("entry", "position", "from_round")
    for member in members.select_related("player"):
        card = "" if public else member.player.card_number
        person = Person(member.player.full_name, card)
        if member.to_round is None:
            now[member.entry_id][member.position] = person
        else:
            stay = PastPlayer(member.position, person, member.from_round, member.to_round)
            past[member.entry_id].append(stay)
    entries = Entry.objects.filter(event=event).order_by("number").select_related("club")
    return tuple(_pair(entry, now[entry.pk], past[entry.pk], event.official_places) for entry in entries)


def _pair(entry: Entry, people: dict[int, Person], past: list[PastPlayer], official: bool) -> PairRow:
    if entry.kind != Entry.Kind.PAIR:
        raise NoPairsError(say(gettext_noop("The event workbook holds pairs, and this event has none.")))
    return PairRow(
        number=entry.number,
        people=(people.get(1, Person("")), people.get(2, Person(""))),
        club=entry.club.name if entry.club else "",
        line=entry.line,
        section=entry.section,
        state=entry.state,
        left_in_round=entry.left_in_round,
        left_justified=entry.left_justified,
        drawn_lot=entry.drawn_lot,
        official_place=entry.official_place if official else None,
        past=tuple(past),
    )


@dataclass(frozen=True)
class _Scored:
    """What was written down of a match beyond its MP."""

    hands: tuple[HandScore, ...] = ()
    override_reason: str = ""


def _rounds(event: Event, facts: Facts, *, public: bool) -> tuple[RoundSheet, ...]:
    scored = _scored(event)
    tables: dict[int, list[TableRow]] = {number: [] for number in facts.rounds}
    for match in facts.matches:
        tables[match.round].append(_table(match, scored.get(match.pk, _Scored())))
    return tuple(
        RoundSheet(number, tuple(tables[number]), str(state))
        for number, state in sorted(facts.rounds.items())
        if not (public and state == Round.State.DRAWN)
    )


def _table(match: MatchFact, scored: _Scored) -> TableRow:
    return TableRow(
        table=match.table,
        ns=match.ns[0] if match.ns else None,
        ew=match.ew[0] if match.ew else None,
        ns_mp=match.ns_mp,
        ew_mp=match.ew_mp,
        hands=scored.hands,
        override_reason=scored.override_reason,
        section=match.section,
    )


def _scored(event: Event) -> dict[int, _Scored]:
    hands: dict[int, list[HandScore]] = defaultdict(list)
    confirmed = {"event": event, "state": Result.State.CONFIRMED}
    for match, ns_mp, ew_mp, ns_base, ns_net, ew_base, ew_net, components in (
        HandResult.objects.filter(result__event=event, result__state=Result.State.CONFIRMED)
        .order_by("result", "number")
        .values_list(
            "result__match_id", "ns_mp", "ew_mp", "ns_base", "ns_net", "ew_base", "ew_net", "components"
        )
    ):
        hand = _hand(components) if components else None
        hands[match].append(HandScore(ns_mp, ew_mp, hand, ns_base, ns_net, ew_base, ew_net))
    reasons = Result.objects.filter(**confirmed).values_list("match_id", "override_reason")
    return {match: _Scored(tuple(hands.get(match, ())), reason) for match, reason in reasons}


def _hand(components: dict[str, Any]) -> Hand:
    return Hand(Line(**components["ns"]), Line(**components["ew"]))


def _penalties(event: Event) -> tuple[PenaltyRow, ...]:
    rows = Penalty.objects.filter(event=event, cancelled_at=None).order_by("pk")
    return tuple(
        PenaltyRow(*row)
        for row in rows.values_list("entry__number", "round__number", "mp", "vp", "reason", "scope", "kind")
    )


def _rulings(event: Event) -> tuple[RulingRow, ...]:
    rows = Ruling.objects.filter(event=event, cancelled_at=None)
    return tuple(
        RulingRow(*row)
        for row in rows.order_by("match__round__number", "match__table").values_list(
            "match__round__number",
            "match__table",
            "ns_vp",
            "ns_mp",
            "ew_vp",
            "ew_mp",
            "kind",
            "reason",
        )
    )


def _standings(standings: list[Standing], pairs: tuple[PairRow, ...]) -> tuple[StandingRow, ...]:
    by_number = {pair.number: pair for pair in pairs}
    rows = []
    for standing in standings:
        pair = by_number[int(str(standing.entry))]
        rows.append(
            StandingRow(
                place=standing.place,
                number=pair.number,
                names=tuple(person.name for person in pair.people),
                club=pair.club,
                vp=standing.vp,
                net_mp=standing.net_mp,
                played=standing.played,
                byes=standing.byes,
                values={value.key: value.value for value in standing.values},
            )
        )
    return tuple(rows)

"""Results, hands and points off: what cannot be, what does not add up, what the journal does not say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.findings import Finding
from scoring.hand import Hand, Line, check
from scoring.rules import FIBUR, INTERNATIONAL, Rules
from scoring.score_sheet import BaseAndNet, check_base_and_net, check_total
from scoring.sentences import Sentence, gettext_noop, say
from scoring.sums import sums_off, totals_off
from tournaments.boards.facts import Facts, MatchFact
from tournaments.boards.verify.told import At, Penalised, Told
from tournaments.models import Event, HandResult, Penalty, Result, Round, SecondKeying


class _Hand(NamedTuple):
    ns_mp: int
    ew_mp: int
    ns_base: int | None
    ns_net: int | None
    ew_base: int | None
    ew_net: int | None
    components: dict[str, Any] | None


Hands = Mapping[int, Sequence[_Hand]]


def scores_off(event: Event, facts: Facts, told: Told) -> Iterator[Sentence]:
    """Everything about points, in three queries; the matches are in ``facts``."""
    hands = _hands(event)
    yield from _settled(facts)
    yield from _figures(event, facts, hands)
    yield from _by_the_journal(facts, hands, told)
    yield from _second_keyings(event, told)
    yield from _penalties(event, told)
    upto = facts.last_scored
    yield from sums_off(facts.table_results(upto), maximum=event.scale_maximum)
    penalties = [penalty for number, penalty in facts.penalties if number <= upto]
    yield from totals_off(facts.line_results(upto), facts.standings(upto), penalties)


def _hands(event: Event) -> Hands:
    """The hands of the confirmed results, by match."""
    found: dict[int, list[_Hand]] = defaultdict(list)
    rows = HandResult.objects.filter(result__event=event, result__state=Result.State.CONFIRMED)
    for match, *hand in rows.order_by("result", "number").values_list("result__match_id", *_Hand._fields):
        found[match].append(_Hand(*hand))
    return found


def _settled(facts: Facts) -> Iterator[Sentence]:
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


def _figures(event: Event, facts: Facts, hands: Hands) -> Iterator[Sentence]:
    """What no cards can make, hand by hand and in the totals; what a referee let through is not asked."""
    rules = INTERNATIONAL if event.rules_variant == Event.RulesVariant.INTERNATIONAL else FIBUR
    for match in facts.matches:
        if match.ns_mp is None or match.ew_mp is None:
            continue
        played = hands.get(match.pk, ())
        if played and (match.ns_mp, match.ew_mp) != _sum(played):
            yield _at(
                match, gettext_noop("Round {round}, table {table}: the hands do not add up to the total.")
            )
        if len(played) > event.hands_per_round:
            yield _at(match, gettext_noop("Round {round}, table {table}: more hands than a round has."))
        findings = check_total(match.ns_mp, match.ew_mp, event.hands_per_round, rules)
        yield from (_told(match, finding) for finding in findings if finding.level == "refused")
        for number, hand in enumerate(played, start=1):
            for finding in _of_hand(hand, rules):
                if finding.level == "refused":
                    yield _told(match, finding, number)


def _sum(hands: Sequence[_Hand]) -> tuple[int, int]:
    return sum(hand.ns_mp for hand in hands), sum(hand.ew_mp for hand in hands)


def _of_hand(hand: _Hand, rules: Rules) -> list[Finding]:
    """As far down as the hand is known: its components, its two columns, its totals."""
    if hand.components:
        return check(Hand(Line(**hand.components["ns"]), Line(**hand.components["ew"])), rules)
    if (
        hand.ns_base is not None
        and hand.ns_net is not None
        and hand.ew_base is not None
        and hand.ew_net is not None
    ):
        ns, ew = BaseAndNet(hand.ns_base, hand.ns_net), BaseAndNet(hand.ew_base, hand.ew_net)
        return check_base_and_net(ns, ew, rules)
    return check_total(hand.ns_mp, hand.ew_mp, 1, rules)


def _at(match: MatchFact, text: str) -> Sentence:
    return say(text, round=match.round, table=match.table)


def _told(match: MatchFact, finding: Finding, hand: int | None = None) -> Sentence:
    what = finding.sentence
    if hand is not None:
        what = say(gettext_noop("Hand {number}. {what}"), number=hand, what=what)
    text = gettext_noop("Round {round}, table {table}: {what}")
    return say(text, round=match.round, table=match.table, what=what)


def _by_the_journal(facts: Facts, hands: Hands, told: Told) -> Iterator[Sentence]:
    """Result and referee's score of every table, against the last line about it."""
    stored = {(match.round, match.table): match for match in facts.matches}
    without_line: dict[int, list[int]] = defaultdict(list)
    for at in sorted(stored.keys() | told.results.keys() | told.rulings.keys()):
        match = stored.get(at)
        if told.is_known("results", *at):
            if match is not None and match.ns_mp is not None and at not in told.results:
                without_line[at[0]].append(at[1])
            yield from _result(at, match, hands, told)
        if told.is_known("rulings", *at):
            yield from _ruling(at, match, told)
    for number, tables in without_line.items():
        yield say(
            gettext_noop("Round {round}: the journal has no line for the results of tables {tables}."),
            round=number,
            tables=", ".join(map(str, tables)),
        )


def _result(at: At, match: MatchFact | None, hands: Hands, told: Told) -> Iterator[Sentence]:
    scored = told.results.get(at)
    if scored is None:
        return
    values = {"round": at[0], "table": at[1], "told_ns": scored.ns, "told_ew": scored.ew}
    if match is None or match.ns_mp is None or match.ew_mp is None:
        text = gettext_noop(
            "Round {round}, table {table}: no result, but by the journal {told_ns} to {told_ew}."
        )
        yield say(text, **values)
    elif (match.ns_mp, match.ew_mp) != (scored.ns, scored.ew):
        text = gettext_noop(
            "Round {round}, table {table}: {ns} to {ew}, but by the journal {told_ns} to {told_ew}."
        )
        yield say(text, ns=match.ns_mp, ew=match.ew_mp, **values)
    elif scored.hands is not None and scored.hands != tuple(
        (hand.ns_mp, hand.ew_mp) for hand in hands.get(match.pk, ())
    ):
        yield _at(
            match, gettext_noop("Round {round}, table {table}: the hands are not those of the journal.")
        )


def _ruling(at: At, match: MatchFact | None, told: Told) -> Iterator[Sentence]:
    now = None
    if match is not None and match.ruling is not None:
        ruling = match.ruling
        now = (ruling.ns_vp, ruling.ns_net_mp, ruling.ew_vp, ruling.ew_net_mp)
    then = told.rulings.get(at)
    same = now == then if then is not None else (now is None) == (at not in told.rulings)
    if not same:
        text = gettext_noop(
            "Round {round}, table {table}: the referee’s score is not the one of the journal."
        )
        yield say(text, round=at[0], table=at[1])


def _second_keyings(event: Event, told: Told) -> Iterator[Sentence]:
    now = {
        (number, table): (ns, ew)
        for number, table, ns, ew in SecondKeying.objects.filter(event=event).values_list(
            "match__round__number", "match__table", "ns_mp", "ew_mp"
        )
    }
    for at in sorted(now.keys() | told.second.keys()):
        if now.get(at) != told.second.get(at) and told.is_known("second", *at):
            text = gettext_noop(
                "Round {round}, table {table}: the second keying is not the one of the journal."
            )
            yield say(text, round=at[0], table=at[1])


def _penalties(event: Event, told: Told) -> Iterator[Sentence]:
    rows = Penalty.objects.filter(event=event, cancelled_at=None)
    now = Counter(
        Penalised(*row) for row in rows.values_list("entry__number", "round__number", "scope", "vp", "mp")
    )
    off = {penalty.entry for penalty in (now - told.penalties) + (told.penalties - now)}
    for entry in sorted(off):
        if told.is_known("penalties", entry):
            text = gettext_noop("Pair {entry}: the points taken off are not those of the journal.")
            yield say(text, entry=entry)

"""A director who plays: about his own table somebody else confirms and decides."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User

from scoring.awards import Award
from tests.factories import Evening, an_evening
from tournaments.boards.journal import journal_rows
from tournaments.boards.verify import verify
from tournaments.desk.change import Actor, DeskRefusal
from tournaments.desk.judging import DoubtfulResultError
from tournaments.desk.keying import FIRST, SECOND, key_again, settle_difference
from tournaments.desk.penalties import PenaltyPlan, RulingPlan, penalise, rule
from tournaments.desk.people import PersonPlan
from tournaments.desk.players import merge_players
from tournaments.desk.results import ResultPlan, record, record_round, swap_totals
from tournaments.desk.rounds import close_round
from tournaments.desk.rulings import rule_absent, rule_late, warn, withdraw
from tournaments.desk.substitutions import substitute
from tournaments.desk.tables import confirm, propose, take_proposal
from tournaments.desk.taking_back import cancel_penalty, cancel_ruling, take_back_withdrawal
from tournaments.models import Account, Event, Penalty, Player, Result, Source

pytestmark = pytest.mark.django_db
P, C = Result.State.PROPOSED, Result.State.CONFIRMED
ROSA = Actor("Rosa", Source.DESK)
PHONE = Actor("Conti – Neri", Source.PHONE)


@pytest.fixture
def event() -> Event:
    """Eight pairs at four tables; pair 1 sits North-South at table 1 and meets pair 2."""
    return an_evening(Evening(pairs=8, closed=0, open_round="published"))


@pytest.fixture
def plays(event: Event) -> Actor:
    """A director who is one of pair 1."""
    user = User.objects.create_user("aldo")
    Account.objects.create(user=user, player=event.members.get(entry__number=1, position=1).player)
    return Actor("Aldo", Source.DESK, user.pk)


def states(event: Event, table: int = 1) -> list[tuple[str, int, int]]:
    rows = event.results.filter(match__table=table, match__round__number=1).order_by("pk")
    return [(row.state, row.ns_mp, row.ew_mp) for row in rows]


def proposal(event: Event) -> Result:
    return event.results.get(state=P)


def refusal_of(act: Callable[[], object]) -> str:
    with pytest.raises(DeskRefusal) as refused:
        act()
    return refused.value.code


def test_what_he_types_of_his_own_table_waits_for_somebody_else(event: Event, plays: Actor) -> None:
    recorded = record(event=event, round_number=1, plan=ResultPlan(1, 2480, 985), by=plays)
    assert recorded.waits == "ns"
    assert 1 in recorded.progress.missing
    assert states(event) == [(P, 2480, 985)]
    assert event.results.get().proposed_by_line == "ns"
    assert str(journal_rows(event)[0].sentence).endswith(", to be confirmed.")
    assert refusal_of(lambda: close_round(event=event, number=1, by=plays)) != ""


def test_at_every_other_table_he_records_as_anybody(event: Event, plays: Actor) -> None:
    recorded = record(event=event, round_number=1, plan=ResultPlan(2, 2480, 985), by=plays)
    assert recorded.waits == ""
    assert states(event, 2) == [(C, 2480, 985)]


def test_where_nobody_has_said_who_he_is_nothing_changes(event: Event) -> None:
    nobody = Actor("Ugo", Source.DESK, User.objects.create_user("ugo").pk)
    assert record(event=event, round_number=1, plan=ResultPlan(1, 2480, 985), by=nobody).waits == ""


def test_the_other_line_confirms_it_by_its_code(event: Event, plays: Actor) -> None:
    record(event=event, round_number=1, plan=ResultPlan(1, 2480, 985), by=plays)
    confirm(event=event, round_number=1, table=1, line="ew", seen=proposal(event).pk, by=PHONE)
    assert states(event) == [(C, 2480, 985)]
    assert list(verify(event)) == []


def test_another_account_of_the_desk_takes_it(event: Event, plays: Actor) -> None:
    record(event=event, round_number=1, plan=ResultPlan(1, 2480, 985), by=plays)
    take_proposal(event=event, round_number=1, table=1, seen=proposal(event).pk, by=ROSA)
    assert (C, 2480, 985) in states(event)
    assert list(verify(event)) == []


def test_he_does_not_take_his_own(event: Event, plays: Actor) -> None:
    record(event=event, round_number=1, plan=ResultPlan(1, 2480, 985), by=plays)
    mine = proposal(event).pk
    at: dict[str, Any] = {"event": event, "round_number": 1, "table": 1}
    assert refusal_of(lambda: take_proposal(**at, seen=mine, by=plays)) == "own_table"
    assert states(event) == [(P, 2480, 985)]


def test_typing_it_again_confirms_nothing(event: Event, plays: Actor) -> None:
    for _ in range(2):
        record(event=event, round_number=1, plan=ResultPlan(1, 2480, 985), by=plays, key="the-same")
    assert states(event) == [(P, 2480, 985)]


def test_the_figures_the_other_line_has_handed_in_are_the_result_when_he_types_the_same(
    event: Event, plays: Actor
) -> None:
    propose(event=event, round_number=1, plan=ResultPlan(1, 2480, 985), line="ew", by=PHONE)
    recorded = record(event=event, round_number=1, plan=ResultPlan(1, 2480, 985), by=plays)
    assert recorded.waits == ""
    assert (C, 2480, 985) in states(event)


def test_other_figures_than_the_other_line_handed_in_are_a_dispute_for_somebody_else(
    event: Event, plays: Actor
) -> None:
    propose(event=event, round_number=1, plan=ResultPlan(1, 2480, 985), line="ew", by=PHONE)
    record(event=event, round_number=1, plan=ResultPlan(1, 2580, 985), by=plays)
    assert states(event) == [(P, 2480, 985), (P, 2580, 985)]


def test_he_corrects_no_result_of_his_own_table(event: Event, plays: Actor) -> None:
    record(event=event, round_number=1, plan=ResultPlan(1, 2480, 985), by=ROSA)
    better = ResultPlan(1, 2580, 985)
    assert refusal_of(lambda: record(event=event, round_number=1, plan=better, by=plays)) == "own_table"
    assert refusal_of(lambda: swap_totals(event=event, round_number=1, table=1, by=plays)) == "own_table"
    assert states(event) == [(C, 2480, 985)]
    record(
        event=event, round_number=1, plan=ResultPlan(1, 2480, 985), by=plays
    )  # what stands may be said again


def test_he_lets_nothing_through_at_his_own_table_that_a_referee_has_to(event: Event, plays: Actor) -> None:
    strange = ResultPlan(1, 17000, 15)
    with pytest.raises(DoubtfulResultError):
        record(event=event, round_number=1, plan=strange, by=ROSA)
    because = ResultPlan(1, 17000, 15, override_reason="I saw it")
    assert refusal_of(lambda: record(event=event, round_number=1, plan=because, by=plays)) == "own_table"
    assert states(event) == []


def test_of_a_round_typed_at_once_his_own_table_waits_and_the_rest_stands(event: Event, plays: Actor) -> None:
    plans = [ResultPlan(table, 2480, 985) for table in (1, 2, 3, 4)]
    record_round(event=event, round_number=1, plans=plans, by=plays)
    assert states(event) == [(P, 2480, 985)]
    assert [states(event, table) for table in (2, 3, 4)] == [[(C, 2480, 985)]] * 3
    told = str(journal_rows(event)[0].sentence)
    assert told == "Round 1: 3 results stored; that of table 1 is to be confirmed."
    assert list(verify(event)) == []
    take_proposal(event=event, round_number=1, table=1, seen=proposal(event).pk, by=ROSA)
    close_round(event=event, number=1, by=plays)
    assert list(verify(event)) == []


def test_a_workbook_he_loads_tells_of_what_was_confirmed_on_paper(event: Event, plays: Actor) -> None:
    loads = Actor("Aldo", Source.IMPORT, plays.user_id)
    record_round(event=event, round_number=1, plans=[ResultPlan(1, 2480, 985)], by=loads)
    assert states(event) == [(C, 2480, 985)]


@pytest.mark.parametrize("stands", [FIRST, SECOND])
def test_he_does_not_decide_which_keying_of_his_own_table_stands(
    event: Event, plays: Actor, stands: str
) -> None:
    record(event=event, round_number=1, plan=ResultPlan(1, 2480, 985), by=ROSA)
    key_again(event=event, round_number=1, table=1, ns_mp=2580, ew_mp=985, by=ROSA)

    def settle(by: Actor) -> None:
        settle_difference(event=event, round_number=1, table=1, stands=stands, by=by)

    assert refusal_of(lambda: settle(plays)) == "own_table"
    settle(ROSA)


DECISIONS: dict[str, Callable[[Event, int, Actor], object]] = {
    "late": lambda e, pair, by: rule_late(event=e, number=pair, round_number=1, minutes=7, by=by),
    "absent": lambda e, pair, by: rule_absent(event=e, number=pair, round_number=1, by=by),
    "warned": lambda e, pair, by: warn(event=e, number=pair, round_number=1, reason="talking", by=by),
    "withdrawn": lambda e, pair, by: withdraw(
        event=e, number=pair, round_number=1, justified=True, reason="ill", by=by
    ),
    "penalty on the match": lambda e, pair, by: penalise(
        event=e, plans=[PenaltyPlan(pair, 0, 100, 1, Penalty.Scope.MATCH)], by=by
    ),
    "penalty in the standings": lambda e, pair, by: penalise(
        event=e, plans=[PenaltyPlan(pair, 1, 0, 1)], by=by
    ),
}


@pytest.mark.parametrize("decision", DECISIONS)
@pytest.mark.parametrize("pair", [1, 2])
def test_he_decides_nothing_about_a_pair_at_his_own_table(
    event: Event, plays: Actor, decision: str, pair: int
) -> None:
    decide = DECISIONS[decision]
    before = event.journal.count()
    assert refusal_of(lambda: decide(event, pair, plays)) == "own_table"
    assert event.journal.count() == before
    decide(event, pair, ROSA)


@pytest.mark.parametrize("decision", DECISIONS)
def test_about_every_other_pair_he_decides(event: Event, plays: Actor, decision: str) -> None:
    DECISIONS[decision](event, 3, plays)


def test_he_sets_no_score_at_his_own_table_not_even_among_others(event: Event, plays: Actor) -> None:
    scores = [RulingPlan(table, 10, 0, 10, 0) for table in (2, 1)]
    assert refusal_of(lambda: rule(event=event, round_number=1, plans=scores, by=plays)) == "own_table"
    assert not event.rulings.exists()
    rule(event=event, round_number=1, plans=scores[:1], by=plays)


def test_a_penalty_in_the_standings_of_his_own_pair_is_for_somebody_else_in_any_round(
    event: Event, plays: Actor
) -> None:
    fine = [PenaltyPlan(1, 5)]
    assert refusal_of(lambda: penalise(event=event, plans=fine, by=plays)) == "own_table"
    penalise(event=event, plans=[PenaltyPlan(2, 5)], by=plays)  # they do not meet in what it is about


def test_he_takes_back_nothing_that_was_decided_about_his_own_table(event: Event, plays: Actor) -> None:
    made = penalise(event=event, plans=[PenaltyPlan(1, 0, 100, 1, Penalty.Scope.MATCH)], by=ROSA)[0]
    rule(event=event, round_number=1, plans=[RulingPlan(1, 10, 0, 10, 0)], by=ROSA)
    withdraw(event=event, number=2, round_number=1, justified=True, mine=Award(8, 0), reason="ill", by=ROSA)
    for act in (
        lambda: cancel_penalty(event=event, penalty_id=made.pk, reason="", by=plays),
        lambda: cancel_ruling(event=event, round_number=1, table=1, reason="", by=plays),
        lambda: take_back_withdrawal(event=event, number=2, reason="", by=plays),
    ):
        assert refusal_of(act) == "own_table"
    take_back_withdrawal(event=event, number=2, reason="", by=ROSA)


def test_where_he_has_been_replaced_the_table_is_his_no_more_and_the_one_of_before_still_is() -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="published"))
    user = User.objects.create_user("aldo")
    Account.objects.create(user=user, player=event.members.get(entry__number=1, position=1).player)
    aldo = Actor("Aldo", Source.DESK, user.pk)
    substitute(event=event, number=1, position=1, person=PersonPlan("Nicolosi Rita"), by=ROSA)
    seats = event.entries.get(number=1).seats
    before, now = (seats.get(round__number=number).match.table for number in (1, 2))
    assert record(event=event, round_number=2, plan=ResultPlan(now, 2480, 985), by=aldo).waits == ""
    again = ResultPlan(before, 2480, 995)
    assert refusal_of(lambda: record(event=event, round_number=1, plan=again, by=aldo)) == "own_table"


def test_two_records_found_to_be_one_person_leave_him_at_his_table(event: Event, plays: Actor) -> None:
    gone = Account.objects.get(user=plays.user_id).player
    assert gone is not None
    keep = Player.objects.create(surname="Gentile", first_name="Enrica Maria", club=event.club)
    merge_players(keep_id=keep.pk, gone_id=gone.pk, by=ROSA)
    assert record(event=event, round_number=1, plan=ResultPlan(1, 2480, 985), by=plays).waits == "ns"

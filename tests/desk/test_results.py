"""Results as they come in, and as they are corrected."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.hand import Hand, Line
from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.facts import load
from tournaments.desk.change import DeskRefusal
from tournaments.desk.penalties import PenaltyPlan, RulingPlan, penalise, rule
from tournaments.desk.results import (
    DoubtfulResultError,
    HandPlan,
    ImpossibleResultError,
    ResultPlan,
    record,
    record_round,
)
from tournaments.desk.rounds import close_round, publish_round
from tournaments.models import Event, HandResult, Penalty, Result

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=0, open_round="published"))


def standing(event: Event, number: int) -> tuple[int, int]:
    found = next(s for s in load(event).standings() if s.entry == number)
    return found.vp, found.net_mp


def test_a_thousand_to_four_hundred_is_stored_as_it_was_entered(event: Event) -> None:
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400), by=DIRECTOR)
    stored = Result.objects.get()
    assert (stored.ns_mp, stored.ew_mp) == (1000, 400)
    assert standing(event, 1) == (13, 600)
    assert standing(event, 2) == (7, -600)


def test_totals_may_be_negative(event: Event) -> None:
    record(event=event, round_number=1, plan=ResultPlan(1, -120, -300), by=DIRECTOR)
    assert standing(event, 1) == (11, 180)


def test_a_total_that_is_not_a_multiple_of_five_is_refused(event: Event) -> None:
    with pytest.raises(ImpossibleResultError, match="2,183"):
        record(event=event, round_number=1, plan=ResultPlan(1, 2183, 3000), by=DIRECTOR)
    assert Result.objects.count() == 0


def test_a_total_that_is_not_the_sum_of_its_hands_is_refused(event: Event) -> None:
    hands = (HandPlan(500, 300), HandPlan(400, 200))
    with pytest.raises(ImpossibleResultError, match="its hands add to 900"):
        record(event=event, round_number=1, plan=ResultPlan(1, 1000, 500, hands), by=DIRECTOR)
    assert (Result.objects.count(), HandResult.objects.count()) == (0, 0)


def test_a_hand_that_physics_forbids_needs_the_referees_reason_and_keeps_it(event: Event) -> None:
    # Two lines that closed without having melded the 22 cards a closing takes.
    hand = Hand(
        Line(clean=1, closed=True, took_pozzetto=True, melded=60, left=60),
        Line(took_pozzetto=False, melded=100, left=150),
    )
    plan = ResultPlan(1, 260, -150, (HandPlan(260, -150, hand),))
    with pytest.raises(DoubtfulResultError) as stopped:
        record(event=event, round_number=1, plan=plan, by=DIRECTOR)
    assert {f.code for f in stopped.value.findings} >= {"V5", "V7"}
    allowed = ResultPlan(1, 260, -150, plan.hands, override_reason="irregular closing, cards penalised")
    result = record(event=event, round_number=1, plan=allowed, by=DIRECTOR).result
    assert result.override_reason == "irregular closing, cards penalised"
    kept = HandResult.objects.get().components
    assert kept is not None
    assert kept["ns"]["clean"] == 1


def test_a_corrected_result_keeps_the_old_one_on_record(event: Event) -> None:
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400), by=DIRECTOR)
    record(event=event, round_number=1, plan=ResultPlan(1, 400, 1000), by=DIRECTOR, reason="swapped")
    assert list(Result.objects.order_by("pk").values_list("state", "ns_mp")) == [
        ("superseded", 1000),
        ("confirmed", 400),
    ]
    assert standing(event, 1) == (7, -600)


def test_the_database_holds_one_confirmed_result_per_match(event: Event) -> None:
    first = record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400), by=DIRECTOR)
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.create(match=first.result.match, event=event, ns_mp=0, ew_mp=0, at=timezone.now())


def test_a_result_not_yet_confirmed_is_in_no_standings(event: Event) -> None:
    match = event.rounds.get(number=1).matches.get(table=1)
    Result.objects.create(
        match=match, event=event, ns_mp=2000, ew_mp=0, state=Result.State.PROPOSED, at=timezone.now()
    )
    assert standing(event, 1) == (0, 0)


def test_results_of_a_round_are_stored_all_or_none(event: Event) -> None:
    plans = [ResultPlan(1, 1000, 400), ResultPlan(2, 1001, 400)]
    with pytest.raises(ImpossibleResultError):
        record_round(event=event, round_number=1, plans=plans, by=DIRECTOR)
    assert Result.objects.count() == 0


def test_nothing_is_recorded_before_the_seats_are_published() -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="drawn"))
    with pytest.raises(DeskRefusal, match="not published"):
        record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400), by=DIRECTOR)


def test_a_bye_takes_no_result_and_counts_with_the_configured_points() -> None:
    event = an_evening(Evening(pairs=7, closed=0, open_round="published"))
    bye = next(m for m in load(event).matches_of(1) if m.is_bye)
    with pytest.raises(DeskRefusal, match="bye"):
        record(event=event, round_number=1, plan=ResultPlan(bye.table, 1000, 400), by=DIRECTOR)
    played = next(m for m in load(event).matches_of(1) if not m.is_bye)
    record(event=event, round_number=1, plan=ResultPlan(played.table, 1000, 400), by=DIRECTOR)
    assert standing(event, (bye.ns + bye.ew)[0]) == (12, 305)
    Event.objects.filter(pk=event.pk).update(bye_vp=10, bye_mp=0)
    event.refresh_from_db()
    assert standing(event, (bye.ns + bye.ew)[0]) == (10, 0)


def test_a_round_with_a_table_missing_cannot_be_closed(event: Event) -> None:
    plans = [ResultPlan(table, 1000, 400) for table in (1, 2, 4)]
    record_round(event=event, round_number=1, plans=plans, by=DIRECTOR)
    with pytest.raises(DeskRefusal, match="tables 3"):
        close_round(event=event, number=1, by=DIRECTOR)
    record(event=event, round_number=1, plan=ResultPlan(3, 0, 0), by=DIRECTOR)
    close_round(event=event, number=1, by=DIRECTOR)


def test_a_match_penalty_moves_the_points_of_both_lines(event: Event) -> None:
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 850), by=DIRECTOR)
    assert standing(event, 1) == (11, 150)
    late = PenaltyPlan(1, mp=100, round_number=1, scope=Penalty.Scope.MATCH, kind=Penalty.Kind.LATE)
    penalise(event=event, plans=[late], by=DIRECTOR)
    assert (standing(event, 1), standing(event, 2)) == ((10, 50), (10, -50))


def test_a_standings_penalty_takes_from_one_pair_and_gives_to_nobody(event: Event) -> None:
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 850), by=DIRECTOR)
    penalise(event=event, plans=[PenaltyPlan(1, vp=1, mp=105)], by=DIRECTOR)
    assert (standing(event, 1), standing(event, 2)) == ((10, 45), (9, -150))


def test_an_adjusted_score_need_not_add_up(event: Event) -> None:
    rule(event=event, round_number=1, plans=[RulingPlan(1, 12, 305, 8, -100)], by=DIRECTOR)
    assert (standing(event, 1), standing(event, 2)) == ((12, 305), (8, -100))
    rule(event=event, round_number=1, plans=[RulingPlan(1, 10, 0, 0, 0)], by=DIRECTOR)
    assert (standing(event, 1), standing(event, 2)) == ((10, 0), (0, 0))


def test_publishing_twice_is_refused(event: Event) -> None:
    with pytest.raises(DeskRefusal, match="already published"):
        publish_round(event=event, number=1, by=DIRECTOR)

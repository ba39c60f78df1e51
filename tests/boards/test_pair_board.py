"""A pair's own page: what it was given and what was taken off make its total."""

import pytest
from django.test import Client
from django.utils import translation

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.pairs import PairBoard, pair_board
from tournaments.boards.released import load_released
from tournaments.desk.penalties import PenaltyPlan, penalise
from tournaments.desk.rulings import warn
from tournaments.desk.taking_back import cancel_penalty
from tournaments.models import Event, Penalty

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=2, programme="Mitchell 3"))


def board(event: Event, number: int) -> PairBoard:
    with translation.override("en"):
        return pair_board(load_released(event), number)


def adds_up(pair: PairBoard) -> bool:
    vp = sum(one.played.vp for one in pair.rounds) - sum(one.vp for one in pair.taken_off)
    mp = sum(one.played.mp for one in pair.rounds) - sum(one.mp for one in pair.taken_off)
    return (vp, mp) == (pair.vp, pair.mp)


def test_the_rounds_of_a_pair_less_its_penalties_are_its_total(event: Event) -> None:
    plans = [
        PenaltyPlan(3, round_number=1, vp=1, mp=55, reason="left the table"),
        PenaltyPlan(3, vp=2, reason="phones"),
    ]
    penalise(event=event, plans=plans, by=DIRECTOR)
    pair = board(event, 3)
    assert sorted((one.vp, one.mp, one.round, one.reason) for one in pair.taken_off) == [
        (1, 55, 1, "left the table"),
        (2, 0, None, "phones"),
    ]
    assert adds_up(pair)
    assert adds_up(board(event, 4))
    assert board(event, 4).taken_off == []


def test_a_penalty_that_was_taken_back_is_not_on_the_page_of_the_pair(event: Event) -> None:
    penalise(event=event, plans=[PenaltyPlan(3, vp=1, reason="left the table")], by=DIRECTOR)
    cancel_penalty(event=event, penalty_id=Penalty.objects.get().pk, reason="it was pair 4", by=DIRECTOR)
    assert board(event, 3).taken_off == []
    assert adds_up(board(event, 3))


def test_a_penalty_of_a_round_not_closed_is_told_when_the_standings_count_it() -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="published", programme="Mitchell 3"))
    penalise(event=event, plans=[PenaltyPlan(3, round_number=2, vp=1, reason="late")], by=DIRECTOR)
    assert board(event, 3).taken_off == []
    assert adds_up(board(event, 3))


def test_a_second_warning_says_for_what_points_were_taken_off(event: Event, client: Client) -> None:
    for reason in ("talking", ""):
        warn(event=event, number=5, round_number=2, reason=reason, by=DIRECTOR)
    [one] = board(event, 5).taken_off
    assert (one.kind, one.round) == ("second warning", 2)
    page = client.get(f"/e/{event.slug}/pairs/5/", headers={"Accept-Language": "en"}).content.decode()
    assert f"Penalty in the 2nd round: {one.vp} VP and {one.mp} MP off." in page
    assert "Second warning" in page

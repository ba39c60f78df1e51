"""The standings as they are read: what moved, why a pair stands there, and that it all adds up."""

from __future__ import annotations

import pytest
from django.utils import translation

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.released import load_released
from tournaments.boards.standings import StandingsBoard, standings_board
from tournaments.desk.penalties import PenaltyPlan, RulingPlan, penalise, rule
from tournaments.desk.results import ResultPlan, record
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def board(event: Event, upto: int) -> StandingsBoard:
    with translation.override("en"):
        return standings_board(load_released(event), upto)


def result(event: Event, number: int, table: int, ns: int, ew: int) -> None:
    plan = ResultPlan(table=table, ns_mp=ns, ew_mp=ew)
    record(event=event, round_number=number, plan=plan, by=DIRECTOR, confirmed=True)


@pytest.fixture
def duel() -> Event:
    """Four pairs, one round: 1 beats 2 by 400, 3 beats 4 by 350: VP 12-8 twice."""
    event = an_evening(Evening(pairs=4, closed=1, programme="Mitchell 2"))
    result(event, 1, 1, 1000, 600)
    result(event, 1, 2, 1000, 650)
    return event


def test_after_the_first_round_nobody_has_moved(duel: Event) -> None:
    assert [row.moved for row in board(duel, 1).rows] == [None] * 4


def test_a_pair_says_how_many_places_it_won_or_lost() -> None:
    event = an_evening(Evening(pairs=20, closed=2))
    before = {row.number: row.place for row in board(event, 1).rows}
    rows = board(event, 2).rows
    assert {row.number: row.moved for row in rows} == {
        row.number: before[row.number] - row.place for row in rows
    }
    assert any(row.moved for row in rows)


def test_with_level_vp_the_row_names_the_other_pair_and_both_mp(duel: Event) -> None:
    first, second, *_rest = board(duel, 1).rows
    assert (first.vp, second.vp) == (12, 12)
    assert first.why == (
        "It has 12 VP like Marini – Rossi. With level VP the MP count: +400 against +350, so ahead of them."
        if second.name.short == "Marini – Rossi"
        else first.why
    )
    assert f"like {second.name.short}" in first.why
    assert f"like {first.name.short}" in second.why
    assert "+350 against +400, so behind them" in second.why


def test_a_pair_alone_on_its_vp_needs_no_tie_break(duel: Event) -> None:
    result(duel, 1, 1, 1500, 600)
    first = board(duel, 1).rows[0]
    assert first.why == "No other pair has 14 VP: no tie-break is needed here."


def test_pairs_that_nothing_tells_apart_share_the_place_and_say_so(duel: Event) -> None:
    result(duel, 1, 2, 1000, 600)
    first, second, third, fourth = board(duel, 1).rows
    assert [first.place, second.place, third.place, fourth.place] == [1, 1, 3, 3]
    assert "share the place" in first.why
    assert "share the place" in second.why


def test_the_rounds_of_a_row_add_up_to_its_total() -> None:
    event = an_evening(Evening(pairs=13, closed=3))
    for row in board(event, 3).rows:
        assert sum(played.vp for played in row.played) - row.penalty_vp == row.vp
        assert sum(played.mp for played in row.played) - row.penalty_mp == row.mp
        assert [played.round for played in row.played] == [1, 2, 3]


def test_the_check_of_an_even_field_is_twenty_vp_a_table_and_no_mp() -> None:
    check = board(an_evening(Evening(pairs=12, closed=3)), 3).check
    assert (check.vp, check.tables, check.mp, check.byes, check.rulings) == (360, 18, 0, 0, 0)


def test_the_check_counts_byes_rulings_and_penalties() -> None:
    event = an_evening(Evening(pairs=5, closed=2, programme="Mitchell 3"))
    penalise(event=event, plans=[PenaltyPlan(number=1, vp=2, mp=100, reason="late twice")], by=DIRECTOR)
    rule(
        event=event,
        round_number=1,
        plans=[RulingPlan(table=1, ns_vp=12, ns_mp=305, ew_vp=0, ew_mp=0, reason="left")],
        by=DIRECTOR,
    )
    check = board(event, 2).check
    assert (check.tables, check.rulings, check.byes) == (3, 1, 2)
    assert (check.penalty_vp, check.penalty_mp) == (2, 100)
    assert check.vp == 3 * 20 + 12 + 2 * event.bye_vp - 2
    assert check.mp == 305 + 2 * event.bye_mp - 100


def test_a_penalty_on_the_match_is_in_the_row_of_its_round() -> None:
    event = an_evening(Evening(pairs=4, closed=1, programme="Mitchell 2"))
    result(event, 1, 1, 1000, 600)
    plan = PenaltyPlan(number=1, round_number=1, scope="match", mp=100, reason="late")
    penalise(event=event, plans=[plan], by=DIRECTOR)
    row = next(row for row in board(event, 1).rows if row.number == 1)
    assert (row.played[0].off, row.played[0].mp, row.played[0].own) == (100, 300, 1000)


def test_standings_of_an_earlier_round_do_not_know_the_later_ones() -> None:
    event = an_evening(Evening(pairs=12, closed=3))
    assert {len(row.played) for row in board(event, 2).rows} == {2}
    assert board(event, 2).check.vp == 240


def test_official_places_stay_as_they_were_published() -> None:
    event = an_evening(Evening(pairs=4, closed=1, programme="Mitchell 1"))
    for place, entry in enumerate(event.entries.order_by("-number"), start=1):
        entry.official_place = place
        entry.save(update_fields=["official_place"])
    event.official_places = True
    event.save(update_fields=["official_places"])
    found = board(event, 1)
    assert [row.number for row in found.rows] == [4, 3, 2, 1]
    assert found.official
    assert found.rows[0].why == "The places of this event are those its organizers published."


def test_an_official_place_is_not_compared_with_one_that_was_computed() -> None:
    event = an_evening(Evening(pairs=8, closed=2, programme="Mitchell 2"))
    assert any(row.moved for row in board(event, 2).rows)
    for place, entry in enumerate(event.entries.order_by("-number"), start=1):
        entry.official_place = place
        entry.save()
    event.official_places = True
    event.save()
    assert [(row.place, row.moved) for row in board(event, 2).rows] == [
        (place, None) for place in range(1, 9)
    ]

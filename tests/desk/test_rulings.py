"""The referee's named actions: what follows beforehand, what was written instead, and taking back."""

from __future__ import annotations

import pytest
from django.utils.translation import override

from scoring.awards import Award
from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.desk_rulings import decisions_of
from tournaments.boards.export import book_of
from tournaments.boards.facts import load
from tournaments.boards.names import load_names
from tournaments.boards.played_tables import load_tables
from tournaments.boards.released import load_released
from tournaments.boards.standings import standings_board
from tournaments.boards.verify import verify
from tournaments.desk.change import DeskRefusal
from tournaments.desk.imports import import_event
from tournaments.desk.outcomes import SCORE, SECOND_WARNING, late_outcome, sitting_in, withdrawal_outcome
from tournaments.desk.penalties import PenaltyPlan, RulingPlan, penalise, rule
from tournaments.desk.results import ResultPlan, record, record_round
from tournaments.desk.rounds import close_round, draw_next_round, publish_round
from tournaments.desk.rulings import rule_absent, rule_late, warn, withdraw
from tournaments.desk.taking_back import cancel_penalty, cancel_ruling, take_back_withdrawal
from tournaments.models import Entry, Event, Penalty, Ruling
from tournaments.spreadsheets import read_event, write_event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Eight pairs, four tables, hands of four: the bye is worth 12 VP and +305."""
    return an_evening(Evening(pairs=8, closed=0, open_round="published"))


def standing(event: Event, number: int) -> tuple[int, int]:
    found = next(s for s in load(event).standings() if s.entry == number)
    return found.vp, found.net_mp


@pytest.mark.parametrize(
    ("minutes", "kind"), [(5, "warning"), (6, "match_penalty"), (10, "match_penalty"), (11, "lost")]
)
def test_what_lateness_brings_depends_on_the_minutes(event: Event, minutes: int, kind: str) -> None:
    assert rule_late(event=event, number=1, round_number=1, minutes=minutes, by=DIRECTOR) == kind


def test_a_pair_late_by_more_than_ten_minutes_loses_the_match_with_the_byes_score(event: Event) -> None:
    rule_late(event=event, number=1, round_number=1, minutes=12, by=DIRECTOR)
    assert (standing(event, 1), standing(event, 2)) == ((8, -305), (12, 305))


def test_the_referee_may_write_other_amounts_than_the_usual_ones(event: Event) -> None:
    rule_late(
        event=event,
        number=1,
        round_number=1,
        minutes=12,
        mine=Award(5, -500),
        theirs=Award(15, 500),
        by=DIRECTOR,
    )
    assert (standing(event, 1), standing(event, 2)) == ((5, -500), (15, 500))
    record(event=event, round_number=1, plan=ResultPlan(2, 1000, 850), by=DIRECTOR)
    rule_late(event=event, number=3, round_number=1, minutes=7, mine=Award(0, 150), by=DIRECTOR)
    assert standing(event, 3) == (10, 0)
    with pytest.raises(DeskRefusal, match="from 0 to 20 VP"):
        rule_late(event=event, number=5, round_number=1, minutes=30, mine=Award(25, 0), by=DIRECTOR)


def test_two_warnings_cost_a_pair_a_victory_point_and_nobody_gains(event: Event) -> None:
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 1000), by=DIRECTOR)
    warn(event=event, number=1, round_number=1, reason="talking", by=DIRECTOR)
    assert standing(event, 1) == (10, 0)
    assert warn(event=event, number=1, round_number=1, reason="again", by=DIRECTOR) == SECOND_WARNING
    assert (standing(event, 1), standing(event, 2)) == ((9, -105), (10, 0))


def test_the_warning_for_lateness_counts_as_one_of_the_two(event: Event) -> None:
    warn(event=event, number=1, round_number=1, reason="talking", by=DIRECTOR)
    assert late_outcome(event, sitting_in(event, 1, 1).entry, 3).kind == SECOND_WARNING
    rule_late(event=event, number=1, round_number=1, minutes=3, by=DIRECTOR)
    assert Penalty.objects.filter(kind=Penalty.Kind.TWO_WARNINGS, vp=1).count() == 1


def test_an_absent_pair_leaves_its_opponents_the_byes_score_and_is_not_drawn_again(event: Event) -> None:
    rule_absent(event=event, number=1, round_number=1, reason="not seen", by=DIRECTOR)
    assert (standing(event, 1), standing(event, 2)) == ((0, 0), (12, 305))
    assert event.entries.get(number=1).state == Entry.State.ABSENT
    rule_absent(event=event, number=3, round_number=1, leave_out=False, by=DIRECTOR)
    assert event.entries.get(number=3).state == Entry.State.ACTIVE


def test_an_absence_is_called_so_at_the_desk_and_in_the_workbook_that_goes_out_and_in_again(
    event: Event,
) -> None:
    rule_absent(event=event, number=1, round_number=1, reason="not seen", by=DIRECTOR)
    assert Ruling.objects.get(event=event, cancelled_at=None).kind == Ruling.Kind.ABSENT
    table = next(table for table in load_tables(event, event.rounds.get(number=1)) if table.ruling)
    with override("en"):
        assert table.kind_label == "absence"
        decided = decisions_of(event, load_names(event))
        assert [one.label for one in decided if one.what == "ruling"] == ["absence"]
    again = import_event(read_event(write_event(book_of(event, public=False))), by=DIRECTOR)
    assert Ruling.objects.get(event=again).kind == Ruling.Kind.ABSENT
    assert standing(again, 2) == standing(event, 2) == (12, 305)
    assert verify(again) == []


def test_a_pair_withdraws_during_round_3_the_table_gets_its_ruling_later_draws_leave_it_out_its_opponents_keep_what_they_earned_the_standings_mark_it() -> (  # noqa: E501
    None
):
    programme = "Mitchell 3; Danese puro 1"
    event = an_evening(Evening(pairs=8, closed=2, open_round="published", programme=programme))
    before = {opponent: standing(event, opponent) for opponent in (2, 4, 6, 8)}
    at = sitting_in(event, 1, 3)
    stays = next(s.entry.number for s in at.match.seats.exclude(entry=at.entry))
    withdraw(event=event, number=1, round_number=3, justified=False, reason="ill", by=DIRECTOR)
    assert standing(event, stays) == (before[stays][0] + 12, before[stays][1] + 305)
    assert all(standing(event, other) == before[other] for other in before if other != stays)
    plans = [ResultPlan(m.table, 1000, 900) for m in load(event).matches_of(3) if m.ruling is None]
    record_round(event=event, round_number=3, plans=plans, by=DIRECTOR)
    close_round(event=event, number=3, by=DIRECTOR)
    draw_next_round(event=event, by=DIRECTOR)
    assert 1 not in {n for m in load(event).matches_of(4) for n in m.ns + m.ew}
    board = standings_board(load_released(event), 3)
    assert [row.withdrawn for row in board.rows if row.number == 1] == [True]


def test_what_a_withdrawal_brings_is_told_beforehand(event: Event) -> None:
    at = sitting_in(event, 1, 1)
    assert withdrawal_outcome(event, at, justified=True).mine == Award(8, -305)
    assert withdrawal_outcome(event, at, justified=False).mine == Award(0, 0)
    record(event=event, round_number=1, plan=ResultPlan(1, 1500, 700), by=DIRECTOR)
    earned = withdrawal_outcome(event, sitting_in(event, 2, 1), justified=True)
    assert (earned.kind, earned.mine, earned.theirs) == (SCORE, Award(6, -800), Award(14, 800))


def test_a_table_gets_an_adjusted_score_in_which_the_two_lines_do_not_add_up_to_20(event: Event) -> None:
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 400), by=DIRECTOR)
    rule(event=event, round_number=1, plans=[RulingPlan(1, 12, 305, 3, -700, reason="misdeal")], by=DIRECTOR)
    assert (standing(event, 1), standing(event, 2)) == ((12, 305), (3, -700))
    cancel_ruling(event=event, round_number=1, table=1, reason="appeal", by=DIRECTOR)
    assert (standing(event, 1), standing(event, 2)) == ((13, 600), (7, -600))
    assert Ruling.objects.get().cancelled_at is not None


def test_a_button_pressed_twice_takes_the_points_off_once(event: Event) -> None:
    plans = [PenaltyPlan(1, vp=1, reason="shouting")]
    penalise(event=event, plans=plans, by=DIRECTOR, key="press-1")
    with pytest.raises(DeskRefusal, match="already") as told:
        penalise(event=event, plans=plans, by=DIRECTOR, key="press-1")
    assert told.value.code == "done_already"
    assert Penalty.objects.count() == 1
    penalise(event=event, plans=plans, by=DIRECTOR, key="press-2")
    assert Penalty.objects.count() == 2


def test_a_penalty_taken_back_stays_on_record_and_cannot_be_taken_back_twice(event: Event) -> None:
    record(event=event, round_number=1, plan=ResultPlan(1, 1000, 1000), by=DIRECTOR)
    [penalty] = penalise(event=event, plans=[PenaltyPlan(1, vp=2, mp=105)], by=DIRECTOR)
    assert standing(event, 1) == (8, -105)
    cancel_penalty(event=event, penalty_id=penalty.pk, reason="wrong pair", by=DIRECTOR)
    assert standing(event, 1) == (10, 0)
    with pytest.raises(DeskRefusal, match="already been taken back"):
        cancel_penalty(event=event, penalty_id=penalty.pk, reason="", by=DIRECTOR)
    assert Penalty.objects.count() == 1


def test_a_pair_that_has_not_left_after_all_plays_on(event: Event) -> None:
    withdraw(event=event, number=1, round_number=1, justified=True, reason="ill", by=DIRECTOR)
    take_back_withdrawal(event=event, number=1, reason="feels better", by=DIRECTOR)
    entry = event.entries.get(number=1)
    assert (entry.state, entry.left_in_round) == (Entry.State.ACTIVE, None)
    assert [m.ruling for m in load(event).matches_of(1)] == [None] * 4
    with pytest.raises(DeskRefusal, match="has not left"):
        take_back_withdrawal(event=event, number=1, reason="", by=DIRECTOR)


def test_nobody_is_ruled_on_in_a_round_whose_seats_are_not_published() -> None:
    event = an_evening(Evening(pairs=8, closed=0, open_round="drawn"))
    with pytest.raises(DeskRefusal, match="not published"):
        rule_absent(event=event, number=1, round_number=1, by=DIRECTOR)
    publish_round(event=event, number=1, by=DIRECTOR)
    with pytest.raises(DeskRefusal, match="does not sit"):
        rule_absent(event=event, number=1, round_number=2, by=DIRECTOR)


def test_a_pair_that_rests_keeps_nobody_waiting() -> None:
    event = an_evening(Evening(pairs=7, closed=0, open_round="published"))
    bye = next(m for m in load(event).matches_of(1) if m.is_bye)
    with pytest.raises(DeskRefusal, match="rests in round 1"):
        rule_late(event=event, number=(bye.ns + bye.ew)[0], round_number=1, minutes=12, by=DIRECTOR)
    warn(event=event, number=(bye.ns + bye.ew)[0], round_number=1, reason="shouting", by=DIRECTOR)

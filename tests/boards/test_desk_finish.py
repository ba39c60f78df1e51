"""What the desk is told of its standings: what moved, since which number, and why."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.boards.desk_finish import Stand, desk_standings, load_finish
from tournaments.boards.desk_publication import publication_paper
from tournaments.boards.released import NotReleasedError
from tournaments.desk.change import DeskRefusal
from tournaments.desk.closing import archive_event, finish_event
from tournaments.desk.entries import PersonPlan
from tournaments.desk.imports import import_event
from tournaments.desk.penalties import PenaltyPlan, penalise
from tournaments.desk.publishing import publish_standings
from tournaments.desk.results import ResultPlan, record
from tournaments.desk.substitutions import substitute
from tournaments.models import Event, Publication
from tournaments.spreadsheets import read_event

pytestmark = pytest.mark.django_db
STAGE = Path(__file__).parents[1] / "data" / "events" / "stage-1.xlsx"
WHOLE = Evening(pairs=12, closed=3, programme="Mitchell 3")


def correct(event: Event, ns: int, ew: int, round_number: int = 1, signed: str = "") -> None:
    plan = ResultPlan(1, ns, ew)
    record(
        event=event, round_number=round_number, plan=plan, by=DIRECTOR, reason="misread",
        countersigned_by=signed, confirmed=True,
    )  # fmt: skip


def test_correcting_a_score_rounds_back_refreshes_the_later_standings_and_says_what_moved() -> None:
    event = an_evening(Evening(pairs=12, closed=3))
    before = {row["number"]: row for row in event.publications.get(number=3).rows}
    correct(event, 9000, 0)
    board = desk_standings(event)
    assert board.read.pending
    assert board.next_number == 4
    assert str(board.reasons[0].sentence).startswith("Round 1, table 1: ")
    assert board.reasons[0].why == "misread"
    on_points = {one.name.number: one for one in board.changes.points}
    seated = {entry.number for entry in event.entries.filter(seats__match__table=1, seats__round__number=1)}
    assert set(on_points) == seated
    for number, one in on_points.items():
        assert one.old == Stand(before[number]["place"], before[number]["vp"], before[number]["net_mp"])
    assert all(one.places and one.name.number not in seated for one in board.changes.slid)


def test_each_published_standings_has_a_number_and_says_what_changed_since_the_last() -> None:
    event = an_evening(WHOLE)
    correct(event, 9000, 0, signed="Lia Neri")
    publish_standings(event=event, by=DIRECTOR)
    penalise(event=event, plans=[PenaltyPlan(5, vp=3, reason="left the table")], by=DIRECTOR)
    publish_standings(event=event, by=DIRECTOR)
    five, four, three, two, one = desk_standings(event).issues
    assert [issue.number for issue in (one, two, three, four, five)] == [1, 2, 3, 4, 5]
    assert [issue.upto for issue in (one, two, three, four, five)] == [1, 2, 3, 3, 3]
    assert not (one.reasons or two.reasons or three.reasons)
    assert [str(r.sentence).split(":")[0] for r in four.reasons] == ["Round 1, table 1"]
    assert ["3 VP" in str(r.sentence) for r in five.reasons] == [True]
    assert [one.name.number for one in five.changes.points] == [5]
    assert not desk_standings(event).read.pending


def test_a_correction_before_the_next_round_closes_is_told_with_that_round() -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="published"))
    correct(event, 9000, 0)
    for table in (1, 2, 3, 4):
        record(event=event, round_number=2, plan=ResultPlan(table, 800, 700), by=DIRECTOR)
    from tournaments.desk.rounds import close_round

    close_round(event=event, number=2, by=DIRECTOR)
    last = desk_standings(event).issues[0]
    assert (last.number, last.upto) == (2, 2)
    assert len(last.reasons) == 1
    assert last.changes.all == ()


def test_an_open_round_counts_at_the_desk_as_it_comes_in_and_is_published_by_nobody() -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="published"))
    record(event=event, round_number=2, plan=ResultPlan(1, 2000, 0), by=DIRECTOR)
    board = desk_standings(event)
    assert (board.upto, board.unfinished) == (2, 2)
    assert not board.read.pending
    with pytest.raises(DeskRefusal, match="Nothing has changed"):
        publish_standings(event=event, by=DIRECTOR)


def test_after_the_finish_a_countersigned_correction_makes_the_next_number_until_its_time_is_over() -> None:
    event = an_evening(WHOLE)
    finish_event(event=event, by=DIRECTOR)
    until = load_finish(event).corrections_until
    closed = event.rounds.get(number=3).closed_at
    assert closed is not None
    assert until == closed + timedelta(minutes=event.correction_minutes)
    correct(event, 9000, 0, signed="Lia Neri")
    assert publish_standings(event=event, by=DIRECTOR).number == 4
    event.rounds.filter(number=3).update(closed_at=closed - timedelta(minutes=31))
    with pytest.raises(DeskRefusal, match="30 minutes for corrections"):
        correct(event, 0, 9000, signed="Lia Neri")
    archive_event(event=event, confirmed=True, by=DIRECTOR)
    with pytest.raises(DeskRefusal):
        correct(event, 0, 9000, signed="Lia Neri")


def test_a_publication_on_paper_keeps_its_rows_whatever_is_corrected_afterwards() -> None:
    event = an_evening(WHOLE)
    before = publication_paper(event, 3)
    assert not before.final, "nobody has finished the evening"
    assert before.check is not None
    correct(event, 9000, 0, signed="Lia Neri")
    after = publication_paper(event, 3)
    assert [row.stand for row in after.rows] == [row.stand for row in before.rows]
    assert (after.check, after.corrected_since, after.replaced_by) == (None, True, None)
    publish_standings(event=event, by=DIRECTOR)
    assert publication_paper(event, 3).replaced_by == 4
    assert publication_paper(event, 4).check is not None
    with pytest.raises(NotReleasedError):
        publication_paper(event, 5)
    finish_event(event=event, by=DIRECTOR)
    assert publication_paper(event, 4).final
    assert not publication_paper(event, 2).final


def test_a_publication_names_the_players_as_they_were_in_its_round() -> None:
    event = an_evening(Evening(pairs=8, closed=1))
    old = load_finish(event).names.of(1).short
    substitute(event=event, number=1, position=1, person=PersonPlan("Zanetti Lia"), by=DIRECTOR)
    names = {row.name.number: row.name.short for row in publication_paper(event, 1).rows}
    assert names[1] == old
    assert load_finish(event).names.of(1).short.startswith("Zanetti")


def test_an_evening_out_of_a_workbook_has_its_numbers_too() -> None:
    event = import_event(read_event(STAGE.read_bytes()), by=DIRECTOR)
    rounds = event.rounds.filter(state="closed").count()
    assert rounds
    assert Publication.objects.filter(event=event).count() >= rounds
    assert not desk_standings(event).read.pending


@pytest.mark.parametrize("pairs", [40, 200])
def test_the_standings_at_the_desk_take_nine_queries_at_any_size(
    pairs: int, django_assert_num_queries: object
) -> None:
    event = an_evening(Evening(pairs=pairs, closed=2, with_hands=False))
    correct(event, 9000, 0)
    with django_assert_num_queries(9):  # type: ignore[operator]
        desk_standings(event)

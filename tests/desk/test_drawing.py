"""The next round by the programme: who can be drawn, when, and what a draw keeps."""

import pytest

from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.boards.facts import load
from tournaments.boards.verify import verify
from tournaments.desk import drawing
from tournaments.desk.change import DeskRefusal, NeedsConfirmationError
from tournaments.desk.results import ResultPlan, record_round
from tournaments.desk.rounds import close_round, draw_next_round, publish_round, undo_draw
from tournaments.desk.rulings import withdraw
from tournaments.models import Entry, Event, Match, Phase, Round, Seat
from tournaments.movements.pairing import MovementError
from tournaments.words import spoken

pytestmark = pytest.mark.django_db


def seats(event: Event, number: int) -> list[tuple[int, int | None, int | None]]:
    return [
        (m.table, m.ns[0] if m.ns else None, m.ew[0] if m.ew else None)
        for m in load(event).matches_of(number)
    ]


def play(event: Event, number: int, margin: int = 300) -> None:
    """Publish the round, give every table a result, close it; the lower table wins by less."""
    publish_round(event=event, number=number, by=DIRECTOR)
    plans = [
        ResultPlan(m.table, 1000 + 5 * m.table, 1000 - margin)
        for m in load(event).matches_of(number)
        if not m.is_bye
    ]
    record_round(event=event, round_number=number, plans=plans, by=DIRECTOR)
    close_round(event=event, number=number, by=DIRECTOR)


def test_a_whole_programme_is_drawn_round_by_round_and_verifies() -> None:
    event = an_event(Evening(pairs=13, programme="Mitchell 3; Danese modificato 2"))
    for number in range(1, 6):
        draw_next_round(event=event, by=DIRECTOR)
        play(event, number)
    assert [spoken(s) for s in verify(event)] == []
    rested = [m.ns + m.ew for m in load(event).matches if m.is_bye]
    assert len(rested) == 5
    assert len(set(rested)) == 5
    with pytest.raises(DeskRefusal, match="programme is over"):
        draw_next_round(event=event, by=DIRECTOR)


def test_in_a_mitchell_north_south_stays_and_east_west_moves_up_a_table() -> None:
    event = an_event(Evening(pairs=8, programme="Mitchell 3"))
    draw_next_round(event=event, by=DIRECTOR)
    first = seats(event, 1)
    play(event, 1)
    draw_next_round(event=event, by=DIRECTOR)
    second = seats(event, 2)
    assert [ns for _, ns, _ in first] == [ns for _, ns, _ in second]
    assert [ew for _, _, ew in second] == [first[-1][2], *(ew for _, _, ew in first[:-1])]


def test_pairs_with_a_line_on_the_list_sit_on_it() -> None:
    event = an_event(Evening(pairs=8, programme="Mitchell 2"))
    draw_next_round(event=event, by=DIRECTOR)
    lines = {e.number: e.line for e in event.entries.all()}
    assert all(lines[ns] == "ns" and lines[ew] == "ew" for _, ns, ew in seats(event, 1) if ns and ew)


def test_the_same_seed_gives_the_same_first_round_and_another_seed_another() -> None:
    drawn = []
    for seed in (5, 5, 6):
        event = an_event(Evening(pairs=12, programme="Danese puro 2", seed=seed))
        draw_next_round(event=event, by=DIRECTOR)
        drawn.append(seats(event, 1))
    assert drawn[0] == drawn[1] != drawn[2]


def test_order_of_entry_seats_the_first_round_as_they_came() -> None:
    event = an_event(Evening(pairs=6, programme="Danese puro 1"))
    draw_next_round(event=event, by=DIRECTOR, order=drawing.ENTRY_ORDER)
    assert [{ns, ew} for _, ns, ew in seats(event, 1)] == [{1, 2}, {3, 4}, {5, 6}]


def test_a_danish_round_names_the_missing_tables_and_is_drawn_without_them_only_on_a_yes() -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 2"))
    draw_next_round(event=event, by=DIRECTOR)
    publish_round(event=event, number=1, by=DIRECTOR)
    record_round(event=event, round_number=1, plans=[ResultPlan(1, 500, 400)], by=DIRECTOR)
    with pytest.raises(NeedsConfirmationError, match="tables 2, 3, 4") as asked:
        draw_next_round(event=event, by=DIRECTOR)
    assert asked.value.code == "results_missing"
    assert event.rounds.count() == 1
    draw_next_round(event=event, by=DIRECTOR, confirmed=True)
    assert event.rounds.count() == 2


def test_a_mitchell_needs_no_results_and_is_not_held_up_by_missing_ones() -> None:
    event = an_event(Evening(pairs=8, programme="Mitchell 2"))
    draw_next_round(event=event, by=DIRECTOR)
    publish_round(event=event, number=1, by=DIRECTOR)
    draw_next_round(event=event, by=DIRECTOR)
    assert event.rounds.count() == 2


def test_a_second_draw_finds_the_first_and_is_refused() -> None:
    event = an_event(Evening(pairs=8))
    draw_next_round(event=event, by=DIRECTOR)
    with pytest.raises(DeskRefusal, match="publish it or undo it"):
        draw_next_round(event=event, by=DIRECTOR)
    assert event.rounds.count() == 1


def test_a_draw_that_fails_leaves_nothing_behind_and_trying_again_works() -> None:
    event = an_event(Evening(pairs=10, programme="Mitchell 6"))
    with pytest.raises(MovementError, match="at most 5 rounds"):
        draw_next_round(event=event, by=DIRECTOR)
    assert (Round.objects.count(), Match.objects.count(), Seat.objects.count()) == (0, 0, 0)
    event.refresh_from_db()
    assert event.state == Event.State.PREPARING
    Phase.objects.filter(event=event).update(rounds=5)
    draw_next_round(event=event, by=DIRECTOR)
    assert Match.objects.count() == 5


def test_an_undone_draw_is_gone_but_stays_in_the_journal() -> None:
    event = an_event(Evening(pairs=6))
    draw_next_round(event=event, by=DIRECTOR)
    first = seats(event, 1)
    undo_draw(event=event, number=1, by=DIRECTOR)
    assert event.rounds.count() == 0
    line = event.journal.latest("number")
    assert line.verb == "undo_draw"
    assert line.old["seats"] == [[table, [ns], [ew]] for table, ns, ew in first]


def test_published_seats_are_not_undone() -> None:
    event = an_evening(Evening(pairs=4, closed=0, open_round="published"))
    with pytest.raises(DeskRefusal, match="published"):
        undo_draw(event=event, number=1, by=DIRECTOR)
    assert event.rounds.count() == 1


def test_a_pair_marked_absent_is_not_drawn() -> None:
    event = an_event(Evening(pairs=9, programme="Danese puro 1"))
    event.entries.filter(number=4).update(state=Entry.State.ABSENT)
    draw_next_round(event=event, by=DIRECTOR)
    drawn = {n for _, ns, ew in seats(event, 1) for n in (ns, ew)}
    assert drawn == {1, 2, 3, 5, 6, 7, 8, 9}


def test_a_pair_that_withdrew_leaves_its_chair_empty_in_the_mitchell() -> None:
    event = an_event(Evening(pairs=8, programme="Mitchell 3"))
    draw_next_round(event=event, by=DIRECTOR)
    play(event, 1)
    withdraw(event=event, number=3, round_number=2, justified=True, reason="unwell", by=DIRECTOR)
    draw_next_round(event=event, by=DIRECTOR)
    second = seats(event, 2)
    assert 3 not in {n for _, ns, ew in second for n in (ns, ew)}
    assert sum(ns is None or ew is None for _, ns, ew in second) == 1
    assert len(second) == 4


def test_a_danish_round_in_which_nobody_may_meet_again_says_why() -> None:
    event = an_event(Evening(pairs=4, programme="Danese senza ripetizioni 4"))
    for number in (1, 2, 3):
        draw_next_round(event=event, by=DIRECTOR)
        play(event, number)
    meetings = [frozenset((ns, ew)) for n in (1, 2, 3) for _, ns, ew in seats(event, n)]
    assert len(set(meetings)) == 6
    found = draw_next_round(event=event, by=DIRECTOR)
    notes = [spoken(drawing.said(note["sentence"])) for note in found.why["notes"]]
    assert len(notes) == 2
    play(event, 4)
    assert verify(event) == []


def test_a_round_robin_lets_everybody_meet_everybody_once() -> None:
    event = an_event(Evening(pairs=6, programme="All'italiana 5"))
    for number in range(1, 6):
        draw_next_round(event=event, by=DIRECTOR)
        play(event, number)
    meetings = [frozenset((ns, ew)) for n in range(1, 6) for _, ns, ew in seats(event, n)]
    assert len(meetings) == len(set(meetings)) == 15


def test_a_pair_that_never_came_is_not_in_the_standings() -> None:
    event = an_event(Evening(pairs=9, programme="Danese puro 1"))
    event.entries.filter(number=4).update(state=Entry.State.ABSENT)
    draw_next_round(event=event, by=DIRECTOR)
    play(event, 1)
    assert sorted(s.entry for s in load(event).standings()) == [1, 2, 3, 5, 6, 7, 8, 9]

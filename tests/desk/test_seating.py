"""Seats changed by hand, drawn again, cut into sections, and told why; single players."""

from collections import Counter
from typing import Any

import pytest

from tests.desk.test_drawing import play, seats
from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.boards.desk_seats import load_seats, preview
from tournaments.boards.facts import load
from tournaments.boards.verify import verify
from tournaments.desk import drawing, seating
from tournaments.desk.change import DeskRefusal
from tournaments.desk.outlook import outlook
from tournaments.desk.presence import ABSENT, HERE, check_in
from tournaments.desk.rounds import draw_next_round, publish_round, redraw_round, undo_draw
from tournaments.models import Event, JournalLine
from tournaments.movements.byes import Rest
from tournaments.movements.danish import Why
from tournaments.words import spoken

pytestmark = pytest.mark.django_db


def drawn(event: Event, rounds: int, **choice: object) -> None:
    """Draw and play so many rounds, then draw one more and leave it open."""
    for number in range(1, rounds + 1):
        draw_next_round(event=event, by=DIRECTOR, **choice)
        play(event, number)
    draw_next_round(event=event, by=DIRECTOR, **choice)


def codes(event: Event, number: int) -> list[str]:
    found = event.rounds.get(number=number)
    return [n.code for n in seating.notes_on(event, load(event), number, apart=found.why.get("apart"))]


def why_at(event: Event, number: int, table: int) -> Why | Rest | None:
    position = drawing.place_of(number, list(event.phases.all())).position
    return drawing.why_at(load(event), position, event.rounds.get(number=number).why, table)


# ---- why these two (scenarios 1 and 9) ----------------------------------------------------------


def test_the_pair_that_rested_in_round_1_and_lies_last_does_not_rest_again_and_the_screen_says_why() -> None:
    event = an_event(Evening(pairs=7, programme="Danese senza ripetizioni 3"))
    drawn(event, 2)
    rested = [(m.ns + m.ew)[0] for m in load(event).matches if m.is_bye]
    assert len(set(rested)) == 3
    table = next(m.table for m in load(event).matches_of(3) if m.is_bye)
    rest = why_at(event, 3, table)
    assert isinstance(rest, Rest)
    assert rest.entry == rested[2]
    assert "have not rested yet" in str(rest.reason)


def test_three_could_rest_two_already_did_the_third_rests() -> None:
    event = an_event(Evening(pairs=3, programme="Danese puro 3"))
    drawn(event, 2)
    rested = [(m.ns + m.ew)[0] for m in load(event).matches if m.is_bye]
    assert sorted(rested) == [1, 2, 3]


def test_with_more_rounds_than_pairs_rests_are_spread_evenly_and_never_heaped_on_one() -> None:
    event = an_event(Evening(pairs=5, programme="Danese puro 8"))
    for number in range(1, 9):
        draw_next_round(event=event, by=DIRECTOR)
        play(event, number)
    rests = Counter(n for m in load(event).matches if m.is_bye for n in m.ns + m.ew)
    assert sorted(rests.values()) == [1, 1, 2, 2, 2]
    assert verify(event) == []


def test_a_contested_pairing_shows_why_these_two_met_and_who_was_skipped_and_why() -> None:
    event = an_event(Evening(pairs=12, programme="Danese senza ripetizioni 3"))
    drawn(event, 2)
    answers = [why_at(event, 3, m.table) for m in load(event).matches_of(3)]
    for match, answer in zip(load(event).matches_of(3), answers, strict=True):
        assert isinstance(answer, Why)
        assert set(answer.entries) == set(match.ns + match.ew)
        assert answer.places[0] < answer.places[1]
    skipped = [one for answer in answers if isinstance(answer, Why) for one in answer.skipped]
    assert skipped, "with two rounds played somebody has been passed over"
    for one in skipped:
        assert "already met" in str(one.reason) or "others could then" in str(one.reason)


def test_what_a_draw_says_for_itself_stays_true_when_a_result_is_corrected_afterwards() -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 2"))
    drawn(event, 1)
    before = why_at(event, 2, 1)
    event.results.update(ns_mp=0, ew_mp=2000)
    assert why_at(event, 2, 1) == before


# ---- a swap by hand (scenario 10) -----------------------------------------------------------------


def effect(event: Event, number: int, first: int, second: int) -> seating.Effect:
    found = event.rounds.get(number=number)
    return seating.effect_of_swap(
        event, load(event), number, first, second, why=found.why, phases=list(event.phases.all())
    )


def test_before_a_swap_the_page_warns_of_the_rematch_it_would_make() -> None:
    event = an_event(Evening(pairs=8, programme="Danese senza ripetizioni 3"))
    drawn(event, 1)
    _, ns, ew = seats(event, 2)[0]
    met = next(m for m in load(event).matches_of(1) if ns in m.ns + m.ew)
    old = next(n for n in met.ns + met.ew if n != ns)
    found = effect(event, 2, ew, old)
    assert [note.code for note in found.breaks][:1] == ["repeat_last_round"]
    assert ns in found.breaks[0].entries
    assert len(found.by_hand) == 2
    assert codes(event, 2) == [], "looking has changed nothing"


def test_a_swap_that_gives_somebody_a_second_bye_says_so() -> None:
    event = an_event(Evening(pairs=7, programme="Danese puro 2"))
    drawn(event, 1)
    rested = next((m.ns + m.ew)[0] for m in load(event).matches_of(1) if m.is_bye)
    resting = next((m.ns + m.ew)[0] for m in load(event).matches_of(2) if m.is_bye)
    assert "second_bye" in [note.code for note in effect(event, 2, rested, resting).breaks]


def test_a_swap_that_brings_club_mates_together_says_so() -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 1"))
    Event.objects.filter(pk=event.pk).update(apart_rounds=1)
    event.refresh_from_db()
    draw_next_round(event=event, by=DIRECTOR)
    assert codes(event, 1) == []
    clubs = dict(event.entries.values_list("number", "club_id"))
    _, ns, ew = seats(event, 1)[0]
    mate = next(n for n, club in clubs.items() if club == clubs[ns] and n != ns)
    assert [note.code for note in effect(event, 1, ew, mate).breaks][:1] == ["club_mates"]


def test_a_swap_in_the_middle_of_a_mitchell_says_who_would_meet_again_later() -> None:
    event = an_event(Evening(pairs=10, programme="Mitchell 4"))
    drawn(event, 1)
    here, there = seats(event, 2)[:2]
    found = effect(event, 2, here[2], there[2])
    assert sorted(note.code for note in found.breaks) == ["meets_later", "repeat_last_round"]
    later = next(note for note in found.breaks if note.code == "meets_later")
    assert set(later.entries) == {there[1], here[2]}


def test_a_swap_keeps_its_note_and_marks_the_rows_against_the_computed_draw() -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 1"))
    draw_next_round(event=event, by=DIRECTOR)
    (_, first, _), (_, second, _) = seats(event, 1)[1], seats(event, 1)[3]
    seating.swap(event=event, round_number=1, first=first, second=second, reason="Stairs", by=DIRECTOR)
    loaded = load_seats(event)
    board = preview(loaded, 1, ())
    assert [row.table for row in board.rows if row.by_hand] == [2, 4]
    assert [(s["first"].number, s["second"].number, s["reason"]) for s in board.swaps] == [
        (first, second, "Stairs")
    ]
    line = event.journal.latest("number")
    assert (line.verb, line.reason, line.old) == ("swap", "Stairs", {"tables": [2, 4]})


def test_a_swap_back_leaves_no_mark() -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 1"))
    draw_next_round(event=event, by=DIRECTOR)
    before = seats(event, 1)
    for first, second in ((before[0][1], before[1][1]), (before[0][1], before[1][1])):
        seating.swap(event=event, round_number=1, first=first, second=second, by=DIRECTOR)
    assert seats(event, 1) == before
    assert not any(row.by_hand for row in preview(load_seats(event), 1, ()).rows)


def test_confirming_a_swap_twice_swaps_once() -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 1"))
    draw_next_round(event=event, by=DIRECTOR)
    (_, first, _), (_, second, _) = seats(event, 1)[0], seats(event, 1)[1]
    seen = ((1, "ns"), (2, "ns"))
    seating.swap(event=event, round_number=1, first=first, second=second, seen=seen, by=DIRECTOR)
    after = seats(event, 1)
    with pytest.raises(DeskRefusal, match="have changed in the meantime"):
        seating.swap(event=event, round_number=1, first=first, second=second, seen=seen, by=DIRECTOR)
    assert seats(event, 1) == after


def test_a_pair_is_not_swapped_with_itself_nor_one_that_has_no_seat() -> None:
    event = an_event(Evening(pairs=4, programme="Danese puro 1"))
    draw_next_round(event=event, by=DIRECTOR)
    with pytest.raises(DeskRefusal, match="two different pairs"):
        seating.swap(event=event, round_number=1, first=1, second=1, by=DIRECTOR)
    with pytest.raises(DeskRefusal, match="does not sit"):
        seating.swap(event=event, round_number=1, first=1, second=40, by=DIRECTOR)


def test_two_at_one_table_change_sides() -> None:
    event = an_event(Evening(pairs=4, programme="Danese puro 1"))
    draw_next_round(event=event, by=DIRECTOR)
    table, ns, ew = seats(event, 1)[0]
    seating.swap(event=event, round_number=1, first=ns, second=ew, by=DIRECTOR)
    assert seats(event, 1)[0] == (table, ew, ns)


def test_published_seats_are_not_swapped() -> None:
    event = an_evening(Evening(pairs=4, closed=0, open_round="published"))
    with pytest.raises(DeskRefusal, match="published"):
        seating.swap(event=event, round_number=1, first=1, second=3, by=DIRECTOR)


# ---- drawn again ------------------------------------------------------------------------------------


def test_drawing_again_is_one_line_and_keeps_the_seats_of_before() -> None:
    event = an_event(Evening(pairs=16, programme="Danese puro 1"))
    draw_next_round(event=event, by=DIRECTOR, seed=5)
    before = seats(event, 1)
    lines = event.journal.count()
    found = redraw_round(event=event, number=1, by=DIRECTOR)
    assert event.journal.count() == lines + 1
    line = event.journal.latest("number")
    assert line.verb == "redraw_round"
    assert line.old == {"seats": [[t, [ns], [ew]] for t, ns, ew in before], "seed": 5}
    assert (line.new["seed"], found.seed) == (6, 6)
    assert seats(event, 1) != before
    assert event.rounds.count() == 1
    assert verify(event) == []


@pytest.mark.parametrize(
    ("order", "how"), [("random", "lot"), ("entry", "entry"), ("hand", "hand"), ("", "list")]
)
def test_drawing_again_keeps_the_referees_choice(order: str, how: str) -> None:
    event = an_event(Evening(pairs=8, programme="Mitchell 2"))
    draw_next_round(event=event, by=DIRECTOR, order=order, apart=True)
    again = redraw_round(event=event, number=1, by=DIRECTOR)
    assert (again.why["how"], again.why["apart"]) == (how, True)


def test_drawing_again_after_a_corrected_result_follows_the_new_standings() -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 2"))
    drawn(event, 1)
    last = seats(event, 1)[-1]
    event.results.filter(match__table=last[0]).update(ns_mp=3000, ew_mp=0)
    redraw_round(event=event, number=2, by=DIRECTOR)
    assert last[1] in seats(event, 2)[0]


def test_published_seats_are_not_drawn_again() -> None:
    event = an_evening(Evening(pairs=4, closed=0, open_round="published"))
    with pytest.raises(DeskRefusal, match="published"):
        redraw_round(event=event, number=1, by=DIRECTOR)


def test_the_draw_of_a_round_that_is_there_already_is_refused_even_when_it_is_published() -> None:
    event = an_event(Evening(pairs=8, programme="Mitchell 3"))
    draw_next_round(event=event, by=DIRECTOR, number=1)
    publish_round(event=event, number=1, by=DIRECTOR)
    with pytest.raises(DeskRefusal, match="drawn already") as refused:
        draw_next_round(event=event, by=DIRECTOR, number=1, confirmed=True)
    assert refused.value.code == "already_drawn"
    assert event.rounds.count() == 1


# ---- late changes (scenario 29) ---------------------------------------------------------------------


def test_someone_marked_absent_at_check_in_is_not_drawn() -> None:
    event = an_event(Evening(pairs=9, programme="Mitchell 2"))
    check_in(event=event, number=4, presence=ABSENT, by=DIRECTOR)
    draw_next_round(event=event, by=DIRECTOR)
    sitting = {n for m in load(event).matches_of(1) for n in m.ns + m.ew}
    assert sitting == {1, 2, 3, 5, 6, 7, 8, 9}


def test_a_pair_that_leaves_between_draw_and_publication_is_named_and_a_new_draw_seats_the_others() -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 1"))
    draw_next_round(event=event, by=DIRECTOR)
    check_in(event=event, number=3, presence=ABSENT, by=DIRECTOR)
    board = preview(load_seats(event), 1, ())
    assert [name.number for name in board.late.gone] == [3]
    assert board.has_doubts
    redraw_round(event=event, number=1, by=DIRECTOR)
    board = preview(load_seats(event), 1, ())
    assert not board.late
    assert len(board.resting) == 1


def test_a_pair_that_turns_up_after_the_draw_has_no_seat_and_the_preview_says_so() -> None:
    event = an_event(Evening(pairs=9, programme="Danese puro 1"))
    check_in(event=event, number=9, presence=ABSENT, by=DIRECTOR)
    draw_next_round(event=event, by=DIRECTOR)
    check_in(event=event, number=9, presence=HERE, by=DIRECTOR)
    assert [name.number for name in preview(load_seats(event), 1, ()).late.unseated] == [9]


def test_pairs_not_checked_in_are_named_once_somebody_has_been_checked_in() -> None:
    event = an_event(Evening(pairs=4, programme="Danese puro 1"))
    assert outlook(event, load(event), list(event.phases.all())).unseen == ()
    for number in (1, 2, 3):
        check_in(event=event, number=number, presence=HERE, by=DIRECTOR)
    assert outlook(event, load(event), list(event.phases.all())).unseen == (4,)
    draw_next_round(event=event, by=DIRECTOR)
    assert [name.number for name in preview(load_seats(event), 1, ()).unseen] == [4]


def test_a_bye_counts_in_the_standings_with_the_configured_vp_and_mp() -> None:
    event = an_event(Evening(pairs=5, programme="Danese puro 2"))
    Event.objects.filter(pk=event.pk).update(bye_vp=9, bye_mp=-40)
    event.refresh_from_db()
    drawn(event, 1)
    rested = next((m.ns + m.ew)[0] for m in load(event).matches_of(1) if m.is_bye)
    standing = next(s for s in load(event).standings(1) if s.entry == rested)
    assert (standing.vp, standing.net_mp) == (9, -40)
    assert event.rounds.get(number=2).why["ranking"][standing.place - 1] == rested, "the next draw follows it"


# ---- looking ahead (scenarios 5, 6, 7, 12) ------------------------------------------------------------


def test_eight_pairs_play_seven_rounds_without_repeats_or_the_organizer_is_warned_before_round_1() -> None:
    event = an_event(Evening(pairs=8, programme="Danese senza ripetizioni 7"))
    warned = outlook(event, load(event), list(event.phases.all())).problems
    assert ["A round robin would not." in str(sentence) for sentence in warned] == [True]
    for number in range(1, 8):
        draw_next_round(event=event, by=DIRECTOR)
        play(event, number)
    meetings = [frozenset(m.ns + m.ew) for m in load(event).matches]
    named = sum(len(found.why["notes"]) for found in event.rounds.all())
    assert len(meetings) - len(set(meetings)) == named
    assert verify(event) == []


def test_five_tables_and_six_rounds_of_mitchell_are_stopped_before_anything_is_printed() -> None:
    event = an_event(Evening(pairs=10, programme="Mitchell 6"))
    coming = outlook(event, load(event), list(event.phases.all()))
    assert not coming.can_draw
    assert "at most 5 rounds" in str(coming.stops[0])


def test_when_no_draw_without_repeats_exists_each_of_the_fewest_is_named_with_its_table() -> None:
    event = an_event(Evening(pairs=4, programme="Danese senza ripetizioni 4"))
    drawn(event, 3)
    notes = event.rounds.get(number=4).why["notes"]
    assert [note["table"] for note in notes] == [1, 2]
    board = preview(load_seats(event), 4, seating.notes_on(event, load(event), 4))
    assert board.repeats == 2
    assert all("–" in spoken(note.sentence) for note in board.notes), "they are called by their names"


def test_the_outlook_names_the_tables_without_a_result() -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 2"))
    draw_next_round(event=event, by=DIRECTOR)
    publish_round(event=event, number=1, by=DIRECTOR)
    coming = outlook(event, load(event), list(event.phases.all()))
    assert coming.missing == ((1, (1, 2, 3, 4)),)
    assert coming.asks is not None, "a draw by the standings asks first"


def test_the_outlook_of_an_odd_field_says_who_would_rest_as_the_draw_then_has_it() -> None:
    event = an_event(Evening(pairs=9, programme="Danese senza ripetizioni 2"))
    draw_next_round(event=event, by=DIRECTOR)
    play(event, 1)
    coming = outlook(event, load(event), list(event.phases.all()))
    draw_next_round(event=event, by=DIRECTOR)
    assert [m.ns + m.ew for m in load(event).matches_of(2) if m.is_bye] == [(coming.rests,)]
    assert coming.rest_reason is not None


# ---- the first round (scenario 8) ----------------------------------------------------------------------


def test_the_first_draw_keeps_club_mates_apart_when_the_director_ticks_it() -> None:
    event = an_event(Evening(pairs=32, programme="Danese puro 1"))
    draw_next_round(event=event, by=DIRECTOR, order=drawing.RANDOM, apart=True)
    clubs = dict(event.entries.values_list("number", "club_id"))
    assert all(clubs[ns] != clubs[ew] for _, ns, ew in seats(event, 1))
    assert event.rounds.get().why["apart"] is True


def test_what_cannot_be_granted_in_the_first_draw_is_said() -> None:
    event = an_event(Evening(pairs=4, programme="Danese puro 1"))
    club = event.entries.first().club
    event.entries.exclude(number=4).update(club=club)
    draw_next_round(event=event, by=DIRECTOR, order=drawing.RANDOM, apart=True)
    assert "club_mates" in [note["code"] for note in event.rounds.get().why["notes"]]


def test_by_hand_starts_from_the_order_of_entry() -> None:
    event = an_event(Evening(pairs=6, programme="Danese puro 1"))
    found = draw_next_round(event=event, by=DIRECTOR, order=drawing.BY_HAND)
    assert found.why["how"] == "hand"
    assert [{ns, ew} for _, ns, ew in seats(event, 1)] == [{1, 2}, {3, 4}, {5, 6}]


def test_drawing_and_storing_a_round_of_500_takes_at_most_15_queries(
    django_assert_max_num_queries: Any,
) -> None:
    event = an_event(Evening(pairs=500, programme="Danese senza ripetizioni 3"))
    drawn(event, 1)
    play(event, 2)
    with django_assert_max_num_queries(15):
        draw_next_round(event=event, by=DIRECTOR)


def test_undoing_a_draw_is_one_line() -> None:
    event = an_event(Evening(pairs=8))
    draw_next_round(event=event, by=DIRECTOR)
    lines = JournalLine.objects.filter(event=event).count()
    undo_draw(event=event, number=1, by=DIRECTOR)
    assert JournalLine.objects.filter(event=event).count() == lines + 1

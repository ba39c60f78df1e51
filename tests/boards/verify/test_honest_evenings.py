"""An evening run by the rules adds up, whatever happened in it, old journals included; in a fixed time."""

from __future__ import annotations

import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.hand import Hand, match_points
from scoring.hand import Line as Played
from tests.boards.verify.test_tampering import from_a_workbook, rewrite
from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.boards.facts import load
from tournaments.boards.journal import SENTENCES
from tournaments.boards.verify import verify
from tournaments.boards.verify.lines import HOLDS, HOLDS_TODAY
from tournaments.desk.closing import archive_event, finish_event, reopen_event
from tournaments.desk.entries import EntryPlan, PersonPlan, enter, remove_entry, renumber
from tournaments.desk.events import edit_event, plan_of
from tournaments.desk.judging import HandPlan
from tournaments.desk.keying import key_again, settle_difference, switch_double_keying
from tournaments.desk.penalties import PenaltyPlan, RulingPlan, penalise, rule
from tournaments.desk.presence import check_in, join, wait_for_partner
from tournaments.desk.results import ResultPlan, record, record_round, swap_totals
from tournaments.desk.rounds import close_round, draw_next_round, publish_round, redraw_round, undo_draw
from tournaments.desk.rulings import rule_absent, rule_late, warn, withdraw
from tournaments.desk.seating import swap
from tournaments.desk.substitutions import enter_late
from tournaments.desk.tables import confirm, propose, take_proposal
from tournaments.desk.taking_back import cancel_penalty, cancel_ruling, take_back_withdrawal
from tournaments.models import Entry, Event, Result
from tournaments.movements.programme import parse

pytestmark = pytest.mark.django_db


def said(event: Event) -> list[str]:
    event.refresh_from_db()
    return [str(sentence) for sentence in verify(event)]


def play(event: Event, number: int) -> None:
    """Publish the round, give every table without a score its result, close it."""
    publish_round(event=event, number=number, by=DIRECTOR)
    finish(event, number)


def finish(event: Event, number: int) -> None:
    plans = [
        ResultPlan(m.table, 1000 + 5 * m.table, 700)
        for m in load(event).matches_of(number)
        if not m.is_settled
    ]
    if plans:
        record_round(event=event, round_number=number, plans=plans, by=DIRECTOR)
    close_round(event=event, number=number, by=DIRECTOR)


def test_every_verb_of_the_journal_is_known_with_what_its_lines_hold() -> None:
    assert set(HOLDS) == set(SENTENCES)
    assert set(HOLDS_TODAY) <= set(HOLDS)


def test_a_list_that_changes_before_the_first_draw_adds_up() -> None:
    event = an_event(Evening(pairs=9, programme="Danese puro 2"))
    penalise(event=event, plans=[PenaltyPlan(2, vp=1)], by=DIRECTOR)
    remove_entry(event=event, number=9, by=DIRECTOR)
    renumber(event=event, number=2, to=20, by=DIRECTOR)
    renumber(event=event, number=3, to=4, by=DIRECTOR)
    check_in(event=event, number=5, presence="absent", by=DIRECTOR)
    for name in ("Neri Ada", "Riva Ugo"):
        wait_for_partner(event=event, person=PersonPlan(name), by=DIRECTOR)
    first, second = event.waiting.values_list("pk", flat=True)
    join(event=event, first_id=first, second_id=second, by=DIRECTOR)
    draw_next_round(event=event, by=DIRECTOR)
    swap(event=event, round_number=1, first=20, second=4, by=DIRECTOR)
    redraw_round(event=event, number=1, by=DIRECTOR)
    swap(event=event, round_number=1, first=1, second=7, by=DIRECTOR)
    play(event, 1)
    check_in(event=event, number=5, presence="here", by=DIRECTOR)
    draw_next_round(event=event, by=DIRECTOR)
    play(event, 2)
    assert said(event) == []


def test_late_pairs_at_the_table_of_the_bye_add_up() -> None:
    event = an_event(Evening(pairs=7, programme="Mitchell 2"))
    draw_next_round(event=event, by=DIRECTOR)
    publish_round(event=event, number=1, by=DIRECTOR)
    enter_late(event=event, plan=EntryPlan(0, (PersonPlan("Riva Ugo"), PersonPlan("Neri Ada"))), by=DIRECTOR)
    finish(event, 1)
    draw_next_round(event=event, by=DIRECTOR)
    play(event, 2)
    assert said(event) == []
    assert sum(len(m.ns + m.ew) for m in load(event).matches_of(2)) == 8


def test_whoever_goes_away_in_the_middle_of_a_mitchell_and_comes_back_adds_up() -> None:
    event = an_event(Evening(pairs=8, programme="Mitchell 3; Danese puro 1"))
    check_in(event=event, number=8, presence="absent", by=DIRECTOR)
    draw_next_round(event=event, by=DIRECTOR)
    play(event, 1)
    check_in(event=event, number=8, presence="here", by=DIRECTOR)
    check_in(event=event, number=3, presence="absent", by=DIRECTOR)
    draw_next_round(event=event, by=DIRECTOR)
    play(event, 2)
    check_in(event=event, number=3, presence="here", by=DIRECTOR)
    for number in (3, 4):
        draw_next_round(event=event, by=DIRECTOR)
        play(event, number)
    assert said(event) == []


def test_all_that_a_referee_does_and_takes_back_adds_up() -> None:
    event = an_event(Evening(pairs=12, programme="Danese puro 2"))
    draw_next_round(event=event, by=DIRECTOR, order="entry")
    publish_round(event=event, number=1, by=DIRECTOR)
    rule_late(event=event, number=1, round_number=1, minutes=4, by=DIRECTOR)
    rule_late(event=event, number=2, round_number=1, minutes=8, by=DIRECTOR)
    rule_late(event=event, number=4, round_number=1, minutes=40, by=DIRECTOR)
    rule_absent(event=event, number=6, round_number=1, by=DIRECTOR)
    warn(event=event, number=7, round_number=1, reason="noise", by=DIRECTOR)
    warn(event=event, number=7, round_number=1, reason="noise", by=DIRECTOR)
    withdraw(event=event, number=9, round_number=1, justified=True, reason="ill", by=DIRECTOR)
    withdraw(event=event, number=12, round_number=1, justified=False, reason="angry", by=DIRECTOR)
    take_back_withdrawal(event=event, number=12, reason="calm", by=DIRECTOR)
    rule(event=event, round_number=1, plans=[RulingPlan(1, 20, 500, 0, -500)], by=DIRECTOR)
    cancel_ruling(event=event, round_number=1, table=1, reason="no", by=DIRECTOR)
    penalise(event=event, plans=[PenaltyPlan(3, mp=100, round_number=1, scope="match")], by=DIRECTOR)
    penalise(event=event, plans=[PenaltyPlan(3, mp=100, round_number=1)], by=DIRECTOR)
    match_penalty = event.penalties.get(entry__number=3, scope="match")
    cancel_penalty(event=event, penalty_id=match_penalty.pk, reason="no", by=DIRECTOR)
    finish(event, 1)
    check_in(event=event, number=6, presence="here", by=DIRECTOR)
    draw_next_round(event=event, by=DIRECTOR)
    play(event, 2)
    assert said(event) == []


def test_results_from_the_tables_keyed_twice_swapped_and_corrected_add_up() -> None:
    event = an_event(Evening(pairs=8, programme="Danese puro 2"))
    draw_next_round(event=event, by=DIRECTOR)
    publish_round(event=event, number=1, by=DIRECTOR)
    hands = (HandPlan(500, 400), HandPlan(300, 200), HandPlan(100, 100), HandPlan(100, 0))
    handed_in = propose(
        event=event, round_number=1, plan=ResultPlan(1, 1000, 700, hands), line="ns", by=DIRECTOR
    )
    confirm(event=event, round_number=1, table=1, line="ew", seen=handed_in.result.pk, by=DIRECTOR)
    for line in ("ns", "ew"):
        plan = ResultPlan(2, 1000, 700, hands if line == "ew" else ())
        propose(event=event, round_number=1, plan=plan, line=line, by=DIRECTOR)
    disputed = propose(event=event, round_number=1, plan=ResultPlan(3, 900, 700), line="ns", by=DIRECTOR)
    propose(event=event, round_number=1, plan=ResultPlan(3, 905, 700), line="ew", by=DIRECTOR)
    take_proposal(event=event, round_number=1, table=3, seen=disputed.result.pk, by=DIRECTOR)
    record(event=event, round_number=1, plan=ResultPlan(4, 1000, 700, hands), by=DIRECTOR)
    swap_totals(event=event, round_number=1, table=4, by=DIRECTOR)
    switch_double_keying(event=event, on=True, by=DIRECTOR)
    key_again(event=event, round_number=1, table=1, ns_mp=2000, ew_mp=700, by=DIRECTOR)
    settle_difference(event=event, round_number=1, table=1, stands="second", by=DIRECTOR, confirmed=True)
    close_round(event=event, number=1, by=DIRECTOR)
    assert said(event) == []


def test_settings_changed_at_the_desk_an_event_finished_and_opened_again_add_up() -> None:
    event = an_evening(Evening(pairs=8, closed=2, programme="Mitchell 2"))
    plan = plan_of(event)
    changed = {"bye_vp": 15, "programme": parse("Mitchell 2; Danese puro 1"), "criteria": ("vp", "net_mp")}
    edit_event(event=event, plan=type(plan)(**{**vars(plan), **changed}), by=DIRECTOR)
    assert said(event) == []
    finish_event(event=event, confirmed=True, by=DIRECTOR)
    reopen_event(event=event, confirmed=True, by=DIRECTOR)
    draw_next_round(event=event, by=DIRECTOR)
    undo_draw(event=event, number=3, by=DIRECTOR)
    finish_event(event=event, confirmed=True, by=DIRECTOR)
    archive_event(event=event, confirmed=True, by=DIRECTOR)
    assert said(event) == []


def test_single_players_and_sections_add_up() -> None:
    singles = an_event(Evening(pairs=0, programme="Individuale 3"))
    people = [EntryPlan(n, (PersonPlan(f"Rossi Ada {n}"),), kind=Entry.Kind.PLAYER) for n in range(1, 11)]
    enter(event=singles, plans=people, by=DIRECTOR)
    sections = an_event(Evening(pairs=9, programme="All'italiana 5 gironi 2"))
    for event, rounds in ((singles, 3), (sections, 5)):
        for number in range(1, rounds + 1):
            draw_next_round(event=event, by=DIRECTOR)
            play(event, number)
        assert said(event) == []


def as_it_was_written_before(event: Event) -> None:
    """The journal with the content that lines had before they held settings, seats and hands."""
    for line in event.journal.all():
        old, new = dict(line.old), dict(line.new)
        if line.verb == "create_event":
            new = {"name": new["name"], "programme": new["programme"]}
        for name in ("seats", "hands", "states"):
            new.pop(name, None)
        old.pop("scope", None)
        rewrite(line, old=old, new=new)


def test_an_event_whose_journal_was_written_before_is_not_reported_wrongly() -> None:
    event = an_evening(Evening(pairs=9, closed=2, open_round="drawn", programme="Mitchell 2; Danese puro 2"))
    swap(event=event, round_number=3, first=1, second=4, by=DIRECTOR)
    withdraw(event=event, number=9, round_number=3, justified=False, reason="", by=DIRECTOR)
    penalise(event=event, plans=[PenaltyPlan(3, mp=100, round_number=1, scope="match")], by=DIRECTOR)
    penalise(event=event, plans=[PenaltyPlan(3, mp=100, round_number=1)], by=DIRECTOR)
    taken_back = event.penalties.get(entry__number=3, scope="match")
    cancel_penalty(event=event, penalty_id=taken_back.pk, reason="", by=DIRECTOR)
    as_it_was_written_before(event)
    assert said(event) == []
    imported = from_a_workbook()
    as_it_was_written_before(imported)
    assert said(imported) == []


def test_of_a_journal_written_before_a_table_that_is_gone_is_still_named() -> None:
    event = an_evening(Evening(pairs=8, closed=2, programme="Mitchell 2"))
    as_it_was_written_before(event)
    event.rounds.get(number=1).matches.get(table=3).delete()
    assert said(event)[:1] == ["Round 1 has 3 tables, but by the journal 4."]


def test_hands_that_no_cards_can_make_are_named_at_their_depth() -> None:
    event = an_evening(Evening(pairs=4, closed=0, open_round="published"))
    hand = Hand(
        Played(clean=1, closed=True, took_pozzetto=True, melded=300, left=5), Played(melded=200, left=50)
    )
    ns, ew = match_points(hand)
    plan = ResultPlan(1, ns, ew, (HandPlan(ns, ew, hand),))
    record(event=event, round_number=1, plan=plan, by=DIRECTOR, confirmed=True)
    assert said(event) == []
    row = Result.objects.get(event=event).hands.get()
    assert row.components is not None
    row.components["ns"]["melded"] = 302
    row.save()
    assert any(s.startswith("Round 1, table 1: Hand 1. ") for s in said(event)), said(event)


def big(pairs: int) -> Event:
    evening = Evening(
        pairs=pairs, closed=8, programme="Mitchell 8", surnames=tuple(f"Neri{n}" for n in range(2 * pairs))
    )
    return an_evening(evening)


def test_as_many_queries_for_a_large_evening_as_for_a_small_one() -> None:
    counts = []
    for pairs in (20, 60):
        event = Event.objects.get(pk=big(pairs).pk)
        with CaptureQueriesContext(connection) as queries:
            verify(event)
        counts.append(len(queries))
    assert counts[0] == counts[1] <= 20


def test_500_pairs_and_8_rounds_are_verified_in_a_second_and_a_half() -> None:
    event = Event.objects.get(pk=big(500).pk)
    best = min(_seconds(event) for _ in range(3))
    assert best < 1.5


def _seconds(event: Event) -> float:
    began = time.process_time()
    assert verify(event) == []
    return time.process_time() - began

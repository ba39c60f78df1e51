"""The field cut into sections, and single players who change partners."""

import pytest

from tests.desk.test_drawing import play, seats
from tests.desk.test_seating import drawn, effect, why_at
from tests.factories import DIRECTOR, Evening, an_event
from tournaments.boards.desk_seats import load_seats, preview
from tournaments.boards.facts import load
from tournaments.desk.change import DeskRefusal
from tournaments.desk.entries import EntryPlan, PersonPlan, enter
from tournaments.desk.rounds import draw_next_round
from tournaments.desk.rulings import withdraw
from tournaments.models import Entry, Event, Match, Phase
from tournaments.movements.byes import Rest
from tournaments.movements.danish import Why

pytestmark = pytest.mark.django_db


def sections(event: Event, number: int) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for match in load(event).matches_of(number):
        found.setdefault(match.section, set()).update(match.ns + match.ew)
    return found


@pytest.mark.parametrize("movement", ["Danese puro 2 gironi 3", "All'italiana 3 gironi 3"])
def test_the_field_is_cut_by_ranking_and_later_rounds_keep_each_section(movement: str) -> None:
    event = an_event(Evening(pairs=14, programme=f"Mitchell 2; {movement}"))
    drawn(event, 2)
    standings = [s.entry for s in load(event).standings(2)]
    first = sections(event, 3)
    cuts = [len(first[section]) for section in (1, 2, 3)]
    assert [set(standings[sum(cuts[:i]) : sum(cuts[: i + 1])]) for i in range(3)] == [
        first[1],
        first[2],
        first[3],
    ]
    assert sum(cuts) == 14
    play(event, 3)
    draw_next_round(event=event, by=DIRECTOR)
    assert sections(event, 4) == first
    tables = [m.table for m in load(event).matches_of(4)]
    assert tables == list(range(1, len(tables) + 1)), "the tables are numbered through the hall"


def test_of_an_even_field_cut_into_danish_sections_nobody_rests() -> None:
    event = an_event(Evening(pairs=30, programme="Mitchell 2; Danese puro 2 gironi 4"))
    drawn(event, 2)
    assert [len(found) for found in sections(event, 3).values()] == [8, 8, 8, 6]
    assert not any(m.is_bye for m in load(event).matches_of(3))


def test_each_section_can_say_why_these_two() -> None:
    event = an_event(Evening(pairs=13, programme="Mitchell 2; Danese puro 1 gironi 2"))
    drawn(event, 2)
    for match in load(event).matches_of(3):
        answer = why_at(event, 3, match.table)
        if match.is_bye:
            assert isinstance(answer, Rest)
            assert answer.entry in match.ns + match.ew
        else:
            assert isinstance(answer, Why)
            assert set(answer.entries) == set(match.ns + match.ew)


def test_a_mitchell_in_sections_keeps_each_table_in_its_section() -> None:
    event = an_event(Evening(pairs=16, programme="Mitchell 3 gironi 2"))
    drawn(event, 1)
    assert sections(event, 1) == sections(event, 2)
    assert [len(found) for found in sections(event, 1).values()] == [8, 8]


def test_a_smaller_section_that_has_finished_its_circle_waits_and_is_not_reported_as_without_a_seat() -> None:
    event = an_event(Evening(pairs=7, programme="All'italiana 3 gironi 2"))
    Phase.objects.filter(event=event).update(rounds=5)
    drawn(event, 3)
    assert set(sections(event, 4)) == {1} or len(sections(event, 4)) == 2
    assert not preview(load_seats(event), 4, ()).late


def test_a_round_robin_with_more_rounds_than_meetings_begins_again() -> None:
    event = an_event(Evening(pairs=4, programme="All'italiana 4"))
    drawn(event, 3)
    assert [{ns, ew} for _, ns, ew in seats(event, 4)] == [{ns, ew} for _, ns, ew in seats(event, 1)]


# ---- single players ---------------------------------------------------------------------------------------


def singles(players: int, rounds: int) -> Event:
    event = an_event(Evening(pairs=1, programme=f"Individuale {rounds}"))
    event.entries.update(state=Entry.State.WITHDRAWN, kind=Entry.Kind.PLAYER)
    plans = [
        EntryPlan(number=n + 1, people=(PersonPlan(f"Player{n} Ada"),), kind=Entry.Kind.PLAYER)
        for n in range(1, players + 1)
    ]
    enter(event=event, plans=plans, by=DIRECTOR)
    return event


def test_in_an_individual_nobody_partners_anyone_twice_and_two_share_a_line() -> None:
    event = singles(players=13, rounds=4)
    for number in range(1, 5):
        draw_next_round(event=event, by=DIRECTOR)
        play(event, number)
    facts = load(event)
    partners = [frozenset(line) for m in facts.matches if not m.is_bye for line in (m.ns, m.ew)]
    assert {len(line) for line in partners} == {2}
    assert len(partners) == len(set(partners)) == 24
    rests = [n for m in facts.matches if m.is_bye for n in m.ns + m.ew]
    assert len(rests) == len(set(rests)) == 4


def test_pairs_are_not_drawn_in_an_individual() -> None:
    event = an_event(Evening(pairs=8, programme="Individuale 3"))
    with pytest.raises(DeskRefusal, match="single players"):
        draw_next_round(event=event, by=DIRECTOR)
    assert Match.objects.count() == 0


def test_when_a_single_player_leaves_the_others_of_that_table_still_have_a_place() -> None:
    event = singles(players=13, rounds=4)
    draw_next_round(event=event, by=DIRECTOR)
    play(event, 1)
    gone = load(event).matches_of(1)[0].ns[0]
    withdraw(event=event, number=gone, round_number=2, justified=True, reason="unwell", by=DIRECTOR)
    draw_next_round(event=event, by=DIRECTOR)
    second = load(event).matches_of(2)
    assert sorted(n for m in second for n in m.ns + m.ew) == sorted(set(range(2, 15)) - {gone})
    assert sum(m.is_bye for m in second) == 0


def test_swapping_two_single_players_says_when_it_makes_old_partners_partners_again() -> None:
    event = singles(players=8, rounds=3)
    drawn(event, 1)
    facts = load(event)
    old = facts.matches_of(1)[0].ns
    here = next(m for m in facts.matches_of(2) if old[0] in m.ns + m.ew)
    line = here.ns if old[0] in here.ns else here.ew
    partner = next(n for n in line if n != old[0])
    assert [n.code for n in effect(event, 2, partner, old[1]).breaks][:1] == ["partners"]

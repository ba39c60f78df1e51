"""Who a pair was in each round, and where everybody finds a seat."""

from __future__ import annotations

import pytest

from tests.factories import Evening, an_evening, an_event
from tournaments.boards.names import load_names
from tournaments.boards.pairs import pair_board, pairs_board
from tournaments.boards.released import NotReleasedError, load_released
from tournaments.boards.seating import seating_board
from tournaments.models import Event, Member, Player

pytestmark = pytest.mark.django_db


def replace_first_player(event: Event, number: int, *, from_round: int) -> None:
    """Zanetti comes for the pair's first player."""
    leaving = Member.objects.get(event=event, entry__number=number, position=1)
    Member.objects.filter(pk=leaving.pk).update(to_round=from_round - 1)
    player = Player.objects.create(surname="Zanetti", first_name="Ada")
    Member.objects.create(event=event, entry=leaving.entry, player=player, position=1, from_round=from_round)


@pytest.fixture
def event() -> Event:
    found = an_evening(Evening(pairs=8, closed=2, open_round="published"))
    replace_first_player(found, 1, from_round=3)
    return found


def test_a_pair_keeps_the_name_it_had_in_each_round(event: Event) -> None:
    names = load_names(event)
    assert [names.of(1, number).short for number in (1, 2, 3)] == [
        "Gentile – Conti",
        "Gentile – Conti",
        "Zanetti – Conti",
    ]
    assert names.of(1).short == "Zanetti – Conti"


def test_seats_and_standings_of_a_round_have_the_names_of_that_round(event: Event) -> None:
    released = load_released(event)
    assert str(seating_board(released, 1).tables[0].ns) == "Gentile – Conti"
    assert str(seating_board(released, 3).tables[0].ns) == "Zanetti – Conti"
    assert {place.person.surname for place in seating_board(released, 3).people} >= {"Zanetti"}


def test_a_player_who_was_replaced_is_still_found(event: Event) -> None:
    found = pairs_board(load_released(event), "gentile")
    ((_letter, (one,)),) = found.letters
    assert one.left
    assert one.pair.number == 1


def test_the_order_by_name_is_alphabetical_without_case_accents_or_apostrophes() -> None:
    surnames = ("Zorzi", "D'Angelo", "Àbate", "dall'Asta", "Dangeli", "Èramo", "Abba", "Érba")
    event = an_evening(
        Evening(pairs=4, closed=0, open_round="published", programme="Mitchell 2", surnames=surnames)
    )
    found = [place.person.surname for place in seating_board(load_released(event), 1).people]
    assert found == ["Àbate", "Abba", "dall’Asta", "Dangeli", "D’Angelo", "Èramo", "Érba", "Zorzi"]


def test_everybody_has_one_seat_in_the_list_by_name(event: Event) -> None:
    found = seating_board(load_released(event), 3)
    assert len(found.people) == 16
    assert len({(place.table, place.line, place.person) for place in found.people}) == 16


def test_who_rests_is_named_apart_from_the_tables() -> None:
    event = an_evening(Evening(pairs=5, closed=0, open_round="published", programme="Mitchell 3"))
    found = seating_board(load_released(event), 1)
    assert [pair.number for pair in found.resting] == [5]
    assert len(found.tables) == 2
    assert [place.pair for place in found.people if place.rests] == [5, 5]


def test_the_hands_of_a_pair_are_told_from_its_own_side() -> None:
    event = an_evening(Evening(pairs=4, closed=1, programme="Mitchell 2"))
    released = load_released(event)
    stationary, moving = (pair_board(released, number).rounds[0] for number in (1, 2))
    assert [(h.ns_mp, h.ew_mp) for h in stationary.hands] == [(h.ew_mp, h.ns_mp) for h in moving.hands]
    assert sum(hand.ns_mp for hand in moving.hands) == moving.played.own


def test_a_pair_has_its_place_after_each_closed_round(event: Event) -> None:
    released = load_released(event)
    for number in (1, 5):
        found = pair_board(released, number)
        expected = {
            upto: s.place for upto in (1, 2) for s in released.facts.standings(upto) if s.entry == number
        }
        assert {one.played.round: one.place for one in found.rounds} == expected
        assert found.place == expected[2]


def test_there_is_no_page_for_a_pair_nobody_entered() -> None:
    released = load_released(an_event(Evening(pairs=4)))
    with pytest.raises(NotReleasedError):
        pair_board(released, 5)

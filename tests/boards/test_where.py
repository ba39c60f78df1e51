"""A surname as it is typed on a phone, and the seat it belongs to."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import Evening, an_evening
from tournaments.boards.released import load_released
from tournaments.boards.where import NOT_IT, WhereBoard, far, where_board
from tournaments.models import Event, Seat
from tournaments.names import key

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=30, closed=1, open_round="published"))


def asked(event: Event, words: str) -> WhereBoard:
    return where_board(load_released(event), words)


def surnames(event: Event, words: str) -> set[str]:
    return {one.person.surname for one in asked(event, words).found}


@pytest.mark.parametrize("words", ["D'Angelo", "d’angelo", "dangelo", "D ANGELO", "d'ang", "Dangelo  "])
def test_apostrophes_spaces_and_capitals_do_not_matter(event: Event, words: str) -> None:
    assert surnames(event, words) == {"D’Angelo"}


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Brambila", "Brambilla"),
        ("fioretini", "Fiorentini"),
        ("Gentlie", "Gentile"),
        ("delacqua", "Dell’Acqua"),
    ],
)
def test_a_slip_finds_the_name_that_comes_near_and_says_so(event: Event, typed: str, meant: str) -> None:
    board = asked(event, typed)
    assert not board.exact
    assert board.found[0].person.surname == meant


def test_who_is_called_just_that_is_not_mixed_with_who_is_called_nearly_that(event: Event) -> None:
    board = asked(event, "rossi")
    assert board.exact
    assert {one.person.surname for one in board.found} == {"Rossi"}


def test_accents_do_not_matter() -> None:
    assert far(key("nicolo"), key("De Luca Nicolò")) == 0
    assert far(key("Nicolò"), key("De Luca Nicolo")) == 0


@pytest.mark.parametrize("words", ["", "   ", "'", "!?"])
def test_nothing_asked_is_nobody_found(event: Event, words: str) -> None:
    assert asked(event, words).found == []


def test_a_short_word_is_not_guessed_at() -> None:
    assert far("ros", "ras mario") == NOT_IT


def test_the_seat_is_the_one_in_the_database(event: Event) -> None:
    for seat in Seat.objects.filter(round__event=event, round__number=2).select_related("match", "entry")[
        :12
    ]:
        member = seat.entry.members.select_related("player").first()
        assert member is not None
        found = asked(event, member.player.full_name).found[0]
        assert (found.table, found.line, found.pair.number) == (
            seat.match.table,
            seat.line,
            seat.entry.number,
        )


def test_a_pair_is_found_by_its_number(event: Event) -> None:
    assert {one.pair.number for one in asked(event, "7").found} == {7}


def test_who_rests_is_told_so() -> None:
    event = an_evening(Evening(pairs=5, closed=0, open_round="published", programme="Mitchell 3"))
    assert [one.rests for one in asked(event, "5").found] == [True, True]


def test_between_two_rounds_nobody_sits_anywhere() -> None:
    event = an_evening(Evening(pairs=8, closed=1, open_round="drawn"))
    found = asked(event, "gentile").found
    assert [(one.table, one.line) for one in found] == [(0, "")]


def test_many_of_one_name_are_cut_off_and_said_to_be_more() -> None:
    event = an_evening(Evening(pairs=20, closed=0, surnames=("Rossi",)))
    board = asked(event, "rossi")
    assert (len(board.found), board.more) == (12, True)


def test_a_search_asks_nothing_more_of_the_database_than_the_event(event: Event) -> None:
    released = load_released(event)
    with CaptureQueriesContext(connection) as queries:
        where_board(released, "gentile")
    assert len(queries) == 0

"""What there is to win: decided, journaled, and given to who stands there."""

from dataclasses import replace
from decimal import Decimal

import pytest

from scoring.prizes import PrizeError, PrizePlan, Special
from tests.factories import DIRECTOR, Evening, an_evening, an_event
from tournaments.boards.prizes import PrizeSettings, prize_board, settings_of
from tournaments.desk.change import DeskRefusal
from tournaments.desk.penalties import PenaltyPlan, penalise
from tournaments.desk.presence import set_paid
from tournaments.desk.prizes import set_prizes
from tournaments.desk.rulings import withdraw

pytestmark = pytest.mark.django_db

HUNDRED = PrizeSettings(PrizePlan((50, 30, 20)), typed=100)


def test_prizes_are_kept_with_the_event_and_leave_one_line() -> None:
    event = an_event(Evening(pairs=8))
    mixed = PrizePlan((60, 40), specials=(Special("Best mixed pair", 20, 5), Special("Oldest player", 10)))
    whole = PrizeSettings(mixed, typed=250, kept_percent=20)
    assert set_prizes(event=event, settings=whole, by=DIRECTOR) == 200
    event.refresh_from_db()
    assert settings_of(event) == whole
    line = event.journal.latest("number")
    assert (line.verb, line.new["pot"], line.old) == ("set_prizes", 200, {})
    set_prizes(event=event, settings=HUNDRED, by=DIRECTOR)
    line = event.journal.latest("number")
    assert (line.old["typed"], line.new["typed"]) == (250, 100)


def test_the_pot_of_fees_grows_while_pairs_pay() -> None:
    event = an_event(Evening(pairs=8))
    event.fee = Decimal(20)
    event.save()
    set_prizes(event=event, settings=replace(HUNDRED, typed=None, kept_percent=25), by=DIRECTOR)
    assert prize_board(event).purse.pot == 0  # type: ignore[union-attr]
    for number in (1, 2, 3):
        set_paid(event=event, number=number, paid=True, by=DIRECTOR)
    board = prize_board(event)
    assert board.purse is not None
    assert (board.purse.collected, board.purse.kept, board.purse.pot) == (6000, 1500, 45)
    assert board.by_place == {1: [23, 13, 9]}


def test_without_a_fee_there_is_nothing_to_win_of_fees() -> None:
    event = an_event(Evening(pairs=8))
    with pytest.raises(PrizeError, match="come to 50 euros and the pot is 0"):
        set_prizes(event=event, settings=PrizeSettings(PrizePlan((50,), fixed=True)), by=DIRECTOR)


def test_who_stands_there_gets_it_and_whoever_withdrew_does_not() -> None:
    event = an_evening(Evening(pairs=8, closed=2))
    set_prizes(event=event, settings=HUNDRED, by=DIRECTOR)
    ranking = [row["number"] for row in event.publications.get(number=2).rows]
    won = prize_board(event).won
    assert [one.name.number for one in won if one.name] == ranking[:3]
    assert [one.euros for one in won] == [50, 30, 20]
    withdraw(event=event, number=ranking[0], round_number=3, justified=True, reason="ill", by=DIRECTOR)
    assert [one.name.number for one in prize_board(event).won if one.name] == ranking[1:4]


def test_a_correction_moves_the_prizes_with_the_places() -> None:
    event = an_evening(Evening(pairs=8, closed=2))
    set_prizes(event=event, settings=HUNDRED, by=DIRECTOR)
    first = prize_board(event).won[0].name
    assert first is not None
    penalise(event=event, plans=[PenaltyPlan(first.number, vp=40, reason="left")], by=DIRECTOR)
    assert first.number not in [one.name.number for one in prize_board(event).won if one.name]


def test_prizes_are_given_in_each_section() -> None:
    event = an_evening(Evening(pairs=8, closed=1))
    event.entries.filter(number__gt=4).update(section=2)
    per_section = replace(HUNDRED, plan=PrizePlan((60, 40), per_section=True))
    set_prizes(event=event, settings=per_section, by=DIRECTOR)
    won = prize_board(event).won
    assert [(one.section, one.place, one.euros) for one in won] == [
        (1, 1, 30),
        (1, 2, 20),
        (2, 1, 30),
        (2, 2, 20),
    ]
    assert all((one.name.number > 4) == (one.section == 2) for one in won if one.name)


def test_a_special_prize_goes_to_a_pair_of_the_event() -> None:
    event = an_event(Evening(pairs=8))
    stranger = PrizePlan((1,), specials=(Special("Best mixed pair", 10, 99),))
    with pytest.raises(DeskRefusal, match="no pair 99"):
        set_prizes(event=event, settings=PrizeSettings(stranger, typed=100), by=DIRECTOR)
    event.refresh_from_db()
    assert event.prizes == {}


def test_an_archived_event_changes_no_prizes() -> None:
    event = an_event(Evening(pairs=8))
    event.state = "archived"
    event.save()
    with pytest.raises(DeskRefusal, match="archived"):
        set_prizes(event=event, settings=HUNDRED, by=DIRECTOR)

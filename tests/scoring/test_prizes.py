"""Prizes: whole euros, fair between places, and never a euro lost or invented."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.prizes import PrizeError, PrizePlan, Ranked, Special, amounts, prizes, purse, shares_of, tied

POTS = st.integers(0, 20_000)
SHARES = st.lists(st.integers(1, 100), min_size=1, max_size=12).map(lambda s: sorted(s, reverse=True))


@st.composite
def fields(draw: st.DrawFn) -> list[Ranked]:
    """A field best first, some places shared, in one to three sections."""
    count = draw(st.integers(1, 40))
    sections = draw(st.integers(1, 3))
    ranked: list[Ranked] = []
    for index in range(count):
        shares = index > 0 and draw(st.integers(0, 4)) == 0
        place = ranked[-1].place if shares else index + 1
        ranked.append(Ranked(index + 1, place, draw(st.integers(1, sections))))
    return ranked


@given(POTS, SHARES)
@settings(max_examples=150)
def test_shares_are_whole_euros_that_add_up_to_the_pot(pot: int, shares: list[int]) -> None:
    cut = shares_of(pot, shares)
    assert sum(cut) == pot
    assert cut == sorted(cut, reverse=True)
    for euros, share in zip(cut, shares, strict=True):
        assert abs(euros - pot * share / sum(shares)) < 1


@given(POTS, SHARES, fields(), st.booleans(), st.booleans())
@settings(max_examples=150)
def test_prizes_rounded_to_whole_euros_still_add_up_to_the_pot(
    pot: int, shares: list[int], field: list[Ranked], per_section: bool, share_ties: bool
) -> None:
    plan = PrizePlan(tuple(shares), per_section=per_section, share_ties=share_ties)
    found = prizes(plan, pot, field)
    assert sum(prize.euros for prize in found.given) == pot
    assert found.left == 0
    assert len({prize.entry for prize in found.given}) == len(found.given)


@given(POTS, SHARES, fields())
@settings(max_examples=100)
def test_nobody_gets_more_than_a_better_placed_pair(pot: int, shares: list[int], field: list[Ranked]) -> None:
    euros = {prize.entry: prize.euros for prize in prizes(PrizePlan(tuple(shares)), pot, field).given}
    in_order = [euros.get(one.entry, 0) for one in field]
    assert in_order == sorted(in_order, reverse=True)


@given(POTS, SHARES, fields())
@settings(max_examples=100)
def test_pairs_that_share_a_place_differ_by_a_euro_at_most(
    pot: int, shares: list[int], field: list[Ranked]
) -> None:
    euros = {prize.entry: prize.euros for prize in prizes(PrizePlan(tuple(shares)), pot, field).given}
    by_place: dict[int, list[int]] = {}
    for one in field:
        by_place.setdefault(one.place, []).append(euros.get(one.entry, 0))
    assert all(max(level) - min(level) <= 1 for level in by_place.values())


@given(st.integers(0, 5_000_000), st.integers(0, 100))
@settings(max_examples=100)
def test_what_comes_in_is_kept_won_or_left_in_cents(cents: int, percent: int) -> None:
    found = purse(cents, kept_percent=percent)
    assert found.kept + 100 * found.pot + found.crumbs == cents
    assert 0 <= found.crumbs < 100
    assert found.kept <= cents * percent / 100 < found.kept + 1


def test_a_tie_over_the_last_prize_shares_it_with_who_stands_outside_the_list() -> None:
    field = [Ranked("A", 1), Ranked("B", 2), Ranked("C", 2), Ranked("D", 2)]
    found = prizes(PrizePlan((60, 40)), 100, field)
    assert [(p.entry, p.euros, p.place) for p in found.given] == [
        ("A", 60, 1), ("B", 14, 2), ("C", 13, 2), ("D", 13, 2),
    ]  # fmt: skip


def test_ties_that_do_not_share_take_the_prizes_in_the_order_of_the_list() -> None:
    field = [Ranked("A", 1), Ranked("B", 2), Ranked("C", 2)]
    found = prizes(PrizePlan((50, 30, 20), share_ties=False), 100, field)
    assert [(p.entry, p.euros) for p in found.given] == [("A", 50), ("B", 30), ("C", 20)]


def test_a_place_is_counted_in_its_own_section() -> None:
    field = [Ranked("A", 1, 1), Ranked("B", 2, 1), Ranked("C", 3, 2), Ranked("D", 3, 1), Ranked("E", 5, 2)]
    found = prizes(PrizePlan((2, 1), per_section=True), 50, field)
    assert [(p.entry, p.section, p.place, p.euros) for p in found.given] == [
        ("A", 1, 1, 20), ("B", 1, 2, 10), ("C", 2, 1, 13), ("E", 2, 2, 7),
    ]  # fmt: skip


def test_fixed_amounts_stand_and_what_they_leave_of_the_pot_is_shown() -> None:
    field = [Ranked("A", 1), Ranked("B", 2)]
    found = prizes(PrizePlan((100, 60, 40), fixed=True), 220, field)
    assert [p.euros for p in found.given] == [100, 60]
    assert found.left == 60


def test_fewer_pairs_than_prizes_still_take_the_whole_pot() -> None:
    found = prizes(PrizePlan((50, 30, 20)), 80, [Ranked(1, 1), Ranked(2, 2)])
    assert [prize.euros for prize in found.given] == [50, 30]


def test_special_prizes_come_off_the_pot_before_it_is_cut() -> None:
    plan = PrizePlan((1,), specials=(Special("Best mixed pair", 25),))
    assert amounts(plan, 100, {1: 8}) == {1: [75]}
    found = prizes(plan, 100, [Ranked(4, 1)])
    assert [(p.what, p.entry, p.euros) for p in found.given] == [("", 4, 75), ("Best mixed pair", None, 25)]


def test_before_anybody_is_ranked_nothing_is_given_and_the_pot_is_whole() -> None:
    assert prizes(PrizePlan((60, 40)), 100, []) == prizes(PrizePlan((60, 40)), 100, ())
    assert prizes(PrizePlan((60, 40)), 100, []).left == 100


@pytest.mark.parametrize(
    ("plan", "pot", "says"),
    [
        (PrizePlan(), 100, "at least the prize of the first place"),
        (PrizePlan((50, 0)), 100, "share greater than 0"),
        (PrizePlan((30, 20, 25)), 100, "Place 3 would get more than place 2"),
        (PrizePlan((80, 40), fixed=True), 100, "come to 120 euros and the pot is 100: take 20 off"),
        (PrizePlan((80,), fixed=True, per_section=True), 100, "come to 160 euros"),
        (PrizePlan((1,), specials=(Special("Mixed", 101),)), 100, "come to 101 euros"),
        (PrizePlan((1,), specials=(Special(" ", 5),)), 100, "a name and an amount"),
        (PrizePlan((1,)), -1, "pot is −1"),
    ],
)
def test_prizes_that_cannot_be_paid_are_refused_in_words(plan: PrizePlan, pot: int, says: str) -> None:
    with pytest.raises(PrizeError, match=says):
        prizes(plan, pot, [Ranked(1, 1, 1), Ranked(2, 2, 2)])


def test_the_club_cannot_keep_more_than_came_in() -> None:
    with pytest.raises(PrizeError, match="keep 61 euros of 60"):
        purse(6000, kept_euros=61)
    with pytest.raises(PrizeError, match="between 0 and 100"):
        purse(6000, kept_percent=101)
    with pytest.raises(PrizeError, match="less than nothing"):
        purse(-1)


def test_tied_and_shares_refuse_what_has_no_sense() -> None:
    with pytest.raises(PrizeError, match="negative"):
        shares_of(-5, [1])
    with pytest.raises(PrizeError, match="greater than 0"):
        shares_of(5, [])
    assert tied([], [1, 2]) == [0, 0]

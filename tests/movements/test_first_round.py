"""The first round: order of entry, the lot, club-mates, lines."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.movements import MovementError, Pairing, first_round, mitchell


def test_in_the_order_of_entry_the_last_entered_rests() -> None:
    drawn = first_round.in_order_of_entry(range(1, 6))
    assert drawn.pairings == (Pairing(1, 1, 2), Pairing(2, 3, 4), Pairing(3, 5, None))
    assert drawn.bye == 5
    assert first_round.in_order_of_entry(range(1, 5), first_table=4).pairings[-1] == Pairing(5, 3, 4)


def test_the_same_seed_gives_the_same_seats_and_another_seed_others() -> None:
    entries = [f"P{i}" for i in range(30)]
    assert first_round.by_lot(entries, 11) == first_round.by_lot(entries, 11)
    assert first_round.by_lot(entries, 11) != first_round.by_lot(entries, 12)
    assert first_round.shuffled(list(range(6)), 2026) == [5, 1, 0, 3, 4, 2]


def test_a_lot_favours_nobody() -> None:
    firsts = [first_round.shuffled("ABCD", seed)[0] for seed in range(400)]
    assert all(70 < firsts.count(entry) < 130 for entry in "ABCD")


@settings(max_examples=80, deadline=None)
@given(st.integers(2, 40), st.data())
def test_club_mates_never_meet_in_a_first_round_while_no_club_has_more_than_half(
    count: int, data: st.DataObject
) -> None:
    entries = list(range(count))
    club_of = [data.draw(st.integers(0, 5)) for _ in entries]
    clubs = [{e for e in entries if club_of[e] == club} for club in range(6)]
    drawn = first_round.by_lot(entries, data.draw(st.integers(0, 99)), apart=clubs)
    assert sorted(str(e) for p in drawn.pairings for e in p.entries) == sorted(map(str, entries))
    meet = [p.entries for p in drawn.pairings if not p.is_bye and len({club_of[e] for e in p.entries}) == 1]  # type: ignore[call-overload]
    if max(map(len, clubs)) <= count // 2:
        assert not meet
        assert not drawn.notes
    elif max(map(len, clubs)) < count:
        assert [note.entries for note in drawn.notes] == meet
        assert {note.code for note in drawn.notes} <= {"club_mates"}
        largest = max(map(len, clubs))
        assert len(meet) <= largest - count // 2
    else:
        assert [note.code for note in drawn.notes] == ["one_club"]


def test_a_clubs_pairs_are_spread_over_the_hall() -> None:
    entries = list(range(40))
    club = set(range(5))
    for seed in range(20):
        drawn = first_round.by_lot(entries, seed, apart=[club])
        tables = sorted(p.table for p in drawn.pairings if club & set(p.entries))
        assert len(tables) == 5
        assert min(b - a for a, b in pairwise(tables)) >= 2


def test_spouses_do_not_meet_in_the_first_round_and_it_is_said_when_they_must() -> None:
    for seed in range(20):
        drawn = first_round.by_lot(range(6), seed, wishes=[(0, 1), (2, 3)])
        assert not any(set(p.entries) in ({0, 1}, {2, 3}) for p in drawn.pairings)
    (note,) = first_round.by_lot(["A", "B"], 1, wishes=[("A", "B")], first_table=9).notes
    assert (note.code, note.table) == ("wish", 9)
    assert "against a wish" in str(note.sentence)


def meetings(lines: first_round.Lines, rounds: int, step: int = 1) -> list[list[tuple[Any, ...]]]:
    played = mitchell.schedule(lines.ns, lines.ew, rounds, step)
    return [[p.entries for p in tables if not p.is_bye] for tables in played]


@pytest.mark.parametrize("step", [1, 2])
def test_club_mates_on_both_lines_of_a_mitchell_meet_late_or_never(step: int) -> None:
    entries = [f"P{i}" for i in range(30)]
    clubs = [set(entries[i : i + 4]) for i in range(0, 20, 4)]
    lines = first_round.mitchell_lines(entries, 5, apart=clubs, apart_rounds=4, step=step)
    for club in clubs:
        assert len(club & set(lines.ns)) == len(club & set(lines.ew)) == 2
    assert not any(
        set(pair) <= club for tables in meetings(lines, 4, step) for pair in tables for club in clubs
    )
    assert not lines.notes


def test_meetings_of_club_mates_that_remain_are_named_with_their_round() -> None:
    lines = first_round.mitchell_lines(range(8), 3, apart=[set(range(6))], apart_rounds=4)
    met = {
        (frozenset(pair), number)
        for number, tables in enumerate(meetings(lines, 4), 1)
        for pair in tables
        if set(pair) <= set(range(6))
    }
    assert met
    assert {(frozenset(n.entries), n.sentence.values["round"]) for n in lines.notes} == met


def test_who_cannot_move_sits_north_south() -> None:
    for seed in (None, 1, 2, 3):
        lines = first_round.mitchell_lines(
            range(9), seed, lines={8: "ns", 7: "ns", 0: "ew"}, apart=[{7, 8, 0, 1}]
        )
        assert {7, 8} <= set(lines.ns)
        assert 0 in lines.ew
        assert (len(lines.ns), len(lines.ew)) == (4, 5)


def test_an_odd_field_may_have_the_longer_line_north_south_when_it_must() -> None:
    lines = first_round.mitchell_lines(range(5), 1, lines=dict.fromkeys(range(3), "ns"))
    assert set(lines.ns) == {0, 1, 2}


@pytest.mark.parametrize(
    ("entries", "lines", "says"),
    [
        (range(6), dict.fromkeys(range(4), "ns"), "4 entries are to sit North-South, which has 3 places"),
        (range(6), dict.fromkeys(range(4), "ew"), "4 entries are to sit East-West, which has 3 places"),
        (range(6), {1: "north"}, "A line is"),
        ([1], {}, "two entries at least"),
        ([1, 1], {}, "listed twice"),
    ],
)
def test_lines_that_cannot_be_are_refused(entries: Sequence[int], lines: dict[Any, str], says: str) -> None:
    with pytest.raises(MovementError, match=says):
        first_round.mitchell_lines(entries, 1, lines=lines)


def test_in_the_order_of_entry_the_first_half_stays_and_the_last_entered_rests_first() -> None:
    lines = first_round.mitchell_lines(range(1, 30))
    assert lines.ns == tuple(range(1, 15))
    assert lines.ew == tuple(range(15, 30))
    assert mitchell.schedule(lines.ns, lines.ew, 4)[0][-1] == Pairing(15, None, 29)

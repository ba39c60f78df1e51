"""Mitchell: who stays, who moves, how long it can go on."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.movements import MovementError, Pairing, mitchell


def meetings(rounds: list[list[Pairing]]) -> list[tuple[object, object]]:
    return [(p.ns, p.ew) for tables in rounds for p in tables if not p.is_bye]


def test_the_evening_of_fifteen_tables_moves_as_it_was_played() -> None:
    ns, ew = range(1, 16), range(16, 31)
    played = mitchell.schedule(ns, ew, 4)
    assert [(p.table, p.ns, p.ew) for p in played[0]] == [(t, t, t + 15) for t in range(1, 16)]
    assert [(p.ns, p.ew) for p in played[1]][:3] == [(1, 30), (2, 16), (3, 17)]
    assert [(p.ns, p.ew) for p in played[3]] == [
        *[(1, 28), (2, 29), (3, 30)],
        *[(t, t + 12) for t in range(4, 16)],
    ]


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 30), st.integers(1, 8))
def test_nobody_meets_twice_within_the_limit_and_somebody_does_beyond_it(tables: int, step: int) -> None:
    ns, ew = [f"N{i}" for i in range(tables)], [f"E{i}" for i in range(tables)]
    most = mitchell.most_rounds(tables, step)
    met = meetings(mitchell.schedule(ns, ew, most, step))
    assert len(met) == len(set(met)) == tables * most
    assert set(meetings([mitchell.round_pairing(ns, ew, most, step)])) <= set(met)
    with pytest.raises(MovementError, match=f"at most {most} rounds are possible"):
        mitchell.schedule(ns, ew, most + 1, step)


def test_five_tables_cannot_play_six_rounds_and_the_desk_hears_what_would_do() -> None:
    with pytest.raises(MovementError, match="at most 5 rounds") as refused:
        mitchell.schedule(range(5), range(5, 10), 6)
    assert "round robin of 9 rounds" in str(refused.value)


def test_a_step_that_shares_a_factor_with_the_tables_is_answered_with_one_that_does_not() -> None:
    with pytest.raises(MovementError, match=r"at most 5 rounds are possible\. Instead: Mitchell with step 1"):
        mitchell.schedule(range(10), range(10, 20), 6, step=2)


@pytest.mark.parametrize(("longer", "shorter"), [("ns", "ew"), ("ew", "ns")])
def test_with_an_odd_field_another_pair_rests_each_round(longer: str, shorter: str) -> None:
    lines = {longer: [f"L{i}" for i in range(8)], shorter: [f"S{i}" for i in range(7)]}
    played = mitchell.schedule(lines["ns"], lines["ew"], 8)
    resting = [p.resting for tables in played for p in tables if p.is_bye]
    assert sorted(map(str, resting)) == lines[longer]


@settings(max_examples=60, deadline=None)
@given(st.integers(2, 40), st.integers(1, 8), st.integers(1, 3), st.booleans())
def test_sections_differ_by_one_table_and_nobody_meets_twice(
    tables: int, rounds: int, step: int, odd: bool
) -> None:
    if rounds > mitchell.most_rounds(tables, step):
        return
    sizes = mitchell.sections(tables, rounds, step=step)
    assert sum(sizes) == tables
    assert max(sizes) - min(sizes) <= 1
    assert len(sizes) <= tables // rounds
    ns, ew = list(range(tables)), list(range(tables, 2 * tables - odd))
    played = mitchell.schedule_sections(ns, ew, rounds, len(sizes), step)
    met = meetings(played)
    assert len(met) == len(set(met))
    for hall in played:
        assert [p.table for p in hall] == list(range(1, tables + 1))
        assert sorted(chain.from_iterable(p.entries for p in hall)) == [*ns, *ew]


def test_only_the_last_section_has_the_incomplete_table() -> None:
    lines = mitchell.section_lines(range(9), range(9, 17), [5, 4])
    assert [None in ew for _, ew in lines] == [False, True]


@pytest.mark.parametrize(
    ("ns", "ew", "says"),
    [
        ([1, 2, 3], [4], "North-South has 3 entries and East-West 1"),
        ([1, 2], [2, 3], "Entry 2 is listed twice"),
        ([1, None], [2, None], "Two empty places"),
        ([1, 2, None], [3, 4], "Two empty places"),
    ],
)
def test_lines_that_do_not_match_are_refused(ns: list[int], ew: list[int], says: str) -> None:
    with pytest.raises(MovementError, match=says):
        mitchell.schedule(ns, ew, 1)


@pytest.mark.parametrize(
    ("rounds", "step", "says"), [(0, 1, "at least one round"), (1, 0, "step of a Mitchell")]
)
def test_no_rounds_or_no_step_is_no_mitchell(rounds: int, step: int, says: str) -> None:
    with pytest.raises(MovementError, match=says):
        mitchell.schedule([1, 2], [3, 4], rounds, step)


def test_an_empty_hall_has_no_mitchell() -> None:
    with pytest.raises(MovementError, match="at least one table"):
        mitchell.schedule([], [], 1)


def test_sections_that_do_not_add_up_are_refused() -> None:
    with pytest.raises(MovementError, match="The sections have 5 tables, the lines 4"):
        mitchell.section_lines(range(4), range(4, 8), [3, 2])

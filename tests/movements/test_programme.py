"""Programmes: what a club writes, what is understood, where a round stands."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournaments.movements import MovementError
from tournaments.movements.programme import Movement, PhasePlan, Programme, parse

PHASES = st.builds(
    lambda movement, rounds, step, sections: PhasePlan(
        movement, rounds, step if movement is Movement.MITCHELL else 1, sections
    ),
    st.sampled_from(list(Movement)),
    st.integers(1, 20),
    st.integers(1, 5),
    st.integers(1, 4),
)


@pytest.mark.parametrize(
    ("written", "formula"),
    [
        ("Mitchell 3; Danese modificato 1", "Mitchell 3; Danese modificato 1"),
        ("mitchell 3;danese MODIFICATO 1;", "Mitchell 3; Danese modificato 1"),
        ("3 Mitchell + 1 Danese mod.", "Mitchell 3; Danese modificato 1"),
        ("3 turni di Mitchell, 1 turno Danese Modificato", "Mitchell 3; Danese modificato 1"),
        ("Mitchell\u00a03\nSvizzero 2", "Mitchell 3; Danese senza ripetizioni 2"),
        ("senza ripetizioni 5", "Danese senza ripetizioni 5"),
        ("Danese senza ripetizioni x 5", "Danese senza ripetizioni 5"),
        ("5 danesi puri", "Danese puro 5"),
        ("All’italiana 7", "All'italiana 7"),
        ("girone all'italiana (7 turni)", "All'italiana 7"),
        ("Round-robin 7", "All'italiana 7"),
        ("ALL´ITALIANA 7", "All'italiana 7"),
        ("individuale 6", "Individuale 6"),
        ("Individual 6; modified danish 1", "Individuale 6; Danese modificato 1"),
        ("Mitchell 4 passo 2", "Mitchell 4 passo 2"),
        ("Mitchell 4 gironi 2 passo 3", "Mitchell 4 passo 3 gironi 2"),
        ("Mitchell 4 2 sezioni", "Mitchell 4 gironi 2"),
        ("2 gironi all'italiana 5", "All'italiana 5 gironi 2"),
        ("Mítchell3 poi svizzero2", "Mitchell 3; Danese senza ripetizioni 2"),
        ("3 turni di Mitchell e 1 Danese modificato", "Mitchell 3; Danese modificato 1"),
        ("Mitchell 3 - Svizzero 1 / Danese puro 1", "Mitchell 3; Danese senza ripetizioni 1; Danese puro 1"),
        ("Mitchell (4 turni, passo 2) POI round-robin (3)", "Mitchell 4 passo 2; All'italiana 3"),
        ("Mitchell 4; Swiss 4; Danese puro 3", "Mitchell 4; Danese senza ripetizioni 4; Danese puro 3"),
    ],
)
def test_a_formula_is_read_as_clubs_write_it(written: str, formula: str) -> None:
    assert str(parse(written)) == formula


@settings(max_examples=60, deadline=None)
@given(st.lists(PHASES, min_size=1, max_size=5))
def test_what_a_programme_writes_is_read_back(phases: list[PhasePlan]) -> None:
    programme = Programme(tuple(phases))
    again = parse(str(programme))
    assert again == programme
    assert not again.notices


def test_danese_alone_is_puro_and_says_so() -> None:
    programme = parse("3 Mitchell + 1 Danese")
    assert str(programme) == "Mitchell 3; Danese puro 1"
    assert [str(notice) for notice in programme.notices] == [
        "“1 Danese” is read as Danese puro: rematches are allowed."
    ]


@pytest.mark.parametrize("written", ["", "  ; ,", "Bridge 3", "Mitchell 3; boh", "3", "3+1", "passo 2"])
def test_what_is_not_understood_is_answered_with_what_is(written: str) -> None:
    with pytest.raises(MovementError) as refused:
        parse(written)
    for name in (
        "Mitchell",
        "Danese modificato",
        "All'italiana",
        "passo 2",
        "Mitchell 3; Danese modificato 1",
    ):
        assert name in str(refused.value)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("Mitchell", "“Mitchell” does not say how many rounds"),
        ("Mitchell 3 4", "does not say how many rounds"),
        ("Mitchell 0", "Mitchell has 1 to 99 rounds, not 0"),
        ("Mitchell 9999999999999999999999", "Mitchell has 1 to 99 rounds, not 999,999"),
        ("Mitchell 3 passo 0", "step of a Mitchell"),
        ("Danese puro 3 passo 2", "Only a Mitchell has a step, not Danese puro"),
        ("Mitchell 3 gironi 0", "1 to 99 sections, not 0"),
        ("x" * 501, "at most 500 characters"),
    ],
)
def test_a_slip_in_a_formula_is_named(written: str, says: str) -> None:
    with pytest.raises(MovementError, match=says):
        parse(written)


def test_a_round_knows_its_phase_and_whether_it_is_the_last() -> None:
    programme = parse("Mitchell 4; Svizzero 4; Danese modificato 3")
    assert programme.rounds == 11
    assert [programme.phase_of(n).movement for n in (1, 4, 5, 8, 9, 11)] == [
        *[Movement.MITCHELL] * 2,
        *[Movement.SENZA_RIPETIZIONI] * 2,
        *[Movement.DANESE_MODIFICATO] * 2,
    ]
    where = programme.position(8)
    assert (where.index, where.round_in_phase, where.is_last_of_phase, where.is_last) == (1, 4, True, False)
    assert [n for n in range(1, 12) if programme.is_last(n)] == [11]


@pytest.mark.parametrize("number", [0, 5, -1])
def test_a_round_the_programme_does_not_have_is_refused(number: int) -> None:
    with pytest.raises(MovementError, match="4 rounds: there is no round"):
        parse("Mitchell 3; Danese puro 1").position(number)


def test_a_programme_without_phases_is_none() -> None:
    with pytest.raises(MovementError, match="at least one phase"):
        Programme(())

"""What an organizer hears before round 1."""

from __future__ import annotations

import pytest

from tournaments.movements.programme import parse, problems


@pytest.mark.parametrize(
    ("formula", "entries", "says"),
    [
        ("Mitchell 6", 10, "6 rounds of Mitchell on 5 tables with step 1 would repeat a meeting"),
        ("Mitchell 6", 9, "on 5 tables"),
        ("Mitchell 5 passo 2", 16, "at most 4 rounds are possible"),
        ("Mitchell 4 gironi 4", 30, "15 tables cannot make 4 sections of 4 rounds"),
        ("All'italiana 6", 8, "8 entries all meet in 7 rounds, not 6"),
        ("All'italiana 9", 8, "8 entries have all met after 7 rounds: 9 would repeat"),
        ("All'italiana 5 gironi 2", 9, "4 entries have all met after 3 rounds"),
        ("Svizzero 8", 8, "after 7 rounds 8 entries have all met, and 8 are planned"),
        ("Svizzero 7", 8, "4 rounds without a repeat are certain, 7 are planned"),
        ("Mitchell 3; svizzero 3", 8, "4 rounds without a repeat are certain, 6 are planned"),
        ("Mitchell 7; Svizzero 1", 14, "after a full Mitchell of an odd number of tables"),
        ("Mitchell 7 passo 3; Svizzero 1", 14, "one pair of entries meets again, on the last table"),
        ("Mitchell 7; Svizzero 1", 13, "after a full Mitchell of an odd number of tables"),
        ("Mitchell 3 gironi 6", 11, "11 entries cannot make 6 sections"),
        ("Danese modificato 3", 2, "those who just met have to meet again"),
        ("Individuale 8", 8, "8 players have all been partners after 7 rounds"),
        ("Individuale 3", 3, "needs four players"),
        ("Mitchell 1", 1, "two entries at least"),
    ],
)
def test_what_cannot_be_kept_is_said_before_printing(formula: str, entries: int, says: str) -> None:
    found = problems(parse(formula), entries)
    assert len(found) == 1
    assert says in str(found[0])


@pytest.mark.parametrize(
    ("formula", "entries"),
    [
        ("Mitchell 3; Danese modificato 1", 30),
        ("Mitchell 3; Danese modificato 1", 29),
        ("Mitchell 4; Svizzero 4; Danese puro 3", 260),
        ("Mitchell 8; Svizzero 1", 18),
        ("Svizzero 4", 8),
        ("All'italiana 7", 8),
        ("All'italiana 5 gironi 2", 11),
        ("Individuale 7", 8),
        ("Mitchell 4 gironi 3", 30),
    ],
)
def test_a_programme_that_holds_is_not_disturbed(formula: str, entries: int) -> None:
    assert problems(parse(formula), entries) == []


def test_every_phase_is_heard() -> None:
    found = problems(parse("Mitchell 9; All'italiana 3"), 10)
    assert len(found) == 2

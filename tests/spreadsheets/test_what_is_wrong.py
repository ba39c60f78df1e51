"""Whatever is wrong in a workbook is told by sheet, row and column, with what is there and what should be."""

from __future__ import annotations

import pytest
from django.utils import translation
from openpyxl import Workbook

from tests.spreadsheets.slips import CASES, with_settings, without_sheet
from tests.spreadsheets.workbooks import an_evening, file_of, problems, put, put_all, spoiled
from tournaments.spreadsheets import WorkbookError, read_event


@pytest.mark.parametrize("case", CASES)
def test_it_is_told_where_it_is_what_is_there_and_what_should_be(case: str) -> None:
    spoil, expected = CASES[case]
    told = problems(spoiled(spoil))
    assert any(expected in line for line in told), told


def test_an_evening_nobody_spoiled_has_no_problem() -> None:
    assert problems(spoiled(lambda book: None)) == []


def test_everything_that_is_wrong_is_told_at_once() -> None:
    spoil = put_all(
        ("Torneo", "B2", "ieri"), ("Coppie", "C3", None), ("Turno 1", "C2", 99), ("Turno 3", "D2", "x")
    )
    told = problems(spoiled(spoil))
    assert [line.split(":")[0] for line in told] == [
        "Torneo, row 2, column B (Data)",
        "Coppie, row 3, column C (Giocatore 2)",
        "Turno 1, row 2, column C (EO)",
        "Turno 3, row 2, column D (NS smazzata 1)",
    ]


def test_a_problem_can_be_read_by_a_program() -> None:
    with pytest.raises(WorkbookError) as refused:
        read_event(spoiled(put("Turno 1", "C5", 99)))
    problem = refused.value.problems[0]
    assert (problem.sheet, problem.row, problem.column, problem.heading) == ("Turno 1", 5, "C", "EO")
    assert (problem.found, str(problem.expected)) == (99, "the number of a pair of the sheet Coppie")


def test_a_missing_list_of_pairs_is_one_problem_and_not_one_for_every_seat() -> None:
    assert len(problems(spoiled(without_sheet("Coppie")))) == 1


def test_pairs_that_met_in_the_round_before_may_not_meet_in_a_modified_danish_unless_it_is_the_last() -> None:
    def rematch(book: Workbook) -> None:
        for table, (ns, ew) in enumerate([(1, 2), (3, 4), (5, 6), (7, 8)], start=2):
            book["Turno 2"].cell(table, 2).value = ns
            book["Turno 2"].cell(table, 3).value = ew

    early = problems(spoiled(rematch, rounds=2, formula="Mitchell 1; Danese modificato 2"))
    assert len(early) == 4
    assert "the Danese modificato forbids it until the last round" in early[0]
    assert problems(spoiled(rematch, rounds=2, formula="Mitchell 1; Danese modificato 1")) == []
    assert problems(spoiled(rematch, rounds=2, formula="Mitchell 1; Danese puro 2")) == []


def test_a_repeat_that_no_draw_could_avoid_is_noted_and_one_that_could_be_avoided_is_wrong() -> None:
    def rematch(book: Workbook) -> None:
        book["Turno 2"]["C2"], book["Turno 2"]["C3"] = 2, 4

    formula = "Mitchell 1; Danese senza ripetizioni 2"
    book = an_evening(pairs=2, rounds=2, formula=formula)
    found = read_event(file_of(book))
    assert (
        "Turno 2, row 2, column C (EO): the meeting of pairs 1 and 2, who met already in round 1:"
        " no draw could avoid it." in [str(notice.sentence) for notice in found.notices]
    )
    told = problems(spoiled(rematch, pairs=4, rounds=2, formula=formula))
    assert len(told) == 2
    assert "a draw without repeats was possible" in told[0]


def test_in_a_round_robin_nobody_meets_twice_before_everybody_has_met() -> None:
    def rematch(book: Workbook) -> None:
        book["Turno 2"]["C2"], book["Turno 2"]["C3"] = 2, 4

    told = problems(spoiled(rematch, pairs=4, rounds=2, formula="All'italiana 3"))
    assert "everybody meets everybody once" in told[0]


def test_what_happens_in_a_drawn_round_cannot_be_results() -> None:
    told = problems(spoiled(with_settings(("Turno 3", "sorteggiato"))))
    assert "Sheet Turno 3: found a round that is only drawn" in told[0]


def test_the_director_reads_it_in_italian() -> None:
    with pytest.raises(WorkbookError) as refused:
        read_event(spoiled(put_all(("Turno 1", "C5", 99), ("Turno 2", "H1", "Totale"), ("Turno 2", "H3", 1))))
    with translation.override("it"):
        told = [problem.text for problem in refused.value.problems]
    assert (
        told[0]
        == "Turno 1, riga 5, colonna C (EO): c’è 99, ci vuole il numero di una coppia del foglio Coppie."
    )

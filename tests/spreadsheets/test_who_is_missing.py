"""A pair of the list that is in no row of a round that counts: forgotten, late, gone, or not there."""

from __future__ import annotations

from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

from tests.factories import DIRECTOR, Evening
from tests.factories import an_event as an_event_at_the_desk
from tests.spreadsheets.slips import with_sheet
from tests.spreadsheets.workbooks import Spoil, file_of, notices, problems, put, put_all, spoiled
from tournaments.boards.export import book_of
from tournaments.boards.facts import load
from tournaments.boards.verify import verify
from tournaments.desk.change import Actor
from tournaments.desk.imports import import_event
from tournaments.desk.presence import check_in
from tournaments.desk.results import ResultPlan, record_round
from tournaments.desk.rounds import close_round, draw_next_round, publish_round
from tournaments.models import Source
from tournaments.spreadsheets import read_event, write_event

EVENTS = Path(__file__).parents[1] / "data" / "events"
WANTED = (
    "expected every pair at a table: give it a row of its own, with the other side empty, if it rested;"
    " if it was not there, write so in the column Stato or in a sheet Assenze."
)


def without_table(number: int, table: int) -> Spoil:
    """The evening of four tables with a row of a round deleted."""
    return lambda book: book[f"Turno {number}"].delete_rows(table + 1)


def all_of(*spoils: Spoil) -> Spoil:
    def spoil(book: Workbook) -> None:
        for each in spoils:
            each(book)

    return spoil


@pytest.mark.parametrize(
    ("number", "table", "pairs"),
    [
        (1, 2, "3, 4"),
        (1, 4, "7, 8"),
        (2, 3, "4, 5"),
        (2, 4, "6, 7"),
        (3, 1, "1, 6"),
        (3, 4, "4, 7"),
    ],
)
def test_a_table_forgotten_in_any_round_is_wrong_with_the_pairs_that_are_in_no_row(
    number: int, table: int, pairs: str
) -> None:
    told = problems(spoiled(without_table(number, table)))
    assert told == [f"Sheet Turno {number}: found a round without pairs {pairs}, {WANTED}"]


@pytest.mark.parametrize("number", [1, 2, 3, 4])
@pytest.mark.parametrize("stage", sorted(EVENTS.glob("*.xlsx")), ids=lambda path: path.stem)
def test_a_table_forgotten_in_a_real_evening_is_wrong(stage: Path, number: int) -> None:
    book = load_workbook(stage)
    sheet = book[f"Turno {number}"]
    forgotten = sorted(int(str(cell.value)) for cell in sheet[5][1:3] if cell.value is not None)
    sheet.delete_rows(5)
    numbers = ", ".join(map(str, forgotten))
    assert any(f"a round without pairs {numbers}, expected" in line for line in problems(file_of(book)))


def test_the_row_of_a_pair_that_rested_forgotten_in_an_odd_mitchell_is_wrong() -> None:
    def odd(book: Workbook) -> None:
        """Pair 8 stays at home: whom it would have met rests."""
        book["Coppie"].delete_rows(9)
        for number, row in ((1, 5), (2, 2), (3, 3)):
            for column in "CDEFGHI":
                book[f"Turno {number}"][f"{column}{row}"] = None

    assert problems(spoiled(odd)) == []
    told = problems(spoiled(all_of(odd, without_table(2, 1))))
    assert told == [f"Sheet Turno 2: found a round without pair 1, {WANTED}"]


def test_a_row_added_for_who_rested_mends_it() -> None:
    def rested(book: Workbook) -> None:
        book["Turno 2"].append((8, 5, None))
        book["Turno 2"].append((9, None, 4))

    assert problems(spoiled(all_of(without_table(2, 3), rested))) == []


def test_a_round_that_still_lacks_results_is_not_asked_for_its_pairs() -> None:
    results = [("Turno 3", f"{column}2", None) for column in "DEFGHI"]
    assert problems(spoiled(all_of(without_table(3, 4), put_all(*results)))) == []


def state_of(*pairs: tuple[int, str]) -> Spoil:
    return put_all(("Coppie", "F1", "Stato"), *((("Coppie", f"F{n + 1}", state)) for n, state in pairs))


def test_who_is_said_to_have_left_is_not_asked_for_from_then_on() -> None:
    gone = all_of(without_table(3, 4), state_of((4, "ritirata turno 3"), (7, "ritirata")))
    assert problems(spoiled(gone)) == []
    early = all_of(without_table(2, 3), state_of((4, "ritirata turno 3"), (5, "ritirata")))
    assert problems(spoiled(early)) == [f"Sheet Turno 2: found a round without pairs 4, 5, {WANTED}"]


def test_who_came_in_the_second_round_is_noted_and_not_wrong() -> None:
    def late(book: Workbook) -> None:
        for line in (("9", "Verdi Pia", "Neri Leo"), ("10", "Riva Pia", "Longo Leo")):
            book["Coppie"].append(line)
        for number in (2, 3):
            book[f"Turno {number}"].append((5, 9, 10) if number == 2 else (5, 9, None))
        for column, figure in zip("DEFG", (100, 200, 300, 400), strict=True):
            book["Turno 2"][f"{column}6"] = figure
        book["Turno 3"].append((6, None, 10))

    told = notices(spoiled(late, formula="Danese puro 4"))
    assert "Sheet Coppie: play from round 2 on, as having come late: pairs 9, 10." in told


def test_who_no_longer_plays_for_two_rounds_is_noted_and_not_wrong() -> None:
    gone = all_of(without_table(2, 4), lambda book: rows_without(book, 3, {6, 7}))
    told = notices(spoiled(gone, formula="Danese puro 4"))
    assert "Sheet Coppie: play up to round 1, as having left after it: pairs 6, 7." in told


def rows_without(book: Workbook, number: int, pairs: set[int]) -> None:
    """Take these pairs out of a round; whom they would have met rest."""
    sheet = book[f"Turno {number}"]
    for row in range(2, sheet.max_row + 1):
        for column in "BC":
            if sheet[f"{column}{row}"].value in pairs:
                sheet[f"{column}{row}"] = None
                for figure in "DEFGHI":
                    sheet[f"{figure}{row}"] = None


def test_who_was_not_there_in_between_is_told_by_a_sheet_of_absences() -> None:
    away = all_of(without_table(2, 3), with_sheet("Assenze", ("Coppia", "Turno"), (4, 2), (5, 2)))
    assert problems(spoiled(away)) == []
    contrary = with_sheet("Assenze", ("Coppia", "Turno"), (4, 2), (99, 2), (1, 9))
    assert problems(spoiled(contrary)) == [
        "Assenze, row 2, column B (Turno): found 2, expected a round in which this pair does not sit.",
        "Assenze, row 3, column A (Coppia): found 99, expected the number of a pair of the sheet Coppie.",
        "Assenze, row 4, column B (Turno): found 9, expected the number of a round that has its sheet.",
    ]


def test_a_sheet_in_which_something_else_is_wrong_is_not_asked_for_who_is_missing() -> None:
    told = problems(spoiled(put_all(("Turno 1", "B4", None), ("Turno 1", "C4", None))))
    assert told == [
        "Turno 1, row 4, column B (NS): found nothing, expected a pair on at least one side of the table."
    ]


def test_a_line_contrary_to_where_a_pair_sits_in_a_mitchell_is_noted() -> None:
    told = notices(spoiled(put_all(("Coppie", "E2", "EO"), ("Coppie", "E5", "NS"))))
    assert told == [
        "Sheet Coppie: Linea EO, but throughout a Mitchell they sit NS: pairs 1. The seats count.",
        "Sheet Coppie: Linea NS, but throughout a Mitchell they sit EO: pairs 4. The seats count.",
    ]
    assert notices(spoiled(put("Coppie", "E2", "EO"), formula="Danese puro 4")) == []


def test_a_pair_said_to_be_absent_that_has_played_is_noted() -> None:
    told = notices(spoiled(state_of((3, "assente"), (8, "assente"))))
    assert told == ["Sheet Coppie: Stato “assente”, but they have results, which count: pairs 3, 8."]


@pytest.mark.django_db
@pytest.mark.parametrize(
    "programme", ["Danese puro 4", "Mitchell 2; Danese puro 2", "All'italiana 4 gironi 2"]
)
def test_an_evening_of_the_desk_with_people_coming_and_going_comes_back_as_it_went_out(
    programme: str,
) -> None:
    event = an_event_at_the_desk(Evening(pairs=9, programme=programme))
    away: dict[int, tuple[tuple[int, str], ...]] = {
        1: ((8, "absent"),),
        2: ((3, "absent"),),
        3: ((8, "here"), (3, "here")),
        4: ((5, "absent"),),
    }
    for number, changes in away.items():
        for pair, presence in changes:
            check_in(event=event, number=pair, presence=presence, by=DIRECTOR)
        draw_next_round(event=event, by=DIRECTOR)
        publish_round(event=event, number=number, by=DIRECTOR)
        plans = [ResultPlan(m.table, 1000, 700) for m in load(event).matches_of(number) if not m.is_bye]
        record_round(event=event, round_number=number, plans=plans, by=DIRECTOR)
        close_round(event=event, number=number, by=DIRECTOR)
    assert verify(event) == []
    out = book_of(event)
    back = read_event(write_event(out))
    assert back == out
    again = import_event(back, by=Actor("Ada", Source.IMPORT))
    assert verify(again) == []
    assert load(again).standings() == load(event).standings()

"""A workbook kept by hand is understood: spellings, orders, leftovers, rounds still to come."""

from __future__ import annotations

import datetime

import pytest
from openpyxl import Workbook

from scoring.victory_points import FOUR_HANDS, Scale
from tests.spreadsheets.slips import PENALTIES, with_settings, with_sheet
from tests.spreadsheets.workbooks import an_evening, file_of, notices, put, put_all, read, setting, spoiled
from tournaments.spreadsheets import read_event
from tournaments.spreadsheets.book import PenaltyRow
from tournaments.spreadsheets.reading.cells import Cell, whole


@pytest.mark.parametrize(
    ("written", "number"),
    [
        ("1485", 1485),
        ("1.485", 1485),
        ("1 485", 1485),
        ("1\N{NO-BREAK SPACE}485", 1485),
        ("12.345.678", 12_345_678),
        ("-20", -20),
        ("−20", -20),
        ("- 20", -20),
        ("–\N{NO-BREAK SPACE}1.020", -1020),
        ("+ 15", 15),
        (" 700 ", 700),
        ("1.485,00", 1485),
        ("0", 0),
        ("1.48", None),
        ("1,485", None),
        ("14.85", None),
        ("1485.", None),
        ("12a", None),
        ("--5", None),
        ("", None),
        ("٣", None),
        ("1e3", None),
    ],
)
def test_numbers_are_understood_the_italian_way(written: str, number: int | None) -> None:
    assert whole(Cell(written, "s")) == number


def test_figures_typed_as_text_count_like_figures() -> None:
    book = an_evening()
    sheet = book["Turno 1"]
    expected = [[cell.value for cell in row] for row in sheet["D2:I5"]]
    for row in sheet["A2:I5"]:
        for cell in row:
            cell.value = f"{cell.value:,}".replace(",", ".").replace("-", "− ")
    found = read(book).rounds[0].tables
    assert [
        [hand.ns_mp for hand in row.hands] + [row.ns_mp] + [hand.ew_mp for hand in row.hands] + [row.ew_mp]
        for row in found
    ] == [[*row[0::2], *row[1::2]] for row in expected]


def test_headings_and_sheets_are_known_however_they_are_spelled_and_wherever_they_stand() -> None:
    book = an_evening()
    expected = read(book)
    book["Coppie"].title = " COPPIE"
    book["Turno 2"].title = "turno   2"
    for cell, heading in zip(
        book[" COPPIE"][1], ("numero ", "GIOCATORE 1", "Giocatore  2", "Círcolo", "linea"), strict=True
    ):
        cell.value = heading
    sheet = book["Turno 1"]
    columns = [[cell.value for cell in column] for column in sheet.iter_cols()]
    for position, column in enumerate(reversed(columns), start=1):
        for row, value in enumerate(column, start=1):
            sheet.cell(row, position).value = "EW" if value == "EO" else value
    sheet.insert_rows(1, 2)
    sheet["A1"] = "Risultati del primo turno"
    assert read(book) == expected


def test_the_date_may_be_a_date_or_written_in_words() -> None:
    for written in (datetime.date(2026, 11, 27), "27/11/2026", "27.11.26", "27 novembre 2026", "2026-11-27"):
        data = spoiled(with_settings(("Data", written)))
        assert read_event(data).settings.date == datetime.date(2026, 11, 27)


def test_what_nobody_knows_is_left_aside_with_a_notice() -> None:
    def leftovers(book: Workbook) -> None:
        book.create_sheet("Incasso").append(("quota", "=A1*30"))
        book["Coppie"]["F1"], book["Coppie"]["F2"] = "Pagato?", "sì"
        setting(book, "Buffet", "focaccia")

    assert notices(spoiled(leftovers)) == [
        "Sheet Incasso: this sheet is not known and is left aside.",
        "Torneo, row 7, column A: “Buffet” is not known and is left aside.",
        "Coppie, row 1, column F (Pagato?): this column is not known and is left aside.",
    ]


def test_what_is_not_said_is_as_clubs_play() -> None:
    book = an_evening(hands=4)
    for row in (4, 5):
        book["Torneo"].cell(row, 1).value = book["Torneo"].cell(row, 2).value = None
    settings = read(book).settings
    assert (settings.hands_per_round, settings.scale, settings.bye_vp, settings.bye_mp) == (
        4,
        FOUR_HANDS,
        12,
        305,
    )
    assert (settings.kind, settings.rules_variant, settings.official_places) == ("club", "fibur", False)


def test_an_organizer_may_publish_another_scale_in_one_cell_or_in_many() -> None:
    bounds = (50, 150, 250, 350, 500, 650, 800, 1000, 1250, 1600)
    for cells in (bounds, ("50 150 250 350 500 650 800 1.000 1.250 1.600",), (";".join(map(str, bounds)),)):
        data = spoiled(with_settings(("Scala VP", "Personalizzata"), ("Limiti", *cells)))
        assert read_event(data).settings.scale == Scale(bounds)
        assert (read_event(data).settings.bye_vp, read_event(data).settings.bye_mp) == (14, 355)


def test_a_side_left_empty_is_the_bye_and_a_zero_beside_it_says_nothing_more() -> None:
    data = spoiled(
        put_all(
            *(("Turno 1", f"{column}5", None) for column in "CDEFG"),
            ("Turno 1", "H5", 0),
            ("Turno 1", "I5", None),
        )
    )
    table = read_event(data).rounds[0].tables[3]
    assert (table.ns, table.ew, table.is_bye, table.ns_mp) == (7, None, True, None)
    assert read_event(data).rounds[0].state == "closed"


def test_hands_without_totals_and_totals_without_hands_are_both_a_result() -> None:
    without_totals = put_all(*((f"Turno {n}", f"{column}3", None) for n in (1, 2, 3) for column in "HI"))
    without_hands = put_all(*(("Turno 1", f"{column}3", None) for column in "DEFG"))
    whole_evening = read(an_evening()).rounds[0].tables[1]
    table = read_event(spoiled(without_totals)).rounds[0].tables[1]
    assert (table.ns_mp, table.ew_mp) == (whole_evening.ns_mp, whole_evening.ew_mp)
    table = read_event(spoiled(without_hands)).rounds[0].tables[1]
    assert (table.ns_mp, table.hands) == (whole_evening.ns_mp, ())


def test_a_hand_that_time_did_not_allow_is_noted_when_the_totals_agree() -> None:
    def stopped(book: Workbook) -> None:
        sheet = book["Turno 1"]
        sheet["F3"] = sheet["G3"] = None
        sheet["H3"], sheet["I3"] = sheet["D3"].value, sheet["E3"].value

    assert notices(spoiled(stopped)) == ["Turno 1, row 3: hands written: 1 of 2; the totals agree with them."]


def test_a_round_some_tables_of_which_still_play_stays_open() -> None:
    data = spoiled(put_all(*(("Turno 3", f"{column}4", None) for column in "DEFGHI")))
    book = read_event(data)
    assert [sheet.state for sheet in book.rounds] == ["closed", "closed", "published"]
    assert notices(data) == ["Sheet Turno 3: tables 3 have no result yet: the round stays open."]


def test_a_sheet_prepared_for_a_round_to_come_is_no_round_yet() -> None:
    data = spoiled(with_sheet("Turno 4", ("Tavolo", "NS", "EO", "NS totale", "EO totale"), (1,), (2,)))
    assert len(read_event(data).rounds) == 3
    assert notices(data) == ["Sheet Turno 4: nobody is seated yet: this round is left to be drawn."]


def test_a_penalty_is_taken_off_whatever_its_sign() -> None:
    rows = (
        (1, 1, -100, None, "ritardo"),
        (2, None, "− 50", 1, None),
        (3, 2, 100, None, "gioco lento", "incontro"),
    )
    assert read_event(spoiled(with_sheet("PENALITA'", PENALTIES, *rows))).penalties == (
        PenaltyRow(1, 1, 100, 0, "ritardo"),
        PenaltyRow(2, None, 50, 1, ""),
        PenaltyRow(3, 2, 100, 0, "gioco lento", "match"),
    )


def test_official_places_are_read_from_the_standings_under_either_heading() -> None:
    for heading in ("Coppia", "Numero"):
        book = an_evening()
        setting(book, "Posizioni ufficiali", "Sì")
        with_sheet(
            "Classifica", ("Posto", heading, "VP"), *((place, 9 - place, 40) for place in range(1, 8))
        )(book)
        found = {pair.number: pair.official_place for pair in read(book).pairs}
        assert found == {number: 9 - number if number > 1 else None for number in range(1, 9)}
        assert notices(file_of(book)) == [
            "Sheet Classifica: pairs 1 have no official place and follow the others.",
        ]


def test_a_pair_may_have_left_and_the_reason_may_have_been_good() -> None:
    states = ("Ritirata turno 3 giustificata", "ritirata dal turno 2", "assente", "ritirato", None)
    data = spoiled(
        put_all(("Coppie", "F1", "Stato"), *(("Coppie", f"F{n + 2}", s) for n, s in enumerate(states)))
    )
    assert [(p.state, p.left_in_round, p.left_justified) for p in read_event(data).pairs[:5]] == [
        ("withdrawn", 3, True),
        ("withdrawn", 2, False),
        ("absent", None, False),
        ("withdrawn", None, False),
        ("active", None, False),
    ]


def test_two_people_with_one_name_stay_two_and_that_is_said() -> None:
    data = spoiled(put("Coppie", "B5", "Rossi Ada 1"))
    assert notices(data) == [
        "Sheet Coppie: “Rossi Ada 1” is in pairs 1, 4: they are kept as different people."
    ]


def test_a_card_typed_as_a_number_is_the_same_card() -> None:
    data = spoiled(
        put_all(("Coppie", "F1", "Tessera 1"), ("Coppie", "F2", 10231.0), ("Coppie", "F3", " 0042 "))
    )
    assert [pair.people[0].card for pair in read_event(data).pairs[:2]] == ["10231", "0042"]


def test_a_mitchell_too_long_for_the_list_so_far_is_a_warning_until_it_is_seated() -> None:
    book = an_evening(rounds=0, formula="Mitchell 6")
    assert read(book).rounds == ()
    (told,) = notices(file_of(book))
    assert told.startswith("Torneo, row 6, column B (Formula): 6 rounds of Mitchell on 4 tables with step 1")

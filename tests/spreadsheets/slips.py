"""What clubs get wrong in a workbook, and what they are told about it."""

from __future__ import annotations

import datetime

from openpyxl import Workbook

from tests.spreadsheets.workbooks import Spoil, put, put_all, setting

# Round 1 of the evening: tables 1..4 in rows 2..5, columns A table, B NS, C EW, D-G hands, H-I totals.
PAIR_WANTED = "the number of a pair of the sheet Coppie."


def row(sheet: str, number: int, *values: object) -> Spoil:
    def spoil(book: Workbook) -> None:
        for column, value in enumerate(values, start=1):
            book[sheet].cell(number, column).value = value  # type: ignore[assignment]

    return spoil


def without_sheet(name: str) -> Spoil:
    return lambda book: book.remove(book[name])


def with_sheet(name: str, *rows: tuple[object, ...]) -> Spoil:
    def spoil(book: Workbook) -> None:
        sheet = book.create_sheet(name)
        for cells in rows:
            sheet.append(cells)

    return spoil


def with_settings(*settings: tuple[object, ...]) -> Spoil:
    def spoil(book: Workbook) -> None:
        for key, *values in settings:
            setting(book, str(key), *values)

    return spoil


PENALTIES = ("Coppia", "Turno", "MP", "VP", "Motivo", "Tipo")
RULINGS = ("Turno", "Tavolo", "NS VP", "NS MP", "EO VP", "EO MP", "Tipo", "Motivo")
DETAILS = ("Turno", "Tavolo", "Smazzata", "NS base", "NS punti")

CASES: dict[str, tuple[Spoil, str]] = {
    # who sits where
    "unknown pair": (
        put("Turno 1", "C5", 99),
        f"Turno 1, row 5, column C (EO): found 99, expected {PAIR_WANTED}",
    ),
    "pair that is no number": (
        put("Turno 1", "B3", "Rossi"),
        f"Turno 1, row 3, column B (NS): found “Rossi”, expected {PAIR_WANTED}",
    ),
    "table twice": (
        put("Turno 2", "A3", 1),
        (
            "Turno 2, row 3, column A (Tavolo): found table 1, which is already in row 2, "
            "expected every table once in a round."
        ),
    ),
    "table missing": (
        put("Turno 2", "A3", None),
        (
            "Turno 2, row 3, column A (Tavolo): found nothing, "
            "expected the number of the table, from 1 to 9,999."
        ),
    ),
    "table zero": (
        put("Turno 2", "A3", 0),
        ("Turno 2, row 3, column A (Tavolo): found 0, expected the number of the table, from 1 to 9,999."),
    ),
    "pair twice in a round": (
        put("Turno 1", "C4", 2),
        (
            "Turno 1, row 4, column C (EO): found pair 2, which already sits in row 2, "
            "expected every pair once in a round."
        ),
    ),
    "pair against itself": (
        put("Turno 1", "C4", 5),
        ("Turno 1, row 4, column C (EO): found pair 5 against itself, expected every pair once in a round."),
    ),
    "both sides empty": (
        put_all(("Turno 1", "B4", None), ("Turno 1", "C4", None)),
        ("Turno 1, row 4, column B (NS): found nothing, expected a pair on at least one side of the table."),
    ),
    "points at the bye": (
        put("Turno 1", "C4", None),
        "expected no points: this pair rests and gets those of the bye.",
    ),
    # figures
    "total is not the sum": (
        put("Turno 1", "H3", 4000),
        "Turno 1, row 3, column H (NS totale): found 4,000, expected",
    ),
    "no multiple of 5": (
        put("Turno 1", "D3", 303),
        ("Turno 1, row 3, column D (NS smazzata 1): found 303, expected a multiple of 5, like every card."),
    ),
    "text": (
        put("Turno 1", "D3", "vinto"),
        (
            "Turno 1, row 3, column D (NS smazzata 1): found “vinto”, "
            "expected the MP: a whole number, multiple of 5."
        ),
    ),
    "decimals": (
        put("Turno 1", "D3", 300.5),
        "(NS smazzata 1): found “300,5”, expected the MP: a whole number",
    ),
    "decimals as text": (put("Turno 1", "D3", "1.48"), "found “1.48”, expected the MP: a whole number"),
    "logical value": (
        put("Turno 1", "D3", True),
        "found the logical value VERO, expected the MP: a whole number",
    ),
    "date": (
        put("Turno 1", "D3", datetime.date(2026, 3, 5)),
        "found the date 05/03/2026, expected the MP: a whole number",
    ),
    "error cell": (put("Turno 1", "D3", "#REF!"), "found the error #REF!, expected the MP: a whole number"),
    "formula": (
        put("Turno 1", "H3", "=SUM(D3,F3)"),
        (
            "Turno 1, row 3, column H (NS totale): found the formula “=SUM(D3,F3)”, "
            "expected its value (copy the cell, then paste the value only)."
        ),
    ),
    "formula for a pair": (put("Turno 1", "B3", "=B2+1"), "the formula “=B2+1”, expected its value"),
    "far too many points": (put("Turno 1", "D3", 10**30), "found “1e+30”, expected the MP"),
    "hand on one line only": (
        put("Turno 1", "E3", None),
        (
            "Turno 1, row 3, column E (EO smazzata 1): found nothing, "
            "expected the MP of this line too: the other has them."
        ),
    ),
    "a hand missing": (
        put_all(("Turno 1", "F3", None), ("Turno 1", "G3", None)),
        "Turno 1, row 3, column F (NS smazzata 2): found nothing, expected the MP of hand 2",
    ),
    "total on one line only": (
        put("Turno 1", "I3", None),
        "Turno 1, row 3, column I (EO totale): found nothing, expected the MP of this line too",
    ),
    "more hands than a round has": (
        put_all(("Turno 1", "J1", "NS smazzata 3"), ("Turno 1", "J3", 100)),
        "Turno 1, row 3, column J (NS smazzata 3): found 100, expected only 2 hands",
    ),
    "more than two hands can give": (
        put_all(("Turno 1", "D3", 9000), ("Turno 1", "H3", None), ("Turno 1", "I3", None)),
        "Turno 1, row 3, column D (NS smazzata 1): North-South: a total of 9,000 is outside what",
    ),
    # rounds and the programme
    "a Mitchell that repeats a meeting": (
        row("Turno 2", 2, 1, 1, 2),
        (
            "Turno 2, row 2, column C (EO): found the meeting of pairs 1 and 2, who met already in round 1, "
            "expected a pair not yet met: in a Mitchell nobody meets twice."
        ),
    ),
    "a Mitchell too long for its tables": (
        with_settings(("Formula", "Mitchell 5")),
        "Torneo, row 6, column B (Formula): 5 rounds of Mitchell on 4 tables with step 1 would repeat",
    ),
    "a round missing in the middle": (
        without_sheet("Turno 2"),
        "The file: found nothing, expected the sheet Turno 2.",
    ),
    "more rounds than the programme": (
        with_settings(("Formula", "Mitchell 2")),
        "Sheet Turno 3: found round 3, expected no more than the 2 rounds of the programme “Mitchell 2”.",
    ),
    "a round twice": (
        with_sheet("TURNO  2", ("Tavolo", "NS", "EO")),
        "Sheet TURNO  2: found a second sheet of this name",
    ),
    # pairs
    "pair number twice": (
        put("Coppie", "A4", 2),
        "Coppie, row 4, column A (Numero): found 2 for the second time",
    ),
    "half a pair": (
        put("Coppie", "C4", None),
        (
            "Coppie, row 4, column C (Giocatore 2): found nothing, "
            "expected the player's surname and first name."
        ),
    ),
    "pair without players": (
        put_all(("Coppie", "B4", None), ("Coppie", "C4", "  ")),
        "Coppie, row 4, column B (Giocatore 1): found nothing",
    ),
    "players without a number": (
        put("Coppie", "A4", None),
        "Coppie, row 4, column A (Numero): found nothing, expected the number of the pair",
    ),
    "number for a name": (put("Coppie", "B4", 12), "Coppie, row 4, column B (Giocatore 1): found 12"),
    "the same person twice in a pair": (
        put("Coppie", "C4", "ROSSI  Ada 3"),
        (
            "Coppie, row 4, column C (Giocatore 2): found “ROSSI Ada 3” again, "
            "expected two different people in a pair."
        ),
    ),
    "the same card in two pairs": (
        put_all(("Coppie", "F1", "Tessera 1"), ("Coppie", "F2", 10231), ("Coppie", "F5", "10231")),
        "Coppie, row 5, column F (Tessera 1): found card “10231”, which is already in pair 1",
    ),
    "a line that is none": (put("Coppie", "E4", "Nord"), "found “Nord”, expected one of: NS, EO."),
    "a state that is none": (
        put_all(("Coppie", "F1", "Stato"), ("Coppie", "F4", "in ferie")),
        "Coppie, row 4, column F (Stato): found “in ferie”, expected one of: in gara, assente, ritirata",
    ),
    # sheets, columns and keys
    "no sheet Coppie": (
        without_sheet("Coppie"),
        "The file: found nothing, expected the sheet Coppie.",
    ),
    "no sheet Torneo": (
        without_sheet("Torneo"),
        "The file: found nothing, expected the sheet Torneo.",
    ),
    "a column missing": (
        put("Turno 1", "C1", "Avversari"),
        "Turno 1, row 1: found nothing, expected the column “EO”.",
    ),
    "a column twice": (
        put("Turno 1", "C1", "NS"),
        "Turno 1, row 1, column C (NS): found a second column of this name",
    ),
    "no name": (with_settings(("Nome", None)), "Torneo, row 1, column B (Nome): found nothing"),
    "no date": (
        row("Torneo", 2, None, None),
        "Sheet Torneo: found nothing, expected the row “Data” with a date such as 27/11/2026.",
    ),
    "a date that is none": (
        with_settings(("Data", "31/2/2026")),
        "found “31/2/2026”, expected a date",
    ),
    "no programme": (row("Torneo", 6, None, None), "the row “Formula” with a programme such as"),
    "a programme nobody understands": (
        with_settings(("Formula", "Scacchi 3")),
        "Torneo, row 6, column B (Formula): “Scacchi 3” is no phase of a programme.",
    ),
    "individual rounds": (with_settings(("Formula", "Individuale 3")), "cannot hold individual rounds"),
    "unknown scale": (
        with_settings(("Scala VP", "5 smazzate")),
        (
            "Torneo, row 5, column B (Scala VP): found “5 smazzate”, "
            "expected one of: 3 smazzate, 4 smazzate, squadre, 3 giocatori, personalizzata."
        ),
    ),
    "two hands without a scale": (
        row("Torneo", 5, None, None),
        "Sheet Torneo: No scale for rounds of 2 hands is known for certain",
    ),
    "bounds missing": (with_settings(("Scala VP", "personalizzata")), "the row “Limiti” with the upper ends"),
    "bounds that do not increase": (
        with_settings(
            ("Scala VP", "personalizzata"), ("Limiti", 50, 150, 150, 350, 500, 650, 800, 1000, 1250, 1500)
        ),
        "Torneo, row 7, column B (Limiti): Bound 3 is 150, and must be above the one before it, 150.",
    ),
    "bounds that are no multiples of 5": (
        with_settings(
            ("Scala VP", "personalizzata"), ("Limiti", "52;150;250;350;500;650;800;1000;1250;1500")
        ),
        "(Limiti): Bound 1 is “52”, but a bound is a multiple of 5 above 0.",
    ),
    "bounds that are no numbers": (
        with_settings(("Scala VP", "personalizzata"), ("Limiti", "50 cento 250")),
        "(Limiti): found “cento”, expected the upper ends of the bands",
    ),
    "too many hands in a round": (
        with_settings(("Smazzate per turno", 13)),
        "Torneo, row 4, column B (Smazzate per turno): found 13, expected a whole number from 1 to 12.",
    ),
    "the bye of five hands": (with_settings(("Smazzate per turno", 5)), "type in its VP and MP"),
    "unknown tie-break": (
        with_settings(("Spareggi", "VP; età")),
        "found “VP; età”, expected tie-breaks from: VP, MP",
    ),
    # referee
    "penalty for an unknown pair": (
        with_sheet("Penalità", PENALTIES, (99, 1, -100, None, "ritardo")),
        f"Penalità, row 2, column A (Coppia): found 99, expected {PAIR_WANTED}",
    ),
    "penalty in an unknown round": (
        with_sheet("Penalità", PENALTIES, (1, 9, -100, None, "ritardo")),
        "Penalità, row 2, column B (Turno): found 9, expected the number of a round that has its sheet.",
    ),
    "penalty that is no number": (
        with_sheet("Penalità", PENALTIES, (1, 1, "cento", None, "ritardo")),
        "Penalità, row 2, column C (MP): found “cento”, expected a whole number, without decimals.",
    ),
    "penalty of nothing": (
        with_sheet("Penalità", PENALTIES, (1, 1, None, None, "ritardo")),
        "Penalità, row 2, column C (MP): found nothing, expected how many MP or VP to take off.",
    ),
    "match penalty in VP": (
        with_sheet("Penalità", PENALTIES, (1, 1, None, 1, "ritardo", "incontro")),
        "Penalità, row 2, column D (VP): found 1, expected no VP: a penalty on the match takes off MP only",
    ),
    "match penalty without a round": (
        with_sheet("Penalità", PENALTIES, (1, None, 100, None, "ritardo", "incontro")),
        "Penalità, row 2, column B (Turno): found nothing",
    ),
    "ruling at an unknown table": (
        with_sheet("Punteggi arbitrali", RULINGS, (1, 9, 12, 300, 8, -300)),
        "Punteggi arbitrali, row 2, column B (Tavolo): found 9, expected a table of that round.",
    ),
    "two rulings at a table": (
        with_sheet("Punteggi arbitrali", RULINGS, (1, 2, 12, 300, 8, -300), (1, 2, 10, 0, 10, 0)),
        "Punteggi arbitrali, row 3, column B (Tavolo): found table 2 for the second time",
    ),
    "ruling without VP": (
        with_sheet("Punteggi arbitrali", RULINGS, (1, 2, None, 300, 8, -300)),
        "Punteggi arbitrali, row 2, column C (NS VP): found nothing",
    ),
    "base and points that do not add up": (
        with_sheet("Smazzate", DETAILS, (1, 1, 1, 100, 10_000)),
        "so that base and points add to the MP.",
    ),
    "details of a hand nobody played": (
        with_sheet("Smazzate", DETAILS, (1, 1, 7, 100, 100)),
        "Smazzate, row 2, column C (Smazzata): found 7, expected a hand that has its MP",
    ),
    "official places without their sheet": (
        with_settings(("Posizioni ufficiali", "sì")),
        "The file: found nothing, expected the sheet Classifica with the official places.",
    ),
    "official place of an unknown pair": (
        lambda book: (
            with_settings(("Posizioni ufficiali", "sì"))(book),
            with_sheet("Classifica", ("Posto", "Coppia"), (1, 77))(book),
        )[0],
        f"Classifica, row 2, column B (Coppia): found 77, expected {PAIR_WANTED}",
    ),
}

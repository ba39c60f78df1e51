"""The workbook that goes out: real numbers and dates, texts that stay texts, pages that can be printed."""

from __future__ import annotations

import datetime
import io
import zipfile
from dataclasses import replace
from functools import cache

import openpyxl
import pytest
from openpyxl.workbook import Workbook

from tests.house import make_sample
from tests.spreadsheets.books import NASTY
from tournaments.spreadsheets import write_event
from tournaments.spreadsheets.book import EventBook, Person


@cache
def data() -> bytes:
    return write_event(make_sample.evening())


@cache
def written() -> Workbook:
    return openpyxl.load_workbook(io.BytesIO(data()))


def with_nasty_names() -> EventBook:
    book = make_sample.evening()
    pairs = tuple(
        replace(pair, people=(Person(name), pair.people[1]), club=name)
        for pair, name in zip(book.pairs, NASTY, strict=False)
    )
    settings = replace(book.settings, name=NASTY[0], place=NASTY[1])
    return replace(book, settings=settings, pairs=(*pairs, *book.pairs[len(pairs) :]))


def test_there_is_one_sheet_a_round_between_the_list_and_the_standings() -> None:
    rounds = [f"Turno {number}" for number in (1, 2, 3, 4)]
    assert written().sheetnames == ["Torneo", "Coppie", *rounds, "Penalità", "Classifica"]


def test_the_columns_clubs_know_come_first_and_under_their_own_names() -> None:
    headings = {sheet.title: [cell.value for cell in sheet[1]] for sheet in written().worksheets}
    assert headings["Coppie"] == ["Numero", "Giocatore 1", "Giocatore 2", "Circolo", "Linea"]
    hands = [f"{line} smazzata {hand}" for hand in (1, 2, 3, 4) for line in ("NS", "EO")]
    assert headings["Turno 1"][:13] == ["Tavolo", "NS", "EO", *hands, "NS totale", "EO totale"]
    assert headings["Penalità"][:5] == ["Coppia", "Turno", "MP", "VP", "Motivo"]
    assert headings["Classifica"][:7] == [
        "Posto", "Coppia", "Giocatore 1", "Giocatore 2", "Circolo", "VP", "MP"
    ]  # fmt: skip


def test_figures_are_numbers_and_the_date_is_a_date() -> None:
    for row in written()["Turno 1"].iter_rows(min_row=2, max_col=13):
        assert {cell.data_type for cell in row} == {"n"}
    assert written()["Torneo"]["B2"].value == datetime.datetime(2026, 11, 27)  # noqa: DTZ001
    assert written()["Torneo"]["B2"].is_date
    assert written()["Classifica"]["G2"].number_format.startswith("+")


def test_no_name_becomes_a_formula_an_error_or_a_number() -> None:
    book = openpyxl.load_workbook(io.BytesIO(write_event(with_nasty_names())))
    for cell, name in zip(book["Coppie"]["B"][1:], NASTY, strict=False):
        assert (cell.value, cell.data_type) == (name, "s")
        assert cell.quotePrefix == (name[0] in "=+-@")
    assert all(c.data_type != "f" for sheet in book.worksheets for row in sheet.iter_rows() for c in row)


def test_nothing_in_it_points_outside() -> None:
    with zipfile.ZipFile(io.BytesIO(data())) as archive:
        assert not [name for name in archive.namelist() if "externalLink" in name]
        relations = [archive.read(name) for name in archive.namelist() if name.endswith(".rels")]
    assert not any(b'TargetMode="External"' in text for text in relations)


@pytest.mark.parametrize("title", written().sheetnames)
def test_a_sheet_prints_on_a4_one_page_wide_with_event_and_page(title: str) -> None:
    sheet = written()[title]
    assert sheet.page_setup.paperSize == 9
    assert sheet.sheet_properties.pageSetUpPr.fitToPage
    assert (sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight) == (1, 0)
    assert "Burraco d'autunno – 27/11/2026" in sheet.oddHeader.center.text
    assert "&P" in sheet.oddFooter.right.text
    if title != "Torneo":
        assert sheet.freeze_panes == "A2"
        assert sheet.print_title_rows == "$1:$1"
        assert all(cell.font.bold for cell in sheet[1])


def test_wide_sheets_lie_on_their_side() -> None:
    sides = {sheet.title: sheet.page_setup.orientation for sheet in written().worksheets}
    assert (sides["Coppie"], sides["Turno 1"], sides["Classifica"]) == ("portrait", "landscape", "landscape")

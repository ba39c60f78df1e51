"""Messy lists of entries: every line reads as a club secretary would read it, or says why it does not."""

from __future__ import annotations

import doctest
import io
import zipfile
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from tournaments import look_alikes
from tournaments.spreadsheets.lists import (
    ListError,
    ListRow,
    Role,
    Source,
    columns,
    delimited,
    from_file,
    from_text,
    guess,
    persons,
    read,
    rows,
    source,
)
from tournaments.spreadsheets.lists.delimited import decoded
from tournaments.spreadsheets.lists.persons import clean, free_line, is_name

ENTRIES = Path(__file__).resolve().parents[2] / "data" / "entries"


@pytest.mark.parametrize("module", [look_alikes, columns, delimited, persons, rows, source])
def test_the_worked_examples_of_the_reading_hold(module: ModuleType) -> None:
    found = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert found.attempted
    assert not found.failed


def rows_of(source: Source) -> list[ListRow]:
    return read(source, guess(source))


def pairs_of(source: Source) -> list[list[str]]:
    return [[person.name for person in row.people] for row in rows_of(source) if row.people]


def file(name: str) -> Source:
    return from_file((ENTRIES / name).read_bytes())[0]


def test_the_answers_of_a_form_are_read_with_their_columns() -> None:
    source = file("modulo-iscrizioni.xlsx")
    layout = guess(source)
    assert [str(role) for role in layout.roles] == [
        "ignore", "name1", "name2", "club", "card1", "phone1", "paid",
    ]  # fmt: skip
    rows = {row.line: row for row in read(source, layout)}
    assert [line for line, row in rows.items() if row.skipped] == [1, 3, 13]
    assert [(person.name, person.card, person.phone) for person in rows[5].people] == [
        ("Bianchi Livia", "10232", "333 0000002"),
        ("Bonetti Gino", "", ""),
    ]
    assert [row.paid for line, row in rows.items() if line in (4, 5, 6, 8, 10, 11, 12)] == [
        True, True, False, False, True, False, True,
    ]  # fmt: skip
    assert [person.name for person in rows[8].people] == ["Ferri Pina"]


def test_a_formula_is_no_name_and_takes_its_card_with_it() -> None:
    row = next(row for row in rows_of(file("modulo-iscrizioni.xlsx")) if row.line == 12)
    assert [(person.name, person.card) for person in row.people] == [("Villa Ida", "")]
    assert "HYPERLINK" in str(row.notes[0])


def test_a_csv_of_a_spreadsheet_program_is_read_in_its_own_encoding() -> None:
    rows = [row for row in rows_of(file("iscritti-excel.csv")) if row.people]
    assert [(row.line, row.number, [person.name for person in row.people]) for row in rows] == [
        (2, 1, ["Fabbri Letizia", "Ferrara Aldo"]),
        (3, 2, ["Costa Maria", "Conte Niccolò"]),
        (4, 3, ["Città Piera", "Però Vito"]),
        (5, 4, ["Fiore Ada", "Fiore Ada"]),
        (7, 6, ["Guida Luca", "Guerra Ines"]),
    ]
    assert [row.club for row in rows] == ["Il Pozzetto", "Il Pozzetto", "Porto", "Porto", ""]


def test_a_spreadsheet_of_before_2007_is_read_from_its_fullest_sheet() -> None:
    sources = from_file((ENTRIES / "elenco-vecchio.xls").read_bytes())
    assert [source.sheet for source in sources] == ["Iscritti", "Note"]
    assert pairs_of(sources[0]) == [
        ["Amato Bruna", "Arena Dario"],
        ["Però Vito", "Città Piera"],
        ["Ferri Pina"],
    ]
    assert [row.number for row in rows_of(sources[0]) if row.people] == [1, 2, 3]


ODS_CONTENT = """<?xml version="1.0" encoding="UTF-8"?><office:document-content
 xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>
<table:table table:name="Foglio1">{rows}</table:table>
</office:spreadsheet></office:body></office:document-content>"""


def an_ods(rows: str) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr(
            "META-INF/manifest.xml",
            '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>',
        )
        archive.writestr("content.xml", ODS_CONTENT.replace("{rows}", rows))
    return buffer.getvalue()


def ods_row(*cells: str, more: str = "") -> str:
    inside = "".join(
        f'<table:table-cell office:value-type="string"><text:p>{cell}</text:p></table:table-cell>'
        for cell in cells
    )
    return f"<table:table-row{more}>{inside}</table:table-row>"


def test_an_opendocument_spreadsheet_is_read() -> None:
    data = an_ods(ods_row("Giocatore 1", "Giocatore 2") + ods_row("Amato Bruna", "Arena Dario"))
    assert pairs_of(from_file(data)[0]) == [["Amato Bruna", "Arena Dario"]]


def test_a_sheet_of_a_million_repeated_rows_ends_as_a_refusal() -> None:
    repeated = ods_row("Amato Bruna", "Arena Dario", more=' table:number-rows-repeated="1048576"')
    with pytest.raises(ListError):
        from_file(an_ods(repeated))


def test_a_cell_at_the_far_corner_does_not_fill_the_memory() -> None:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A1"], sheet["B1"] = "Amato Bruna", "Arena Dario"
    sheet["XFD1048576"] = "x"
    buffer = io.BytesIO()
    book.save(buffer)
    with pytest.raises(ListError):
        from_file(buffer.getvalue())


def test_a_zip_that_unpacks_to_a_mountain_is_refused_unopened() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<x/>")
        archive.writestr("xl/worksheets/sheet1.xml", b" " * 60_000_000)
    with pytest.raises(ListError, match="Unpacked"):
        from_file(buffer.getvalue())


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "empty"),
        (b"PK\x03\x04 and no more", "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 600, "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"), "password"),
        (b"%PDF-1.4", "picture"),
        (b"<html><body>", "web page"),
        (b" \n\t\n", "Nothing"),
        (b"x" * 8_000_001, "too big"),
        (b"a + b\n" * 5_001, "5,000"),
    ],
)
def test_what_is_no_list_is_refused_with_the_reason(data: bytes, told: str) -> None:
    with pytest.raises(ListError, match=told):
        from_file(data)


def test_a_zip_without_a_spreadsheet_is_refused() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("elenco.txt", "Amato Bruna + Arena Dario")
    with pytest.raises(ListError, match="unpack it"):
        from_file(buffer.getvalue())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "mac_roman", "cp850"])
def test_accents_come_through_whatever_wrote_the_file(encoding: str) -> None:
    assert decoded("Però Niccolò, Città, Nicolò".encode(encoding)) == "Però Niccolò, Città, Nicolò"


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
def test_any_separator_makes_a_table(separator: str) -> None:
    lines = [
        ("N", "Giocatore 1", "Giocatore 2"),
        ("1", "Amato Bruna", "Arena Dario"),
        ("2", "Neri Ugo", "Villa Ida"),
    ]
    source = from_text("\r\n".join(separator.join(line) for line in lines))
    assert pairs_of(source) == [["Amato Bruna", "Arena Dario"], ["Neri Ugo", "Villa Ida"]]
    assert [row.number for row in rows_of(source) if row.people] == [1, 2]


def test_a_quotation_mark_nobody_closed_swallows_no_line() -> None:
    text = 'Giocatore 1;Giocatore 2\n"Amato Bruna;Arena Dario\nNeri Ugo;Villa Ida\nSerra Lia;Galli Olga'
    assert pairs_of(from_text(text)) == [
        ["Amato Bruna", "Arena Dario"], ["Neri Ugo", "Villa Ida"], ["Serra Lia", "Galli Olga"],
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "number", "names"),
    [
        ("Tavolo 1: Abate Alda + Bellini Carlo", 1, ["Abate Alda", "Bellini Carlo"]),
        ("Tavolo 2: D'Amico Rosa + Dell'Acqua Franco", 2, ["D'Amico Rosa", "Dell'Acqua Franco"]),
        ("3. Neri Ugo - Lo Presti Anna Maria", 3, ["Neri Ugo", "Lo Presti Anna Maria"]),
        ("4) RUSSO  VITO & Russo Tina", 4, ["Russo Vito", "Russo Tina"]),
        ("5 De Santis Nicolò e Di Marco Ester", 5, ["De Santis Nicolò", "Di Marco Ester"]),
        ("15 - Palumbo Giuseppe + Palumbo Giuseppina", 15, ["Palumbo Giuseppe", "Palumbo Giuseppina"]),
        ("Testa-Riva Gaia / Serra Lia", None, ["Testa-Riva Gaia", "Serra Lia"]),
        ("Gatti Mirko; Galli Olga", None, ["Gatti Mirko", "Galli Olga"]),
        ("n. 7: Amato Bruna con Arena Dario", 7, ["Amato Bruna", "Arena Dario"]),
        ("Coppia 8 - D’Angelo Rita — Però Vito", 8, ["D'Angelo Rita", "Però Vito"]),
        ("• Amato Bruna + Arena Dario ✅ pagato", None, ["Amato Bruna", "Arena Dario"]),
        ("[12/03/26, 21:14:09] Rosa Neri: 9) Amato Bruna e Arena Dario", 9, ["Amato Bruna", "Arena Dario"]),
        ("12/03/26, 21:14 - Rosa Neri: Amato Bruna + Arena Dario", None, ["Amato Bruna", "Arena Dario"]),
        ("10° Amato Bruna, Arena Dario (arrivano tardi)", 10, ["Amato Bruna", "Arena Dario"]),
        ("Amato Bruna + Arena Dario tel. 333 1234567", None, ["Amato Bruna", "Arena Dario"]),
        ("Amato / Arena", None, ["Amato", "Arena"]),
        ("Costa, Maria + Conte, Luca", None, ["Costa Maria", "Conte Luca"]),
        ("Ferri Pina + ?", None, ["Ferri Pina"]),
        ("Ferri Pina +", None, ["Ferri Pina"]),
        ("Ferri Pina cerca compagna", None, ["Ferri Pina"]),
        ("Amato Bruna Arena Dario", None, ["Amato Bruna", "Arena Dario"]),
        ("11. Bruno Rita Ester", 11, ["Bruno Rita Ester"]),
    ],
)
def test_a_line_of_a_message_reads_as_one_would_say_it(
    line: str, number: int | None, names: list[str]
) -> None:
    row = rows_of(from_text(line))[0]
    assert (row.number, [person.name for person in row.people]) == (number, names)


@pytest.mark.parametrize(
    "line",
    [
        "Ciao a tutti!",
        "Ecco l'elenco delle iscrizioni",
        "grazie",
        "TOTALE 12",
        "a domani sera alle 21",
        "👍",
        "=1+1",
    ],
)
def test_talk_between_the_names_is_left_aside_with_its_reason(line: str) -> None:
    row = rows_of(from_text(f"{line}\nAmato Bruna + Arena Dario"))[0]
    assert row.people == ()
    assert row.skipped is not None


def test_four_words_without_a_sign_between_are_cut_and_it_is_said() -> None:
    row = rows_of(from_text("Amato Bruna Arena Dario"))[0]
    assert row.guessed
    assert row.notes


def test_a_phone_in_a_message_is_kept_and_is_no_number_of_a_pair() -> None:
    row = rows_of(from_text("Amato Bruna + Arena Dario 333 1234567 ada@example.org"))[0]
    assert (row.number, row.people[0].phone, row.people[0].email) == (None, "333 1234567", "ada@example.org")


def test_three_names_in_a_line_are_too_many() -> None:
    row = rows_of(from_text("Amato Bruna + Arena Dario + Neri Ugo"))[0]
    assert row.people == ()
    assert "3 names" in str(row.skipped)


def test_surname_and_first_name_may_stand_in_two_columns() -> None:
    text = "Cognome 1;Nome 1;Cognome 2;Nome 2\nDe Luca;Anna;Villa;Ida\nNeri;Ugo;;"
    assert pairs_of(from_text(text)) == [["De Luca Anna", "Villa Ida"], ["Neri Ugo"]]


def test_one_player_a_row_with_the_number_of_the_pair() -> None:
    text = "Coppia;Cognome e nome;Tessera\n1;Amato Bruna;11\n2;Neri Ugo;13\n1;Arena Dario;12\n2;Villa Ida;14"
    source = from_text(text)
    assert guess(source).one_player_a_row
    assert pairs_of(source) == [["Amato Bruna", "Arena Dario"], ["Neri Ugo", "Villa Ida"]]
    assert [person.card for row in rows_of(source) for person in row.people] == ["11", "12", "13", "14"]


def test_a_form_with_the_partner_in_a_column_of_its_own() -> None:
    text = (
        "Timestamp,Email Address,Cognome e nome,In coppia con,Cellulare\n"
        "12/03/2026,ada@example.org,Amato Bruna,Arena Dario,3331234567\n"
        "12/03/2026,ugo@example.org,Neri Ugo,,3331234568"
    )
    source = from_text(text)
    rows = [row for row in rows_of(source) if row.people]
    assert [[person.name for person in row.people] for row in rows] == [
        ["Amato Bruna", "Arena Dario"],
        ["Neri Ugo"],
    ]
    assert (rows[0].people[0].email, rows[0].people[0].phone) == ("ada@example.org", "3331234567")


def test_both_players_in_one_column_are_taken_apart() -> None:
    text = "N;Coppia;Circolo\n1;Amato Bruna - Arena Dario;Porto\n2;Neri Ugo / Villa Ida;"
    source = from_text(text)
    assert guess(source).roles[1] is Role.PAIR
    assert pairs_of(source) == [["Amato Bruna", "Arena Dario"], ["Neri Ugo", "Villa Ida"]]


def test_columns_without_headings_are_known_by_what_is_in_them() -> None:
    text = "1;Amato Bruna;Arena Dario;Porto Azzurro\n2;Neri Ugo;Villa Ida;Porto Azzurro"
    assert [str(role) for role in guess(from_text(text)).roles] == ["number", "name1", "name2", "club"]


def test_a_number_that_is_none_is_said_and_the_pair_kept() -> None:
    source = from_text(
        "Numero;Giocatore 1;Giocatore 2\n1;Amato Bruna;Arena Dario\n3;A B;C D\nbis;Neri Ugo;Villa Ida"
    )
    row = rows_of(source)[-1]
    assert row.number is None
    assert [person.name for person in row.people] == ["Neri Ugo", "Villa Ida"]
    assert "bis" in str(row.notes[0])


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=400))
def test_no_text_breaks_the_reading(text: str) -> None:
    try:
        source = from_text(text)
    except ListError:
        return
    for row in rows_of(source):
        assert row.people or row.skipped is not None
        assert len(row.people) <= 2
        assert all(is_name(person.name) for person in row.people)
        assert not row.number or 1 <= row.number <= 9_999


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=300))
def test_no_bytes_break_the_reading(data: bytes) -> None:
    if data.startswith((b"PK", b"\xd0\xcf")):
        return
    try:
        sources = from_file(data)
    except ListError:
        return
    for found in sources:
        rows_of(found)


PAID = ("Pagat", "Saldat", "Pagano")  # whoever is called so has paid, in a list
NAME = (
    st.text("abcdefghilmnopqrstuvz", min_size=3, max_size=9)
    .map(str.title)
    .filter(lambda name: is_name(name) and not name.startswith(PAID))
)
PERSON = st.tuples(NAME, NAME).map(" ".join).filter(lambda name: is_name(name) and clean(name) == name)


@settings(max_examples=60, deadline=None)
@given(PERSON, PERSON, st.sampled_from([" + ", " - ", " / ", " & ", " e ", "; ", " – "]), st.integers(1, 999))
def test_two_names_with_a_sign_between_them_come_back_as_they_were(
    one: str, other: str, sign: str, number: int
) -> None:
    line = free_line(f"{number}. {one}{sign}{other}")
    assert (line.number, line.parts) == (number, (one, other))

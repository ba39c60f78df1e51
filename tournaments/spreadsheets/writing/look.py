"""How a sheet looks on screen and on paper, and how a value becomes a cell that cannot do harm."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date

from openpyxl.cell.cell import Cell, MergedCell
from openpyxl.styles import Alignment, Border, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.workbook import Workbook
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.properties import PageSetupProperties
from openpyxl.worksheet.worksheet import Worksheet

Value = str | int | date | None

POINTS, SIGNED, DAY = "#,##0", "+#,##0;-#,##0;0", "dd/mm/yyyy"
A4 = 9
WIDEST = 42
_HEADING = Font(bold=True)
_SHADE = PatternFill("solid", fgColor="E7EFEA")
_LINE = Border(bottom=Side(style="thin", color="5B6B62"))
_WRAPPED = Alignment(wrap_text=True, vertical="center", horizontal="center")
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udfff]")
_STARTS_A_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def put(cell: Cell | MergedCell, value: Value, number_format: str = "") -> None:
    """Write a value. A text stays a text, whatever it begins with: no name becomes a formula or an error."""
    if isinstance(cell, MergedCell):
        raise TypeError(f"{cell.coordinate}: nothing is merged in these sheets")
    if isinstance(value, str):
        text = _CONTROL.sub("", value)
        cell.value = text
        cell.data_type = "s"
        if text.startswith(_STARTS_A_FORMULA):
            # Also for whoever edits the cell by hand: the program then takes it as text again.
            cell.quotePrefix = True
        return
    cell.value = value
    if number_format:
        cell.number_format = number_format


def table(
    workbook: Workbook,
    title: str,
    headings: Sequence[str],
    rows: Sequence[Sequence[Value]],
    *,
    formats: Sequence[str] = (),
    wide: bool = False,
) -> Worksheet:
    """A sheet with frozen bold headings over rows.

    ``formats``: number formats of the columns, in order. ``wide``: printed across the long side.
    """
    sheet: Worksheet = workbook.create_sheet(title)
    for column, heading in enumerate(headings, start=1):
        cell = sheet.cell(1, column)
        put(cell, heading)
        cell.font, cell.fill, cell.border, cell.alignment = _HEADING, _SHADE, _LINE, _WRAPPED
    known = (*formats, *[""] * (len(headings) - len(formats)))
    for number, row in enumerate(rows, start=2):
        for column, value in enumerate(row, start=1):
            if value is not None and value != "":
                put(sheet.cell(number, column), value, known[column - 1] if isinstance(value, int) else "")
    sheet.freeze_panes = "A2"
    _widths(sheet, headings, rows)
    on_paper(sheet, wide=wide)
    sheet.print_title_rows = "1:1"
    return sheet


def _widths(sheet: Worksheet, headings: Sequence[str], rows: Sequence[Sequence[Value]]) -> None:
    for column, heading in enumerate(headings):
        # A heading may break between its words, a value may not.
        longest = max((len(word) for word in heading.split()), default=0)
        values = max((len(str(row[column])) for row in rows if row[column] is not None), default=0)
        letter = get_column_letter(column + 1)
        sheet.column_dimensions[letter].width = min(max(longest, values, 5) + 2, WIDEST)


def on_paper(sheet: Worksheet, *, wide: bool = False) -> None:
    """A4, one page wide and as many long as it takes, with the event and the page on every sheet."""
    sheet.page_setup.paperSize = A4
    sheet.page_setup.orientation = "landscape" if wide else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr = PageSetupProperties(fitToPage=True)
    sheet.print_options.horizontalCentered = True
    sheet.page_margins.left = sheet.page_margins.right = 0.4
    sheet.page_margins.top = sheet.page_margins.bottom = 0.7


def name_pages(sheet: Worksheet, event: str) -> None:
    """The event's name above every page, sheet and page number below."""
    # In a header "&" begins a code, and the whole may have 255 characters.
    title = _CONTROL.sub("", event).replace("&", "&&")[:200]
    header, footer = HeaderFooterItem(), HeaderFooterItem()
    header.center.text = title
    footer.left.text, footer.right.text = "&A", "&P / &N"
    sheet.oddHeader, sheet.oddFooter = header, footer


def bold(cell: Cell | MergedCell) -> None:
    cell.font = _HEADING


def harmless(text: str) -> str:
    """A text without the signs no workbook may hold."""
    return _CONTROL.sub("", text)


def looks_like_a_formula(text: str) -> bool:
    """Whether a spreadsheet program would try to compute this text.

    >>> looks_like_a_formula("=1+1"), looks_like_a_formula("-5 di penalità"), looks_like_a_formula("D'Angiò")
    (True, True, False)
    """
    return text.startswith(_STARTS_A_FORMULA)

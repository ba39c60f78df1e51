"""The standings as a picture for a messaging app: 1080 pixels wide, read on a phone held upright.

The look is the house's: warm paper, the felt bar with its mark, gold for places 1 to 3, figures that align.
Names are never made smaller to fit: first names go first, then a name ends in an ellipsis.
"""

from __future__ import annotations

import io
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from tournaments.pictures.fonts import SANS, SANS_BOLD, SERIF_BOLD, Type, face

WIDTH = 1080
MARGIN = 44
MOST = 30  # pairs on one picture

PAPER, SUNK, INK, INK_2, RULE = "#faf6ec", "#f2ecdd", "#1c1a17", "#5a5348", "#e1d9c7"
FELT, ON_FELT, ON_FELT_2 = "#12493a", "#fbf7ec", "#c3d8cb"
GOLD, ON_GOLD, GOLD_EDGE = "#d3a237", "#1c1a17", "#8f6a17"
HEART, BEHIND = "#ad1d2d", "#bdcdc2"

BAR = 168
HEAD = 208  # title, its line, the headings of the columns
FOOT = 92
PLACE, NAMES, VP, MP = MARGIN + 40, MARGIN + 104, WIDTH - MARGIN - 168, WIDTH - MARGIN  # where columns stand
TURNED = 64  # colours kept: flat grounds and the edges of letters


@dataclass(frozen=True)
class Line:
    """A pair: its place, its people as (surname, first name), VP and MP as they are written."""

    place: int
    people: tuple[tuple[str, str], ...]
    vp: str
    mp: str


@dataclass(frozen=True)
class Card:
    """Everything on one picture, in the reader's language. ``stamp``: number and time; ``page``: "1 of 2"."""

    event: str
    where: str
    title: str
    stamp: str
    headings: tuple[str, str, str]
    lines: tuple[Line, ...]
    foot: str
    page: str = ""


def pages_of(count: int, most: int = MOST) -> list[range]:
    """Cut ``count`` pairs into pictures of nearly the same length.

    >>> pages_of(31)
    [range(0, 16), range(16, 31)]
    >>> len(pages_of(0)), len(pages_of(30)), len(pages_of(500))
    (1, 1, 17)
    """
    pages = max(1, -(-count // most))
    size, longer = divmod(count, pages)
    starts = [page * size + min(page, longer) for page in range(pages + 1)]
    return [range(first, after) for first, after in itertools.pairwise(starts)]


def png(card: Card) -> bytes:
    """Draw a card. The same card gives the same bytes on the same machine."""
    pitch = _pitch(len(card.lines))
    height = BAR + HEAD + pitch * len(card.lines) + FOOT
    image = Image.new("RGB", (WIDTH, height), PAPER)
    draw = ImageDraw.Draw(image)
    _bar(image, draw, card)
    _head(draw, card)
    _rows(draw, card, pitch)
    _foot(draw, card, height)
    out = io.BytesIO()
    image.quantize(TURNED, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


def _pitch(count: int) -> int:
    """The height of a row: a short list stands wide, a long one still takes a finger's width of text."""
    return 84 if count <= 12 else 70 if count <= 20 else 58


def _bar(image: Image.Image, draw: ImageDraw.ImageDraw, card: Card) -> None:
    draw.rectangle((0, 0, WIDTH, BAR), fill=FELT)
    mark = _mark(104)
    image.paste(mark, (MARGIN, (BAR - mark.height) // 2), mark)
    left, room = MARGIN + 128, WIDTH - 2 * MARGIN - 128
    name, where = face(SERIF_BOLD, 46), face(SANS, 31)
    _write(draw, (left, 72), _cut(card.event, name, room), name, ON_FELT)
    _write(draw, (left, 124), _cut(card.where, where, room), where, ON_FELT_2)


def _head(draw: ImageDraw.ImageDraw, card: Card) -> None:
    title, stamp, small = face(SERIF_BOLD, 58), face(SANS, 31), face(SANS, 28)
    _write(draw, (MARGIN, BAR + 78), _cut(card.title, title, WIDTH - 2 * MARGIN), title, INK)
    _write(draw, (MARGIN, BAR + 128), card.stamp, stamp, INK_2)
    base = BAR + HEAD - 14
    pair, vp, mp = card.headings
    _write(draw, (NAMES, base), pair, small, INK_2)
    _write(draw, (VP, base), vp, small, INK_2, right=True)
    _write(draw, (MP, base), mp, small, INK_2, right=True)
    draw.rectangle((MARGIN, BAR + HEAD - 3, WIDTH - MARGIN, BAR + HEAD - 1), fill=INK)


def _rows(draw: ImageDraw.ImageDraw, card: Card, pitch: int) -> None:
    size = {84: 40, 70: 38, 58: 35}[pitch]
    plain, bold = face(SANS, size), face(SANS_BOLD, size)
    names = _names(card.lines, plain, bold, VP - 90 - NAMES)
    for index, line in enumerate(card.lines):
        top = BAR + HEAD + index * pitch
        base = top + pitch // 2 + size * 36 // 100
        if index:
            draw.rectangle((MARGIN, top, WIDTH - MARGIN, top), fill=RULE)
        _place(draw, line.place, top, pitch, bold)
        left = float(NAMES)
        for text, type_, colour in names[index]:
            _write(draw, (left, base), text, type_, colour)
            left += type_.width(text)
        _write(draw, (VP, base), line.vp, bold, INK, right=True)
        _write(draw, (MP, base), line.mp, plain, INK, right=True)


def _place(draw: ImageDraw.ImageDraw, place: int, top: int, pitch: int, bold: Type) -> None:
    middle = top + pitch // 2
    if place <= 3:
        half = min(pitch // 2 - 7, 27)
        chip = (PLACE - half - 8, middle - half, PLACE + half + 8, middle + half)
        draw.rounded_rectangle(chip, 8, fill=GOLD, outline=GOLD_EDGE, width=2)
    draw.text((PLACE, middle), str(place), ON_GOLD if place <= 3 else INK, bold.face, anchor="mm")


def _foot(draw: ImageDraw.ImageDraw, card: Card, height: int) -> None:
    small = face(SANS, 27)
    base = height - 34
    draw.rectangle((MARGIN, height - FOOT + 12, WIDTH - MARGIN, height - FOOT + 13), fill=RULE)
    _write(draw, (MARGIN, base), card.foot, small, INK_2)
    _write(draw, (WIDTH - MARGIN, base), card.page, small, INK_2, right=True)


Run = tuple[str, Type, str]


def _names(lines: Sequence[Line], plain: Type, bold: Type, room: float) -> list[list[Run]]:
    """The names of a picture, all at the same length: whole, with initials, or surnames alone."""
    for first_name in (lambda name: name, lambda name: name[:1] + "." if name else "", lambda _name: ""):
        runs = [_pair(line, first_name, plain, bold) for line in lines]
        if all(_length(row) <= room for row in runs):
            return runs
    return [_shortened(row, room) for row in runs]


def _pair(line: Line, first_name: Callable[[str], str], plain: Type, bold: Type) -> list[Run]:
    runs: list[Run] = []
    for surname, first in line.people:
        if runs:
            runs.append((" – ", plain, INK_2))
        runs.append((surname, bold, INK))
        told = first_name(first)
        if told:
            runs.append((f" {told}", plain, INK_2))
    return runs


def _length(runs: Sequence[Run]) -> float:
    return sum(type_.width(text) for text, type_, _colour in runs)


def _shortened(runs: list[Run], room: float) -> list[Run]:
    """A pair too long even by surnames: each of the two gets its part of the room."""
    while runs and _length(runs) > room:
        longest = max(range(len(runs)), key=lambda index: _length(runs[index : index + 1]))
        text, type_, colour = runs[longest]
        runs[longest] = (_cut(text, type_, type_.width(text) - 12), type_, colour)
    return runs


def _cut(text: str, type_: Type, room: float) -> str:
    """The text, or its beginning and an ellipsis."""
    if type_.width(text) <= room:
        return text
    text = text.removesuffix("…")
    while text and type_.width(text + "…") > room:
        text = text[:-1].rstrip()
    return text + "…"


def _write(
    draw: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    type_: Type,
    colour: str,
    *,
    right: bool = False,
) -> None:
    """Text on its base line, from ``at`` or up to it."""
    draw.text(at, type_.written(text), colour, type_.face, anchor="rs" if right else "ls")


@lru_cache(maxsize=4)
def _mark(size: int) -> Image.Image:
    """The house's mark, two crossed pozzetti, drawn large and made small so that its edges are smooth."""
    scale = 4 * size / 34
    image = Image.new("RGBA", (4 * size, 4 * size), FELT)
    draw = ImageDraw.Draw(image)

    def box(*corners: float) -> tuple[float, ...]:
        return tuple(scale * corner for corner in corners)

    behind = box(1.2, 9.2, 32.8, 28.8)
    draw.rounded_rectangle(behind, 3.8 * scale, outline=BEHIND, width=round(1.6 * scale))
    draw.rounded_rectangle(box(8.5, 1.5, 27.5, 30.5), 3 * scale, fill=ON_FELT)
    draw.ellipse(box(11.9, 11.7, 18.2, 18), fill=HEART)
    draw.ellipse(box(17.8, 11.7, 24.1, 18), fill=HEART)
    draw.polygon(box(12.3, 16.2, 18, 13.6, 23.7, 16.2, 18, 22.6), fill=HEART)
    return image.resize((size, size), Image.Resampling.LANCZOS)

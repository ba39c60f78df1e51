"""The picture of the standings: its size, its names, the machine it is drawn on."""

from __future__ import annotations

import io
import time
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image, ImageFont

from tournaments.pictures import fonts, standings
from tournaments.pictures.fonts import SANS, SANS_BOLD, SERIF_BOLD, face
from tournaments.pictures.standings import Card, Line, pages_of, png

NAMES = (("Gentile", "Enrica"), ("D’Angelo", "Nicolò"))


def card(pairs: int = 12, people: tuple[tuple[str, str], ...] = NAMES) -> Card:
    lines = tuple(Line(place, people, "58", "+1.485") for place in range(1, pairs + 1))
    return Card(
        event="Burraco d’autunno",
        where="Circolo La Pinella, Pavia · 27 novembre 2026",
        title="Classifica dopo il 3º turno",
        stamp="n. 3, alle 22:51 · 12 coppie",
        headings=("Coppia", "VP", "MP"),
        lines=lines,
        foot="Pozzetto",
    )


def drawn(some: Card) -> Image.Image:
    return Image.open(io.BytesIO(png(some)))


@pytest.mark.parametrize("pairs", [0, 1, 8, 12, 13, 20, 21, 30])
def test_a_picture_stands_upright_and_is_light_to_send(pairs: int) -> None:
    body = png(card(pairs))
    image = Image.open(io.BytesIO(body))
    assert (image.format, image.width) == ("PNG", 1080)
    assert len(body) < 300_000
    if pairs >= 8:
        assert 1 < image.height / image.width < 2.2


def test_the_same_standings_give_the_same_picture() -> None:
    assert png(card()) == png(card())
    assert png(card()) != png(replace(card(), stamp="n. 4, alle 22:58"))


def test_gold_lies_behind_places_one_to_three_only() -> None:
    image = drawn(card(8)).convert("RGB")
    golden = [y for y in range(image.height) if _near(image.getpixel((54, y)), (211, 162, 55))]
    pitch = 84
    rows = {(y - standings.BAR - standings.HEAD) // pitch for y in golden}
    assert rows == {0, 1, 2}


def _near(found: object, wanted: tuple[int, int, int]) -> bool:
    assert isinstance(found, tuple)
    return all(abs(one - other) < 12 for one, other in zip(found, wanted, strict=True))


def test_sixty_pairs_are_two_pictures_drawn_in_less_than_half_a_second() -> None:
    png(card(30))  # the fonts are looked for once
    start = time.process_time()
    for page in pages_of(60):
        png(card(len(page)))
    assert time.process_time() - start < 0.5


def test_pairs_are_dealt_evenly_over_the_pictures_and_none_is_lost() -> None:
    for count in range(400):
        pages = pages_of(count)
        assert [index for page in pages for index in page] == list(range(count))
        assert max(len(page) for page in pages) <= 30
        assert max(len(page) for page in pages) - min(len(page) for page in pages) <= 1


def words(people: tuple[tuple[str, str], ...], room: float) -> str:
    plain, bold = face(SANS, 35), face(SANS_BOLD, 35)
    runs = standings._names([Line(1, people, "1", "0")], plain, bold, room)[0]
    assert sum(type_.width(text) for text, type_, _colour in runs) <= room
    return "".join(text for text, _type, _colour in runs)


def test_a_name_is_never_made_smaller_first_names_go_first() -> None:
    assert words(NAMES, 900) == "Gentile Enrica – D’Angelo Nicolò"
    assert words(NAMES, 480) == "Gentile E. – D’Angelo N."
    assert words(NAMES, 360) == "Gentile – D’Angelo"
    assert words(NAMES, 280).count("…") >= 1


def test_a_pair_of_very_long_names_ends_in_an_ellipsis_and_keeps_both() -> None:
    told = words((("Della Valle-Scognamiglio Buonaventura", ""), ("Rossi", "")), 400)
    assert told.startswith("Della")
    assert told.endswith("… – Rossi")


def test_names_with_accents_are_drawn_as_they_are_written() -> None:
    plain = drawn(card(8, (("Nicolo", ""), ("Dangelo", ""))))
    accents = drawn(card(8, (("Nicolò", ""), ("D’Angelo", ""))))
    assert plain.tobytes() != accents.tobytes()
    assert all(face(names, 30).whole for names in (SERIF_BOLD, SANS, SANS_BOLD))


def test_a_machine_without_any_of_the_fonts_still_draws(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a bare server: Pillow's own face, and signs it lacks written plainly."""

    found = ImageFont.truetype

    def missing(font: Any, size: float, **more: Any) -> ImageFont.FreeTypeFont:
        if isinstance(font, str):
            raise OSError("cannot open resource")
        return found(font, size, **more)

    monkeypatch.setattr(fonts.ImageFont, "truetype", missing)
    face.cache_clear()
    try:
        assert not face(SANS, 30).whole
        assert face(SANS, 30).written("D’Angelo – Nicolò −20…") == "D'Angelo - Nicolo -20..."
        assert drawn(card(12)).width == 1080
    finally:
        face.cache_clear()

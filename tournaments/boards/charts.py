"""Places round by round as lines: a pair's own, and those of the pairs that lead now.

Drawn here as SVG of plain shapes, with classes for the look and attributes for the geometry: no style
attribute and no script, so that a page's security policy may forbid both. (The libraries that draw charts
in Python bring one or the other.) One unit is one pixel on a screen of 360, so letters of 16 stay 16. Every
chart has its figures beside it as a table: ``Chart.lines`` and ``Chart.rounds``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, cast

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from tournaments.boards.names import PairName
from tournaments.boards.released import Released

WIDTH, TOP, BOTTOM = 328, 30, 34
ONE, MANY = 150, 260  # heights
LETTER = 16
NEAREST = 19  # between the names at the end of two lines
MARKS = ("circle", "square", "diamond", "triangle", "ring")
SCALE = (1, 2, 3, 5, 10, 20, 50, 100, 200, 500, 1000)
MOST_LABELS = 9


class Line(NamedTuple):
    """A pair and its place after each round; None where it was in no standings yet."""

    name: PairName
    places: tuple[int | None, ...]

    @property
    def now(self) -> int | None:
        return self.places[-1] if self.places else None


@dataclass(frozen=True)
class Chart:
    """``shapes``: what stands inside the ``svg`` element of the page, which names and describes it."""

    rounds: tuple[int, ...]
    lines: tuple[Line, ...]
    height: int
    shapes: SafeString

    @property
    def box(self) -> str:
        return f"0 0 {WIDTH} {self.height}"


def places_of(released: Released, numbers: Sequence[int]) -> tuple[Line, ...]:
    """The places of some pairs after each closed round."""
    found: dict[int, list[int | None]] = {number: [] for number in numbers}
    for upto in range(1, released.last_closed + 1):
        stood = {cast(int, s.entry): s.place for s in released.standings_after(upto)}
        for number, places in found.items():
            places.append(stood.get(number))
    return tuple(Line(released.names.of(number), tuple(places)) for number, places in found.items())


def pair_chart(released: Released, number: int) -> Chart | None:
    """A pair's places; None before there are two to join."""
    lines = places_of(released, [number])
    if sum(place is not None for place in lines[0].places) < 2:
        return None
    rounds = tuple(range(1, released.last_closed + 1))
    return Chart(rounds, lines, ONE, _draw_one(lines[0], rounds))


def leaders_chart(released: Released, count: int = 5) -> Chart | None:
    """How those who lead after the last closed round got there; None before the second."""
    if released.last_closed < 2:
        return None
    leaders = [cast(int, s.entry) for s in released.standings_after(released.last_closed)[:count]]
    lines = places_of(released, leaders)
    rounds = tuple(range(1, released.last_closed + 1))
    return Chart(rounds, lines, MANY, _draw_many(lines, rounds))


def _draw_one(line: Line, rounds: Sequence[int]) -> SafeString:
    height = ONE
    known = [place for place in line.places if place is not None]
    best, worst = min(known), max(known)
    across = _across(rounds, 20, WIDTH - 20)

    def down(place: int) -> float:
        return TOP + (height - TOP - BOTTOM) * (place - best) / max(worst - best, 1)

    points = [(x, down(place), place) for x, place in zip(across, line.places, strict=True) if place]
    every = math.ceil(len(points) / MOST_LABELS)
    labels = [
        _text(x, y - 10, place, "at")
        for index, (x, y, place) in enumerate(points)
        if (len(points) - 1 - index) % every == 0
    ]
    marks = [_mark("circle", x, y) for x, y, _place in points]
    shapes = [_axis(rounds, across, height), f'<g class="line first">{_path(points)}{"".join(marks)}</g>']
    return _grouped([*shapes, *labels])


def _draw_many(lines: Sequence[Line], rounds: Sequence[int]) -> SafeString:
    height = MANY
    worst = max((place for line in lines for place in line.places if place), default=1)
    across = _across(rounds, 34, WIDTH - 116)

    def down(place: int) -> float:
        share = math.log(place) / math.log(worst) if worst > 1 else 0.0
        return TOP + (height - TOP - BOTTOM) * share

    grid = "".join(
        f'<path class="grid" d="M34 {_at(down(place))}H{_at(across[-1])}"/>'
        + _text(24, down(place) + 5, place, "scale")
        for place in _scale(worst, down)
    )
    shapes = [f"<g>{grid}</g>", _axis(rounds, across, height)]
    ends = _apart([down(line.now or worst) for line in lines])
    for index, (line, end) in reversed(list(enumerate(zip(lines, ends, strict=True)))):
        points = [(x, down(place), place) for x, place in zip(across, line.places, strict=True) if place]
        mark = MARKS[index % len(MARKS)]
        marks = "".join(_mark(mark, x, y) for x, y, _place in points)
        label = _text(across[-1] + 12, end + 5, f"{line.now} {_surname(line.name)}", "end")
        kind = "line first" if index == 0 else f"line l{index}"
        shapes.append(f'<g class="{kind}">{_path(points)}{marks}{label}</g>')
    return _grouped(shapes)


def _scale(worst: int, down: Callable[[int], float]) -> list[int]:
    """Places to write beside the lines: round ones, none on top of another."""
    chosen: list[int] = []
    for place in (*(each for each in SCALE if each < worst), worst):
        if not chosen or down(place) - down(chosen[-1]) >= LETTER:
            chosen.append(place)
    return chosen


def _apart(wanted: list[float]) -> list[float]:
    """The same heights in order, moved down where two would lie on one another."""
    placed: list[float] = []
    for y in wanted:
        placed.append(max(y, placed[-1] + NEAREST) if placed else y)
    return placed


def _surname(name: PairName) -> str:
    shown = name.people[0].surname if name.people else name.short
    return shown if len(shown) <= 10 else f"{shown[:9]}…"


def _across(rounds: Sequence[int], left: float, right: float) -> list[float]:
    step = (right - left) / max(len(rounds) - 1, 1)
    return [left + step * index for index in range(len(rounds))]


def _axis(rounds: Sequence[int], across: Sequence[float], height: int) -> str:
    every = math.ceil(len(rounds) / MOST_LABELS)
    return "".join(
        _text(x, height - 8, number, "round")
        for number, x in zip(rounds, across, strict=True)
        if (rounds[-1] - number) % every == 0
    )


def _path(points: Sequence[tuple[float, float, int]]) -> str:
    return f'<path d="M{"L".join(f"{_at(x)} {_at(y)}" for x, y, _place in points)}"/>'


def _mark(kind: str, x: float, y: float) -> str:
    if kind in {"circle", "ring"}:
        return f'<circle class="{kind}" cx="{_at(x)}" cy="{_at(y)}" r="5"/>'
    if kind == "square":
        return f'<rect class="square" x="{_at(x - 4.5)}" y="{_at(y - 4.5)}" width="9" height="9"/>'
    corners = {"diamond": ((0, -6), (6, 0), (0, 6), (-6, 0)), "triangle": ((0, -6), (6, 5), (-6, 5))}[kind]
    points = " ".join(f"{_at(x + dx)},{_at(y + dy)}" for dx, dy in corners)
    return f'<polygon class="{kind}" points="{points}"/>'


def _text(x: float, y: float, words: object, kind: str) -> str:
    return f'<text class="{kind}" x="{_at(x)}" y="{_at(y)}">{escape(words)}</text>'


def _at(value: float) -> str:
    """A length as SVG wants it, whatever the language."""
    return f"{value:.1f}".removesuffix(".0")


def _grouped(shapes: Sequence[str]) -> SafeString:
    # Every word in it has been escaped by _text; everything else is drawn here.
    return mark_safe(f'<g font-size="{LETTER}">{"".join(shapes)}</g>')  # noqa: S308

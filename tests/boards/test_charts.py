"""Charts of places: the right places at the right height, with no style of their own."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest

from tests.factories import Evening, an_evening
from tournaments.boards.charts import Chart, Line, _apart, _draw_many, _draw_one, leaders_chart, pair_chart
from tournaments.boards.names import PairName, Person
from tournaments.boards.released import load_released
from tournaments.models import Event

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=24, closed=5, open_round="published", programme="Mitchell 8"))


def drawn(chart: Chart | None) -> ET.Element:
    assert chart is not None
    return ET.fromstring(f"<svg>{chart.shapes}</svg>")  # noqa: S314 - our own


def test_a_pairs_chart_has_the_place_of_each_closed_round(event: Event) -> None:
    released = load_released(event)
    chart = pair_chart(released, 7)
    assert chart is not None
    stood = [
        next(s.place for s in released.facts.standings(upto) if s.entry == 7) for upto in (1, 2, 3, 4, 5)
    ]
    assert chart.lines[0].places == tuple(stood)
    labels = [each.text for each in drawn(chart).iter("text") if each.get("class") == "at"]
    assert labels == [str(place) for place in stood]


def test_a_better_place_lies_higher(event: Event) -> None:
    chart = pair_chart(load_released(event), 7)
    assert chart is not None
    heights = [float(each.get("cy", "")) for each in drawn(chart).iter("circle")]
    places = [place or 0 for place in chart.lines[0].places]
    for (one, at_one), (other, at_other) in pairwise(zip(places, heights, strict=True)):
        assert (one < other) == (at_one < at_other)


def test_the_leaders_are_those_of_now_in_their_order(event: Event) -> None:
    released = load_released(event)
    chart = leaders_chart(released)
    assert chart is not None
    assert [line.name.number for line in chart.lines] == [s.entry for s in released.facts.standings(5)[:5]]
    ends = [each.text for each in drawn(chart).iter("text") if each.get("class") == "end"]
    assert sorted(int((text or "").split()[0]) for text in ends) == sorted(
        line.now or 0 for line in chart.lines
    )


def test_before_two_closed_rounds_there_is_nothing_to_draw() -> None:
    released = load_released(an_evening(Evening(pairs=8, closed=1, open_round="published")))
    assert leaders_chart(released) is None
    assert pair_chart(released, 1) is None


def test_a_round_not_closed_is_on_no_chart(event: Event) -> None:
    chart = leaders_chart(load_released(event))
    assert chart is not None
    assert chart.rounds == (1, 2, 3, 4, 5)


def test_charts_have_neither_style_nor_script_and_decimals_as_svg_wants_them(event: Event) -> None:
    released = load_released(event)
    for chart in (pair_chart(released, 1), leaders_chart(released)):
        assert chart is not None
        assert "style" not in chart.shapes
        assert "script" not in chart.shapes
        assert not re.search(r'[xyrd]="[^"]*\d,\d{3}', chart.shapes)


def test_a_surname_cannot_become_markup() -> None:
    name = PairName(1, (Person("<b>&", ""),), "x")
    assert "&lt;b&gt;&amp;" in _draw_many([Line(name, (1, 2))], (1, 2))


def test_names_at_the_ends_of_lines_never_lie_on_one_another(event: Event) -> None:
    ends = _apart([30.0, 31.0, 32.0, 200.0, 201.0])
    assert all(after - before >= 19 for before, after in pairwise(ends))


def test_a_hundred_rounds_and_a_missing_one_are_drawn(event: Event) -> None:
    name = PairName(1, (Person("Rossi", ""),), "Rossi – Verdi")
    places = (None, *range(1, 100))
    shapes = _draw_one(Line(name, places), tuple(range(1, 101)))
    assert shapes.count("<text") <= 2 * 10
    chart = pair_chart(load_released(event), 1)
    assert chart is not None
    assert replace(chart, shapes=shapes).box.startswith("0 0 ")


def test_nothing_is_drawn_outside_the_box(event: Event) -> None:
    released = load_released(event)
    for chart in (leaders_chart(released), *(pair_chart(released, number) for number in range(1, 25))):
        assert chart is not None
        for each in drawn(chart).iter("text"):
            assert 0 <= float(each.get("x", "")) <= 328
            assert 0 < float(each.get("y", "")) <= chart.height

"""One is one: the words agree with the number beside them, not with the total."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.translation import override

from scoring.score_sheet import check_total
from tournaments.words import spoken


@pytest.mark.parametrize(
    ("here", "told"), [(0, "pairs here, of 7"), (1, "pair here, of 7"), (2, "pairs here, of 7")]
)
def test_one_pair_of_seven_is_here(here: int, told: str) -> None:
    counts = SimpleNamespace(over=False, here=here, pairs=7, unseen=0, absent=0)
    with override("en"):
        page = render_to_string("desk/entries/counts.html", {"counts": counts})
    assert f"<b>{here}</b> {told}" in page


@pytest.mark.parametrize(
    ("done", "told"), [(0, "tables in, of 7"), (1, "table in, of 7"), (6, "tables in, of 7")]
)
def test_one_table_of_seven_is_in(done: int, told: str) -> None:
    tiles = [SimpleNamespace(table=n + 1, done=n < done) for n in range(7)]
    progress = SimpleNamespace(done=done, tiles=tiles, is_chase=False)
    board: Any = SimpleNamespace(progress=progress, pages=[], rows=7)
    with override("en"):
        page = render_to_string("hall/parts/progress.html", {"board": board})
    assert f"<b>{done}</b> {told}" in page


def test_a_total_with_a_figure_too_many_is_told_as_it_was_typed() -> None:
    (found,) = check_total(1_234_570, 600, hands=4)
    assert found.level == "refused"
    with override("en"):
        assert spoken(found.sentence) == "North-South: a total of 1,234,570 is far too large. Write it again."

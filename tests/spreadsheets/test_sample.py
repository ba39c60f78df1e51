"""The sample evening is the one its script makes, and a sound one."""

from __future__ import annotations

import pytest

from tests.house import make_sample
from tournaments.boards.facts import load
from tournaments.boards.verify import verify
from tournaments.desk.change import Actor
from tournaments.desk.imports import import_event
from tournaments.spreadsheets import read_event


def test_the_sample_evening_is_what_its_script_makes() -> None:
    assert read_event(make_sample.SAMPLE) == make_sample.evening()


@pytest.mark.django_db
def test_the_sample_evening_is_complete_and_everything_in_it_adds_up() -> None:
    book = read_event(make_sample.SAMPLE)
    assert book.notices == ()
    event = import_event(book, by=Actor(name="Aldo Sacchi", source="import"))
    assert verify(event) == []
    assert [state for _, state in sorted(load(event).rounds.items())] == ["closed"] * 4
    written = [(row.place, row.number, row.vp, row.net_mp) for row in make_sample.evening().standings]
    assert written == [(s.place, s.entry, s.vp, s.net_mp) for s in load(event).standings()]

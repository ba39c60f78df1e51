"""Events come in from workbooks and go out again by the command line."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from tournaments.boards.facts import load
from tournaments.models import Event, Round

pytestmark = pytest.mark.django_db
EVENTS = Path(__file__).parents[1] / "data" / "events"


def imported(path: Path) -> Event:
    out = StringIO()
    call_command("import_event", str(path), stdout=out)
    return Event.objects.get(slug=out.getvalue().splitlines()[-1])


@pytest.mark.parametrize("workbook", sorted(EVENTS.glob("*.xlsx")), ids=lambda path: path.stem)
def test_every_pair_of_a_sample_evening_ends_with_its_vp_and_net_mp(workbook: Path) -> None:
    event = imported(workbook)
    expected = json.loads(workbook.with_suffix(".expected.json").read_text())
    found = {standing.entry: standing for standing in load(event).standings()}
    assert [{"number": n, "vp": found[n].vp, "net_mp": found[n].net_mp} for n in sorted(found)] == expected
    assert {found.state for found in event.rounds.all()} == {Round.State.CLOSED}

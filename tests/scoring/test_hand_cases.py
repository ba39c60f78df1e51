"""The sample hands: the match points of both lines and every finding, by code and line."""

import json
from pathlib import Path

import pytest

from scoring.hand import Hand, Line, check, match_points

CASES = json.loads((Path(__file__).parents[1] / "cases" / "hands.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_a_sample_hand_has_the_points_and_the_findings_written_beside_it(case):
    hand = Hand(Line(**case["ns"]), Line(**case["ew"]))

    assert list(match_points(hand)) == case["mp"]
    impossible = [finding for finding in check(hand) if finding.level != "warning"]
    found = [f"{finding.code}:{finding.line}" if finding.line else finding.code for finding in impossible]
    assert sorted(found) == sorted(case["findings"])

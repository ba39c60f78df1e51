"""The sample melds: kind, burraco and points in any order of the cards, or no meld."""

import json
import random
from pathlib import Path

import pytest

from scoring.melds import NotAMeld, classify

CASES = json.loads((Path(__file__).parents[1] / "cases" / "melds.json").read_text())


@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_a_sample_meld_is_read_as_written_beside_it_in_any_order(case):
    cards = list(case["cards"])
    for seed in range(4):
        if case["legal"]:
            meld = classify(cards)
            assert (meld.kind, meld.burraco, meld.points) == (case["kind"], case["burraco"], case["points"])
        else:
            with pytest.raises(NotAMeld):
                classify(cards)
        random.Random(seed).shuffle(cards)

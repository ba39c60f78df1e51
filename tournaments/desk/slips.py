"""The hands of a slip, as they are stored and as they were handed in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from scoring.hand import Hand, Line
from tournaments.desk.judging import HandPlan, ResultPlan
from tournaments.models import HandResult, Result


def hand_plan(row: HandResult) -> HandPlan:
    """A stored hand as it was handed in."""
    hand = None
    if row.components:
        hand = Hand(Line(**row.components["ns"]), Line(**row.components["ew"]))
    return HandPlan(row.ns_mp, row.ew_mp, hand, row.ns_base, row.ns_net, row.ew_base, row.ew_net)


def turned_hand(plan: HandPlan) -> HandPlan:
    """The same hand with the two lines exchanged."""
    hand = Hand(plan.hand.ew, plan.hand.ns) if plan.hand else None
    return HandPlan(plan.ew_mp, plan.ns_mp, hand, plan.ew_base, plan.ew_net, plan.ns_base, plan.ns_net)


def store_hands(written: Sequence[tuple[Result, ResultPlan]]) -> None:
    """Keep the hands of results, as much of them as was written down."""
    HandResult.objects.bulk_create(
        HandResult(
            result=result,
            number=number,
            ns_mp=hand.ns_mp,
            ew_mp=hand.ew_mp,
            ns_base=hand.ns_base,
            ns_net=hand.ns_net,
            ew_base=hand.ew_base,
            ew_net=hand.ew_net,
            components=components(hand.hand),
        )
        for result, plan in written
        for number, hand in enumerate(plan.hands, start=1)
    )


def hands_told(hands: Sequence[HandPlan]) -> list[list[int]]:
    """The hands for the journal: MP of North-South and East-West, hand by hand."""
    return [[hand.ns_mp, hand.ew_mp] for hand in hands]


def components(hand: Hand | None) -> dict[str, Any] | None:
    """A hand's components as they are kept: ``{"ns": {"clean": 1, ...}, "ew": {...}}``."""
    if hand is None:
        return None
    return {"ns": vars_of(hand.ns), "ew": vars_of(hand.ew)}


def vars_of(line: Any) -> dict[str, Any]:
    return {name: getattr(line, name) for name in line.__dataclass_fields__}

"""The results of a round, table by table, with the hands below them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from tournaments.boards.facts import MatchFact
from tournaments.boards.names import PairName
from tournaments.boards.released import Released
from tournaments.models import HandResult, Result


@dataclass(frozen=True, slots=True)
class HandRow:
    """One hand: the MP of both lines, and where known how they came about."""

    number: int
    ns_mp: int
    ew_mp: int
    ns: dict[str, Any] | None = None
    ew: dict[str, Any] | None = None


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A table of the round. ``state``: "played", "ruled", "bye" or "missing"."""

    table: int
    state: str
    ns: PairName | None
    ew: PairName | None
    ns_mp: int | None = None
    ew_mp: int | None = None
    ns_vp: int | None = None
    ew_vp: int | None = None
    ns_net: int | None = None
    ew_net: int | None = None
    ns_off: int = 0
    ew_off: int = 0
    hands: tuple[HandRow, ...] = ()

    @property
    def ns_won(self) -> bool:
        return self.ns_vp is not None and (self.ew_vp is None or self.ns_vp > self.ew_vp)

    @property
    def ew_won(self) -> bool:
        return self.ew_vp is not None and (self.ns_vp is None or self.ew_vp > self.ns_vp)


@dataclass(frozen=True)
class ResultsBoard:
    round: int
    rows: list[ResultRow]
    arrived: int
    expected: int


def results_board(released: Released, number: int) -> ResultsBoard:
    """The tables of a released round with what came of them; one query for the hands."""
    released.round_numbered(number)
    matches = released.facts.matches_of(number)
    rows = result_rows(released, number, matches, load_hands(released, number))
    expected = [match for match in matches if not match.is_bye]
    return ResultsBoard(number, rows, sum(m.is_settled for m in expected), len(expected))


def result_rows(
    released: Released,
    number: int,
    matches: Iterable[MatchFact],
    hands: Mapping[int, tuple[HandRow, ...]],
) -> list[ResultRow]:
    """What came of these tables of a round; no query."""
    scored = {r.entry: r for r in released.facts.round_results(number)}
    rows = []
    for match in matches:
        ns = scored.get(match.ns[0]) if match.ns else None
        ew = scored.get(match.ew[0]) if match.ew else None
        result = ns or ew
        rows.append(
            ResultRow(
                table=match.table,
                state=result.kind if result else "missing",
                ns=released.names.together(match.ns, number),
                ew=released.names.together(match.ew, number),
                ns_mp=match.ns_mp,
                ew_mp=match.ew_mp,
                ns_vp=ns.vp if ns else None,
                ew_vp=ew.vp if ew else None,
                ns_net=ns.net_mp if ns else None,
                ew_net=ew.net_mp if ew else None,
                ns_off=match.ns_off,
                ew_off=match.ew_off,
                hands=hands.get(match.pk, ()),
            )
        )
    return rows


def load_hands(
    released: Released, number: int | None = None, matches: list[int] | None = None
) -> dict[int, tuple[HandRow, ...]]:
    """The hands behind the confirmed results of a round, or of some matches, by match. One query."""
    rows = HandResult.objects.filter(result__event=released.event, result__state=Result.State.CONFIRMED)
    rows = rows.filter(result__match__round__number=number) if number is not None else rows
    rows = rows.filter(result__match__in=matches) if matches is not None else rows
    found: dict[int, list[HandRow]] = defaultdict(list)
    for match, hand, ns_mp, ew_mp, components in rows.order_by("number").values_list(
        "result__match_id", "number", "ns_mp", "ew_mp", "components"
    ):
        both = components or {}
        found[match].append(HandRow(hand, ns_mp, ew_mp, both.get("ns"), both.get("ew")))
    return {match: tuple(hands) for match, hands in found.items()}

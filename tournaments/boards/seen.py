"""An event as another program sees it: what is released, or what is only drawn as well."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments.boards.facts import MatchFact
from tournaments.boards.played_tables import Proposed
from tournaments.boards.released import Released, RoundFact, load_released, shared_released
from tournaments.boards.results import ResultRow, load_hands, result_rows
from tournaments.models import Event, Result, Round


def seen(event: Event, *, everything: bool) -> Released:
    """The event for a reader. ``everything``: drawn rounds too, for who has a role on it.

    Eight queries where the event has to be read, and one more for the rounds only drawn.
    """
    if not everything:
        return shared_released(event)
    released = load_released(event)
    drawn = {
        row[0]: RoundFact(*row)
        for row in Round.objects.filter(event=event, state=Round.State.DRAWN).values_list(
            "number", "state", "published_at", "closed_at"
        )
    }
    return replace(released, rounds={**released.rounds, **drawn})


@dataclass(frozen=True, slots=True)
class TableResult:
    """A table with what came of it. The last three are the desk's own, empty for everybody else."""

    round: int
    row: ResultRow
    source: str = ""
    override_reason: str = ""
    proposals: tuple[Proposed, ...] = ()


class TableResults(Sequence[TableResult]):
    """The tables of an event in order of round and table; only a part that is looked at is read.

    A part costs one query for its hands, and one more with ``everything`` for what was handed in.
    """

    def __init__(self, released: Released, matches: Sequence[MatchFact], *, everything: bool) -> None:
        self.released, self.matches, self.everything = released, matches, everything

    def __len__(self) -> int:
        return len(self.matches)

    def __getitem__(self, part: Any) -> Any:
        if not isinstance(part, slice):
            return self._read([self.matches[part]])[0]
        return self._read(self.matches[part])

    def _read(self, matches: Sequence[MatchFact]) -> list[TableResult]:
        keys = [match.pk for match in matches]
        hands = load_hands(self.released, matches=keys)
        desk = _desk_knows(keys) if self.everything else {}
        by_round: dict[int, list[MatchFact]] = defaultdict(list)
        for match in matches:
            by_round[match.round].append(match)
        return [
            TableResult(number, row, *desk.get(match.pk, ("", "", ())))
            for number, there in by_round.items()
            for match, row in zip(there, result_rows(self.released, number, there, hands), strict=True)
        ]


def _desk_knows(matches: Sequence[int]) -> dict[int, tuple[str, str, tuple[Proposed, ...]]]:
    """From where a result came, why it stands, and what the lines handed in that nobody has decided."""
    found: dict[int, tuple[str, str, tuple[Proposed, ...]]] = {}
    live = Result.objects.filter(match__in=matches, state__in=(Result.State.CONFIRMED, Result.State.PROPOSED))
    for row in live.order_by("pk"):
        source, reason, proposals = found.get(row.match_id, ("", "", ()))
        if row.state == Result.State.CONFIRMED:
            found[row.match_id] = (row.source, row.override_reason, proposals)
        else:
            proposed = Proposed(row.pk, row.proposed_by_line, row.ns_mp, row.ew_mp)
            found[row.match_id] = (source, reason, (*proposals, proposed))
    return found

"""What everybody may see of an event: rounds published or closed, and standings of closed rounds only.

The one place that keeps the rule "not released means not released"; every public reading starts here.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field, replace
from datetime import datetime

from scoring.standings import Standing
from tournaments.boards import facts as boards
from tournaments.boards import live
from tournaments.boards.facts import Facts, MatchFact
from tournaments.boards.names import Names, load_names
from tournaments.models import Event, Phase, Result, Round, programme_of
from tournaments.movements.programme import Programme


class NotReleasedError(LookupError):
    """There is no such thing for the public: not played yet, only drawn, or of no such number."""


@dataclass(frozen=True)
class RoundFact:
    """A released round and when it went through its states."""

    number: int
    state: str
    published_at: datetime | None
    closed_at: datetime | None

    @property
    def is_closed(self) -> bool:
        return self.state == Round.State.CLOSED


@dataclass
class Released:
    """An event as the public sees it."""

    event: Event
    facts: Facts
    names: Names
    rounds: dict[int, RoundFact]
    phases: list[Phase]
    _standings: dict[int, list[Standing]] = field(default_factory=dict)

    def standings_after(self, upto: int) -> list[Standing]:
        """The ranked list after a closed round, made once however many pages tell of it."""
        made = self._standings.get(upto)
        if made is None:
            made = self._standings[upto] = self.facts.standings(upto)
        return made

    @property
    def programme(self) -> Programme | None:
        return programme_of(self.phases) if self.phases else None

    @property
    def total_rounds(self) -> int:
        """Rounds of the programme, or those played where the programme fell short."""
        return max(sum(phase.rounds for phase in self.phases), max(self.rounds, default=0))

    @property
    def is_played_out(self) -> bool:
        """Every round of the programme is closed; the event may still be open for corrections."""
        return self.facts.is_played_out(self.total_rounds)

    def is_final(self, upto: int) -> bool:
        """The standings after round ``upto`` are the final ones: the last, of an event that is finished."""
        return self.event.is_over and upto == self.last_closed

    @property
    def last_closed(self) -> int:
        return self.facts.last_closed

    @property
    def last_released(self) -> int:
        return max(self.rounds, default=0)

    def round_numbered(self, number: int) -> RoundFact:
        if number not in self.rounds:
            raise NotReleasedError(f"round {number}")
        return self.rounds[number]

    def standings_round(self, number: int | None) -> int:
        """The round after which standings are asked for; None: the last closed one."""
        wanted = self.last_closed if number is None else number
        if not 1 <= wanted <= self.last_closed:
            raise NotReleasedError(f"standings after round {wanted}")
        return wanted

    def matches(self, upto: int | None = None) -> list[MatchFact]:
        """The tables of released rounds, in order of round and table."""
        return [m for m in self.facts.matches if m.round in self.rounds and (upto is None or m.round <= upto)]


def load_released(event: Event) -> Released:
    """Read an event for the public in eight queries, whatever its size."""
    rounds = [
        RoundFact(*row)
        for row in Round.objects.filter(event=event)
        .order_by("number")
        .values_list("number", "state", "published_at", "closed_at")
    ]
    return Released(
        event=event,
        facts=boards.load(event, {found.number: found.state for found in rounds}),
        names=load_names(event),
        rounds={found.number: found for found in rounds if found.state != Round.State.DRAWN},
        phases=list(Phase.objects.filter(event=event).order_by("position")),
    )


MOST_SHARED = 3
_shared: OrderedDict[tuple[object, ...], Released] = OrderedDict()
_loading = threading.Lock()


def shared_released(event: Event) -> Released:
    """The same, read once for all pages of one version of an event; whoever shares it changes nothing.

    Where only results of rounds being played have come in since a version known already, those alone are
    read. ``event`` must have been read before this is called: what is read with it may be newer than its
    version, never older.
    """
    settled = live.marks_at(event).settled
    same = (event.pk, event.created_at, settled)
    with _loading:
        made = _shared.get((*same, event.version))
        if made is None:
            before = next((known for key, known in reversed(_shared.items()) if key[:3] == same), None)
            made = _with_new_results(before, event) if before else load_released(event)
            _shared[*same, event.version] = made
            if len(_shared) > MOST_SHARED:
                _shared.popitem(last=False)
        _shared.move_to_end((*same, event.version))
    return made


def forget() -> None:
    """Know nothing any more."""
    with _loading:
        _shared.clear()


def _with_new_results(before: Released, event: Event) -> Released:
    """An event as it was, with the results that its open rounds have now. One query."""
    playing = [number for number, known in before.rounds.items() if not known.is_closed]
    results = {
        match: totals
        for match, *totals in Result.objects.filter(
            event=event, state=Result.State.CONFIRMED, match__round__number__in=playing
        ).values_list("match_id", "ns_mp", "ew_mp")
    }
    matches = []
    for match in before.facts.matches:
        if match.round in playing:
            ns_mp, ew_mp = results.get(match.pk, (None, None))
            matches.append(replace(match, ns_mp=ns_mp, ew_mp=ew_mp))
        else:
            matches.append(match)
    facts = replace(before.facts, event=event, matches=matches)
    return replace(before, event=event, facts=facts)

"""A circuit as it stands: what its stages give each player, and the list as everybody may read it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import QuerySet

from scoring.circuits import CircuitStanding, StageResult, count_circuit
from tournaments.boards.facts import Facts, load
from tournaments.boards.names import shown
from tournaments.models import Circuit, Event, Line, Member, Player, Stage

OVER = (Event.State.FINISHED, Event.State.ARCHIVED)

Met = dict[int, dict[int, list[int]]]


def counting_stages(circuit: Circuit) -> QuerySet[Stage]:
    """The stages that count: of events that are over, and not annulled."""
    return circuit.stages.filter(annulled=False, event__state__in=OVER).select_related("event")


def count(circuit: Circuit, step: Callable[[int, int], None]) -> list[CircuitStanding]:
    """The ranking after the stages that are over, replayed from their results; eight queries a stage."""
    results: list[StageResult] = []
    met: Met = defaultdict(lambda: defaultdict(list))
    stages = list(counting_stages(circuit))
    for number, stage in enumerate(stages):
        step(number, len(stages))
        results += _results(stage, met)
    step(len(stages), len(stages))
    return count_circuit(
        results, best_of=circuit.best_of, minimum_attendances=circuit.minimum_attendances, met=met
    )


def _results(stage: Stage, met: Met) -> list[StageResult]:
    """What each player takes from a stage: the rounds sat in; penalties fall on who sits at the end."""
    facts = load(stage.event)
    upto = facts.last_closed
    seats = _Seats(stage.event)
    vp: dict[int, int] = defaultdict(int)
    mp: dict[int, int] = defaultdict(int)
    there: set[int] = set()
    for line in facts.line_results(upto):
        for player in seats.of(int(line.entry), line.round):
            there.add(player)
            vp[player] += line.vp
            mp[player] += line.net_mp
    for number, penalty in facts.penalties:
        if number <= upto:
            for player in seats.of(int(penalty.entry), None):
                vp[player] -= penalty.vp
                mp[player] -= penalty.mp
    _meet(facts, upto, seats, met)
    return [StageResult(player, stage.pk, vp[player], mp[player], stage.factor) for player in sorted(there)]


def _meet(facts: Facts, upto: int, seats: _Seats, met: Met) -> None:
    """Who met whom at the tables, and the VP of each time."""
    won = {
        (line.entry, line.round): line.vp for line in facts.line_results(upto) if line.opponent is not None
    }
    for match in facts.matches:
        if match.round > upto or match.is_bye:
            continue
        sides = {Line.NS: match.ns, Line.EW: match.ew}
        for side, other in ((Line.NS, Line.EW), (Line.EW, Line.NS)):
            for entry in sides[side]:
                for player in seats.of(entry, match.round):
                    for opponent in sides[other]:
                        for against in seats.of(opponent, match.round):
                            met[player][against].append(won.get((entry, match.round), 0))


class _Seats:
    """Which players an entry had in which round. One query."""

    def __init__(self, event: Event) -> None:
        self.stays: dict[int, list[tuple[int, int, int | None]]] = defaultdict(list)
        for member in Member.objects.filter(event=event).select_related("entry"):
            stay = (member.player_id, member.from_round, member.to_round)
            self.stays[member.entry.number].append(stay)

    def of(self, entry: int, in_round: int | None) -> list[int]:
        """Without a round: who sits there at the end."""
        if in_round is None:
            return [player for player, _first, last in self.stays[entry] if last is None]
        return [
            player
            for player, first, last in self.stays[entry]
            if first <= in_round and (last is None or last >= in_round)
        ]


def kept_rows(standings: list[CircuitStanding]) -> list[dict[str, Any]]:
    """The ranking as it is kept: numbers alone, the names are asked for when it is read."""
    return [
        {
            "place": line.place, "player": line.player, "vp": line.vp, "mp": line.net_mp,
            "attendances": line.attendances, "shared": line.shared, "counted": list(line.counted),
            "stages": {str(stage): vp for stage, vp in line.stages.items()},
        }
        for line in standings
    ]  # fmt: skip


@dataclass(frozen=True)
class CircuitCell:
    """A player at a stage: the VP, and whether they count. ``vp`` None: not there."""

    vp: int | None
    counts: bool = False


@dataclass(frozen=True)
class CircuitRow:
    """A line of the ranking as it is read."""

    place: int | None
    surname: str
    first_name: str
    club: str
    vp: int
    mp: int
    attendances: int
    cells: tuple[CircuitCell, ...]

    @property
    def podium(self) -> bool:
        return self.place is not None and self.place <= 3


@dataclass(frozen=True)
class CircuitBoard:
    """A circuit with its stages in order and its ranking as last counted."""

    circuit: Circuit
    stages: list[Stage]
    rows: list[CircuitRow]

    @property
    def counting(self) -> list[Stage]:
        """The stages with a column of their own: over, and not annulled."""
        return [stage for stage in self.stages if not stage.annulled and stage.event.state in OVER]


def circuit_board(circuit: Circuit) -> CircuitBoard:
    """Everything the page of a circuit shows, in three queries. Of players their names and clubs alone."""
    stages = list(circuit.stages.select_related("event", "event__club").order_by("event__date", "pk"))
    board = CircuitBoard(circuit, stages, [])
    keys = [row["player"] for row in circuit.rows]
    people = Player.objects.select_related("club").in_bulk(keys)
    rows = [_row(row, people.get(row["player"]), board.counting) for row in circuit.rows]
    return replace(board, rows=rows)


def _row(row: dict[str, Any], player: Player | None, stages: list[Stage]) -> CircuitRow:
    counted = set(row["counted"])
    return CircuitRow(
        place=row["place"],
        surname=shown(player.surname) if player else "–",
        first_name=shown(player.first_name) if player else "",
        club=shown(player.club.name) if player and player.club else "",
        vp=row["vp"],
        mp=row["mp"],
        attendances=row["attendances"],
        cells=tuple(CircuitCell(row["stages"].get(str(stage.pk)), stage.pk in counted) for stage in stages),
    )

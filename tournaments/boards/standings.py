"""The standings after a round: places, what moved, and for each pair why it stands where it stands."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from dataclasses import dataclass
from typing import NamedTuple, cast

from django.utils.translation import gettext as _

from scoring.sentences import Sentence, gettext_noop, say
from scoring.standings import CRITERIA, Decision, LineResult, NameOf, Standing
from tournaments.boards.names import PairName, Person
from tournaments.boards.released import Released
from tournaments.boards.tie_breaks import Behind, behind_places
from tournaments.models import Entry, Line
from tournaments.words import number, spoken


class Played(NamedTuple):
    """One round of a pair as its row tells it. ``mp``: the difference; ``own``, ``theirs``: the MP made."""

    round: int
    kind: str
    table: int
    line: str
    opponent: PairName | None
    vp: int
    mp: int
    own: int | None = None
    theirs: int | None = None
    off: int = 0


class Docked(NamedTuple):
    """As much of a row as stays in view for who follows the pair."""

    number: int
    place: int
    moved: int | None
    people: tuple[Person, ...]
    vp: int
    mp: int


@dataclass(frozen=True, slots=True)
class Row:
    """A pair in the standings. ``moved``: places won since the round before; None after the first,
    and where the places are official."""

    place: int
    shared: bool
    name: PairName
    vp: int
    mp: int
    moved: int | None
    why: str
    played: tuple[Played, ...]
    penalty_vp: int
    penalty_mp: int
    withdrawn: bool
    behind: Behind | None = None

    @property
    def number(self) -> int:
        return self.name.number

    @property
    def podium(self) -> bool:
        return self.place <= 3

    @property
    def docked(self) -> Docked:
        return Docked(self.number, self.place, self.moved, self.name.people, self.vp, self.mp)


@dataclass(frozen=True)
class Check:
    """What must add up (docs/rules.md 7): the VP of the list against the tables played, and its MP."""

    vp: int
    mp: int
    tables: int
    byes: int
    rulings: int
    penalty_vp: int
    penalty_mp: int


@dataclass(frozen=True)
class StandingsBoard:
    """The whole list after round ``upto``."""

    upto: int
    rows: list[Row]
    check: Check
    official: bool


def standings_board(released: Released, upto: int) -> StandingsBoard:
    """The standings after round ``upto``, which must be closed (``Released.standings_round``)."""
    facts, names = released.facts, released.names
    standings = released.standings_after(upto)
    before = {s.entry: s.place for s in released.standings_after(upto - 1)} if upto > 1 else {}
    results = facts.line_results(upto)
    played = played_by_entry(released, results)
    penalties = _penalties(released, upto)
    level = _level(standings)
    behind = behind_places(released, upto, results)

    def row(standing: Standing) -> Row:
        entry = number_of(standing.entry)
        off_vp, off_mp = penalties[entry]
        return Row(
            place=standing.place,
            shared=standing.shared,
            name=names.of(entry, upto),
            vp=standing.vp,
            mp=standing.net_mp,
            moved=_moved(standing, before.get(entry)),
            why=why(standing, level[standing.vp], lambda other: names.of(number_of(other), upto).short),
            played=tuple(played[entry]),
            penalty_vp=off_vp,
            penalty_mp=off_mp,
            withdrawn=facts.entries[entry].state == Entry.State.WITHDRAWN,
            behind=behind.get(entry),
        )

    rows = [row(standing) for standing in standings]
    return StandingsBoard(upto, rows, _check(rows, results, penalties), any(s.official for s in standings))


def _moved(standing: Standing, before: int | None) -> int | None:
    """Places won since the round before; an official place is not compared with one that was computed."""
    return None if before is None or standing.official else before - standing.place


class Leader(NamedTuple):
    """A pair among the first, on the front of an event."""

    place: int
    name: PairName
    vp: int
    mp: int

    @property
    def number(self) -> int:
        return self.name.number

    @property
    def podium(self) -> bool:
        return self.place <= 3


def first_places(released: Released, upto: int, count: int) -> list[Leader]:
    """The first of the standings after round ``upto``, without what the others would cost."""
    return [
        Leader(s.place, released.names.of(number_of(s.entry), upto), s.vp, s.net_mp)
        for s in released.standings_after(upto)[:count]
    ]


def number_of(entry: Hashable) -> int:
    """The rules rank whatever can be told apart; here it is always the entry's number."""
    return cast(int, entry)


def _level(standings: list[Standing]) -> dict[int, int]:
    """How many pairs have each number of VP."""
    level: dict[int, int] = defaultdict(int)
    for standing in standings:
        level[standing.vp] += 1
    return level


def played_by_entry(released: Released, results: list[LineResult]) -> dict[int, list[Played]]:
    """What each entry got round by round, in the order of the rounds."""
    matches = {
        (match.round, entry): match for match in released.matches() for entry in (*match.ns, *match.ew)
    }
    together = released.names.together
    found: dict[int, list[Played]] = defaultdict(list)
    for anybody, played_in, vp, mp, _gross, _opponent, kind in results:
        entry = number_of(anybody)
        match = matches[played_in, entry]
        if entry in match.ns:
            line, against, ours, theirs, off = Line.NS, match.ew, match.ns_mp, match.ew_mp, match.ns_off
        else:
            line, against, ours, theirs, off = Line.EW, match.ns, match.ew_mp, match.ns_mp, match.ew_off
        other = together(against, played_in)
        found[entry].append(Played(played_in, kind, match.table, line, other, vp, mp, ours, theirs, off))
    return found


def _penalties(released: Released, upto: int) -> dict[int, tuple[int, int]]:
    """VP and MP taken off each entry's standings so far."""
    found: dict[int, tuple[int, int]] = defaultdict(lambda: (0, 0))
    for from_round, penalty in released.facts.penalties:
        if from_round <= upto:
            entry = number_of(penalty.entry)
            vp, mp = found[entry]
            found[entry] = (vp + penalty.vp, mp + penalty.mp)
    return found


def _check(rows: list[Row], results: list[LineResult], penalties: dict[int, tuple[int, int]]) -> Check:
    kinds = [result.kind for result in results]
    return Check(
        vp=sum(row.vp for row in rows),
        mp=sum(row.mp for row in rows),
        tables=kinds.count("played") // 2,
        byes=kinds.count("bye"),
        rulings=kinds.count("ruled") // 2,
        penalty_vp=sum(vp for vp, _mp in penalties.values()),
        penalty_mp=sum(mp for _vp, mp in penalties.values()),
    )


_ALONE = gettext_noop("No other pair has {vp} VP: no tie-break is needed here.")
_SHARED = gettext_noop("It is level with another pair and no criterion decides: they share the place.")
_OFFICIAL = gettext_noop("The places of this event are those its organizers published.")
_AHEAD = gettext_noop("It has {vp} VP like {other}. {criterion}: {mine} against {theirs}, so ahead of them.")
_BEHIND = gettext_noop("It has {vp} VP like {other}. {criterion}: {mine} against {theirs}, so behind them.")

_DECIDES = {
    "net_mp": gettext_noop("With level VP the MP count"),
    "direct_encounter": gettext_noop("Level on MP too, the direct encounter counts"),
    "gross_mp": gettext_noop("Still level, the MP made count"),
    "last_round_vp": gettext_noop("Still level, the VP of the last round count"),
    "lot": gettext_noop("Still level, the lot decided"),
}


def why(standing: Standing, with_these_vp: int, name: NameOf) -> str:
    """The sentence for a player who asks "why this place?", in the reader's language."""
    if standing.official:
        return spoken(say(_OFFICIAL))
    told = []
    for template, decision in ((_BEHIND, standing.behind), (_AHEAD, standing.ahead_of)):
        if decision is not None and decision.key != "vp":
            told.append(_decided(template, standing.vp, decision, name))
    if standing.shared:
        told.append(spoken(say(_SHARED)))
    if not told and with_these_vp == 1:
        told.append(spoken(say(_ALONE, vp=standing.vp)))
    return " ".join(told)


def _decided(template: str, vp: int, decision: Decision, name: NameOf) -> str:
    signed = decision.key == "net_mp"
    return _(template).format(
        vp=vp,
        other=name(decision.other),
        criterion=_(_DECIDES.get(decision.key, decision.label)),
        mine=number(decision.mine or 0, signed=signed),
        theirs=number(decision.theirs or 0, signed=signed),
    )


def tie_break_labels(keys: list[str]) -> list[Sentence]:
    """The names of an event's criteria in their order, without the VP that always come first."""
    return [say(CRITERIA[key].label) for key in keys if key != "vp" and key in CRITERIA]

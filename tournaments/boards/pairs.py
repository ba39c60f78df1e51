"""A pair's whole evening, and the list in which one finds oneself."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace

from scoring.standings import Standing
from tournaments.boards.names import PairName, Person, shown
from tournaments.boards.released import NotReleasedError, Released, RoundFact
from tournaments.boards.results import HandRow, load_hands
from tournaments.boards.seating import Table
from tournaments.boards.standings import Played, played_by_entry
from tournaments.models import Entry, Line, Penalty
from tournaments.names import key


@dataclass(frozen=True, slots=True)
class Seat:
    """Where the pair sits in the round being played."""

    round: RoundFact
    table: Table
    line: str
    opponent: PairName | None
    arrived: bool


@dataclass(frozen=True, slots=True)
class EveningRound:
    """One round of the pair: what came of it, its hands from the pair's side, the place it led to."""

    played: Played
    outcome: str
    hands: tuple[HandRow, ...]
    place: int | None


@dataclass(frozen=True, slots=True)
class TakenOff:
    """A penalty on the pair's standings: VP and MP taken off, in which round if in one, and why."""

    vp: int
    mp: int
    round: int | None
    kind: str
    reason: str


@dataclass(frozen=True)
class PairBoard:
    name: PairName
    state: str
    seat: Seat | None
    place: int | None
    vp: int | None
    mp: int | None
    rounds: list[EveningRound]
    taken_off: list[TakenOff]


def pair_board(released: Released, number: int) -> PairBoard:
    """Everything about one pair, newest round first."""
    if number not in released.facts.entries:
        raise NotReleasedError(f"pair {number}")
    stood = _standings_of(released, number)
    now = stood.get(released.last_closed)
    return PairBoard(
        name=released.names.of(number),
        state=released.facts.entries[number].state,
        seat=_seat(released, number),
        place=now.place if now else None,
        vp=now.vp if now else None,
        mp=now.net_mp if now else None,
        rounds=_evening(released, number, {upto: standing.place for upto, standing in stood.items()}),
        taken_off=_taken_off(released, number),
    )


def _taken_off(released: Released, number: int) -> list[TakenOff]:
    """What the pair's total has less than the sum of its rounds: the penalties the standings count so far."""
    if not any(penalty.entry == number for _round, penalty in released.facts.penalties):
        return []
    kinds = Penalty.Kind
    return [
        TakenOff(vp, mp, round_number, "" if kind == kinds.OTHER else str(kinds(kind).label), shown(reason))
        for vp, mp, round_number, kind, reason in Penalty.objects.filter(
            event=released.event, entry__number=number, scope=Penalty.Scope.STANDINGS, cancelled_at=None
        )
        .order_by("round__number", "pk")
        .values_list("vp", "mp", "round__number", "kind", "reason")
        if (vp or mp) and (round_number or 0) <= released.last_closed
    ]


def _standings_of(released: Released, number: int) -> dict[int, Standing]:
    """The pair's line in the standings after each closed round."""
    return {
        upto: standing
        for upto in range(1, released.last_closed + 1)
        for standing in released.standings_after(upto)
        if standing.entry == number
    }


def _evening(released: Released, number: int, places: dict[int, int]) -> list[EveningRound]:
    results = [r for r in released.facts.line_results(released.last_released) if r.entry == number]
    mine = {m.round: m for m in released.matches() if number in (*m.ns, *m.ew)}
    hands = load_hands(released, matches=[match.pk for match in mine.values()])
    rounds = [
        EveningRound(
            played=played,
            outcome=_outcome(played, released.event.scale_maximum),
            hands=_from_our_side(hands.get(mine[played.round].pk, ()), played.line),
            place=places.get(played.round),
        )
        for played in played_by_entry(released, results).get(number, [])
    ]
    return rounds[::-1]


def _outcome(played: Played, maximum: int) -> str:
    if played.kind != "played":
        return played.kind
    if 2 * played.vp == maximum:
        return "level"
    return "won" if 2 * played.vp > maximum else "lost"


def _from_our_side(hands: tuple[HandRow, ...], line: str) -> tuple[HandRow, ...]:
    """The hands with the pair's own line first, as ``ns``."""
    if line == Line.NS:
        return hands
    return tuple(replace(h, ns_mp=h.ew_mp, ew_mp=h.ns_mp, ns=h.ew, ew=h.ns) for h in hands)


def _seat(released: Released, number: int) -> Seat | None:
    """The seat in the newest round, as long as that round is open."""
    newest = released.rounds.get(released.last_released)
    if newest is None or newest.is_closed:
        return None
    for match in released.facts.matches_of(newest.number):
        if number in (*match.ns, *match.ew):
            line = Line.NS if number in match.ns else Line.EW
            against = match.ew if line == Line.NS else match.ns
            names = released.names
            return Seat(
                round=newest,
                table=Table(
                    match.table,
                    names.together(match.ns, newest.number),
                    names.together(match.ew, newest.number),
                ),
                line=line,
                opponent=names.together(against, newest.number),
                arrived=match.is_settled and not match.is_bye,
            )
    return None


@dataclass(frozen=True, slots=True)
class Listed:
    """A player in the alphabetical list. ``left``: replaced since."""

    person: Person
    pair: PairName
    partner: str
    left: bool
    withdrawn: bool


@dataclass(frozen=True)
class PairsBoard:
    letters: list[tuple[str, list[Listed]]]
    found: int
    asked: str


def pairs_board(released: Released, asked: str = "") -> PairsBoard:
    """The players in alphabetical order with their pairs; ``asked`` keeps whose name holds its words."""
    words = key(asked).split()
    by_letter: dict[str, list[Listed]] = defaultdict(list)
    found = 0
    for person, number in released.names.everybody():
        if not _matches(words, person, number, asked):
            continue
        pair = released.names.of(number)
        partner = " – ".join(other.full for other in pair.people if other != person)
        by_letter[key(person.surname)[:1].upper() or "#"].append(
            Listed(
                person=person,
                pair=pair,
                partner=partner,
                left=person not in pair.people,
                withdrawn=released.facts.entries[number].state == Entry.State.WITHDRAWN,
            )
        )
        found += 1
    return PairsBoard(sorted(by_letter.items()), found, asked)


def _matches(words: list[str], person: Person, number: int, asked: str) -> bool:
    """By the beginnings of name parts, or by the number of the pair."""
    if asked.strip() == str(number):
        return True
    parts = key(person.full).split()
    joined = key(person.full)
    return all(word in joined if len(word) > 2 else any(p.startswith(word) for p in parts) for word in words)

"""The journal replayed: line by line, what each verb has done to the event."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from tournaments.boards.facts import Facts
from tournaments.boards.verify import replay_scores
from tournaments.boards.verify.lines import Line, says_all
from tournaments.boards.verify.told import PairTold, RoundTold, Told, seats_of
from tournaments.models import Entry, Event, Round

ACTIVE, ABSENT, WITHDRAWN = Entry.State.ACTIVE, Entry.State.ABSENT, Entry.State.WITHDRAWN
_MARKS = ("check_in", "rule_absent", "withdraw", "take_back_withdrawal")


def replay(journal: Sequence[Line], facts: Facts) -> Told:
    """What the event is by its journal. Damaged lines make unknown what they told of, and nothing else.

    ``facts``: what is stored, for what lines of before left unsaid: with which state a pair was put on the
    list, on which line a pair sits that the referee has judged.
    """
    told = Told(says_all=says_all(journal))
    marked = {line.entry for line in journal if line.verb in _MARKS}
    kept = {
        pair.number: ACTIVE if told.says_all or pair.number in marked else pair.state
        for pair in facts.entries.values()
    }
    for line in journal:
        verb = VERBS.get(line.verb)
        if verb is not None:
            verb(told, line)
        if line.verb in _LISTS:
            _fill_states(told, kept)
        elif line.verb in replay_scores.VERBS:
            replay_scores.VERBS[line.verb](told, line, facts)
    return told


def _fill_states(told: Told, kept: Mapping[int, str]) -> None:
    for number, pair in (told.pairs or {}).items():
        if pair.state is None:
            pair.state = str(kept.get(number, ACTIVE))


def _settings(told: Told, line: Line) -> None:
    if line.verb == "create_event":
        told.state = str(Event.State.PREPARING)
    told.settings |= line.new


def _double_keying(told: Told, line: Line) -> None:
    if "double_keying" in told.settings and line.is_whole:
        told.settings["double_keying"] = line.new["on"]


def _state(told: Told, line: Line) -> None:
    told.state = str(line.new["state"]) if line.is_whole else None


def _enter(told: Told, line: Line) -> None:
    if not line.is_whole:
        told.pairs = None
        return
    numbers = [line.new["number"]] if "number" in line.new else line.new["numbers"]
    _list(told, {int(number): PairTold(None) for number in numbers})
    for number, state, left in line.new.get("states", ()):
        _list(told, {int(number): PairTold(state, left)})
    if line.verb == "enter_late":
        _seat_late(told, line)


def _join(told: Told, line: Line) -> None:
    if line.entry is not None:
        _list(told, {line.entry: PairTold(None)})
    _seat_late(told, line)


def _list(told: Told, pairs: dict[int, PairTold]) -> None:
    if told.pairs is not None:
        told.pairs.update(pairs)


def _seat_late(told: Told, line: Line) -> None:
    """A pair that came late sits in the empty chairs of its table."""
    found = told.rounds.get(line.round or 0)
    if found is None or found.seats is None or line.table is None:
        return
    ns, ew = found.seats.get(line.table, ((), ()))
    if line.entry is None or (ns and ew):
        found.seats = None
        return
    late = (line.entry,)
    found.seats[line.table] = (ns or late, late if ns else ew)


def _remove(told: Told, line: Line) -> None:
    if not line.is_whole:
        told.pairs = None
    elif told.pairs is not None:
        told.pairs.pop(int(line.old["number"]), None)


def _renumber(told: Told, line: Line) -> None:
    if not line.is_whole:
        told.pairs = None
    if told.pairs is None:
        return
    old, new = int(line.old["number"]), int(line.new["number"])
    moved = {new: told.pairs.pop(old, PairTold(None))}
    if new in told.pairs:
        moved[old] = told.pairs.pop(new)
    told.pairs.update(moved)
    swapped = {old: new, new: old}
    told.penalties = type(told.penalties)(
        {p._replace(entry=swapped.get(p.entry, p.entry)): times for p, times in told.penalties.items()}
    )


def _mark(told: Told, line: Line) -> None:
    """A pair is here, absent, gone, back: by the number it has today, as nobody is renumbered once seated."""
    pair = (told.pairs or {}).get(line.entry or 0)
    if pair is None:
        return
    if not line.is_whole:
        told.unknown.add(("pair", line.entry, None))
    elif line.verb == "check_in":
        pair.state = str(ABSENT if line.new["presence"] == "absent" else ACTIVE)
    elif line.verb == "withdraw":
        pair.state, pair.left_in_round = str(WITHDRAWN), line.round
    elif line.verb == "take_back_withdrawal":
        pair.state, pair.left_in_round = str(ACTIVE), None
    elif line.new["left_out"] and pair.state == ACTIVE:
        pair.state = str(ABSENT)


def _seat(told: Told, line: Line) -> None:
    rows = line.new.get("seats")
    told.rounds[line.round or 0] = RoundTold(
        line.verb,
        str(Round.State.DRAWN),
        line.new.get("tables"),
        None if rows is None else seats_of(rows),
        told.playing(),
    )
    if told.state == Event.State.PREPARING:
        told.state = str(Event.State.RUNNING)


def _undo(told: Told, line: Line) -> None:
    told.rounds.pop(line.round or 0, None)


def _swap(told: Told, line: Line) -> None:
    found = told.rounds.get(line.round or 0)
    if found is None or found.seats is None:
        return
    if "seats" in line.new:
        found.seats |= seats_of(line.new["seats"])
    elif told.says_all or line.entry is None or line.other is None:
        found.seats = None
    else:
        other = {line.entry: line.other, line.other: line.entry}
        found.seats = {
            table: (tuple(other.get(n, n) for n in ns), tuple(other.get(n, n) for n in ew))
            for table, (ns, ew) in found.seats.items()
        }


def _move_on(told: Told, line: Line) -> None:
    found = told.rounds.get(line.round or 0)
    if found is not None:
        found.state = str(Round.State.PUBLISHED if line.verb == "publish_round" else Round.State.CLOSED)


_LISTS = ("enter", "enter_list", "enter_late", "join")

VERBS: Mapping[str, Callable[[Told, Line], None]] = {
    "create_event": _settings,
    "edit_event": _settings,
    "switch_double_keying": _double_keying,
    "finish_event": _state,
    "reopen_event": _state,
    "archive_event": _state,
    "enter": _enter,
    "enter_list": _enter,
    "enter_late": _enter,
    "join": _join,
    "remove_entry": _remove,
    "renumber": _renumber,
    **dict.fromkeys(_MARKS, _mark),
    "draw_round": _seat,
    "redraw_round": _seat,
    "seat_round": _seat,
    "swap": _swap,
    "undo_draw": _undo,
    "publish_round": _move_on,
    "close_round": _move_on,
}

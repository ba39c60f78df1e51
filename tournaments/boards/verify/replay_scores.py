"""The journal replayed: results, what the referee has set, points off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from tournaments.boards.facts import Facts
from tournaments.boards.verify.lines import Line
from tournaments.boards.verify.told import At, Hands, Penalised, Scored, Told
from tournaments.models import Penalty

_ON_MATCH, _ON_STANDINGS = str(Penalty.Scope.MATCH), str(Penalty.Scope.STANDINGS)


def _at(line: Line) -> At:
    return line.round or 0, line.table or 0


def _hands(rows: Any, *, told: Told) -> Hands | None:
    """The hands of a line; a line of today that names none tells that there are none."""
    if rows is None:
        return () if told.says_all else None
    return tuple((ns, ew) for ns, ew in rows)


def _result(told: Told, line: Line, _facts: Facts) -> None:
    if not line.is_whole:
        told.unknown.add(("results", *_at(line)))
        return
    told.results[_at(line)] = Scored(line.new["ns"], line.new["ew"], _hands(line.new.get("hands"), told=told))


def _round(told: Told, line: Line, _facts: Facts) -> None:
    if not line.is_whole:
        told.unknown.add(("results", line.round, None))
        return
    hands = dict(line.new.get("hands", ()))
    for table, ns, ew in line.new["results"]:
        told.results[line.round or 0, table] = Scored(ns, ew, _hands(hands.get(table), told=told))


def _second(told: Told, line: Line, _facts: Facts) -> None:
    if line.is_whole:
        told.second[_at(line)] = line.new["ns"], line.new["ew"]
    else:
        told.unknown.add(("second", *_at(line)))


def _rule(told: Told, line: Line, _facts: Facts) -> None:
    if not line.is_whole:
        told.unknown.add(("rulings", line.round, None))
        return
    for table, _kind, ns_vp, ns_mp, ew_vp, ew_mp in line.new["rulings"]:
        told.rulings[line.round or 0, table] = (ns_vp, ns_mp, ew_vp, ew_mp)


def _judge(told: Told, line: Line, facts: Facts) -> None:
    """Late, absent, gone, warned: a score for both lines, or points off the pair."""
    if not line.is_whole:
        told.unknown |= {("rulings", *_at(line)), ("penalties", line.entry, None)}
    elif "other_vp" in line.new:
        _score(told, line, facts)
    elif line.verb == "rule_late" and line.new["kind"] == "match_penalty":
        _take_off(told, line, scope=_ON_MATCH)
    elif line.verb in ("rule_late", "warn"):
        _take_off(told, line, scope=_ON_STANDINGS)
    elif "vp" in line.new or line.verb == "rule_absent":
        told.rulings[_at(line)] = None


def _score(told: Told, line: Line, facts: Facts) -> None:
    mine = (line.new["vp"], line.new["mp"])
    theirs = (line.new["other_vp"], line.new["other_mp"])
    seated = told.rounds[line.round].seats if line.round in told.rounds else None
    if seated is not None and line.table in seated:
        on_ns = line.entry in seated[line.table][0]
    else:
        on_ns = any(
            line.entry in match.ns for match in facts.matches if (match.round, match.table) == _at(line)
        )
    told.rulings[_at(line)] = (*mine, *theirs) if on_ns else (*theirs, *mine)


def _take_off(told: Told, line: Line, *, scope: str) -> None:
    mp = line.new.get("mp_off")
    if line.entry is None or mp is None:
        told.unknown.add(("penalties", line.entry, None))
        return
    vp = 0 if scope == _ON_MATCH else line.new.get("vp_off", 0)
    told.penalties[Penalised(line.entry, line.round, scope, vp, mp)] += 1


def _penalise(told: Told, line: Line, _facts: Facts) -> None:
    if not line.is_whole:
        told.unknown.add(("penalties", line.entry, None))
        return
    for number, round_number, scope, vp, mp in line.new["penalties"]:
        told.penalties[Penalised(number, round_number, scope, vp, mp)] += 1


def _cancel_penalty(told: Told, line: Line, _facts: Facts) -> None:
    if not line.is_whole or line.entry is None:
        told.unknown.add(("penalties", line.entry, None))
        return
    scopes = [line.old["scope"]] if "scope" in line.old else [_ON_STANDINGS, _ON_MATCH]
    found = [
        penalty
        for scope in scopes
        if told.penalties[penalty := Penalised(line.entry, line.round, scope, line.old["vp"], line.old["mp"])]
    ]
    if len(found) > 1:
        told.unknown.add(("penalties", line.entry, None))
    for penalty in found[:1]:
        told.penalties[penalty] -= 1


def _cancel_ruling(told: Told, line: Line, _facts: Facts) -> None:
    if line.table is not None:
        told.rulings.pop(_at(line), None)


VERBS: Mapping[str, Callable[[Told, Line, Facts], None]] = {
    "record_result": _result,
    "correct_result": _result,
    "confirm_result": _result,
    "record_round": _round,
    "key_again": _second,
    "rule": _rule,
    "rule_late": _judge,
    "rule_absent": _judge,
    "withdraw": _judge,
    "warn": _judge,
    "cancel_ruling": _cancel_ruling,
    "take_back_withdrawal": _cancel_ruling,
    "penalise": _penalise,
    "cancel_penalty": _cancel_penalty,
}

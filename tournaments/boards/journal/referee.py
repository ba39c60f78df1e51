"""What the referee decides: scores that were set, penalties, warnings."""

from __future__ import annotations

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.boards.journal.told import Sentences, Told, fixed


def _penalty(told: Told) -> Sentence:
    penalties = told.new("penalties") or []
    if len(penalties) != 1:
        return say(gettext_noop("{count} penalties entered."), count=len(penalties))
    number, _round, scope, vp, mp = penalties[0]
    text = gettext_noop("{pair}: {vp} VP and {mp} MP off in the standings.")
    if scope == "match":
        text = gettext_noop("{pair}: {mp} MP off the match.")
    return say(text, pair=f"{told.names.of(number).short} ({number})", vp=vp, mp=mp)


def _late(told: Told) -> Sentence:
    texts = {
        "warning": gettext_noop("{pair} came {minutes} minutes late: warned."),
        "match_penalty": gettext_noop("{pair} came {minutes} minutes late: {mp} MP off the match."),
        "lost": gettext_noop("{pair} came {minutes} minutes late: the match is lost."),
    }
    return say(
        texts[told.new("kind")], pair=told.pair, minutes=told.number("minutes"), mp=told.number("mp_off")
    )


def _warned(told: Told) -> Sentence:
    if told.number("vp_off"):
        return say(
            gettext_noop("{pair} warned again: {vp} VP and {mp} MP off in the standings."),
            pair=told.pair,
            vp=told.number("vp_off"),
            mp=told.number("mp_off"),
        )
    return say(gettext_noop("{pair} warned."), pair=told.pair)


REFEREE: Sentences = {
    "rule": lambda told: say(
        gettext_noop("Round {round}: {count} scores set by the referee."),
        round=told.round,
        count=len(told.new("rulings") or []),
    ),
    "rule_absent": fixed(gettext_noop("{pair} was not at table {table} in round {round}.")),
    "cancel_ruling": fixed(gettext_noop("Round {round}, table {table}: the referee’s score taken back.")),
    "penalise": _penalty,
    "cancel_penalty": fixed(gettext_noop("{pair}: penalty taken back.")),
    "rule_late": _late,
    "warn": _warned,
}

"""The journal of an event in plain sentences, whole or about one pair, table, round or person."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q

from scoring.findings import line_name
from scoring.sentences import Sentence, gettext_noop, say
from tournaments.boards.names import Names, load_names
from tournaments.models import Event, JournalLine

PAGE = 100


@dataclass(frozen=True, slots=True)
class JournalRow:
    """A line as it is read: what happened, in one sentence; why, if somebody said so."""

    number: int
    at: datetime
    who: str
    source: str
    sentence: Sentence
    reason: str


@dataclass(frozen=True, slots=True)
class About:
    """What to look for; empty fields do not narrow."""

    pair: int | None = None
    table: int | None = None
    round: int | None = None
    who: str = ""
    before: int | None = None


def journal_rows(
    event: Event, about: About | None = None, *, most: int = PAGE, names: Names | None = None
) -> list[JournalRow]:
    """The newest lines first, at most ``most``: two queries whatever the length of the evening."""
    names = names or load_names(event)
    about = about or About()
    lines = JournalLine.objects.filter(event=event).order_by("-number")
    if about.pair is not None:
        lines = lines.filter(Q(entry__number=about.pair) | Q(other_entry__number=about.pair))
    if about.table is not None:
        lines = lines.filter(table=about.table)
    if about.round is not None:
        lines = lines.filter(round_number=about.round)
    if about.who:
        lines = lines.filter(by_name__icontains=about.who)
    if about.before is not None:
        lines = lines.filter(number__lt=about.before)
    return [
        JournalRow(
            number=line.number,
            at=line.at,
            who=line.by_name,
            source=line.get_source_display(),
            sentence=sentence_of(line, names),
            reason="" if line.reason == "swap" else line.reason,
        )
        for line in lines.select_related("entry", "other_entry")[:most]
    ]


def sentence_of(line: JournalLine, names: Names) -> Sentence:
    """What a line says; a verb without words of its own is a defect the tests find."""
    return SENTENCES[line.verb](Told(line, names))


@dataclass(frozen=True, slots=True)
class Told:
    """A journal line with names for its numbers."""

    line: JournalLine
    names: Names

    @property
    def round(self) -> int:
        return self.line.round_number or 0

    @property
    def table(self) -> int:
        return self.line.table or 0

    @property
    def pair(self) -> str:
        return self._name(self.line.entry.number if self.line.entry else None)

    @property
    def other(self) -> str:
        return self._name(self.line.other_entry.number if self.line.other_entry else None)

    def _name(self, number: int | None) -> str:
        return "–" if number is None else f"{self.names.of(number).short} ({number})"

    def old(self, name: str) -> Any:
        return self.line.old.get(name)

    def new(self, name: str) -> Any:
        return self.line.new.get(name)

    def number(self, name: str, *, old: bool = False) -> int:
        return int((self.line.old if old else self.line.new).get(name) or 0)


def _fixed(text: str) -> Callable[[Told], Sentence]:
    return lambda told: say(text, round=told.round, table=told.table, pair=told.pair, other=told.other)


def _result(told: Told) -> Sentence:
    return say(
        gettext_noop("Round {round}, table {table}: {ns} to {ew}."),
        round=told.round,
        table=told.table,
        ns=told.number("ns"),
        ew=told.number("ew"),
    )


def _correction(told: Told) -> Sentence:
    values = {
        "round": told.round,
        "table": told.table,
        "ns": told.number("ns"),
        "ew": told.number("ew"),
        "old_ns": told.number("ns", old=True),
        "old_ew": told.number("ew", old=True),
    }
    if told.new("countersigned_by"):
        return say(
            gettext_noop(
                "Round {round}, table {table}: {old_ns} to {old_ew} corrected to {ns} to {ew},"
                " countersigned by {referee}."
            ),
            referee=str(told.new("countersigned_by")),
            **values,
        )
    return say(
        gettext_noop("Round {round}, table {table}: {old_ns} to {old_ew} corrected to {ns} to {ew}."),
        **values,
    )


def _from_the_table(text: str) -> Callable[[Told], Sentence]:
    return lambda told: say(
        text,
        round=told.round,
        table=told.table,
        pair=told.pair,
        other=told.other,
        ns=told.number("ns"),
        ew=told.number("ew"),
    )


def _code(text: str, *, old: bool = False) -> Callable[[Told], Sentence]:
    return lambda told: say(
        text,
        round=told.round,
        table=told.table,
        line=line_name("ns" if (told.old if old else told.new)("line") == "ns" else "ew"),
    )


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


def _presence(told: Told) -> Sentence:
    texts = {
        "here": gettext_noop("{pair} is here."),
        "absent": gettext_noop("{pair} is absent."),
        "unknown": gettext_noop("{pair}: not seen after all."),
    }
    return say(texts[told.new("presence")], pair=told.pair)


def _paid(told: Told) -> Sentence:
    text = (
        gettext_noop("{pair} has paid.")
        if told.new("paid")
        else gettext_noop("{pair} has not paid after all.")
    )
    return say(text, pair=told.pair)


def _left(told: Told) -> Sentence:
    if told.new("justified"):
        return say(
            gettext_noop("{pair} left in round {round}, with good reason."), pair=told.pair, round=told.round
        )
    return say(gettext_noop("{pair} left in round {round}."), pair=told.pair, round=told.round)


def _clock(text: str) -> Callable[[Told], Sentence]:
    names = ("minutes", "warning", "minutes_left", "seconds_left")
    return lambda told: say(text, round=told.round, **{name: told.number(name) for name in names})


def _extra_time(told: Told) -> Sentence:
    minutes = told.number("minutes")
    text = gettext_noop(
        "Clock of round {round}: {minutes} minutes given, {minutes_left} min {seconds_left} s left."
    )
    if minutes < 0:
        text = gettext_noop(
            "Clock of round {round}: {minutes} minutes taken, {minutes_left} min {seconds_left} s left."
        )
    left = {name: told.number(name) for name in ("minutes_left", "seconds_left")}
    return say(text, round=told.round, minutes=abs(minutes), **left)


_WALL = {
    "auto": gettext_noop("The wall shows what fits the moment, {seconds} seconds a page."),
    "tables": gettext_noop("The wall shows the seats by table, {seconds} seconds a page."),
    "names": gettext_noop("The wall shows the seats by name, {seconds} seconds a page."),
    "standings": gettext_noop("The wall shows the standings, {seconds} seconds a page."),
    "progress": gettext_noop("The wall shows the progress of the round, {seconds} seconds a page."),
    "clock": gettext_noop("The wall shows the clock, {seconds} seconds a page."),
}


def _wall(told: Told) -> Sentence:
    return say(_WALL[told.new("shows")], seconds=told.number("seconds"))


def _player(text: str, *, old: bool = False) -> Callable[[Told], Sentence]:
    return lambda told: say(text, player=str((told.old if old else told.new)("player")), pair=told.pair)


SENTENCES: Mapping[str, Callable[[Told], Sentence]] = {
    "create_event": lambda told: say(
        gettext_noop("Event made: {programme}."), programme=str(told.new("programme"))
    ),
    "edit_event": lambda told: say(
        gettext_noop("Settings changed: {settings}."), settings=", ".join(sorted(told.line.new)) or "–"
    ),
    "enter": lambda told: say(
        gettext_noop("{count} pairs put on the list."), count=len(told.new("numbers") or [])
    ),
    "enter_late": _fixed(gettext_noop("{pair} joined late at table {table}.")),
    "enter_list": lambda told: say(
        gettext_noop("From a list: {count} pairs, {waiting} without a partner."),
        count=len(told.new("numbers") or []),
        waiting=len(told.new("waiting") or []),
    ),
    "edit_entry": _fixed(gettext_noop("{pair}: club or line changed.")),
    "renumber": lambda told: say(
        gettext_noop("Pair {old} now has number {new}."),
        old=told.number("number", old=True),
        new=told.number("number"),
    ),
    "remove_entry": lambda told: say(
        gettext_noop("Pair {number} ({players}) struck off the list."),
        number=told.number("number", old=True),
        players=" – ".join(told.old("players") or []) or "–",
    ),
    "edit_player": lambda told: say(
        gettext_noop("A name corrected: {old} is now {new}."),
        old=str(told.old("player")),
        new=str(told.new("player")),
    ),
    "merge_players": lambda told: say(
        gettext_noop("{old} and {new} are one person: kept as {new}."),
        old=str(told.old("player")),
        new=str(told.new("player")),
    ),
    "check_in": _presence,
    "set_paid": _paid,
    "wait_for_partner": _player(gettext_noop("{player} waits for a partner.")),
    "stop_waiting": _player(gettext_noop("{player} waits no longer."), old=True),
    "join": _fixed(gettext_noop("{pair}: two who waited make a pair.")),
    "substitute": lambda told: say(
        gettext_noop("{pair}: {new} for {old} from round {round}."),
        pair=told.pair,
        new=str(told.new("player")),
        old=str(told.old("player")),
        round=told.round,
    ),
    "withdraw": _left,
    "draw_round": _fixed(gettext_noop("Round {round} drawn.")),
    "redraw_round": _fixed(gettext_noop("Round {round} drawn again.")),
    "seat_round": _fixed(gettext_noop("Round {round} seated.")),
    "swap": _fixed(gettext_noop("Round {round}: {pair} and {other} change seats.")),
    "undo_draw": _fixed(gettext_noop("The draw of round {round} taken back.")),
    "publish_round": _fixed(gettext_noop("Seats of round {round} published.")),
    "close_round": _fixed(gettext_noop("Round {round} closed.")),
    "record_result": _result,
    "correct_result": _correction,
    "propose_result": _from_the_table(
        gettext_noop("Round {round}, table {table}: {pair} hands in {ns} to {ew}, to be confirmed.")
    ),
    "dispute_result": _from_the_table(
        gettext_noop("Round {round}, table {table}: {pair} writes {ns} to {ew}, not as {other} did.")
    ),
    "confirm_result": _from_the_table(
        gettext_noop("Round {round}, table {table}: {pair} confirms {ns} to {ew}.")
    ),
    "issue_codes": lambda told: say(
        gettext_noop("Round {round}: {count} codes for the tables made."),
        round=told.round,
        count=told.number("codes"),
    ),
    "reissue_code": _code(gettext_noop("Round {round}, table {table}: a new code for {line}.")),
    "revoke_code": _code(gettext_noop("Round {round}, table {table}: the code of {line} revoked."), old=True),
    "call_director": _fixed(gettext_noop("Table {table}: {pair} calls the director.")),
    "answer_call": _fixed(gettext_noop("Table {table}: the director has come.")),
    "record_round": lambda told: say(
        gettext_noop("Round {round}: {count} results stored."),
        round=told.round,
        count=len(told.new("results") or []),
    ),
    "rule": lambda told: say(
        gettext_noop("Round {round}: {count} scores set by the referee."),
        round=told.round,
        count=len(told.new("rulings") or []),
    ),
    "rule_absent": _fixed(gettext_noop("{pair} was not at table {table} in round {round}.")),
    "take_back_withdrawal": _fixed(gettext_noop("{pair} has not left after all.")),
    "key_again": lambda told: say(
        gettext_noop("Round {round}, table {table}: keyed again, {ns} to {ew}."),
        round=told.round,
        table=told.table,
        ns=told.number("ns"),
        ew=told.number("ew"),
    ),
    "switch_double_keying": lambda told: say(
        gettext_noop("Every result is keyed twice.")
        if told.new("on")
        else gettext_noop("Every result is keyed once.")
    ),
    "cancel_ruling": _fixed(gettext_noop("Round {round}, table {table}: the referee’s score taken back.")),
    "penalise": _penalty,
    "cancel_penalty": _fixed(gettext_noop("{pair}: penalty taken back.")),
    "rule_late": _late,
    "warn": _warned,
    "publish_standings": lambda told: say(
        gettext_noop("Standings no. {number} published, after round {round}."),
        number=told.number("number"),
        round=told.round,
    ),
    "start_clock": _clock(gettext_noop("Clock of round {round} started: {minutes} minutes.")),
    "pause_clock": _clock(
        gettext_noop("Clock of round {round} paused with {minutes_left} min {seconds_left} s left.")
    ),
    "resume_clock": _clock(
        gettext_noop("Clock of round {round} goes on with {minutes_left} min {seconds_left} s left.")
    ),
    "add_time": _extra_time,
    "announce_last_lap": _fixed(gettext_noop("Round {round}: last hand announced.")),
    "stop_clock": _fixed(gettext_noop("Clock of round {round} stopped.")),
    "set_wall": _wall,
    "set_prizes": lambda told: say(gettext_noop("Prizes set: {pot} euros."), pot=told.number("pot")),
    "finish_event": _fixed(gettext_noop("The event is finished.")),
    "reopen_event": _fixed(gettext_noop("The event is open again.")),
    "archive_event": _fixed(gettext_noop("The event is archived.")),
}

"""The journal itself: its numbers without a gap, and no line that has lost what it said."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.models import Event, JournalLine


class Line(NamedTuple):
    """A line of the journal; ``entry`` and ``other`` are the numbers these pairs have today."""

    number: int
    verb: str
    round: int | None
    table: int | None
    entry: int | None
    other: int | None
    old: Mapping[str, Any]
    new: Mapping[str, Any]

    @property
    def is_whole(self) -> bool:
        """Whether it still holds what a line of its kind has always held."""
        old, new = HOLDS.get(self.verb, ((), ()))
        return all(key in self.old for key in old) and all(key in self.new for key in new)


_TOTALS = ("ns", "ew")

HOLDS: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "create_event": ((), ("name", "programme")),
    "edit_event": ((), ()),
    "enter": ((), ("numbers",)),
    "enter_late": ((), ("number",)),
    "enter_list": ((), ("numbers", "waiting")),
    "edit_entry": (("club", "line"), ("club", "line")),
    "renumber": (("number",), ("number",)),
    "remove_entry": (("number",), ()),
    "edit_player": (("player",), ("player",)),
    "merge_players": (("player",), ("player",)),
    "erase_player": ((), ("player", "record", "lines")),
    "check_in": (("presence",), ("presence",)),
    "set_paid": (("paid",), ("paid",)),
    "wait_for_partner": ((), ("player",)),
    "stop_waiting": (("player",), ()),
    "join": ((), ("players",)),
    "substitute": (("player",), ("player",)),
    "withdraw": ((), ("justified",)),
    "take_back_withdrawal": (("state",), ()),
    "draw_round": ((), ("tables",)),
    "redraw_round": (("seats",), ("tables",)),
    "seat_round": ((), ("tables",)),
    "swap": (("tables",), ()),
    "undo_draw": (("seats",), ()),
    "publish_round": (("state",), ("state",)),
    "close_round": (("state",), ("state",)),
    "record_result": ((), _TOTALS),
    "correct_result": (_TOTALS, _TOTALS),
    "propose_result": ((), _TOTALS),
    "dispute_result": ((), _TOTALS),
    "confirm_result": ((), _TOTALS),
    "record_round": ((), ("results",)),
    "key_again": ((), _TOTALS),
    "switch_double_keying": (("on",), ("on",)),
    "issue_codes": ((), ("codes",)),
    "reissue_code": ((), ("line",)),
    "revoke_code": (("line",), ()),
    "call_director": ((), ("line",)),
    "answer_call": ((), ()),
    "rule": ((), ("rulings",)),
    "rule_late": ((), ("minutes", "kind")),
    "rule_absent": ((), ("left_out",)),
    "cancel_ruling": (("kind",), ()),
    "penalise": ((), ("penalties",)),
    "warn": ((), ("vp_off", "mp_off")),
    "cancel_penalty": (("vp", "mp"), ()),
    "publish_standings": ((), ("number",)),
    "start_clock": ((), ("minutes",)),
    "pause_clock": ((), ("minutes_left",)),
    "resume_clock": ((), ("minutes_left",)),
    "add_time": ((), ("minutes",)),
    "announce_last_lap": ((), ()),
    "stop_clock": (("minutes_left",), ()),
    "set_wall": ((), ("shows",)),
    "set_prizes": ((), ("pot",)),
    "set_role": (("role",), ("who", "role")),
    "finish_event": ((), ("state",)),
    "reopen_event": ((), ("state",)),
    "archive_event": ((), ("state",)),
    "report_event": ((), ("reported",)),
    "take_back_report": (("reported",), ()),
}
"""What a line of each verb holds in ``old`` and ``new``, whatever else it says."""


HOLDS_TODAY: Mapping[str, str] = {
    "draw_round": "seats",
    "redraw_round": "seats",
    "seat_round": "seats",
    "swap": "seats",
    "record_round": "hands",
}
"""What the lines of an event hold besides whose first line holds its settings."""


def says_all(journal: Sequence[Line]) -> bool:
    """Whether the journal holds settings, seats and hands; those of before did not."""
    return any("scale" in line.new for line in journal if line.verb == "create_event")


def read(event: Event) -> list[Line]:
    """The whole journal in the order of its numbers, in one query."""
    rows = JournalLine.objects.filter(event=event).order_by("number")
    return [
        Line(*row)
        for row in rows.values_list(
            "number", "verb", "round_number", "table", "entry__number", "other_entry__number", "old", "new"
        )
    ]


def missing(event: Event, journal: Sequence[Line]) -> Iterator[Sentence]:
    """Numbers that are not there or too many, and lines that no longer say what they are there for."""
    numbers = {line.number for line in journal}
    whole = set(range(1, event.version + 1))
    for number in sorted(whole - numbers):
        yield say(gettext_noop("The journal has no line {number}."), number=number)
    for number in sorted(numbers - whole):
        yield say(
            gettext_noop("The journal has a line {number}, but the event stands at {version}."),
            number=number,
            version=event.version,
        )
    today = HOLDS_TODAY if says_all(journal) else {}
    for line in journal:
        if line.verb not in HOLDS:
            told = gettext_noop("Line {number} of the journal says “{verb}”, which nobody does here.")
            yield say(told, number=line.number, verb=line.verb)
        elif not line.is_whole or today.get(line.verb, "") not in (*line.new, ""):
            told = gettext_noop("Line {number} of the journal ({verb}) no longer holds what it said.")
            yield say(told, number=line.number, verb=line.verb)

"""What happens to a round: draw, seats, clock, what hangs on the wall."""

from __future__ import annotations

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.boards.journal.told import Sentences, Telling, Told, fixed


def _clock(text: str) -> Telling:
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


ROUNDS: Sentences = {
    "draw_round": fixed(gettext_noop("Round {round} drawn.")),
    "redraw_round": fixed(gettext_noop("Round {round} drawn again.")),
    "seat_round": fixed(gettext_noop("Round {round} seated.")),
    "swap": fixed(gettext_noop("Round {round}: {pair} and {other} change seats.")),
    "undo_draw": fixed(gettext_noop("The draw of round {round} taken back.")),
    "publish_round": fixed(gettext_noop("Seats of round {round} published.")),
    "close_round": fixed(gettext_noop("Round {round} closed.")),
    "start_clock": _clock(gettext_noop("Clock of round {round} started: {minutes} minutes.")),
    "pause_clock": _clock(
        gettext_noop("Clock of round {round} paused with {minutes_left} min {seconds_left} s left.")
    ),
    "resume_clock": _clock(
        gettext_noop("Clock of round {round} goes on with {minutes_left} min {seconds_left} s left.")
    ),
    "add_time": _extra_time,
    "announce_last_lap": fixed(gettext_noop("Round {round}: last hand announced.")),
    "stop_clock": fixed(gettext_noop("Clock of round {round} stopped.")),
    "set_wall": _wall,
}

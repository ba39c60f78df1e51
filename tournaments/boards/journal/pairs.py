"""What happens to the pairs: the list, the check-in, changes of players."""

from __future__ import annotations

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.boards.journal.told import Sentences, Telling, Told, fixed


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


def _player(text: str, *, old: bool = False) -> Telling:
    return lambda told: say(text, player=str((told.old if old else told.new)("player")), pair=told.pair)


PAIRS: Sentences = {
    "enter": lambda told: say(
        gettext_noop("{count} pairs put on the list."), count=len(told.new("numbers") or [])
    ),
    "enter_late": fixed(gettext_noop("{pair} joined late at table {table}.")),
    "enter_list": lambda told: say(
        gettext_noop("From a list: {count} pairs, {waiting} without a partner."),
        count=len(told.new("numbers") or []),
        waiting=len(told.new("waiting") or []),
    ),
    "edit_entry": fixed(gettext_noop("{pair}: club or line changed.")),
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
    "erase_player": lambda told: say(
        gettext_noop("{player}: personal data erased. Lines of this journal that now say so: {count}."),
        player=str(told.new("player")),
        count=len(told.new("lines") or []),
    ),
    "check_in": _presence,
    "set_paid": _paid,
    "wait_for_partner": _player(gettext_noop("{player} waits for a partner.")),
    "stop_waiting": _player(gettext_noop("{player} waits no longer."), old=True),
    "join": fixed(gettext_noop("{pair}: two who waited make a pair.")),
    "substitute": lambda told: say(
        gettext_noop("{pair}: {new} for {old} from round {round}."),
        pair=told.pair,
        new=str(told.new("player")),
        old=str(told.old("player")),
        round=told.round,
    ),
    "withdraw": _left,
    "take_back_withdrawal": fixed(gettext_noop("{pair} has not left after all.")),
}

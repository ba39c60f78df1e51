"""What is stored, held against what the journal says: the event, its rounds, who sat where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any

from scoring.sentences import Sentence, gettext_noop, say
from tournaments.boards.facts import Facts
from tournaments.boards.settings_told import settings_told
from tournaments.boards.verify.told import RoundTold, Seated, Told
from tournaments.models import Event, Publication, Round
from tournaments.movements.programme import Programme

_NOT_COMPARED = {"apart_pairs"}
"""Changed by whoever strikes a pair off or gives it another number, without a word in the journal."""


def event_off(event: Event, told: Told, programme: Programme | None) -> Iterator[Sentence]:
    """Settings changed behind the journal, the state of the event, standings of a line that is not there."""
    now = settings_told(event, programme)
    for name in now:
        if name in told.settings and name not in _NOT_COMPARED and now[name] != told.settings[name]:
            yield say(
                gettext_noop("{setting}: {now} is set, but the journal says {told}."),
                setting=_setting(name),
                now=_shown(now[name]),
                told=_shown(told.settings[name]),
            )
    if told.state is not None and told.state != event.state:
        yield say(
            gettext_noop("The event is “{now}”, but by its journal “{told}”."),
            now=str(Event.State(event.state).label),
            told=str(Event.State(told.state).label),
        )
    for number, version in Publication.objects.filter(event=event, version__gt=event.version).values_list(
        "number", "version"
    ):
        text = gettext_noop(
            "Standings no. {number} came with line {line}, but the event stands at {version}."
        )
        yield say(text, number=number, line=version, version=event.version)


def _setting(name: str) -> Sentence | str:
    if name == "programme":
        return say(gettext_noop("Programme"))
    stored = {"scale": "scale_bounds"}.get(name, name)
    return str(Event._meta.get_field(stored).verbose_name)  # type: ignore[union-attr]


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(one)}" for key, one in value.items()) or "–"
    if isinstance(value, list):
        return " ".join(_shown(one) for one in value) or "–"
    return "–" if value in (None, "") else str(value)


def rounds_off(facts: Facts, told: Told) -> Iterator[Sentence]:
    """Rounds that nobody drew or that are gone, their states, and every seat."""
    tables = _tables(facts)
    for number in sorted(facts.rounds.keys() | told.rounds.keys()):
        found = told.rounds.get(number)
        state = facts.rounds.get(number)
        if found is None:
            yield say(gettext_noop("Round {round} is there, but the journal does not say so."), round=number)
        elif state is None:
            yield say(gettext_noop("Round {round} is gone, but by the journal it is there."), round=number)
        else:
            if state != found.state:
                yield say(
                    gettext_noop("Round {round} is “{now}”, but by the journal “{told}”."),
                    round=number,
                    now=str(Round.State(state).label),
                    told=str(Round.State(found.state).label),
                )
            yield from _seats(number, tables[number], found)


def _tables(facts: Facts) -> dict[int, dict[int, Seated]]:
    tables: dict[int, dict[int, Seated]] = defaultdict(dict)
    for match in facts.matches:
        tables[match.round][match.table] = (match.ns, match.ew)
    return tables


def _seats(number: int, now: Mapping[int, Seated], told: RoundTold) -> Iterator[Sentence]:
    if told.seats is None:
        if told.tables is not None and told.tables != len(now):
            text = gettext_noop("Round {round} has {now} tables, but by the journal {told}.")
            yield say(text, round=number, now=len(now), told=told.tables)
        return
    for table in sorted(now.keys() | told.seats.keys()):
        here, there = now.get(table, ((), ())), told.seats.get(table, ((), ()))
        if here != there:
            yield say(
                gettext_noop("Round {round}, table {table}: {now} sit there, but by the journal {told}."),
                round=number,
                table=table,
                now=_who(here),
                told=_who(there),
            )


def _who(seated: Seated) -> str:
    """A table in a few signs: "3 – 8"; a line nobody sits on is a dot, a table that is not there a dash."""
    if seated == ((), ()):
        return "–"
    return " – ".join("+".join(map(str, line)) or "·" for line in seated)

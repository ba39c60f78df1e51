"""The lines of journals in which a person is named, and the label put there instead.

The only place of the program that changes a line once it is written.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Q, QuerySet

from tournaments import names
from tournaments.desk.privacy.naming import Called, Known
from tournaments.models import Event, JournalLine, Member, Penalty, Player, Result, Ruling, Source, Waiting

NAMED = ("player", "players", "waiting", "countersigned_by")
"""The keys of ``old`` and ``new`` under which people stand."""
WRITTEN = ("overridden",)
"""Those under which somebody has written freely, as in a reason."""
NAMING = (
    "edit_player", "enter_list", "join", "merge_players", "remove_entry", "stop_waiting", "substitute",
    "wait_for_partner",
)  # fmt: skip
"""Verbs whose lines may name somebody who never sat in a pair."""


@dataclass(frozen=True)
class Touched:
    """An event whose journal names the person. ``entries``: the pairs the person sat in.

    ``namesake``: somebody else of the same name sat there too. ``shared``: somebody of the same surname did.
    """

    event_id: int
    entries: frozenset[int]
    namesake: bool
    shared: bool


def former_names(ids: list[int]) -> set[Called]:
    """What these records were called before, as the journals of their pairs tell it."""
    entries = Member.objects.filter(player__in=ids).values("entry")
    current = set(Player.objects.filter(pk__in=ids).values_list("name_key", flat=True))
    lines = JournalLine.objects.filter(verb__in=("edit_player", "merge_players"), entry__in=entries)
    told = [(line.old.get("player", ""), line.new.get("player", "")) for line in lines.order_by("-pk")]
    found: set[Called] = set()
    for old, new in told:  # the latest first, so that each correction leads on to the one before
        if old and names.key(new) in current:
            current.add(names.key(old))
            found.add(Called(*names.split(old)))
    return found


def touched(ids: list[int], known: Known) -> Iterator[Touched]:
    """The events the person has to do with, in the order of their keys: sat there, waited, or is named."""
    entries: dict[int, set[int]] = defaultdict(set)
    for event, entry in Member.objects.filter(player__in=ids).values_list("event_id", "entry_id"):
        entries[event].add(entry)
    concerned = {*entries, *Waiting.objects.filter(player__in=ids).values_list("event_id", flat=True)}
    concerned |= _named_elsewhere(ids, known, concerned)
    surnames = {names.key(called.surname) for called in known.names}
    full = {names.key(called.full) for called in known.names}
    for event in sorted(concerned):
        others = Player.objects.filter(memberships__event=event).exclude(pk__in=ids)
        keys = list(others.values_list("surname", "name_key"))
        yield Touched(
            event,
            frozenset(entries[event]),
            namesake=any(key in full for _surname, key in keys),
            shared=any(names.key(surname) in surnames for surname, _key in keys),
        )


def _named_elsewhere(ids: list[int], known: Known, but: set[int]) -> set[int]:
    """Events that only name the person: struck off before the draw, or gone from those who waited.

    Where somebody else bears the name, such a line cannot be told to be about this person, and stays.
    """
    keys = {names.key(called.full) for called in known.names}
    if Player.objects.filter(name_key__in=keys).exclude(pk__in=ids).exists():
        return set()
    rows = JournalLine.objects.filter(verb__in=NAMING).exclude(event__in=but)
    return {
        event
        for event, old, new in rows.values_list("event_id", "old", "new")
        if _without(old, known) != old or _without(new, known) != new
    }


def neutralise(event: Event, found: Touched, known: Known) -> list[int]:
    """Put the label into the journal of an event and into what was written beside its results.

    The numbers of the lines that hold it now. A line about another pair is left alone where somebody of the
    same name sat.
    """
    changed = []
    for line in JournalLine.objects.filter(event=event).order_by("number"):
        theirs = line.entry_id in found.entries or line.other_entry_id in found.entries
        if found.namesake and not theirs and line.entry_id is not None:
            continue
        alone = theirs or not found.shared
        now = {
            "old": _without(line.old, known, surnames=alone),
            "new": _without(line.new, known, surnames=alone),
            "reason": known.out_of(line.reason, surnames=alone),
            # From a phone a pair signs with its surnames.
            "by_name": known.out_of(line.by_name, surnames=theirs) if _is_a_pairs(line) else line.by_name,
        }
        if now != {name: getattr(line, name) for name in now}:
            # Past the manager and the model, both of which refuse: this is the exception.
            QuerySet(JournalLine).filter(pk=line.pk).update(**now)
            changed.append(line.number)
    _reasons(event, found, known)
    return changed


def _is_a_pairs(line: JournalLine) -> bool:
    return line.source == Source.PHONE


def _without(values: dict[str, Any], known: Known, *, surnames: bool = False) -> dict[str, Any]:
    """The values with the label for the names; ``surnames``: in what was written freely for these too."""
    told = dict(values)
    for name in {*NAMED, *WRITTEN} & set(values):
        told[name] = known.out_of_all(values[name], surnames=surnames and name in WRITTEN)
    return told


def _reasons(event: Event, found: Touched, known: Known) -> None:
    """Reasons of penalties, of scores set by the referee, of results stored against a finding."""
    theirs = Q(entry__in=found.entries)
    at_table = Q(match__seats__entry__in=found.entries)
    for rows, name, about in (
        (Penalty.objects.filter(event=event), "reason", theirs),
        (Ruling.objects.filter(event=event), "reason", at_table),
        (Result.objects.filter(event=event), "override_reason", at_table),
    ):
        mine = set(rows.filter(about).values_list("pk", flat=True))
        for pk, text in rows.exclude(**{name: ""}).values_list("pk", name):
            told = known.out_of(text, surnames=pk in mine or not found.shared)
            if told != text:
                rows.filter(pk=pk).update(**{name: told})

"""How far the public side of an event has come, so that a page is asked for again only when it changed.

Every page hangs on some lines of the journal and not on others: a result of the round being played moves
the results and nothing in the standings. What a page hangs on is its *watch*, and the number of the last
line that touched it is its *mark*. Watches, as they stand in addresses:

``settled``      what only a decision changes: names, seats, standings of closed rounds
``all``          that, and every result as it comes
``round-3``      that, and the results of round 3
``table-3-17``   that, and the result of table 17 in round 3
``every``        every line whatever, also those no player sees

A mark is never newer than what has been committed, and never more than ``FRESH`` seconds old (``FRESH``
and ``SHARED`` where ``REDIS_URL`` is set and Redis lost a message). With Redis the marks of an event lie
there, so that an open page that asks a process which knows nothing of it costs no query.
"""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.db.models import Exists, OuterRef, QuerySet

from tournaments.caching import keep_newest
from tournaments.models import Event, JournalLine, Round, Seat
from tournaments.prepared import prepared

FRESH = 0.2
"""Seconds for which a process trusts what it knows; what it changes itself it knows at once."""
SHARED = 1
"""Seconds for which marks told through Redis are trusted."""
MOST_EVENTS = 200

RESULTS = frozenset({"record_result", "correct_result", "confirm_result", "record_round"})
UNSEEN = frozenset(
    {
        "add_time", "announce_last_lap", "answer_call", "call_director", "dispute_result", "issue_codes",
        "key_again", "pause_clock", "propose_result", "reissue_code", "report_event", "resume_clock",
        "revoke_code", "set_paid", "set_prizes", "set_role", "set_wall", "start_clock", "stop_clock",
        "stop_waiting", "switch_double_keying", "take_back_report", "wait_for_partner",
    }
)  # fmt: skip
"""Verbs that change no page hung on anything but ``every``; a verb not named here changes them all."""

WATCH = re.compile(r"settled|all|every|round-(\d{1,4})|table-(\d{1,4})-(\d{1,6})")


@dataclass(frozen=True, slots=True)
class Marks:
    """The last line of the journal that touched each watch of an event.

    ``rounds``, ``tables`` and ``whole`` (results of a whole round at once) hold results that came after
    ``settled``.
    """

    pk: int
    version: int = 0
    settled: int = 0
    rounds: Mapping[int, int] = field(default_factory=dict)
    tables: Mapping[tuple[int, int], int] = field(default_factory=dict)
    whole: Mapping[int, int] = field(default_factory=dict)

    def of(self, watch: str) -> int | None:
        """The mark of a watch; None where it is none.

        >>> marks = Marks(1, 9, 4, {3: 8}, {(3, 17): 6})
        >>> [marks.of(watch) for watch in ("settled", "all", "round-2", "table-3-17", "every", "nothing")]
        [4, 8, 4, 6, 9, None]
        """
        found = WATCH.fullmatch(watch)
        if found is None:
            return None
        if watch == "every":
            return self.version
        if watch == "all":
            return max(self.settled, *self.rounds.values(), 0)
        in_round, table_round, table = (int(part) if part else 0 for part in found.groups())
        results = self.rounds.get(in_round, 0)
        at_table = max(self.tables.get((table_round, table), 0), self.whole.get(table_round, 0))
        return max(self.settled, results, at_table)


class _Known(NamedTuple):
    marks: Marks
    until: float


class _Row(NamedTuple):
    """As much of an event as says how far it has come."""

    pk: int
    version: int
    official_places: bool


_known: dict[str, _Known] = {}


def peek(slug: str) -> Marks | None:
    """What this process knows and may still trust, without asking anybody."""
    known = _known.get(slug)
    return known.marks if known is not None and known.until > time.monotonic() else None


def marks_of(slug: str) -> Marks | None:
    """The marks of the event at this address, at most ``FRESH`` old; None where there is no such event.

    With Redis they are those that whoever changed the event has left there: the database is asked once in
    ``SHARED`` seconds, by one process for all.
    """
    known = peek(slug)
    if known is not None:
        return known
    asked = time.monotonic()
    told = _told(slug)
    if told is not None:
        return _keep(slug, told, asked)
    found = _learn(slug, _row(slug), asked)
    if found is not None:
        _tell(slug, found)
    return found


def marks_now(slug: str) -> Marks | None:
    """The marks as they are in the database this very moment; one query, and one more after a change."""
    asked = time.monotonic()
    return _learn(slug, _row(slug), asked)


def marks_at(event: Event) -> Marks:
    """The marks at the version ``event`` was read with; no query where it is the one known."""
    row = _Row(event.pk, event.version, event.official_places)
    known = _known.get(event.slug)
    if known is not None and known.marks.pk == row.pk and known.marks.version == row.version:
        return known.marks
    return _read_on(Marks(row.pk), row)


def changed(slug: str, row: tuple[int, int, bool]) -> None:
    """An event has a new version; to be called once it is committed. With Redis one query more."""
    if not settings.REDIS_URL:
        _known.pop(slug, None)
        return
    found = _learn(slug, _Row(*row), time.monotonic())
    if found is not None:
        _tell(slug, found)


def forget() -> None:
    """Know nothing any more."""
    _known.clear()


def open_seats(pk: int, number: int) -> list[tuple[int, int]]:
    """Round and table of a pair wherever it is being played; one query."""
    return list(
        Seat.objects.filter(
            round__event=pk, round__state=Round.State.PUBLISHED, entry__number=number
        ).values_list("round__number", "match__table")
    )


def _row(slug: str) -> _Row | None:
    found = _rows(slug)
    return _Row(*found[0]) if found else None


@prepared
def _rows(slug: str) -> QuerySet[Event, tuple[Any, ...]]:
    return Event.objects.filter(slug=slug).order_by().values_list("pk", "version", "official_places")


def _told(slug: str) -> Marks | None:
    """What the processes know of the event together; None where they know nothing or are one."""
    found = cache.get(_shared_key(slug)) if settings.REDIS_URL else None
    return None if found is None else Marks(*found)


def _tell(slug: str, marks: Marks) -> None:
    """Leave the marks where every process looks; never over what has been told of a later version."""
    if settings.REDIS_URL:
        told = tuple(getattr(marks, each.name) for each in fields(Marks))
        keep_newest(_shared_key(slug), marks.version, told, SHARED)


def _shared_key(slug: str) -> str:
    return f"marks:{slug}"


def _learn(slug: str, row: _Row | None, asked: float) -> Marks | None:
    """Bring what is known of the event to ``row``, and trust it for a while from when that was asked for."""
    if row is None:
        _known.pop(slug, None)
        return None
    known = _known.get(slug)
    same = known is not None and known.marks.pk == row.pk
    if known is not None and same and known.marks.version > row.version:
        return known.marks  # somebody was faster
    marks = known.marks if known is not None and same else Marks(row.pk)
    return _keep(slug, _read_on(marks, row) if marks.version < row.version else marks, asked)


def _keep(slug: str, marks: Marks, asked: float) -> Marks:
    """Know the marks, unless later ones are known already."""
    known = _known.get(slug)
    if known is not None and known.marks.pk == marks.pk and known.marks.version > marks.version:
        return known.marks
    if len(_known) >= MOST_EVENTS:
        _known.clear()
    _known[slug] = _Known(marks, asked + FRESH)
    return marks


def _read_on(marks: Marks, row: _Row) -> Marks:
    """The marks after the lines of the journal up to ``row.version``; one query."""
    lines = _lines(row.pk, marks.version, row.version)
    settled = marks.settled
    rounds, tables, whole = dict(marks.rounds), dict(marks.tables), dict(marks.whole)
    for number, verb, in_round, table, is_closed in lines:
        if verb not in RESULTS or in_round is None or is_closed or row.official_places:
            settled = number
            rounds, tables, whole = {}, {}, {}
            continue
        rounds[in_round] = number
        if table is None:
            whole[in_round] = number
        else:
            tables[in_round, table] = number
    return replace(marks, version=row.version, settled=settled, rounds=rounds, tables=tables, whole=whole)


@prepared
def _lines(pk: int, after: int, until: int) -> QuerySet[JournalLine, tuple[Any, ...]]:
    """The lines of an event that players see something of, and whether the round of each is closed."""
    closed = Round.objects.filter(
        event=OuterRef("event"), number=OuterRef("round_number"), state=Round.State.CLOSED
    )
    return (
        JournalLine.objects.filter(event=pk, number__gt=after, number__lte=until)
        .exclude(verb__in=sorted(UNSEEN))
        .annotate(closed=Exists(closed))
        .order_by("number")
        .values_list("number", "verb", "round_number", "table", "closed")
    )

"""The frame of every verb: one transaction, one lock, one line in the journal."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from scoring.sentences import Refusal, Sentence, gettext_noop, say
from tournaments.boards import live
from tournaments.models import Entry, Event, JournalLine, Source
from tournaments.prepared import prepared


@dataclass(frozen=True)
class Actor:
    """Who does something, and from where."""

    name: str
    source: Source
    user_id: int | None = None


class DeskRefusal(Refusal):
    """The desk may not do this now: ``code`` for programs, ``sentence`` for people, nothing changed."""

    def __init__(self, code: str, sentence: Sentence) -> None:
        super().__init__(sentence)
        self.code = code


class NeedsConfirmationError(DeskRefusal):
    """The desk may do this, once it has said yes to the question in ``sentence``."""


@dataclass
class Change:
    """An event under lock, in a transaction, waiting for its one line in the journal."""

    event: Event
    by: Actor
    at: datetime = field(default_factory=timezone.now)
    written: JournalLine | None = None
    unchanged: bool = False
    key: str = ""

    def nothing_to_write(self) -> None:
        """What was asked for stands already: the verb leaves without a line, having written nothing."""
        self.unchanged = True

    def write(
        self,
        verb: str,
        *,
        round_number: int | None = None,
        table: int | None = None,
        entry: Entry | None = None,
        other_entry: Entry | None = None,
        old: dict[str, Any] | None = None,
        new: dict[str, Any] | None = None,
        reason: str = "",
    ) -> JournalLine:
        """Add the journal line of this change; its number becomes the version of the event."""
        if self.written is not None:
            raise RuntimeError(
                f"{verb}: a verb writes one journal line, and this one wrote {self.written.verb}"
            )
        self.event.version += 1
        self.event.save(update_fields=["version"])
        self.written = JournalLine.objects.create(
            event=self.event,
            number=self.event.version,
            at=self.at,
            by_id=self.by.user_id,
            by_name=self.by.name,
            source=self.by.source,
            verb=verb,
            round_number=round_number,
            table=table,
            entry=entry,
            other_entry=other_entry,
            old=old or {},
            new=(new or {}) | ({"key": self.key} if self.key else {}),
            reason=reason,
        )
        return self.written


@contextmanager
def change(event: Event, *, by: Actor, key: str = "") -> Iterator[Change]:
    """Lock ``event`` for a verb; leaving without a journal line is a defect and rolls back.

    ``key``: made by the page for one press of a button; what has been done under it is refused a second
    time, so that two clicks act once.

    On PostgreSQL the row is locked; on SQLite the transaction itself began as the only writer.
    The event handed in learns the new version once the verb has succeeded.
    """
    with transaction.atomic():
        locked = _locked(event.pk)
        frame = Change(event=locked, by=by, key=key)
        if key and JournalLine.objects.filter(event=locked, new__key=key).exists():
            raise DeskRefusal("done_already", say(gettext_noop("This has been done already.")))
        yield frame
        if frame.written is None and not frame.unchanged:
            raise RuntimeError("a verb left without writing its line in the journal")
        if frame.written is not None:
            row = (locked.pk, locked.version, locked.official_places)
            transaction.on_commit(lambda: live.changed(locked.slug, row), robust=True)
    event.version = locked.version
    event.state = locked.state


def _locked(pk: int) -> Event:
    found = _under_lock(pk)
    if not found:
        raise Event.DoesNotExist(f"no event {pk}")
    return found[0]


@prepared
def _under_lock(pk: int) -> QuerySet[Event]:
    return Event.objects.select_for_update().filter(pk=pk).order_by()

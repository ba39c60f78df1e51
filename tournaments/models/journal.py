"""The journal: one line per change, never changed, never deleted."""

from __future__ import annotations

from typing import Any, NoReturn

from django.conf import settings
from django.db import models

from tournaments.models.entries import Entry
from tournaments.models.events import Event
from tournaments.models.results import Source


class JournalIsForGoodError(TypeError):
    """Somebody tried to change or delete a line of a journal: a defect, not a refusal."""


class JournalLines(models.QuerySet["JournalLine"]):
    def update(self, **_kwargs: Any) -> NoReturn:
        raise JournalIsForGoodError("a line of the journal is never changed")

    def delete(self) -> NoReturn:
        raise JournalIsForGoodError("a line of the journal is never deleted")


class JournalLine(models.Model):
    """Who did what, when, from where, to whom, what it was before and is now, and why.

    ``number`` counts from 1 without a hole inside its event; the last one is the event's version.
    """

    event = models.ForeignKey(Event, models.PROTECT, related_name="journal")
    number = models.PositiveIntegerField()
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    by_name = models.CharField(max_length=150, blank=True)
    source = models.CharField(max_length=8, choices=Source)
    verb = models.CharField(max_length=40)
    round_number = models.PositiveSmallIntegerField(null=True)
    table = models.PositiveIntegerField(null=True)
    # A pair struck off before the first draw leaves its lines as they were written, its row is gone.
    entry = models.ForeignKey(Entry, models.DO_NOTHING, null=True, related_name="+", db_constraint=False)
    other_entry = models.ForeignKey(
        Entry, models.DO_NOTHING, null=True, related_name="+", db_constraint=False
    )
    old = models.JSONField(default=dict)
    new = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True)

    objects = JournalLines.as_manager()

    class Meta:
        ordering = ("event", "number")
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="one_journal_line_per_number"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="journal_numbers_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.number} {self.verb}"

    def save(self, *args: Any, **kwargs: Any) -> None:
        if not self._state.adding:
            raise JournalIsForGoodError("a line of the journal is never changed")
        super().save(*args, **kwargs)

    def delete(self, *_args: Any, **_kwargs: Any) -> NoReturn:
        raise JournalIsForGoodError("a line of the journal is never deleted")

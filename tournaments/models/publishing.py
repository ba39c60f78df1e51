"""What has been shown to the players as the standings, under a number, for good."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from tournaments.models.events import Event


class Publication(models.Model):
    """A numbered standings as it was released: its rows, and the version of the event it shows."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="publications")
    number = models.PositiveSmallIntegerField()
    round_number = models.PositiveSmallIntegerField()
    version = models.PositiveIntegerField()
    rows = models.JSONField(default=list)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")

    class Meta:
        ordering = ("event", "number")
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="one_publication_per_number"),
        )

    def __str__(self) -> str:
        return f"{self.number}"

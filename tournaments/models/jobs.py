"""Work that takes longer than a page may: what was asked, how far it is, what came of it."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import Club
from tournaments.models.events import Event


class Job(models.Model):
    """One piece of long work. It can be started twice and leaves the same behind (``key``).

    ``done`` of ``total`` steps; ``message`` and ``problems`` are sentences as data (template and values).
    ``file`` is a name below the folder for results and is swept away after ``expires_at``.
    """

    class State(models.TextChoices):
        WAITING = "waiting", _("waiting")
        RUNNING = "running", _("at work")
        DONE = "done", _("done")
        FAILED = "failed", _("failed")
        CANCELLED = "cancelled", _("cancelled")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=120, blank=True)
    club = models.ForeignKey(Club, models.CASCADE, null=True, blank=True, related_name="jobs")
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="jobs")
    params = models.JSONField(default=dict, blank=True)
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(default=0)
    message = models.JSONField(default=dict, blank=True)
    problems = models.JSONField(default=list, blank=True)
    file = models.CharField(max_length=200, blank=True)
    file_name = models.CharField(max_length=200, blank=True)
    cancel_asked = models.BooleanField(default=False)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=150, blank=True)
    asked_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True, blank=True)
    beat_at = models.DateTimeField(_("last sign of life"), null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-asked_at",)
        constraints = (
            models.UniqueConstraint(
                fields=["key"],
                condition=~models.Q(key="") & models.Q(state__in=["waiting", "running"]),
                name="one_open_job_per_key",
            ),
        )
        indexes = (
            models.Index(fields=["club", "-asked_at"], name="job_club_asked"),
            models.Index(fields=["state", "beat_at"], name="job_state_beat"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"

"""What the hall needs beside the results: the clock, the wall, codes for tables, calls for the director."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Line
from tournaments.models.events import Event
from tournaments.models.rounds import Match


class Clock(models.Model):
    """The clock of the round being played: one for an event, started anew for every round.

    Running: ``ends_at`` says when it is over. Paused: ``left`` seconds remain and ``ends_at`` is empty.
    Every screen counts towards the same moment of the server, whatever its own clock says.
    """

    event = models.OneToOneField(Event, models.PROTECT, related_name="clock")
    round_number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField()
    length = models.PositiveIntegerField(_("length in seconds, extra time included"))
    ends_at = models.DateTimeField(null=True, blank=True)
    left = models.IntegerField(null=True, blank=True)
    warning = models.PositiveIntegerField(_("seconds before the end at which it warns"), default=300)
    last_lap_at = models.DateTimeField(_("last hand announced at"), null=True, blank=True)

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=models.Q(ends_at__isnull=True, left__isnull=False)
                | models.Q(ends_at__isnull=False, left__isnull=True),
                name="a_clock_runs_or_is_paused",
            ),
        )

    def __str__(self) -> str:
        return f"{self.round_number}"


class Wall(models.Model):
    """What the screens on the wall show now, chosen at the desk."""

    class Shows(models.TextChoices):
        AUTOMATIC = "auto", _("what fits the moment")
        SEATS_BY_TABLE = "tables", _("seats by table")
        SEATS_BY_NAME = "names", _("seats by name")
        STANDINGS = "standings", _("standings")
        PROGRESS = "progress", _("progress of the round")
        CLOCK = "clock", _("clock")

    event = models.OneToOneField(Event, models.PROTECT, related_name="wall")
    shows = models.CharField(max_length=10, choices=Shows, default=Shows.AUTOMATIC)
    seconds_a_page = models.PositiveSmallIntegerField(default=12)

    def __str__(self) -> str:
        return self.shows


class TableCode(models.Model):
    """The code with which one line of one match opens its page: printed on the slip, as QR and to be typed.

    It opens nothing else: not the other line's page, not another table, round or event. It ends when the
    round is closed or ``expires_at`` has passed, and can be revoked and issued anew.
    """

    match = models.ForeignKey(Match, models.CASCADE, related_name="codes")
    line = models.CharField(max_length=2, choices=Line)
    code = models.CharField(max_length=12, unique=True)
    issued_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("match", "-line")
        constraints = (
            models.UniqueConstraint(
                fields=["match", "line"],
                condition=models.Q(revoked_at__isnull=True),
                name="one_valid_code_per_line",
            ),
        )

    def __str__(self) -> str:
        return f"{self.code} {self.line}"


class DirectorCall(models.Model):
    """A table asks for the director; open until somebody has gone."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="calls")
    match = models.ForeignKey(Match, models.CASCADE, related_name="calls")
    line = models.CharField(max_length=2, choices=Line)
    at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("at",)
        constraints = (
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(answered_at__isnull=True), name="one_open_call_per_table"
            ),
        )

    def __str__(self) -> str:
        return f"{self.line} {self.at:%H:%M}"

"""Rounds, their matches, and who sits where."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry, Line
from tournaments.models.events import Event, Phase


class Round(models.Model):
    """One round: drawn (the director sees it) -> published (the players do) -> closed (all results in).

    ``why`` keeps what the draw had to say for itself: per table the places of the two and who was
    skipped, and the wishes not granted. With ``seed`` the draw can be made again.
    """

    class State(models.TextChoices):
        DRAWN = "drawn", _("drawn")
        PUBLISHED = "published", _("published")
        CLOSED = "closed", _("closed")

    event = models.ForeignKey(Event, models.PROTECT, related_name="rounds")
    phase = models.ForeignKey(Phase, models.PROTECT, related_name="played", null=True)
    number = models.PositiveSmallIntegerField(_("number"))
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.DRAWN)
    seed = models.PositiveBigIntegerField(default=0)
    why = models.JSONField(default=dict, blank=True)
    drawn_at = models.DateTimeField(null=True, blank=True)
    published_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="one_round_per_number"),
            models.UniqueConstraint(
                fields=["event"], condition=models.Q(state="drawn"), name="one_open_draw_per_event"
            ),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="round_numbers_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.number}"


class Match(models.Model):
    """Two lines at a table in a round; a match with one line only is the bye."""

    round = models.ForeignKey(Round, models.CASCADE, related_name="matches")
    table = models.PositiveIntegerField(_("table"))
    section = models.PositiveSmallIntegerField(_("section"), default=1)

    class Meta:
        ordering = ("table",)
        constraints = (
            models.UniqueConstraint(fields=["round", "table"], name="one_match_per_table_and_round"),
            models.CheckConstraint(condition=models.Q(table__gte=1), name="table_numbers_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.table}"


class Seat(models.Model):
    """One entry on one line of one match. Single players share a line: chairs 0 and 1."""

    match = models.ForeignKey(Match, models.CASCADE, related_name="seats")
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")
    line = models.CharField(_("line"), max_length=2, choices=Line)
    chair = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ("match", "-line", "chair")
        constraints = (
            models.UniqueConstraint(fields=["round", "entry"], name="one_seat_per_entry_and_round"),
            models.UniqueConstraint(fields=["match", "line", "chair"], name="one_entry_per_chair"),
        )

    def __str__(self) -> str:
        return f"{self.match_id} {self.line}"

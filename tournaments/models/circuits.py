"""Circuits: tournaments that make a season ranking (docs/rules.md 9)."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import Club
from tournaments.models.events import Event


class Circuit(models.Model):
    """A season ranking over stages. ``rows`` is what the last recount found, at ``counted_at``."""

    club = models.ForeignKey(Club, models.PROTECT, related_name="circuits", verbose_name=_("club"))
    slug = models.SlugField(max_length=100, unique=True)
    name = models.CharField(_("name"), max_length=140)
    season = models.CharField(_("season"), max_length=9)
    best_of = models.PositiveSmallIntegerField(_("only the best results count"), null=True, blank=True)
    minimum_attendances = models.PositiveSmallIntegerField(_("minimum attendances"), default=0)
    rows = models.JSONField(default=list, blank=True)
    counted_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-season", "name", "pk")

    def __str__(self) -> str:
        return self.name


class Stage(models.Model):
    """An event as a stage of a circuit; doubled where ``factor`` is 2, left out where it was annulled."""

    circuit = models.ForeignKey(Circuit, models.CASCADE, related_name="stages")
    event = models.ForeignKey(Event, models.PROTECT, related_name="stages")
    factor = models.PositiveSmallIntegerField(_("counts how many times"), default=1)
    annulled = models.BooleanField(_("annulled"), default=False)

    class Meta:
        ordering = ("circuit", "event__date", "pk")
        constraints = (
            models.UniqueConstraint(fields=["circuit", "event"], name="one_stage_per_event"),
            models.CheckConstraint(condition=models.Q(factor__gte=1), name="a_stage_counts_at_least_once"),
        )

    def __str__(self) -> str:
        return f"{self.circuit_id}/{self.event_id}"

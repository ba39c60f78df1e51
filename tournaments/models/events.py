"""An event (one tournament) and its programme of phases."""

from __future__ import annotations

from django.db import models
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from scoring.standings import CRITERIA
from scoring.victory_points import Scale
from tournaments.models.clubs import Club
from tournaments.movements.programme import Movement, PhasePlan, Programme


def default_criteria() -> list[str]:
    """The tie-break order an event starts with: keys of ``scoring.standings`` (docs/rules.md 7)."""
    return list(CRITERIA)


class Event(models.Model):
    """A tournament. ``version`` is the number of the last line in its journal.

    The scale, what a bye is worth, lateness and the tie-break order are data of the event: an organizer
    may publish other tables than the shipped ones (docs/rules.md 3, 5, 7).
    """

    class State(models.TextChoices):
        PREPARING = "preparing", _("in preparation")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")
        ARCHIVED = "archived", _("archived")

    class Kind(models.TextChoices):
        CLUB = "club", _("club")
        FEDERAL = "federal", _("federal")
        REGIONAL = "regional", _("regional")
        NATIONAL = "national", _("national")

    class Depth(models.TextChoices):
        COMPONENTS = "components", _("every hand with burracos, base and points")
        HANDS = "hands", _("the total of every hand")
        TOTALS = "totals", _("the total of the round")

    class RulesVariant(models.TextChoices):
        FIBUR = "fibur", _("Italian (semi-clean pays 150)")
        INTERNATIONAL = "international", _("international (no semi-clean)")

    club = models.ForeignKey(Club, models.PROTECT, related_name="events", verbose_name=_("club"))
    slug = models.SlugField(max_length=100, unique=True)
    name = models.CharField(_("name"), max_length=140)
    date = models.DateField(_("date"))
    place = models.CharField(_("place"), max_length=140, blank=True)
    kind = models.CharField(_("kind"), max_length=10, choices=Kind, default=Kind.CLUB)
    state = models.CharField(_("state"), max_length=10, choices=State, default=State.PREPARING)
    hands_per_round = models.PositiveSmallIntegerField(_("hands per round"), default=4)
    depth = models.CharField(_("results are kept as"), max_length=10, choices=Depth, default=Depth.HANDS)
    rules_variant = models.CharField(
        _("rules"), max_length=14, choices=RulesVariant, default=RulesVariant.FIBUR
    )
    scale_bounds = models.JSONField(_("bounds of the VP scale"))
    scale_maximum = models.PositiveSmallIntegerField(_("VP to share"), default=20)
    bye_vp = models.PositiveSmallIntegerField(_("VP of a bye"))
    bye_mp = models.IntegerField(_("MP of a bye"))
    awards = models.JSONField(
        _("lateness, withdrawal and warnings, where not the defaults"), default=dict, blank=True
    )
    criteria = models.JSONField(_("order of the tie-breaks"), default=default_criteria)
    official_places = models.BooleanField(_("places as published elsewhere"), default=False)
    seed = models.PositiveBigIntegerField(_("seed of the draws"), default=0)
    fee = models.DecimalField(
        _("fee of a pair, in euros"), max_digits=7, decimal_places=2, null=True, blank=True
    )
    apart_rounds = models.PositiveSmallIntegerField(_("first rounds with club-mates apart"), default=0)
    apart_pairs = models.JSONField(_("pairs never to meet while it can be helped"), default=list, blank=True)
    double_keying = models.BooleanField(_("results are keyed twice"), default=False)
    correction_minutes = models.PositiveSmallIntegerField(
        _("minutes for corrections after the last round"), default=30
    )
    prizes = models.JSONField(default=dict, blank=True)
    reported_at = models.DateTimeField(_("reported to the federation"), null=True, blank=True)
    version = models.PositiveIntegerField(default=0, editable=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-date", "name", "pk")
        # The newest of all, or of a club, are found without looking at the others.
        indexes = (
            models.Index(fields=["-date", "-id"], name="event_newest"),
            models.Index(fields=["club", "-date", "-id"], name="event_newest_of_club"),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(hands_per_round__range=(1, 12)), name="hands_per_round_1_to_12"
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("event", args=[self.slug])

    @property
    def is_over(self) -> bool:
        """Somebody has finished it: until then every round may be closed and the standings still change."""
        return self.state in (self.State.FINISHED, self.State.ARCHIVED)

    @property
    def scale(self) -> Scale:
        """The event's VP scale as the rules know it."""
        return Scale(tuple(self.scale_bounds), maximum=self.scale_maximum)


class Phase(models.Model):
    """A stretch of rounds under one movement, e.g. three rounds of Mitchell (docs/rules.md 4)."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="phases")
    position = models.PositiveSmallIntegerField()
    movement = models.CharField(_("movement"), max_length=30)
    rounds = models.PositiveSmallIntegerField(_("rounds"))
    options = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=["event", "position"], name="one_phase_per_position"),
            models.CheckConstraint(condition=models.Q(rounds__gte=1), name="a_phase_has_rounds"),
        )

    def __str__(self) -> str:
        return str(self.plan)

    @property
    def plan(self) -> PhasePlan:
        """The phase as the movements know it."""
        return PhasePlan(Movement(self.movement), self.rounds, **self.options)


def programme_of(phases: list[Phase]) -> Programme:
    """The whole programme of an event, from its phases in order."""
    return Programme(tuple(phase.plan for phase in phases))

"""What was played: results at three depths, rulings, penalties."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.entries import Entry, Line
from tournaments.models.events import Event
from tournaments.models.rounds import Match, Round


class Source(models.TextChoices):
    """From where a change came."""

    DESK = "desk", _("scoring room")
    PHONE = "phone", _("phone")
    API = "api", _("another program")
    IMPORT = "import", _("workbook")
    COMMAND = "command", _("command line")


class Result(models.Model):
    """The MP of both lines of a match, and how it came in. What was corrected stays, superseded.

    Only the confirmed one counts, in draws and standings alike, and a match has at most one.
    """

    class State(models.TextChoices):
        PROPOSED = "proposed", _("to be confirmed")
        CONFIRMED = "confirmed", _("confirmed")
        SUPERSEDED = "superseded", _("corrected since")

    match = models.ForeignKey(Match, models.CASCADE, related_name="results")
    event = models.ForeignKey(Event, models.PROTECT, related_name="results")
    state = models.CharField(max_length=10, choices=State, default=State.CONFIRMED)
    ns_mp = models.IntegerField(_("MP North-South"))
    ew_mp = models.IntegerField(_("MP East-West"))
    source = models.CharField(max_length=8, choices=Source, default=Source.DESK)
    proposed_by_line = models.CharField(max_length=2, choices=Line, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    override_reason = models.CharField(
        _("why it stands although it looks impossible"), max_length=300, blank=True
    )

    class Meta:
        ordering = ("match", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(state="confirmed"), name="one_confirmed_result_per_match"
            ),
        )
        indexes = (models.Index(fields=["event", "state"], name="result_event_state"),)

    def __str__(self) -> str:
        return f"{self.ns_mp}-{self.ew_mp}"


class HandResult(models.Model):
    """One hand of a result: always the MP of both lines, and as much below them as was written down.

    Components are those of ``scoring.hand.Line``; base and net are the two columns of a score sheet.
    """

    result = models.ForeignKey(Result, models.CASCADE, related_name="hands")
    number = models.PositiveSmallIntegerField()
    ns_mp = models.IntegerField()
    ew_mp = models.IntegerField()
    ns_base = models.IntegerField(null=True, blank=True)
    ns_net = models.IntegerField(null=True, blank=True)
    ew_base = models.IntegerField(null=True, blank=True)
    ew_net = models.IntegerField(null=True, blank=True)
    components = models.JSONField(null=True, blank=True)

    class Meta:
        ordering = ("result", "number")
        constraints = (models.UniqueConstraint(fields=["result", "number"], name="one_row_per_hand"),)

    def __str__(self) -> str:
        return f"{self.number}"


class Ruling(models.Model):
    """A score set by the referee instead of the one played: lateness, withdrawal, adjusted score.

    The two lines need not add up to the scale's maximum nor to zero (docs/rules.md 5).
    """

    class Kind(models.TextChoices):
        ADJUSTED = "adjusted", _("adjusted score")
        LATE = "late", _("lateness")
        ABSENT = "absent", _("absence")
        WITHDRAWAL = "withdrawal", _("withdrawal")

    match = models.ForeignKey(Match, models.CASCADE, related_name="rulings")
    event = models.ForeignKey(Event, models.PROTECT, related_name="rulings")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.ADJUSTED)
    ns_vp = models.SmallIntegerField(default=0)
    ns_mp = models.IntegerField(default=0)
    ew_vp = models.SmallIntegerField(default=0)
    ew_mp = models.IntegerField(default=0)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("match", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["match"], condition=models.Q(cancelled_at__isnull=True), name="one_ruling_per_match"
            ),
        )

    def __str__(self) -> str:
        return f"{self.ns_vp}-{self.ew_vp}"


class Penalty(models.Model):
    """Points off: on the match (the MP of a line, hence the VP of both) or on the standings (one entry only).

    ``vp`` and ``mp`` are what is taken off, as positive numbers.
    """

    class Scope(models.TextChoices):
        MATCH = "match", _("on the match")
        STANDINGS = "standings", _("on the standings")

    class Kind(models.TextChoices):
        OTHER = "other", _("penalty")
        LATE = "late", _("lateness")
        WARNING = "warning", _("warning")
        TWO_WARNINGS = "two_warnings", _("second warning")

    event = models.ForeignKey(Event, models.PROTECT, related_name="penalties")
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="penalties")
    round = models.ForeignKey(Round, models.PROTECT, null=True, blank=True, related_name="penalties")
    scope = models.CharField(max_length=9, choices=Scope, default=Scope.STANDINGS)
    kind = models.CharField(max_length=12, choices=Kind, default=Kind.OTHER)
    vp = models.PositiveSmallIntegerField(_("VP off"), default=0)
    mp = models.PositiveIntegerField(_("MP off"), default=0)
    reason = models.CharField(_("reason"), max_length=300, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("event", "pk")
        constraints = (
            models.CheckConstraint(
                condition=models.Q(scope="standings") | models.Q(round__isnull=False, vp=0),
                name="a_match_penalty_has_a_round_and_only_mp",
            ),
        )

    def __str__(self) -> str:
        return f"-{self.vp} VP -{self.mp} MP"


class SecondKeying(models.Model):
    """The totals of a table as a second person keyed them, to be held against the confirmed result."""

    match = models.OneToOneField(Match, models.CASCADE, related_name="second_keying")
    event = models.ForeignKey(Event, models.PROTECT, related_name="second_keyings")
    ns_mp = models.IntegerField()
    ew_mp = models.IntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, blank=True, related_name="+")
    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.ns_mp}-{self.ew_mp}"

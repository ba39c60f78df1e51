"""Who takes part: pairs now, and single players or teams by the same tables."""

from __future__ import annotations

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import Club, Player
from tournaments.models.events import Event


class Line(models.TextChoices):
    """Which side of a table; in a Mitchell North-South is stationary."""

    NS = "ns", _("North-South")
    EW = "ew", _("East-West")


class Entry(models.Model):
    """A pair, a team or a single player under one number of one event.

    The number never changes, nor does what the entry has played when a player is replaced.
    """

    class Kind(models.TextChoices):
        PAIR = "pair", _("pair")
        PLAYER = "player", _("player")
        TEAM = "team", _("team")

    class State(models.TextChoices):
        ACTIVE = "active", _("playing")
        ABSENT = "absent", _("absent")
        WITHDRAWN = "withdrawn", _("withdrawn")

    event = models.ForeignKey(Event, models.PROTECT, related_name="entries")
    number = models.PositiveIntegerField(_("number"))
    kind = models.CharField(_("kind"), max_length=6, choices=Kind, default=Kind.PAIR)
    name = models.CharField(_("name of the team"), max_length=120, blank=True)
    club = models.ForeignKey(Club, models.PROTECT, null=True, blank=True, related_name="entries")
    line = models.CharField(_("line"), max_length=2, choices=Line, blank=True)
    section = models.PositiveSmallIntegerField(_("section"), default=1)
    state = models.CharField(_("state"), max_length=9, choices=State, default=State.ACTIVE)
    left_in_round = models.PositiveSmallIntegerField(null=True, blank=True)
    left_justified = models.BooleanField(default=False)
    checked_in = models.BooleanField(_("here"), default=False)
    paid = models.BooleanField(_("fee paid"), default=False)
    drawn_lot = models.PositiveIntegerField(null=True, blank=True)
    official_place = models.PositiveIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=["event", "number"], name="one_entry_per_number"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="entry_numbers_from_one"),
        )

    def __str__(self) -> str:
        return f"{self.number}"


class Member(models.Model):
    """A player in an entry, from one round on and, if replaced, up to another.

    A replaced player keeps the row that says until when; the new one gets a row with the same position.
    """

    entry = models.ForeignKey(Entry, models.PROTECT, related_name="members")
    event = models.ForeignKey(Event, models.PROTECT, related_name="members")
    player = models.ForeignKey(Player, models.PROTECT, related_name="memberships")
    position = models.PositiveSmallIntegerField()
    from_round = models.PositiveSmallIntegerField(default=1)
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("entry", "position", "from_round")
        constraints = (
            models.UniqueConstraint(
                fields=["entry", "position"],
                condition=models.Q(to_round__isnull=True),
                name="one_player_at_a_time",
            ),
            models.UniqueConstraint(
                fields=["event", "player"],
                condition=models.Q(to_round__isnull=True),
                name="nobody_in_two_pairs",
            ),
            models.CheckConstraint(
                condition=models.Q(to_round__isnull=True)
                | models.Q(to_round__gte=models.F("from_round") - 1),
                name="replaced_after_starting",
            ),
        )

    def __str__(self) -> str:
        return f"{self.entry_id}/{self.position}"


class Waiting(models.Model):
    """A player who came without a partner and waits for another one."""

    event = models.ForeignKey(Event, models.PROTECT, related_name="waiting")
    player = models.ForeignKey(Player, models.PROTECT, related_name="+")
    since = models.DateTimeField()

    class Meta:
        ordering = ("since", "pk")
        constraints = (models.UniqueConstraint(fields=["event", "player"], name="waits_once_per_event"),)

    def __str__(self) -> str:
        return str(self.player_id)

"""Who may do what beside the people of a club: accounts of one event, invitations, tokens for programs."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import Club, ClubMember, Player
from tournaments.models.events import Event


class Account(models.Model):
    """Who an account is at the tables: a director who plays does not confirm his own table."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, related_name="account")
    player = models.ForeignKey(Player, models.SET_NULL, null=True, blank=True, related_name="accounts")

    def __str__(self) -> str:
        return f"{self.user_id}"


class EventMember(models.Model):
    """A user account that works for one event, whatever it is (or is not) in the club."""

    event = models.ForeignKey(Event, models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="events")
    role = models.CharField(_("role"), max_length=8, choices=ClubMember.Role)

    class Meta:
        ordering = ("event", "user")
        constraints = (
            models.UniqueConstraint(fields=["event", "user"], name="one_role_per_event"),
            models.CheckConstraint(condition=~models.Q(role="owner"), name="an_event_has_no_owner"),
        )

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"


class Invitation(models.Model):
    """A link that gives one person a role, in a club or in one event; used once, and only until it ends.

    Only a digest of the secret in the link is kept.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="invitations")
    event = models.ForeignKey(Event, models.CASCADE, null=True, blank=True, related_name="invitations")
    role = models.CharField(_("role"), max_length=8, choices=ClubMember.Role)
    for_whom = models.CharField(_("for whom"), max_length=120, blank=True)
    digest = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-at",)
        constraints = (
            models.CheckConstraint(
                condition=models.Q(event__isnull=True) | ~models.Q(role="owner"),
                name="nobody_is_invited_to_own_an_event",
            ),
        )

    def __str__(self) -> str:
        return f"{self.role} {self.for_whom}"


class ApiToken(models.Model):
    """What another program shows to act for a club: what it may do, and until when.

    The token itself is shown once, when it is made; only its digest is kept. ``begins`` are its first
    characters, so that people can tell one from another.
    """

    club = models.ForeignKey(Club, models.CASCADE, related_name="tokens")
    name = models.CharField(_("name"), max_length=80)
    scope = models.CharField(_("may do what"), max_length=8, choices=ClubMember.Role)
    begins = models.CharField(max_length=12)
    digest = models.CharField(max_length=64, unique=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    at = models.DateTimeField()
    expires_at = models.DateTimeField(_("valid until"))
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-at",)
        constraints = (
            models.CheckConstraint(condition=~models.Q(scope="owner"), name="no_program_owns_a_club"),
        )

    def __str__(self) -> str:
        return f"{self.begins} {self.name}"


class KeptAnswer(models.Model):
    """The first answer to a post that came with an ``Idempotency-Key``: a repeat is given the same."""

    asker = models.CharField(max_length=40)
    key = models.CharField(max_length=120)
    fingerprint = models.CharField(max_length=64)
    status = models.PositiveSmallIntegerField()
    headers = models.JSONField(default=dict)
    body = models.TextField()
    at = models.DateTimeField(db_index=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=["asker", "key"], name="one_answer_per_key"),)

    def __str__(self) -> str:
        return f"{self.asker} {self.key}"

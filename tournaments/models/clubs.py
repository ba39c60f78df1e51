"""Clubs and the people who play."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments import names


class Club(models.Model):
    """An affiliated club: who organizes events and whom players belong to (docs/rules.md 9)."""

    name = models.CharField(_("name"), max_length=120)
    slug = models.SlugField(max_length=80, unique=True)
    name_key = models.CharField(max_length=120, unique=True, editable=False)
    federation_code = models.CharField(_("federation code"), max_length=20, blank=True)
    town = models.CharField(_("town"), max_length=80, blank=True)
    region = models.CharField(_("region"), max_length=40, blank=True)

    class Meta:
        ordering = ("name", "pk")

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = names.key(self.name)
        super().save(*args, **kwargs)


class Player(models.Model):
    """A person with (or still without) a membership card. Two people may share a name.

    Phone, e-mail, birth date and sex are for the club's own use and appear on no public page.
    """

    class CardKind(models.TextChoices):
        ORDINARY = "ordinary", _("ordinary")
        REDUCED = "reduced", _("reduced")
        JUNIOR = "junior", _("junior")

    club = models.ForeignKey(
        Club, models.PROTECT, null=True, blank=True, related_name="players", verbose_name=_("club")
    )
    surname = models.CharField(_("surname"), max_length=80)
    first_name = models.CharField(_("first name"), max_length=80, blank=True)
    name_key = models.CharField(max_length=170, db_index=True, editable=False)
    card_number = models.CharField(_("card number"), max_length=20, blank=True)
    card_kind = models.CharField(_("card kind"), max_length=10, choices=CardKind, blank=True)
    card_year = models.PositiveSmallIntegerField(_("card year"), null=True, blank=True)
    birth_date = models.DateField(_("birth date"), null=True, blank=True)
    sex = models.CharField(_("sex"), max_length=1, blank=True)
    phone = models.CharField(_("phone"), max_length=40, blank=True)
    email = models.EmailField(_("e-mail"), blank=True)
    erased_at = models.DateTimeField(_("personal data erased"), null=True, blank=True)
    merged_into = models.ForeignKey("self", models.PROTECT, null=True, blank=True, related_name="merged_from")

    class Meta:
        ordering = ("surname", "first_name", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=["card_number"], condition=~models.Q(card_number=""), name="one_player_per_card"
            ),
        )

    def __str__(self) -> str:
        return self.full_name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.name_key = names.key(self.full_name)
        super().save(*args, **kwargs)

    @property
    def full_name(self) -> str:
        """Surname first, as lists are kept."""
        return f"{self.surname} {self.first_name}".strip()


class ClubMember(models.Model):
    """A user account that works for a club, and as what."""

    class Role(models.TextChoices):
        OWNER = "owner", _("owner")
        DIRECTOR = "director", _("director")
        SCORER = "scorer", _("scorer")
        READER = "reader", _("reader")

    club = models.ForeignKey(Club, models.CASCADE, related_name="staff")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="clubs")
    role = models.CharField(_("role"), max_length=8, choices=Role)

    class Meta:
        ordering = ("club", "user")
        constraints = (models.UniqueConstraint(fields=["club", "user"], name="one_role_per_club"),)

    def __str__(self) -> str:
        return f"{self.user_id} {self.role}"

"""The form of the prizes: the pot, what the club keeps, what each place wins, special prizes."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.prizes import PrizePlan, Special
from tournaments.boards.prizes import PrizeSettings
from tournaments.models import Event

FEES, TYPED = "fees", "typed"
PERCENT, EUROS = "percent", "euros"
SHARES, AMOUNTS = "shares", "amounts"
MOST_PLACES = 60
USUAL = "40 25 15 12 8"


class PrizeForm(forms.Form):
    """How the pot is made up and given. Places are typed in one line, from the first: "40 25 15"."""

    pot = forms.ChoiceField(
        label=gettext_lazy("The pot"),
        choices=[(FEES, gettext_lazy("the fees that are paid")), (TYPED, gettext_lazy("an amount"))],
    )
    typed = forms.IntegerField(
        label=gettext_lazy("Euros in the pot, if typed"), min_value=0, max_value=1_000_000, required=False
    )
    kept = forms.IntegerField(label=gettext_lazy("The club keeps"), min_value=0, max_value=1_000_000)
    kept_as = forms.ChoiceField(
        label=gettext_lazy("of it, in"),
        choices=[(PERCENT, gettext_lazy("percent")), (EUROS, gettext_lazy("euros"))],
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("The places win"),
        choices=[(SHARES, gettext_lazy("shares of the pot")), (AMOUNTS, gettext_lazy("amounts in euros"))],
    )
    places = forms.CharField(
        label=gettext_lazy("Place by place, from the first"),
        help_text=gettext_lazy("40 25 15 12 8: the first wins 40 parts of 100, or with amounts 40 euros."),
        max_length=300,
        required=False,
    )
    per_section = forms.BooleanField(label=gettext_lazy("The same places in every section"), required=False)
    share_ties = forms.BooleanField(
        label=gettext_lazy("Pairs level on a place share its prizes"), required=False
    )

    def clean_places(self) -> tuple[int, ...]:
        text = self.cleaned_data["places"]
        words = [word for word in re.split(r"[\s,;%€-]+", text) if word]
        wrong = [word for word in words if not re.fullmatch(r"[0-9]{1,6}", word)]
        if wrong:
            message = _("“{word}” is not a whole number: write 40 25 15, with spaces.").format(word=wrong[0])
            raise forms.ValidationError(message)
        if len(words) > MOST_PLACES:
            raise forms.ValidationError(_("At most {most} places.").format(most=MOST_PLACES))
        return tuple(int(word) for word in words)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if cleaned.get("pot") == TYPED and cleaned.get("typed") is None:
            self.add_error("typed", _("Say how many euros are in the pot."))
        if cleaned.get("kept_as") == PERCENT and (cleaned.get("kept") or 0) > 100:
            self.add_error("kept", _("At most 100 percent."))
        return cleaned

    def settings(self, specials: tuple[Special, ...]) -> PrizeSettings:
        """What was decided, for the verb."""
        data = self.cleaned_data
        in_percent = data["kept_as"] == PERCENT
        return PrizeSettings(
            plan=PrizePlan(
                places=data["places"],
                fixed=data["kind"] == AMOUNTS,
                per_section=data["per_section"],
                share_ties=data["share_ties"],
                specials=specials,
            ),
            typed=data["typed"] if data["pot"] == TYPED else None,
            kept_percent=data["kept"] if in_percent else 0,
            kept_euros=0 if in_percent else data["kept"],
        )


class SpecialForm(forms.Form):
    """A prize beside the places; a row without a name is no prize."""

    what = forms.CharField(label=gettext_lazy("Special prize"), max_length=80, required=False)
    euros = forms.IntegerField(label=gettext_lazy("Euros"), min_value=1, max_value=100_000, required=False)
    pair = forms.IntegerField(label=gettext_lazy("Won by pair no."), min_value=1, required=False)

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if (
            (cleaned.get("what") or cleaned.get("pair"))
            and not cleaned.get("euros")
            and "euros" not in self.errors
        ):
            self.add_error("euros", _("Say how many euros."))
        if cleaned.get("euros") and not cleaned.get("what"):
            self.add_error("what", _("Say what it is for."))
        return cleaned


SpecialRows = forms.formset_factory(SpecialForm, extra=2, max_num=20, absolute_max=20)


def specials_of(rows: Any) -> tuple[Special, ...]:
    """The special prizes that were typed."""
    return tuple(
        Special(row["what"], row["euros"], row.get("pair"))
        for row in (form.cleaned_data for form in rows)
        if row.get("what")
    )


def first_prizes(event: Event, settings: PrizeSettings | None) -> dict[str, Any]:
    """What the form shows first: the prizes as they are, or the usual ones of a club evening."""
    if settings is None:
        return {
            "pot": FEES if event.fee else TYPED, "kept": 0, "kept_as": PERCENT, "kind": SHARES,
            "places": USUAL, "share_ties": True,
        }  # fmt: skip
    return {
        "pot": FEES if settings.typed is None else TYPED,
        "typed": settings.typed,
        "kept": settings.kept_euros or settings.kept_percent,
        "kept_as": EUROS if settings.kept_euros else PERCENT,
        "kind": AMOUNTS if settings.plan.fixed else SHARES,
        "places": " ".join(map(str, settings.plan.places)),
        "per_section": settings.plan.per_section,
        "share_ties": settings.plan.share_ties,
    }


def first_specials(settings: PrizeSettings | None) -> list[dict[str, Any]]:
    specials = settings.plan.specials if settings else ()
    return [{"what": one.what, "euros": one.euros, "pair": one.entry} for one in specials]

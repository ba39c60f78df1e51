"""What the referee writes about a pair; amounts left out are the usual ones."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import MaxValueValidator
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.awards import Award
from scoring.typed import NotPoints, points
from tournaments.desk.penalties import MOST_MP
from tournaments.views.numbers import MOST
from tournaments.words import spoken


class PointsField(forms.CharField):
    """MP as they are written: "1.485", "−305"."""

    def clean(self, value: Any) -> int | None:
        text = super().clean(value)
        try:
            found = points(text)
        except NotPoints as refusal:
            raise forms.ValidationError(spoken(refusal.sentence)) from refusal
        if found is not None and abs(found) > MOST_MP:
            raise forms.ValidationError(gettext("At most {most} MP.").format(most=MOST_MP))
        return found


class RulingForm(forms.Form):
    """Pair, round, what the action asks for, the amounts and the reason."""

    pair = forms.IntegerField(min_value=1, max_value=MOST, label=_("Pair"))
    round = forms.IntegerField(min_value=1, max_value=MOST, label=_("Round"))
    minutes = forms.IntegerField(min_value=1, max_value=600, required=False, label=_("Minutes late"))
    justified = forms.ChoiceField(choices=[("yes", ""), ("no", "")], required=False)
    leave_out = forms.BooleanField(required=False)
    vp = forms.IntegerField(min_value=0, required=False, label="VP")
    mp = PointsField(required=False, max_length=12, label="MP")
    other_vp = forms.IntegerField(min_value=0, required=False, label="VP")
    other_mp = PointsField(required=False, max_length=12, label="MP")
    reason = forms.CharField(required=False, max_length=300)
    key = forms.CharField(required=False, max_length=64)

    def __init__(self, *arguments: Any, asks: tuple[str, ...], most_vp: int, **more: Any) -> None:
        super().__init__(*arguments, **more)
        for name in ("vp", "other_vp"):
            self.fields[name].validators.append(MaxValueValidator(most_vp))
        for name in set(asks) & {"minutes", "justified"}:
            self.fields[name].required = True

    def clean(self) -> dict[str, Any]:
        sent = super().clean() or {}
        sent["mine"] = _award(sent, "vp", "mp")
        sent["theirs"] = _award(sent, "other_vp", "other_mp")
        return sent


def _award(sent: dict[str, Any], vp: str, mp: str) -> Award | None:
    """An amount, once any part of it was written."""
    if sent.get(vp) is None and sent.get(mp) is None:
        return None
    return Award(sent.get(vp) or 0, sent.get(mp) or 0)

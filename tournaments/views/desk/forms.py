"""The form in which an organizer decides about an event: good defaults, every setting explained."""

from __future__ import annotations

import datetime
import re
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from scoring.awards import awards
from scoring.sentences import Refusal
from scoring.standings import CRITERIA
from scoring.victory_points import FOUR_HANDS, TEAMS, THREE_HANDS, THREE_PLAYERS, Scale, bye
from tournaments.desk.events import EventPlan
from tournaments.desk.penalties import MOST_MP
from tournaments.models import Club, Event
from tournaments.movements.programme import Movement, PhasePlan, Programme
from tournaments.views.numbers import whole
from tournaments.words import spoken

SCALES = {"3": THREE_HANDS, "4": FOUR_HANDS, "teams": TEAMS, "three_players": THREE_PLAYERS}
OWN = "own"
MOST_YEARS = 10
SCALE_CHOICES = [
    ("4", _("4 hands")),
    ("3", _("3 hands")),
    ("teams", _("teams")),
    ("three_players", _("three players")),
    (OWN, _("our own: type the bounds")),
]
MOVEMENTS = [
    (Movement.MITCHELL, "Mitchell"),
    (Movement.DANESE_PURO, _("Danish, rematches allowed")),
    (Movement.DANESE_MODIFICATO, _("Danish, not the same opponents twice running")),
    (Movement.SENZA_RIPETIZIONI, _("Danish without repeats")),
    (Movement.ALL_ITALIANA, _("Round robin")),
]

CRITERION_NAMES = {
    "vp": pgettext_lazy("tie-break", "VP"),
    "net_mp": pgettext_lazy("tie-break", "net MP"),
    "direct_encounter": pgettext_lazy("tie-break", "direct encounter"),
    "gross_mp": pgettext_lazy("tie-break", "gross MP"),
    "last_round_vp": pgettext_lazy("tie-break", "VP of the last round"),
    "lot": pgettext_lazy("tie-break", "lot"),
}


# What the form and the event call by the same name.
SHARED = (
    "name",
    "date",
    "place",
    "hands_per_round",
    "depth",
    "bye_vp",
    "bye_mp",
    "apart_rounds",
    "fee",
    "correction_minutes",
    "double_keying",
    "kind",
    "rules_variant",
)


class PhaseForm(forms.Form):
    """One row of the programme."""

    movement = forms.ChoiceField(label=_("Movement"), choices=MOVEMENTS)
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=99, initial=1)
    step = forms.IntegerField(label=_("Step"), min_value=1, max_value=99, initial=1, required=False)
    sections = forms.IntegerField(label=_("Sections"), min_value=1, max_value=99, initial=1, required=False)

    def plan(self) -> PhasePlan:
        data = self.cleaned_data
        movement = Movement(data["movement"])
        step = (data["step"] or 1) if movement is Movement.MITCHELL else 1
        return PhasePlan(movement, data["rounds"], step, data["sections"] or 1)


PhaseRows = forms.formset_factory(PhaseForm, extra=0, min_num=1, max_num=8, can_delete=True)


class EventForm(forms.Form):
    """Everything about an event except its programme, which is rows of ``PhaseForm``."""

    name = forms.CharField(label=_("Name of the evening"), max_length=140)
    club = forms.ModelChoiceField(label=_("Club"), queryset=Club.objects.none(), empty_label=None)
    date = forms.DateField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    place = forms.CharField(label=pgettext_lazy("venue", "Place"), max_length=140, required=False)
    hands_per_round = forms.TypedChoiceField(
        label=_("Hands a round"), choices=[(n, str(n)) for n in (2, 3, 4)], coerce=int, initial=4
    )
    scale = forms.ChoiceField(
        label=_("VP scale"),
        choices=SCALE_CHOICES,
        initial="4",
        help_text=_("What a difference in match points is worth. The loser gets the rest of 20."),
    )
    bounds = forms.CharField(
        label=_("Bounds of our own scale"),
        required=False,
        help_text=_(
            "Ten rising numbers, all multiples of 5: the last difference that is still worth 10, 11, ... 19. "
            "For 2 hands no table is published: type yours."
        ),
    )
    depth = forms.ChoiceField(
        label=_("Results are kept as"),
        choices=Event.Depth.choices,
        initial=Event.Depth.TOTALS,
        help_text=_("How much of the score sheet is typed. More detail finds more slips, and takes longer."),
    )
    bye_vp = forms.IntegerField(label=_("VP of a bye"), min_value=0, max_value=200, required=False)
    bye_mp = forms.IntegerField(
        label=_("MP of a bye"),
        min_value=0,
        max_value=MOST_MP,
        required=False,
        help_text=_(
            "What the pair that rests gets. Left empty: 12 and 305 with 4 hands, 14 and 355 with fewer."
        ),
    )
    apart_rounds = forms.IntegerField(
        label=_("Club-mates apart in the first rounds"),
        min_value=0,
        max_value=20,
        initial=0,
        help_text=_("In how many rounds the draw keeps pairs of one club from meeting, as far as it can."),
    )
    apart_pairs = forms.CharField(
        label=_("Pairs to keep apart"),
        required=False,
        help_text=_(
            "Numbers of two pairs with a hyphen, e.g. 3-7, 12-15: they meet only if there is no other way."
        ),
    )
    fee = forms.DecimalField(
        label=_("Fee of a pair, in euros"), min_value=0, max_digits=7, decimal_places=2, required=False
    )
    late_mp_off = forms.IntegerField(
        label=_("MP off for being late"),
        min_value=0,
        max_value=MOST_MP,
        required=False,
        help_text=_("From 5 to 10 minutes; up to 5 a warning, over 10 the match is lost."),
    )
    late_warning_up_to = forms.IntegerField(
        label=_("Late: warning up to (minutes)"), min_value=0, max_value=600, required=False
    )
    late_penalty_up_to = forms.IntegerField(
        label=_("Late: MP off up to (minutes)"), min_value=0, max_value=600, required=False
    )
    correction_minutes = forms.IntegerField(
        label=_("Minutes for corrections after the last round"),
        min_value=0,
        max_value=1440,
        initial=30,
        help_text=_(
            "Until then a result may be corrected with the referee’s countersignature; afterwards never."
        ),
    )
    double_keying = forms.BooleanField(
        label=_("Key every result twice"),
        required=False,
        help_text=_("A second person types the totals again, and only the differences are shown."),
    )
    kind = forms.ChoiceField(label=_("Kind of event"), choices=Event.Kind.choices, initial=Event.Kind.CLUB)
    rules_variant = forms.ChoiceField(
        label=_("Rules"), choices=Event.RulesVariant.choices, initial=Event.RulesVariant.FIBUR
    )

    def __init__(self, *args: Any, clubs: QuerySet[Club], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        club = self.fields["club"]
        if isinstance(club, forms.ModelChoiceField):
            club.queryset = clubs
        for place, usual in enumerate(CRITERIA, start=1):
            self.fields[f"criterion_{place}"] = forms.ChoiceField(
                label=gettext("Tie-break %(place)s") % {"place": place},
                choices=[("", "–"), *CRITERION_NAMES.items()],
                initial=usual,
                required=False,
            )

    @property
    def tie_breaks(self) -> list[forms.BoundField]:
        return [self[f"criterion_{place}"] for place in range(1, len(CRITERIA) + 1)]

    def clean_date(self) -> datetime.date:
        """A slip in the year is seen at once; an old event that is only looked after keeps its date."""
        date: datetime.date = self.cleaned_data["date"]
        if abs(date.year - timezone.localdate().year) > MOST_YEARS and date != self.initial.get("date"):
            raise forms.ValidationError(gettext("The date is within ten years of today: look at the year."))
        return date

    def clean_bounds(self) -> tuple[int, ...]:
        told = re.findall(r"\d+", self.cleaned_data["bounds"].replace(".", ""))
        found = [whole(text, MOST_MP) for text in told]
        # One that cannot be meant: as if none had been typed, which is said where they are needed.
        return () if None in found else tuple(number for number in found if number is not None)

    def clean_apart_pairs(self) -> list[tuple[int, int]]:
        text = self.cleaned_data["apart_pairs"]
        pieces = [piece.strip() for piece in re.split(r"[,;\n]", text) if piece.strip()]
        pairs: list[tuple[int, int]] = []
        for piece in pieces:
            match = re.fullmatch(r"(\d{1,5})\s*[-–/]\s*(\d{1,5})", piece)
            if match is None or match[1] == match[2]:
                raise forms.ValidationError(
                    gettext("“%(piece)s” is not two numbers with a hyphen, like 3-7.") % {"piece": piece}
                )
            pairs.append((int(match[1]), int(match[2])))
        return pairs

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        self._clean_scale(data)
        self._clean_criteria(data)
        if data.get("scale_value") and "hands_per_round" in data:
            vp, mp = bye(data["hands_per_round"], data["scale_value"])
            data["bye_vp"] = vp if data.get("bye_vp") is None else data["bye_vp"]
            data["bye_mp"] = mp if data.get("bye_mp") is None else data["bye_mp"]
        return data

    def _clean_scale(self, data: dict[str, Any]) -> None:
        """The named scale, or the organizer's own bounds; for two hands there is no named one."""
        bounds, two_hands = data.get("bounds"), data.get("hands_per_round") == 2
        if data.get("scale") != OWN and not two_hands:
            data["scale_value"] = SCALES.get(data.get("scale", ""))
        elif bounds:
            try:
                data["scale_value"] = Scale(bounds)
            except Refusal as refusal:
                self.add_error("bounds", spoken(refusal.sentence))
        elif two_hands:
            self.add_error(
                "bounds",
                gettext("No scale is published for 2 hands, so none is offered: type your ten bounds here."),
            )
        else:
            self.add_error("bounds", gettext("Type the ten bounds of your own scale."))

    def _clean_criteria(self, data: dict[str, Any]) -> None:
        names = [f"criterion_{place}" for place in range(1, len(CRITERIA) + 1)]
        chosen = [data[name] for name in names if data.get(name)]
        twice = next((name for name in names if data.get(name) and chosen.count(data[name]) > 1), None)
        if twice is not None:
            self.add_error(twice, gettext("This tie-break is there twice: leave one empty."))
        data["criteria"] = chosen or list(CRITERIA)

    def plan(self, phases: list[PhasePlan], *, seed: int) -> EventPlan:
        """What the form says, as the desk takes it."""
        data = self.cleaned_data
        usual = awards(data["hands_per_round"], data["scale_value"])
        chosen = {
            name: data[name]
            for name in ("late_mp_off", "late_warning_up_to", "late_penalty_up_to")
            if data[name] is not None and data[name] != getattr(usual, name)
        }
        plain = (*SHARED, "criteria", "apart_pairs")
        return EventPlan(
            programme=Programme(tuple(phases)),
            scale=data["scale_value"],
            awards=chosen,
            seed=seed,
            **{name: data[name] for name in plain},
        )


def first_values(event: Event) -> dict[str, Any]:
    """The form as an existing event fills it."""
    scale = next((key for key, known in SCALES.items() if known == event.scale), OWN)
    plain = (*SHARED, "club")
    return {
        **{name: getattr(event, name) for name in plain},
        "scale": scale,
        "bounds": " ".join(map(str, event.scale_bounds)) if scale == OWN else "",
        **{f"criterion_{place}": key for place, key in enumerate(_padded(event.criteria), start=1)},
        "apart_pairs": ", ".join(f"{one}-{other}" for one, other in event.apart_pairs),
        **{
            name: event.awards.get(name)
            for name in ("late_mp_off", "late_warning_up_to", "late_penalty_up_to")
        },
    }


def _padded(criteria: list[str]) -> list[str]:
    return [*criteria, *[""] * (len(CRITERIA) - len(criteria))]

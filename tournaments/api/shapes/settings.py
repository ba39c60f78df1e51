"""What an organizer decides about an event, as a program sends it."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

from django.utils import timezone
from django.utils.translation import gettext_lazy
from rest_framework import serializers

from scoring.sentences import Refusal
from scoring.standings import CRITERIA
from scoring.victory_points import Scale, bye, for_hands
from tournaments.api.shapes.fields import Sent, Text, Truth, Whole
from tournaments.desk.events import EventPlan, fresh_seed
from tournaments.desk.penalties import MOST_MP
from tournaments.models import Event
from tournaments.movements.programme import Movement, PhasePlan, Programme
from tournaments.words import spoken

MOST_YEARS = 10
LATE = ("late_mp_off", "late_warning_up_to", "late_penalty_up_to")
PLAIN = (
    "name", "date", "place", "kind", "hands_per_round", "depth", "rules_variant", "bye_vp", "bye_mp",
    "criteria", "fee", "apart_rounds", "double_keying", "correction_minutes", "seed",
)  # fmt: skip
"""What is sent and kept under the same name."""

Value = TypeVar("Value")


def read(make: Callable[[], Value]) -> Value:
    """A value of the rules; what they refuse is what was wrong with the member."""
    try:
        return make()
    except Refusal as refusal:
        raise serializers.ValidationError(spoken(refusal.sentence), "against_the_rules") from refusal


class Euros(serializers.DecimalField):
    """An amount as text, "12.50", for not every program keeps the cents of a number."""

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class PhaseSent(Sent):
    """A stretch of rounds under one movement."""

    movement = serializers.ChoiceField([movement.value for movement in Movement])
    rounds = Whole(1, 99)
    step = Whole(1, 99, default=1)
    sections = Whole(1, 99, default=1)


def _phase(sent: dict[str, Any]) -> PhasePlan:
    return PhasePlan(Movement(sent["movement"]), sent["rounds"], sent["step"], sent["sections"])


class SettingsSent(Sent):
    """Settings of an event. What is left out stays as it is."""

    default_error_messages = {
        "year": gettext_lazy("The date is within ten years of today: look at the year."),
        "twice": gettext_lazy("This tie-break is there twice."),
        "pairs": gettext_lazy("Each is two different numbers."),
        "two_hands": gettext_lazy("No scale is published for these hands: send scale_bounds."),
    }

    name = Text(140, required=False)
    date = serializers.DateField(required=False)
    place = Text(140, required=False, allow_blank=True)
    kind = serializers.ChoiceField(Event.Kind.choices, required=False)
    phases = serializers.ListField(
        child=PhaseSent(), required=False, min_length=1, max_length=8, help_text="The programme."
    )
    hands_per_round = Whole(2, 4, required=False)
    results_kept_as = serializers.ChoiceField(Event.Depth.choices, required=False, source="depth")
    rules = serializers.ChoiceField(Event.RulesVariant.choices, required=False, source="rules_variant")
    scale_bounds = serializers.ListField(
        child=Whole(0, MOST_MP),
        required=False,
        min_length=1,
        max_length=50,
        help_text="From which difference of MP each further VP is won; left out, the published scale.",
    )
    bye_vp = Whole(0, 200, required=False)
    bye_mp = Whole(0, MOST_MP, required=False)
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(list(CRITERIA)),
        required=False,
        min_length=1,
        max_length=len(CRITERIA),
        source="criteria",
    )
    fee = Euros(
        7, 2, required=False, allow_null=True, min_value=0, help_text="Of a pair, in euros; null: none."
    )
    apart_rounds = Whole(0, 20, required=False, help_text="First rounds in which club-mates do not meet.")
    apart_pairs = serializers.ListField(
        child=serializers.ListField(child=Whole(1, 9_999), min_length=2, max_length=2),
        required=False,
        max_length=500,
        help_text="Pairs of numbers never to meet while it can be helped.",
    )
    double_keying = Truth(required=False)
    correction_minutes = Whole(0, 1440, required=False, help_text="After the last round.")
    late_mp_off = Whole(0, MOST_MP, required=False)
    late_warning_up_to = Whole(0, 600, required=False, help_text="Minutes.")
    late_penalty_up_to = Whole(0, 600, required=False, help_text="Minutes.")
    seed = Whole(0, 2**53, required=False, help_text="Of the draws.")

    def validate_date(self, value: datetime.date) -> datetime.date:
        if abs(value.year - timezone.localdate().year) > MOST_YEARS:
            self.fail("year")
        return value

    def validate_tie_breaks(self, value: list[str]) -> list[str]:
        if len(set(value)) < len(value):
            self.fail("twice")
        return value

    def validate_apart_pairs(self, value: list[list[int]]) -> list[tuple[int, int]]:
        if any(one == other for one, other in value):
            self.fail("pairs")
        return [(one, other) for one, other in value]

    def validate_phases(self, value: list[dict[str, Any]]) -> Programme:
        return read(lambda: Programme(tuple(_phase(phase) for phase in value)))

    def validate_scale_bounds(self, value: list[int]) -> Scale:
        return read(lambda: Scale(tuple(value)))


class EventSent(SettingsSent):
    """A new event: name, date and programme; everything else has the usual values."""

    name = Text(140)
    date = serializers.DateField()
    phases = serializers.ListField(child=PhaseSent(), min_length=1, max_length=8)
    hands_per_round = Whole(2, 4, default=4)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if attrs["hands_per_round"] == 2 and "scale_bounds" not in attrs:
            self.fail("two_hands")
        return attrs


def new_plan(sent: dict[str, Any]) -> EventPlan:
    """A new event as the desk takes it: what was not said has the usual values."""
    hands = sent["hands_per_round"]
    scale = sent.get("scale_bounds") or for_hands(hands)
    vp, mp = bye(hands, scale)
    plan = EventPlan(
        name=sent["name"],
        date=sent["date"],
        programme=sent["phases"],
        scale=scale,
        bye_vp=vp,
        bye_mp=mp,
        seed=fresh_seed(),
    )
    return changed_plan(plan, sent)


def changed_plan(plan: EventPlan, sent: dict[str, Any]) -> EventPlan:
    """The settings with what was sent in the place of what was there."""
    changes: dict[str, Any] = {name: sent[name] for name in PLAIN if name in sent}
    if "phases" in sent:
        changes["programme"] = sent["phases"]
    if "scale_bounds" in sent:
        changes["scale"] = sent["scale_bounds"]
    if "apart_pairs" in sent:
        changes["apart_pairs"] = sent["apart_pairs"]
    late = {name: sent[name] for name in LATE if name in sent}
    return replace(plan, **changes, awards={**plan.awards, **late})


EVENT_SENT = {
    "name": "Burraco d'autunno",
    "date": "2026-11-27",
    "place": "Pavia",
    "phases": [{"movement": "mitchell", "rounds": 3}, {"movement": "danese_modificato", "rounds": 1}],
    "hands_per_round": 4,
}

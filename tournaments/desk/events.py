"""Events come into being, begin, finish."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.utils.text import slugify

from scoring.sentences import gettext_noop, say
from scoring.standings import CRITERIA, criteria_named
from scoring.victory_points import Scale
from tournaments import names
from tournaments.boards.settings_told import PLAIN, settings_told
from tournaments.desk.actions import permit
from tournaments.desk.change import Actor, DeskRefusal, change
from tournaments.models import Club, Event, Phase, programme_of
from tournaments.movements.programme import PhasePlan, Programme


@dataclass(frozen=True)
class EventPlan:
    """What an organizer decides about an event before it starts. VP and MP as in docs/rules.md 3 and 5."""

    name: str
    date: date
    programme: Programme
    scale: Scale
    bye_vp: int
    bye_mp: int
    hands_per_round: int = 4
    place: str = ""
    depth: str = Event.Depth.HANDS
    rules_variant: str = Event.RulesVariant.FIBUR
    kind: str = Event.Kind.CLUB
    criteria: Sequence[str] = field(default_factory=lambda: tuple(CRITERIA))
    official_places: bool = False
    seed: int = 0
    fee: Decimal | None = None
    awards: Mapping[str, Any] = field(default_factory=dict)
    apart_rounds: int = 0
    apart_pairs: Sequence[tuple[int, int]] = ()
    double_keying: bool = False
    correction_minutes: int = 30


def club_named(name: str) -> Club:
    """The club of this name, made if it is new; spelling differences of case and accent are one club."""
    name = names.tidy(name)
    found = Club.objects.filter(name_key=names.key(name)).first()
    return found or Club.objects.create(name=name, slug=_free_slug(Club, name, "club"))


def create_event(*, club: Club, plan: EventPlan, by: Actor) -> Event:
    """A new event in preparation, with its programme; line 1 of its journal."""
    _refuse_senseless(plan)
    with transaction.atomic():
        event = Event(club=club, slug=_free_slug(Event, f"{plan.name} {plan.date.isoformat()}", "event"))
        _fill(event, plan)
        event.save()
        Phase.objects.bulk_create(phases_of(event, plan.programme))
        with change(event, by=by) as frame:
            frame.write("create_event", new=settings_told(event, plan.programme))
    return event


def edit_event(*, event: Event, plan: EventPlan, by: Actor) -> Event:
    """Change what was decided about an event; the journal line names what is different.

    Rounds already drawn keep the phase they were drawn in: the programme may change only after them.
    """
    _refuse_senseless(plan)
    with change(event, by=by) as frame:
        permit("change", frame.event.state)
        before = settings_told(frame.event, programme_of(list(frame.event.phases.order_by("position"))))
        _refuse_rewriting_the_past(frame.event, plan.programme)
        _fill(frame.event, plan)
        frame.event.save()
        _replace_phases(frame.event, plan.programme)
        after = settings_told(frame.event, plan.programme)
        different = [name for name in after if after[name] != before[name]]
        frame.write(
            "edit_event",
            old={name: before[name] for name in different},
            new={name: after[name] for name in different},
        )
    return frame.event


def plan_of(event: Event) -> EventPlan:
    """What has been decided about an event so far, ready to be changed."""
    return EventPlan(
        programme=programme_of(list(event.phases.order_by("position"))),
        scale=event.scale,
        **{name: getattr(event, name) for name in PLAIN},
    )


def _fill(event: Event, plan: EventPlan) -> None:
    for name in PLAIN:
        setattr(event, name, getattr(plan, name))
    event.name = names.tidy(plan.name)
    event.criteria = list(plan.criteria)
    event.awards = dict(plan.awards)
    event.apart_pairs = [list(two) for two in plan.apart_pairs]
    event.scale_bounds, event.scale_maximum = list(plan.scale.bounds), plan.scale.maximum


def _refuse_senseless(plan: EventPlan) -> None:
    if not plan.name.strip():
        raise DeskRefusal("event_without_name", say(gettext_noop("The event has no name: give it one.")))
    criteria_named(plan.criteria)


def _refuse_rewriting_the_past(event: Event, programme: Programme) -> None:
    drawn = event.rounds.order_by("number").values_list("number", flat=True).last() or 0
    old = programme_of(list(event.phases.order_by("position")))
    for number in range(1, min(drawn, old.rounds) + 1):
        same = number <= programme.rounds and _movement_at(programme, number) == _movement_at(old, number)
        if not same:
            raise DeskRefusal(
                "programme_played",
                say(
                    gettext_noop(
                        "Round {number} has been drawn as {phase}: the programme can change only after it."
                    ),
                    number=number,
                    phase=str(old.phase_of(number)),
                ),
            )


def _movement_at(programme: Programme, number: int) -> tuple[object, ...]:
    position = programme.position(number)
    phase = position.phase
    return phase.movement, phase.step, phase.sections, position.round_in_phase


def _replace_phases(event: Event, programme: Programme) -> None:
    """Write the programme over the old one, row by row, so that rounds keep pointing at their phase."""
    wanted = phases_of(event, programme)
    kept = {phase.position: phase for phase in event.phases.all()}
    for phase in wanted:
        old = kept.pop(phase.position, None)
        if old is None:
            phase.save()
            continue
        old.movement, old.rounds, old.options = phase.movement, phase.rounds, phase.options
        old.save()
    for phase in kept.values():
        phase.delete()


def phases_of(event: Event, programme: Programme) -> list[Phase]:
    """The rows that keep a programme."""
    return [
        Phase(
            event=event,
            position=position,
            movement=phase.movement,
            rounds=phase.rounds,
            options=_options(phase),
        )
        for position, phase in enumerate(programme.phases, start=1)
    ]


def _options(phase: PhasePlan) -> dict[str, int]:
    """What of a phase is not at its default."""
    options = {"step": phase.step, "sections": phase.sections}
    return {name: value for name, value in options.items() if value != 1}


def fresh_seed() -> int:
    """A seed for the draws of a new event: unpredictable, kept with the event, so draws can be repeated."""
    return secrets.randbelow(1_000_000)


def _free_slug(model: type[Club] | type[Event], text: str, otherwise: str) -> str:
    base = slugify(text)[:70] or otherwise
    taken = set(model._default_manager.filter(slug__startswith=base).values_list("slug", flat=True))
    slug, count = base, 1
    while slug in taken:
        count += 1
        slug = f"{base}-{count}"
    return slug

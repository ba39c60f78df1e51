"""Events come into being, begin, finish."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date

from django.db import transaction
from django.utils.text import slugify

from scoring.sentences import gettext_noop, say
from scoring.standings import CRITERIA, criteria_named
from scoring.victory_points import Scale
from tournaments import names
from tournaments.desk.change import Actor, DeskRefusal, change
from tournaments.models import Club, Event, Phase
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


def club_named(name: str) -> Club:
    """The club of this name, made if it is new; spelling differences of case and accent are one club."""
    name = names.tidy(name)
    found = Club.objects.filter(name_key=names.key(name)).first()
    return found or Club.objects.create(name=name, slug=_free_slug(Club, name, "club"))


def create_event(*, club: Club, plan: EventPlan, by: Actor) -> Event:
    """A new event in preparation, with its programme; line 1 of its journal."""
    if not plan.name.strip():
        raise DeskRefusal("event_without_name", say(gettext_noop("The event has no name: give it one.")))
    criteria_named(plan.criteria)
    with transaction.atomic():
        event = Event.objects.create(
            club=club,
            slug=_free_slug(Event, f"{plan.name} {plan.date.isoformat()}", "event"),
            name=names.tidy(plan.name),
            date=plan.date,
            place=plan.place,
            kind=plan.kind,
            hands_per_round=plan.hands_per_round,
            depth=plan.depth,
            rules_variant=plan.rules_variant,
            scale_bounds=list(plan.scale.bounds),
            scale_maximum=plan.scale.maximum,
            bye_vp=plan.bye_vp,
            bye_mp=plan.bye_mp,
            criteria=list(plan.criteria),
            official_places=plan.official_places,
            seed=plan.seed,
        )
        Phase.objects.bulk_create(phases_of(event, plan.programme))
        with change(event, by=by) as frame:
            frame.write("create_event", new={"name": event.name, "programme": str(plan.programme)})
    return event


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


def _free_slug(model: type[Club] | type[Event], text: str, otherwise: str) -> str:
    base = slugify(text)[:70] or otherwise
    taken = set(model._default_manager.filter(slug__startswith=base).values_list("slug", flat=True))
    slug, count = base, 1
    while slug in taken:
        count += 1
        slug = f"{base}-{count}"
    return slug

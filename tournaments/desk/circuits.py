"""Circuits: made, given their stages, counted again. No event of their own, hence no journal."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from scoring.sentences import Refusal, gettext_noop, say
from tournaments import names
from tournaments.boards.circuits import count, kept_rows
from tournaments.desk.change import Actor, DeskRefusal
from tournaments.desk.clockwork import THE_CLOCK
from tournaments.desk.jobs.asking import JobPlan, ask
from tournaments.desk.jobs.working import Outcome, Work
from tournaments.models import Circuit, Club, Event, Job, Stage

log = logging.getLogger(__name__)

MOST_TIMES = 4


@dataclass(frozen=True)
class CircuitPlan:
    """What is decided about a circuit. ``best_of`` None: every stage counts."""

    name: str
    season: str
    best_of: int | None = None
    minimum_attendances: int = 0


def make_circuit(*, club: Club, plan: CircuitPlan) -> Circuit:
    """A new circuit of a club, without stages yet."""
    name = _named(plan)
    base = slugify(f"{name} {plan.season}")[:90] or "circuit"
    with transaction.atomic():
        slug, number = base, 1
        while Circuit.objects.filter(slug=slug).exists():
            number += 1
            slug = f"{base}-{number}"
        return Circuit.objects.create(
            club=club, slug=slug, name=name, season=plan.season[:9], best_of=plan.best_of,
            minimum_attendances=plan.minimum_attendances,
        )  # fmt: skip


def edit_circuit(*, circuit: Circuit, plan: CircuitPlan, by: Actor) -> None:
    """Decide otherwise; the ranking is counted again."""
    circuit.name, circuit.season = _named(plan), plan.season[:9]
    circuit.best_of, circuit.minimum_attendances = plan.best_of, plan.minimum_attendances
    circuit.save(update_fields=["name", "season", "best_of", "minimum_attendances"])  # under its row's lock
    ask_recount(circuit=circuit, by=by)


def _named(plan: CircuitPlan) -> str:
    name = names.tidy(plan.name)[:140]
    if not name:
        raise DeskRefusal("circuit_without_name", say(gettext_noop("A circuit needs a name.")))
    if plan.best_of == 0:
        raise DeskRefusal("nothing_counts", say(gettext_noop("At least one result has to count.")))
    return name


def set_stage(*, circuit: Circuit, event: Event, factor: int, annulled: bool, by: Actor) -> Stage:
    """An event as a stage: new, counted so many times, or annulled, which leaves it out and keeps it."""
    if not 1 <= factor <= MOST_TIMES:
        told = gettext_noop("A stage counts once to {most} times.")
        raise DeskRefusal("factor_out_of_range", say(told, most=MOST_TIMES))
    with _stages_of(circuit):
        stage, _made = Stage.objects.update_or_create(
            circuit=circuit, event=event, defaults={"factor": factor, "annulled": annulled}
        )
    ask_recount(circuit=circuit, by=by)
    return stage


def remove_stage(*, circuit: Circuit, event: Event, by: Actor) -> None:
    """The event was no stage after all."""
    with _stages_of(circuit):
        circuit.stages.filter(event=event).delete()
    ask_recount(circuit=circuit, by=by)


@contextmanager
def _stages_of(circuit: Circuit) -> Iterator[None]:
    """The stages change while no recount is writing down what it has found."""
    with transaction.atomic():
        Circuit.objects.select_for_update().get(pk=circuit.pk)
        yield


def ask_recount(*, circuit: Circuit, by: Actor) -> Job:
    """Ask for a circuit to be counted again."""
    params = {"circuit": circuit.pk}
    return ask(JobPlan(kind="circuit", params=params, club=circuit.club, key=f"circuit:{circuit.pk}"), by=by)


def ask_recounts() -> int:
    """Ask for every circuit with an event that has changed since it was counted; how many those are."""
    asked = 0
    for circuit in Circuit.objects.select_related("club"):
        since = circuit.counted_at
        lines = circuit.stages.all()
        if since is not None:
            lines = lines.filter(event__journal__at__gt=since)
        if not lines.exists():
            continue
        try:
            ask_recount(circuit=circuit, by=THE_CLOCK)
        except Refusal as refusal:
            # A club whose queue is full; its circuit is as stale tomorrow, and no other waits for it.
            log.warning("circuit %s is not counted today: %s", circuit.slug, refusal)
        else:
            asked += 1
    return asked


def recount_as_job(work: Work) -> Outcome:
    """The job: count a circuit again and keep the ranking.

    Who decides otherwise in the middle has asked for this very job: then it is counted once more.
    """
    key = work.params["circuit"]
    while True:
        circuit = Circuit.objects.filter(pk=key).first()
        if circuit is None:
            raise DeskRefusal("no_circuit", say(gettext_noop("This circuit is no longer there.")))
        at, decided = timezone.now(), _decided(circuit)
        rows = kept_rows(count(circuit, work.progress))
        outcome = Outcome(say(gettext_noop("Counted: {count} players."), count=len(rows)))
        with work.all_or_nothing():
            now = Circuit.objects.select_for_update().filter(pk=key).first()
            if now is not None and _decided(now) == decided:
                Circuit.objects.filter(pk=key).update(rows=rows, counted_at=at)
                work.done(outcome)
                return outcome


def _decided(circuit: Circuit) -> tuple[object, ...]:
    """What a ranking hangs on beside the results."""
    stages = circuit.stages.order_by("pk").values_list("pk", "factor", "annulled")
    return (circuit.best_of, circuit.minimum_attendances, *stages)

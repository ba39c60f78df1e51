"""Requests made up from the OpenAPI document by schemathesis, on a filled evening: what comes back.

Positive and negative requests for each operation, and sequences in which one answer feeds the next request.
What stands in addresses is mostly what is there, or nearly every request would end in 404.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import schemathesis
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema
from schemathesis.engine.events import NonFatalError, ScenarioFinished
from schemathesis.schemas import BaseSchema

METHODS = ("get", "post", "put", "patch", "delete")


@dataclass
class Figures:
    """What a run found. ``violations``: what was wrong, as schemathesis names it, with one example each."""

    requests: int = 0
    operations: set[str] = field(default_factory=set)
    statuses: Counter[int] = field(default_factory=Counter)
    phases: Counter[str] = field(default_factory=Counter)
    violations: dict[tuple[str, str], str] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    @property
    def server_errors(self) -> int:
        return sum(count for status, count in self.statuses.items() if status >= 500)

    def lines(self) -> list[str]:
        return [
            f"requests            {self.requests}",
            f"operations          {len(self.operations)}",
            f"by phase            {dict(sorted(self.phases.items()))}",
            f"by status           {dict(sorted(self.statuses.items()))}",
            f"5xx                 {self.server_errors}",
            f"schema violations   {len(self.violations)}",
            *(f"  {label}: {what}\n{example}" for (label, what), example in self.violations.items()),
            *(f"  error: {error}" for error in self.errors),
        ]


def settings_of(
    *, examples: int, seed: int, token: str, steps: int = 6, every_value: bool = False, the_same: bool = False
) -> SchemathesisConfig:
    """``examples``: how many requests at most for each operation and phase; ``steps``: of a sequence.

    ``the_same``: each run sends what the last one did, whatever the seed. ``every_value``: instead of
    requests at random and sequences, each bound and each wrong value of every member and parameter, once.
    """
    return SchemathesisConfig.from_dict(
        {
            "seed": seed,
            "headers": {"Authorization": f"Bearer {token}", "Accept-Language": "en"},
            "generation": {
                "max-examples": examples,
                "deterministic": the_same,
                "no-shrink": True,
                "database": "none",
            },
            "phases": {
                "examples": {"enabled": True},
                "coverage": {"enabled": every_value},
                "fuzzing": {"enabled": not every_value},
                "stateful": {"enabled": not every_value, "max-steps": steps},
            },
            # A page that is far too wide, a name made of blanks: refused with 400, and rightly.
            "checks": {"positive_data_acceptance": {"expected-statuses": ["2xx", "3xx", "4xx"]}},
        }
    )


def narrowed(document: Mapping[str, Any], known: Mapping[str, list[Any]]) -> dict[str, Any]:
    """The document with the values that are there for what stands in addresses."""
    found: dict[str, Any] = copy.deepcopy(dict(document))
    for path, item in found["paths"].items():
        for method in METHODS:
            for parameter in item.get(method, {}).get("parameters", ()):
                if parameter["in"] == "path":
                    values = known.get(f"{parameter['name']} {path}") or known[parameter["name"]]
                    parameter["schema"] = {**parameter["schema"], "enum": values}
    return found


def run(schema: BaseSchema, *, enough: Callable[[Figures], bool] = lambda _figures: False) -> Figures:
    """Run until schemathesis is through, or until it is ``enough``."""
    figures = Figures()
    stream = from_schema(schema).execute()
    for event in stream:
        if isinstance(event, NonFatalError):
            figures.errors.append(f"{event.label}: {event.value!r}")
        if isinstance(event, ScenarioFinished):
            _count(figures, event)
            if enough(figures):
                stream.stop()
    return figures


def _count(figures: Figures, event: ScenarioFinished) -> None:
    recorder = event.recorder
    for key, sent in recorder.interactions.items():
        if sent.response is None:
            continue
        figures.requests += 1
        figures.phases[event.phase.value] += 1
        figures.statuses[sent.response.status_code] += 1
        case = recorder.cases.get(key)
        label = case.value.operation.label if case else "?"
        figures.operations.add(label)
        for check in recorder.checks.get(key, ()):
            if check.failure_info is not None:
                failure = check.failure_info.failure
                figures.violations.setdefault((label, failure.title), _example(sent, failure))


def _example(sent: Any, failure: Any) -> str:
    body = sent.request.body or b""
    answer = sent.response.content or b""
    return (
        f"    {sent.request.method} {sent.request.uri}\n    sent {body[:300]!r}\n"
        f"    answered {sent.response.status_code} {answer[:300]!r}\n    {failure.message[:400]}"
    )


def known_of(house: Any) -> dict[str, list[Any]]:
    """What stands in addresses of the evenings of ``tests.api.doors``; a little of it nowhere."""
    from tournaments.models import DirectorCall, Penalty, Player, Ruling, Waiting

    running, preparing = house.running, house.preparing

    def keys(model: Any, **where: Any) -> list[Any]:
        return [*model.objects.filter(**where).values_list("pk", flat=True)[:3], 999_999_999]

    return {
        "club": [running.club.slug, "nobody"],
        "event": [running.slug, running.slug, preparing.slug, "nothing"],
        "round": [1, 2, 3],
        "table": [1, 2, 3, 4, 77],
        "number": [1, 2, 3, 7, 99],
        "pk": [
            *keys(Penalty, event=running),
            *keys(Ruling, event=running)[:-1],
            *keys(Player, club=running.club)[:-1],
            *keys(Waiting, event=running)[:-1],
            *keys(DirectorCall, event=running)[:-1],
        ],
    }


def schema_at(url: str, document: Mapping[str, Any], config: SchemathesisConfig) -> BaseSchema:
    """The interface of a running server."""
    config.projects.default.update(base_url=url)
    return schemathesis.openapi.from_dict(dict(document), config=config)

"""What was decided about an event as its journal keeps it, for the verbs that write and for who compares."""

from __future__ import annotations

from datetime import date
from typing import Any

from tournaments.models import Event
from tournaments.movements.programme import Programme

PLAIN = (
    "name",
    "date",
    "bye_vp",
    "bye_mp",
    "hands_per_round",
    "place",
    "depth",
    "rules_variant",
    "kind",
    "criteria",
    "official_places",
    "seed",
    "fee",
    "awards",
    "apart_rounds",
    "apart_pairs",
    "double_keying",
    "correction_minutes",
)
"""The settings that an event keeps under the same name as its plan."""


def settings_told(event: Event, programme: Programme | None) -> dict[str, Any]:
    """The settings of ``event`` as JSON: the scale in bounds and VP to share, the fee in euros as text."""
    told: dict[str, Any] = {name: _plain(getattr(event, name)) for name in PLAIN}
    return told | {
        "fee": None if event.fee is None else f"{event.fee:.2f}",
        "scale": list(event.scale_bounds),
        "scale_maximum": event.scale_maximum,
        "programme": "" if programme is None else str(programme),
    }


def _plain(value: Any) -> Any:
    """The value as it comes back from JSON, so that what is told can be compared with what is stored."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, list | tuple):
        return [_plain(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    return str(value) if isinstance(value, str) else value

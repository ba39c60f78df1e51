"""What stands in addresses: numbers that can be meant, and what the documentation says of each part."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.urls import register_converter
from django.urls.converters import IntConverter
from drf_spectacular.utils import OpenApiParameter


class Number(IntConverter):
    """A round, a table, a pair: from 1, of at most six digits."""

    regex = "[1-9][0-9]{0,5}"


class Identity(IntConverter):
    """The id of something, as a list tells it."""

    regex = "[1-9][0-9]{0,14}"


register_converter(Number, "number")
register_converter(Identity, "identity")

SLUG = {"type": "string", "pattern": "^[-a-zA-Z0-9_]{1,100}$"}
NUMBER = {"type": "integer", "minimum": 1, "maximum": 999_999}
IDENTITY = {"type": "integer", "minimum": 1, "maximum": 999_999_999_999_999}
PATH: dict[str, tuple[dict[str, Any], str]] = {
    "club": (SLUG, "The club, by the last part of its address."),
    "event": (SLUG, "The event, by the last part of its address."),
    "round": (NUMBER, "The number of the round."),
    "table": (NUMBER, "The number of the table."),
    "number": (NUMBER, "Its number."),
    "pk": (IDENTITY, "Its id, as the list tells it."),
}


def path_parameters(names: Mapping[str, str] | None) -> list[OpenApiParameter]:
    """``path``: which of ``PATH`` stand in the address, each with what to say of it ("": the usual)."""
    return [
        OpenApiParameter(
            name, PATH[name][0], OpenApiParameter.PATH, required=True, description=text or PATH[name][1]
        )
        for name, text in (names or {}).items()
    ]

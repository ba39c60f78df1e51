"""Long answers in pages: ``limit`` and ``offset``, and the addresses of the pages before and after."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, inline_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from scoring.sentences import gettext_noop, say
from tournaments.api.refusals import FieldRefusal

USUAL = 100
MOST = 500
FARTHEST = 1_000_000

PARAMETERS = (
    OpenApiParameter(
        "limit",
        {"type": "integer", "minimum": 1, "maximum": MOST, "default": USUAL},
        description="How many at most.",
    ),
    OpenApiParameter(
        "offset",
        {"type": "integer", "minimum": 0, "maximum": FARTHEST, "default": 0},
        description="How many to leave out first.",
    ),
)


@dataclass(frozen=True)
class Page:
    """A part of a long list."""

    limit: int
    offset: int

    @classmethod
    def of(cls, request: Request) -> Page:
        return cls(_number(request, "limit", USUAL, 1, MOST), _number(request, "offset", 0, 0, FARTHEST))

    def told(
        self, request: Request, found: QuerySet[Any] | Sequence[Any], tell: Callable[[Any], Any]
    ) -> dict[str, Any]:
        """``count``, ``next``, ``previous``, ``results``. A queryset is asked twice."""
        count = found.count() if isinstance(found, QuerySet) else len(found)
        after, before = self.offset + self.limit, max(0, self.offset - self.limit)
        return {
            "count": count,
            "next": self._address(request, after) if after < count else None,
            "previous": self._address(request, before) if self.offset else None,
            "results": tell(found[self.offset : after]),
        }

    def _address(self, request: Request, offset: int) -> str:
        address = replace_query_param(request.build_absolute_uri(), "limit", self.limit)
        return str(replace_query_param(address, "offset", offset))


def _number(request: Request, name: str, usual: int, least: int, most: int) -> int:
    written = request.query_params.get(name)
    if written is None:
        return usual
    if written.isascii() and written.isdigit() and len(written) <= 9 and least <= int(written) <= most:
        return int(written)
    raise FieldRefusal(
        name,
        "invalid",
        say(
            gettext_noop("{name} is a whole number from {least} to {most}."),
            name=name,
            least=least,
            most=most,
        ),
    )


Shape = type[serializers.Serializer[Any]]


@cache
def page_of(shape: Shape, about: Shape | None = None) -> serializers.Serializer[Any]:
    """The shape of a page of these; ``about``: of what is said of the whole list."""
    return inline_serializer(
        name=f"{shape.__name__.removesuffix('Shape')}Page",
        fields={
            "count": serializers.IntegerField(help_text="How many there are altogether."),
            "next": serializers.URLField(allow_null=True, help_text="The address of the page after this."),
            "previous": serializers.URLField(allow_null=True, help_text="The address of the page before."),
            "results": shape(many=True),
            **({"about": about()} if about else {}),
        },
    )


def example_of(one: Any, about: tuple[Shape, Any] | None = None) -> dict[str, Any]:
    """An example of a page, from an example of what is on it."""
    whole = {"about": about[1]} if about else {}
    return {"count": 1, "next": None, "previous": None, "results": [one], **whole}

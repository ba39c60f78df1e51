"""What the query of a list may hold: django-filter, strictly, and told to the documentation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter
from rest_framework.exceptions import ErrorDetail, ValidationError

from tournaments.models import Event

MOST_TEXT = 120


class _TrueOrFalse(forms.TypedChoiceField):
    """The words of JSON, and no others."""

    def __init__(self, **more: Any) -> None:
        words = [("true", "true"), ("false", "false")]
        super().__init__(choices=words, coerce=lambda word: word == "true", empty_value=None, **more)


class Filters(django_filters.FilterSet):  # type: ignore[misc]
    """Filters that refuse what they cannot read, instead of leaving it out.

    Over a queryset they narrow it (``self.asked["..."]`` tells what was asked); where a board makes a list,
    the view narrows it by ``self.asked`` itself.
    """

    @classmethod
    def names(cls) -> list[str]:
        return list(cls.base_filters)

    @classmethod
    def parameters(cls) -> list[OpenApiParameter]:
        """For the documentation."""
        return [
            OpenApiParameter(name, _schema(one), description=str(one.extra.get("help_text", "")))
            for name, one in cls.base_filters.items()
        ]

    @classmethod
    def read(cls, query: Mapping[str, str]) -> dict[str, Any]:
        """What is asked for, checked; 400 with every parameter that cannot be read."""
        asked = cls(query, queryset=Event.objects.none())
        for name, field in asked.form.fields.items():
            if query.get(name) == "" and not isinstance(field, forms.CharField):
                asked.form.add_error(
                    name, forms.ValidationError(field.error_messages["required"], "required")
                )
        if not asked.form.is_valid():
            raise ValidationError(
                {
                    name: [ErrorDetail(str(one.messages[0]), one.code or "invalid") for one in complaints]
                    for name, complaints in asked.form.errors.as_data().items()
                }
            )
        return {name: value for name, value in asked.form.cleaned_data.items() if value not in (None, "")}

    @classmethod
    def narrow(cls, found: QuerySet[Any], asked: Mapping[str, Any]) -> QuerySet[Any]:
        """The queryset with what was asked for."""
        for name, value in asked.items():
            found = cls.base_filters[name].filter(found, value)
        return found


def text(
    field: str | None = None, *, says: str, lookup: str = "exact", **more: Any
) -> django_filters.CharFilter:
    return django_filters.CharFilter(field, lookup, max_length=MOST_TEXT, help_text=says, **more)


def choice(field: str | None = None, *, of: type[Any], says: str, **more: Any) -> django_filters.ChoiceFilter:
    return django_filters.ChoiceFilter(field, choices=of.choices, empty_label=None, help_text=says, **more)


def day(field: str, *, says: str, lookup: str = "exact") -> django_filters.DateFilter:
    """A date as 2026-11-27."""
    return django_filters.DateFilter(field, lookup, input_formats=["%Y-%m-%d"], help_text=says)


def whole(field: str | None = None, *, says: str, lookup: str = "exact", most: int = 2**31 - 1) -> Any:
    return _Whole(field, lookup, min_value=0, max_value=most, help_text=says)


def truth(field: str, *, says: str) -> Any:
    """Whether a moment is there: true or false."""
    return _There(field, "isnull", help_text=says, exclude=True)


class _There(django_filters.Filter):  # type: ignore[misc]
    field_class = _TrueOrFalse


class _Whole(django_filters.Filter):  # type: ignore[misc]
    field_class = forms.IntegerField


def _schema(one: django_filters.Filter) -> dict[str, Any]:
    if isinstance(one, django_filters.ChoiceFilter):
        return {"type": "string", "enum": [value for value, _label in one.extra["choices"]]}
    if isinstance(one, django_filters.DateFilter):
        return {"type": "string", "format": "date"}
    if isinstance(one, _Whole):
        return {"type": "integer", "minimum": one.extra["min_value"], "maximum": one.extra["max_value"]}
    if isinstance(one, _There):
        return {"type": "boolean"}
    return {"type": "string", "maxLength": one.extra["max_length"]}

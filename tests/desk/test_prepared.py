"""Questions whose SQL is kept: they answer as they would if they were written anew each time."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import QuerySet
from django.forms.models import model_to_dict

from tests.factories import Evening, an_evening
from tournaments.models import Event, Match, Round, Seat
from tournaments.prepared import prepared

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=2, open_round="published"))


def test_the_sql_is_written_once_and_asked_with_other_values(event: Event) -> None:
    written: list[Any] = []

    @prepared
    def tables(slug: str, number: int) -> QuerySet[Match]:
        written.append((slug, number))
        return Match.objects.filter(round__event__slug=slug, round__number=number).select_related("round")

    found = [tables(event.slug, number) for number in (1, 2, 3, 4)]
    assert [len(rows) for rows in found] == [4, 4, 4, 0]
    assert [row.round.number for rows in found for row in rows] == [1] * 4 + [2] * 4 + [3] * 4
    assert tables("elsewhere", 1) == []
    assert len(written) == 2  # two made-up values, and no more


def test_rows_are_the_same_objects_as_of_any_queryset(event: Event) -> None:
    @prepared
    def seats(in_round: int) -> QuerySet[Seat]:
        return Seat.objects.filter(round=in_round).select_related("entry").order_by("pk")

    for found in event.rounds.all():
        plain = list(Seat.objects.filter(round=found).select_related("entry").order_by("pk"))
        kept = seats(found.pk)
        assert kept == plain
        assert [model_to_dict(seat) for seat in kept] == [model_to_dict(seat) for seat in plain]
        assert [model_to_dict(seat.entry) for seat in kept] == [model_to_dict(seat.entry) for seat in plain]


def test_what_cannot_stand_in_a_column_finds_nothing(event: Event) -> None:
    @prepared
    def rounds(event: int, number: int) -> QuerySet[Round]:
        return Round.objects.filter(event=event, number=number)

    assert [found.number for found in rounds(event.pk, 2)] == [2]
    for number in (-1, 32_768, 40_000, 2**31, 2**63, 2**70):
        assert rounds(event.pk, number) == []
    assert [found.number for found in rounds(event.pk, 2)] == [2]


def test_a_question_that_is_another_one_for_other_values_is_refused(event: Event) -> None:
    @prepared
    def many(number: int) -> QuerySet[Round]:
        return Round.objects.filter(number__in=range(number % 1000 + 1))

    @prepared
    def computed(number: int) -> QuerySet[Round]:
        return Round.objects.filter(number=number + 1)

    @prepared
    def deeper(number: int) -> QuerySet[Round]:
        return Round.objects.filter(number=number).prefetch_related("matches")

    @prepared
    def without(number: int) -> QuerySet[Round]:
        return Round.objects.all()

    for question in (many, computed, deeper, without):
        with pytest.raises(TypeError):
            question(1)


def test_values_are_handed_over_in_their_order(event: Event) -> None:
    @prepared
    def rounds(event: int, number: int) -> QuerySet[Round]:
        return Round.objects.filter(event=event, number=number)

    with pytest.raises(TypeError, match="in their order"):
        rounds(event=event.pk, number=1)

"""Callers of the interface, and the evening they ask about."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache

from tests.api.callers import Caller, a_token, by_token
from tests.factories import Evening, an_evening
from tournaments.models import Event


@pytest.fixture(autouse=True)
def nobody_has_asked_yet() -> Iterator[None]:
    """Counts of earlier tests do not hold anybody up."""
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def evening(db: None) -> Event:
    """Nine pairs: one round closed, one published, without results."""
    return an_evening(
        Evening(pairs=9, closed=1, open_round="published", programme="Mitchell 2; Danese modificato 1")
    )


@pytest.fixture
def anybody() -> Caller:
    return Caller()


@pytest.fixture
def program(evening: Event) -> Callable[[str], Caller]:
    """``program("scorer")``: a caller with a token of the evening's club."""

    def make(scope: str) -> Caller:
        return by_token(a_token(evening.club, scope)[1])

    return make

"""The grid of a round, typed by keyboard."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from tests.browser.desk import at_the_desk
from tests.factories import Evening, an_evening
from tests.house.browser import Browser
from tournaments.models import Event, JournalLine, Result

pytestmark = pytest.mark.django_db(transaction=True)


def open_round(tables: int = 4, **more: Any) -> Event:
    event = an_evening(Evening(pairs=2 * tables, closed=0, open_round="published", **more))
    Event.objects.filter(pk=event.pk).update(depth=Event.Depth.TOTALS)
    event.refresh_from_db()
    return event


def stored(event: Event) -> dict[int, tuple[int, int]]:
    return {
        r.match.table: (r.ns_mp, r.ew_mp)
        for r in Result.objects.filter(event=event, state="confirmed").select_related("match")
    }


def test_forty_tables_of_totals_are_typed_by_keyboard_and_no_entry_waits_for_the_server(
    browser: Browser, live_server: Any
) -> None:
    event = open_round(40)
    luck = random.Random(1)
    totals = {table: (5 * luck.randint(-20, 600), 5 * luck.randint(-20, 600)) for table in range(1, 41)}
    with at_the_desk(browser, live_server.url, event) as page:
        page.goto(f"{live_server.url}/desk/{event.slug}/scores/")
        page.locator("#t1 input").first.focus()
        started = time.monotonic()
        for ns, ew in totals.values():
            page.keyboard.type(str(ns))
            page.keyboard.press("Enter")
            page.keyboard.type(str(ew))
            page.keyboard.press("Enter")
        typed = time.monotonic() - started
        page.wait_for_function("document.querySelector('[data-arrived]').textContent === '40'")
        assert typed < 30
        assert page.evaluate("document.activeElement.closest('[data-close]') !== null")
    assert stored(event) == totals
    assert JournalLine.objects.filter(event=event, verb="record_result").count() == 40

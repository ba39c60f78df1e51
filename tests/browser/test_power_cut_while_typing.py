"""The server loses its power in the middle of typing, again and again."""

from __future__ import annotations

import random
import sqlite3
from urllib.parse import quote

from tests.house.browser import Browser
from tests.house.real_server import RealServer

TABLES = 30
MAKE = f"""
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from tests.factories import Evening, an_evening
from tournaments.models import ClubMember, Event
event = an_evening(Evening(pairs={2 * TABLES}, closed=0, open_round="published"))
Event.objects.update(depth=Event.Depth.TOTALS)
user = User.objects.create_user("aldo")
ClubMember.objects.create(club=event.club, user=user, role="director")
client = Client()
client.force_login(user)
print("made", event.slug, settings.SESSION_COOKIE_NAME, client.cookies[settings.SESSION_COOKIE_NAME].value)
"""


def in_the_books(server: RealServer) -> tuple[dict[int, tuple[int, int]], list[int]]:
    """What is stored by table, and the table of every line about a result, read from the file itself."""
    file = server.var_dir / "pozzetto.sqlite3"
    with sqlite3.connect(f"file:{quote(str(file))}?mode=ro", uri=True) as books:
        results = books.execute(
            "select m.'table', r.ns_mp, r.ew_mp from tournaments_result r"
            " join tournaments_match m on m.id = r.match_id where r.state = 'confirmed'"
        ).fetchall()
        lines = books.execute(
            "select \"table\" from tournaments_journalline where verb in ('record_result', 'correct_result')"
        ).fetchall()
    return {table: (ns, ew) for table, ns, ew in results}, sorted(table for (table,) in lines)


def test_everything_shown_as_stored_is_there_nothing_twice_and_unsent_rows_arrive(
    browser: Browser, real_server: RealServer
) -> None:
    real_server.start()
    _made, slug, cookie, session = real_server.manage("shell", "-v", "0", "-c", MAKE).split()[-4:]
    luck = random.Random(5)
    typed = {table: (5 * luck.randint(0, 500), 5 * luck.randint(0, 500)) for table in range(1, TABLES + 1)}
    shown_stored = "[...document.querySelectorAll('[data-table]:not(.unsent):not(.missing):not(.flagged)')]"
    with browser.page() as page:
        page.context.add_cookies([{"name": cookie, "value": session, "url": real_server.url}])
        page.goto(f"{real_server.url}/desk/{slug}/scores/")
        page.locator("#t1 input").first.focus()
        for table, (ns, ew) in typed.items():
            page.keyboard.type(str(ns))
            page.keyboard.press("Enter")
            page.keyboard.type(str(ew))
            page.keyboard.press("Enter")
            if table % 6 == 0:
                page.wait_for_timeout(luck.randint(0, 60))
                real_server.kill()
                shown = page.evaluate(f"{shown_stored}.map(row => Number(row.dataset.table))")
                there, _ = in_the_books(real_server)
                assert {t: there.get(t) for t in shown} == {t: typed[t] for t in shown}
            elif table % 6 == 2 and table > 6:
                assert page.locator(".unsent").count() >= 2
                real_server.start()
        real_server.start()
        page.wait_for_function(
            f"() => document.querySelector('[data-arrived]').textContent === '{TABLES}'", timeout=30_000
        )
        assert page.locator(".unsent").count() == 0
        assert page.evaluate("document.querySelector('[data-trouble]').hidden")
    stored, lines = in_the_books(real_server)
    assert stored == typed
    assert lines == list(typed)


def test_a_browser_that_crashes_while_the_server_is_down_sends_its_rows_when_both_are_back(
    browser: Browser, real_server: RealServer
) -> None:
    real_server.start()
    _made, slug, cookie, session = real_server.manage("shell", "-v", "0", "-c", MAKE).split()[-4:]
    with browser.page() as page:
        page.context.add_cookies([{"name": cookie, "value": session, "url": real_server.url}])
        address = f"{real_server.url}/desk/{slug}/scores/"
        page.goto(address)
        real_server.kill()
        page.locator("#t1 input").first.focus()
        for text in ("1485", "−20", "2000", "1000"):
            page.keyboard.type(text)
            page.keyboard.press("Enter")
        state = page.context.storage_state()
        page.close()
        real_server.start()
        with browser.page(storage_state=state) as again:
            again.goto(address)
            again.wait_for_function("() => document.querySelector('[data-arrived]').textContent === '2'")
    stored, lines = in_the_books(real_server)
    assert stored == {1: (1485, -20), 2: (2000, 1000)}
    assert lines == [1, 2]

"""A director's browser, signed in."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from tests.house.browser import Browser
from tournaments.models import ClubMember, Event

if TYPE_CHECKING:
    from playwright.sync_api import Page


def session_of(event: Event, name: str = "aldo", role: str = ClubMember.Role.DIRECTOR) -> str:
    """The session key of a member of the event's club."""
    user, made = User.objects.get_or_create(username=name)
    if made:
        ClubMember.objects.create(club=event.club, user=user, role=role)
    client = Client()
    client.force_login(user)
    return client.cookies[settings.SESSION_COOKIE_NAME].value


@contextlib.contextmanager
def at_the_desk(
    browser: Browser, url: str, event: Event, *, name: str = "aldo", **context: Any
) -> Iterator[Page]:
    """A page of somebody signed in at this server."""
    with browser.page(**context) as page:
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": session_of(event, name), "url": url}]
        )
        yield page


def kept_on_the_phone(page: Page, *, more_than: int) -> None:
    """Wait until the page of a table keeps itself for when the hall has no network."""
    counted = "async () => (await (await caches.open('pozzetto-table')).keys()).length"
    deadline = time.monotonic() + 30
    while page.evaluate(counted) <= more_than:
        assert time.monotonic() < deadline, "nothing was kept"
        page.wait_for_timeout(50)

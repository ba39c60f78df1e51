"""A real Chromium for tests, which reaches this machine only and tells on every page that asks for more."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from tests.house.missing import needs

if TYPE_CHECKING:
    from playwright.sync_api import Browser as Chromium
    from playwright.sync_api import ConsoleMessage, Page, Route

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]  # fmt: skip
PATIENCE = 10_000  # milliseconds
# Chromium writes most of what a policy stopped to the console; the event tells of all of it.
TELL_OF_THE_POLICY = """document.addEventListener("securitypolicyviolation", (event) => console.error(
  `stopped by the policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`));"""
LOCAL = {"127.0.0.1", "localhost", ""}


class Browser:
    """Opens pages. What went wrong in any of them stands in ``outside`` and ``errors``."""

    def __init__(self, chromium: Chromium) -> None:
        self.chromium = chromium
        self.outside: list[str] = []
        self.errors: list[str] = []

    @contextlib.contextmanager
    def page(
        self, *, width: int = 1280, height: int = 800, locale: str = "it-IT", **context: Any
    ) -> Iterator[Page]:
        """A page in a context of its own; on leaving, fails if it asked for an address elsewhere, if
        a script of its own went wrong, or if the Content-Security-Policy stopped anything."""
        outside, errors = len(self.outside), len(self.errors)
        made = self.chromium.new_context(
            viewport={"width": width, "height": height}, locale=locale, timezone_id="Europe/Rome", **context
        )
        made.set_default_timeout(PATIENCE)
        made.route("**/*", self._only_this_machine)
        made.add_init_script(TELL_OF_THE_POLICY)
        page = made.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._console)
        try:
            yield page
        finally:
            made.close()
        assert not self.outside[outside:], f"the page asked for {self.outside[outside:]}"
        assert not self.errors[errors:], f"the page broke: {self.errors[errors:]}"

    def _only_this_machine(self, route: Route) -> None:
        url = route.request.url
        if urlsplit(url).hostname in LOCAL or url.startswith(("data:", "blob:", "about:")):
            route.continue_()
            return
        self.outside.append(url)
        route.abort()

    def _console(self, message: ConsoleMessage) -> None:
        # A refused form is answered with a 4xx, which Chromium reports as an error: no defect.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.errors.append(message.text)


@contextlib.contextmanager
def open_browser() -> Iterator[Browser]:
    """Start Chromium; Django may be used beside it although it brings an event loop to this thread."""
    from playwright.sync_api import sync_playwright

    program = needs("chromium", for_what="the pages in a browser", places=[Path("/usr/bin")])
    before = os.environ.get("DJANGO_ALLOW_ASYNC_UNSAFE")
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    try:
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
            try:
                yield Browser(chromium)
            finally:
                chromium.close()
    finally:
        if before is None:
            del os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"]
        else:
            os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = before

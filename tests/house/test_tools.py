"""The tools of these tests do what they say: a browser that opens pages, a network that is closed."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from urllib.request import urlopen

import pytest

from tests.house import missing
from tests.house.browser import Browser
from tests.house.no_network import OutsideWorldError


@pytest.fixture
def small_site() -> Iterator[str]:
    class Site(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body = {
                "/outside": '<img src="http://images.example/asso.png">',
                "/broken": "<script>due()</script>",
            }
            self.send_response(200)
            self.end_headers()
            self.wfile.write(("<h1>Tavolo 7</h1>" + body.get(self.path, "")).encode())

        def log_message(self, format: str, *arguments: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Site)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_this_machine_can_be_reached(small_site: str) -> None:
    assert b"Tavolo 7" in urlopen(small_site).read()  # noqa: S310


@pytest.mark.parametrize("host", ["192.0.2.1", "burraco.example"])
def test_no_other_machine_can_be_reached(host: str) -> None:
    with pytest.raises(OutsideWorldError, match=host):
        socket.create_connection((host, 80), timeout=1)


def test_the_browser_shows_a_page(browser: Browser, small_site: str) -> None:
    with browser.page(width=360) as page:
        page.goto(small_site)
        assert page.locator("h1").inner_text() == "Tavolo 7"
        assert page.evaluate("navigator.language") == "it-IT"


@pytest.mark.parametrize("path", ["/outside", "/broken"])
def test_the_browser_tells_on_a_page_that_calls_elsewhere_or_breaks(
    browser: Browser, small_site: str, path: str
) -> None:
    with pytest.raises(AssertionError, match=r"images\.example|due is not defined"), browser.page() as page:
        page.goto(small_site + path)


def test_a_missing_program_fails_the_run_of_record_and_is_loud_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CI", "true")
    with pytest.raises(
        pytest.fail.Exception, match="the shared cache, because no-such-program is not installed"
    ):
        missing.needs("no-such-program", for_what="the shared cache")
    monkeypatch.setenv("CI", "")
    with pytest.raises(pytest.skip.Exception, match="NOT RUN HERE: the shared cache"):
        missing.needs("no-such-program", for_what="the shared cache")

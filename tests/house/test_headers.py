"""What every answer tells the browser: no inline script, nothing from elsewhere, no frame around it."""

from __future__ import annotations

import http.client
import re
from collections.abc import Callable
from email.message import Message
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client, RequestFactory
from django.urls import get_resolver

from tests.factories import Evening, an_evening
from tests.house.real_server import RealServer
from tournaments.models import Event, TableCode
from tournaments.views.health import VIEWS
from tournaments.views.live import Door

pytestmark = pytest.mark.django_db

POLICY = "Content-Security-Policy"
TEMPLATES = sorted((settings.BASE_DIR / "templates").rglob("*.html"))
SCRIPTS = sorted((settings.BASE_DIR / "tournaments" / "static" / "pozzetto").glob("*.js"))


def directives(answer: Any) -> dict[str, str]:
    found = dict(part.strip().partition(" ")[::2] for part in answer[POLICY].split(";"))
    assert len(found) == len(answer[POLICY].split(";"))
    return found


@pytest.fixture
def event() -> Event:
    return an_evening(Evening(pairs=8, closed=1, open_round="published"))


def answers(event: Event) -> dict[str, Any]:
    """One answer of every kind, by what it is."""
    User.objects.create_superuser("ada")
    visitor, desk = Client(), Client(raise_request_exception=False)
    desk.force_login(User.objects.get(username="ada"))
    base = f"/e/{event.slug}"
    code = TableCode.objects.filter(match__round__state="published", revoked_at=None)[0].code
    kept = visitor.get(f"{base}/standings/")
    found: dict[str, Any] = {
        "a page": visitor.get("/"),
        "a page made anew for everybody": kept,
        "a page from what is kept": visitor.get(f"{base}/standings/"),
        "nothing new on a kept page": visitor.get(
            f"{base}/standings/", headers={"If-None-Match": kept["ETag"]}
        ),
        "the mark of a watch": visitor.get(f"{base}/live/settled/"),
        "a page of the desk": desk.get(f"/desk/{event.slug}/"),
        "the page of a table": visitor.get(f"/t/{code}/"),
        "the worker of the table": visitor.get("/t/worker.js"),
        "a wrong code": visitor.get("/t/ZZZZZZZZ/"),
        "data": visitor.get(f"{base}/clock.json"),
        "a workbook": visitor.get(f"{base}/workbook/"),
        "a picture": visitor.get(f"{base}/standings/1/picture.png"),
        "a static file": visitor.get("/static/pozzetto/look.css"),
        "a redirect": visitor.get("/desk/"),
        "a form without its token": Client(enforce_csrf_checks=True).post("/sign-in/", {}),
        "a way that is not there": visitor.get("/nowhere/"),
        "the wrong method": visitor.post(f"{base}/standings/"),
    }
    with patch("tournaments.views.players.events_board", side_effect=RuntimeError("broken")):
        found["a defect"] = Client(raise_request_exception=False).get("/")
    return found


def test_every_answer_carries_the_whole_set_of_headers(event: Event) -> None:
    found = answers(event)
    assert {answer.status_code for answer in found.values()} >= {200, 302, 304, 403, 404, 405, 500}
    for what, answer in found.items():
        told = directives(answer)
        assert told["default-src"] == "'none'", what
        assert told["script-src"] == told["style-src"] == told["img-src"] == "'self'", what
        assert told["frame-ancestors"] == told["base-uri"] == told["object-src"] == "'none'", what
        assert told["form-action"] == told["worker-src"] == "'self'", what
        assert not re.search(r"unsafe|data:|blob:|nonce|\*|https?:", answer[POLICY]), what
        assert answer["X-Content-Type-Options"] == "nosniff", what
        assert answer["X-Frame-Options"] == "DENY" or what == "a static file", what
        assert answer["Referrer-Policy"] == "same-origin", what
        assert answer["Cross-Origin-Opener-Policy"] == "same-origin", what
        assert answer["Cross-Origin-Resource-Policy"] == "same-origin", what
        assert "camera=()" in answer["Permissions-Policy"], what


def test_what_the_door_answers_from_memory_carries_the_policy_too(event: Event) -> None:
    Client().get(f"/e/{event.slug}/live/settled/")
    told: dict[str, str] = {}

    def nobody(environ: object, start_response: object) -> list[bytes]:
        raise AssertionError("the door let it through")

    environ = RequestFactory().get(f"/e/{event.slug}/live/settled/").environ
    Door(nobody)(environ, lambda _status, headers: told.update(headers))
    assert "default-src 'none'" in told[POLICY]
    assert told["X-Content-Type-Options"] == "nosniff"


def test_a_link_to_another_site_says_nothing_of_where_it_stood(client: Client) -> None:
    """Addresses of tables hold their codes: none leaves in a Referer."""
    assert client.get("/t/")["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize(
    "template", TEMPLATES, ids=lambda path: path.relative_to(settings.BASE_DIR).as_posix()
)
def test_no_template_holds_a_script_or_a_style_of_its_own(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    assert not re.search(r"<style|\sstyle\s*=|javascript:", text), template
    assert not re.search(r"\son[a-z]+\s*=\s*[\"']|hx-on|hx-vals=[\"']js:", text), template
    for script in re.findall(r"<script[^>]*>", text):
        assert " src=" in script, script


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_no_script_writes_what_the_policy_would_stop(script: Path) -> None:
    text = script.read_text(encoding="utf-8")
    assert not re.search(
        r"\beval\(|new Function|setAttribute\(\s*[\"'](style|on)|cssText|document\.write", text
    )
    assert not re.search(r"set(Timeout|Interval)\(\s*[\"'`]", text)


def test_served_over_https_nothing_of_it_ever_goes_over_http(
    another_server: Callable[..., RealServer],
) -> None:
    server = another_server(environment={"HTTPS": "1"}).start()

    def ask(**headers: str) -> Message:
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
        connection.request("GET", "/sign-in/", headers=headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        answer.headers["Status"] = str(answer.status)
        return answer.headers

    plain = ask()
    assert (plain["Status"], plain["Location"]) == ("301", f"https://127.0.0.1:{server.port}/sign-in/")
    told = ask(**{"X-Forwarded-Proto": "https"})
    assert told["Status"] == "200"
    assert told["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    assert "upgrade-insecure-requests" in told[POLICY]
    cookies = told.get_all("Set-Cookie") or []
    assert any(cookie.startswith("csrftoken=") for cookie in cookies)
    for cookie in cookies:
        assert "Secure" in cookie and "SameSite=Lax" in cookie, cookie


def test_every_kind_of_address_was_asked(event: Event) -> None:
    """Error handlers are the program's own, so that errors too pass through the same headers."""
    resolver = get_resolver()
    assert {resolver.resolve_error_handler(status).__module__ for status in (400, 403, 404, 500)} == {
        "tournaments.views.errors"
    }
    before = settings.MIDDLEWARE[: settings.MIDDLEWARE.index("csp.middleware.CSPMiddleware")]
    assert before == [
        "tournaments.views.health.Probes",  # answers itself, see below
        "django_prometheus.middleware.PrometheusBeforeMiddleware",
        "tournaments.views.request_log.RequestLog",
    ]


def test_whoever_watches_over_the_servers_is_answered_under_a_policy_too() -> None:
    for address in VIEWS:
        answer = Client().get(address)
        assert answer[POLICY] == "default-src 'none'; frame-ancestors 'none'", address
        assert answer["X-Content-Type-Options"] == "nosniff", address

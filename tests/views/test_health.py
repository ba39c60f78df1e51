"""What whoever watches over the servers is told."""

from __future__ import annotations

import json
import re
from unittest.mock import patch

import pytest
from django.db import OperationalError, connection
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import DIRECTOR, Evening, an_event
from tests.house.services import Redis, free_port
from tournaments import heard
from tournaments.desk.rounds import draw_next_round
from tournaments.models import Job
from tournaments.views import health

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "_all_applied", False)
    monkeypatch.setattr(heard, "_told", 0.0)


def told(client: Client, address: str, status: int = 200) -> dict[str, object]:
    answer = client.get(address)
    assert answer.status_code == status
    assert answer["Cache-Control"] == "no-store"
    return dict(json.loads(answer.content))


def test_a_process_is_alive_without_asking_the_database(client: Client) -> None:
    with CaptureQueriesContext(connection) as asked:
        assert told(client, "/healthz") == {"alive": True}
    assert len(asked) == 0


def test_on_a_laptop_it_is_ready_without_redis_and_workers(client: Client) -> None:
    assert told(client, "/readyz") == {
        "ready": True,
        "database": "answers",
        "redis": "not used",
        "worker": "not used: long work is done in this process",
    }


def test_without_the_database_it_is_not_ready_and_still_alive(client: Client) -> None:
    with patch.object(connection, "cursor", side_effect=OperationalError("no route")):
        found = told(client, "/readyz", 503)
        assert told(client, "/healthz") == {"alive": True}
    assert (found["ready"], found["database"]) == (False, "does not answer")


def test_a_database_older_than_the_program_is_not_ready(client: Client) -> None:
    MigrationRecorder.Migration.objects.filter(app="tournaments", name="0006_indexes").delete()
    found = told(client, "/readyz", 503)
    assert found["database"] == "migrations to apply: tournaments.0006_indexes"


def test_without_redis_answering_it_is_ready_and_says_that_it_is_slower(client: Client) -> None:
    with override_settings(REDIS_URL=f"redis://127.0.0.1:{free_port()}/0"):
        found = told(client, "/readyz")
    assert (found["ready"], found["redis"]) == (True, "away: slower")


def test_a_worker_is_heard_of_or_missed(client: Client, redis_server: Redis) -> None:
    with override_settings(REDIS_URL=redis_server.url):
        assert told(client, "/readyz")["worker"] == "not heard of"
        heard.worker_lives()
        found = told(client, "/readyz")
    assert found["redis"] == "answers"
    assert re.fullmatch(r"heard of \d+ s ago", str(found["worker"]))


def test_watching_is_in_no_log_and_asks_for_no_host_and_no_https(
    client: Client, caplog: pytest.LogCaptureFixture
) -> None:
    with override_settings(ALLOWED_HOSTS=["burraco.example"], SECURE_SSL_REDIRECT=True), caplog.at_level(0):
        for address in ("/healthz", "/readyz", "/metrics"):
            assert client.get(address, headers={"host": "10.1.2.3"}).status_code == 200
    assert [line.name for line in caplog.records if "request" in line.name] == []


def test_metrics_count_requests_queries_draws_and_jobs(client: Client) -> None:
    event = an_event(Evening(pairs=8))
    draw_next_round(event=event, by=DIRECTOR)
    Job.objects.create(kind="export", state="waiting", asked_at=timezone.now())
    client.get("/")
    text = client.get("/metrics").content.decode()
    assert (
        'django_http_responses_total_by_status_view_method_total{method="GET",status="200",view="events"}'
        in text
    )
    assert 'pozzetto_query_seconds_count{verb="SELECT"}' in text
    assert figure(text, "pozzetto_draw_seconds_count") >= 1
    assert figure(text, 'pozzetto_jobs{state="waiting"}') == 1
    assert figure(text, 'pozzetto_jobs{state="failed"}') == 0
    assert "pozzetto_queue_length" not in text


def test_the_length_of_the_queue_is_told_where_there_is_one(client: Client, redis_server: Redis) -> None:
    with override_settings(REDIS_URL=redis_server.url):
        assert figure(client.get("/metrics").content.decode(), "pozzetto_queue_length") == 0
        heard.shared().rpush(health.QUEUE, "one", "two")
        assert figure(client.get("/metrics").content.decode(), "pozzetto_queue_length") == 2
        redis_server.kill()
        assert "pozzetto_queue_length" not in client.get("/metrics").content.decode()


def figure(text: str, name: str) -> float:
    lines = [line for line in text.splitlines() if line.startswith(f"{name} ")]
    assert len(lines) == 1, name
    return float(lines[0].rsplit(" ", 1)[1])


def test_metrics_are_for_this_machine_for_who_is_named_and_for_who_has_the_token(client: Client) -> None:
    def status(address: str, token: str = "") -> int:
        shown = {"authorization": f"Bearer {token}"} if token else {}
        return client.get("/metrics", REMOTE_ADDR=address, headers=shown).status_code

    assert (status("127.0.0.1"), status("::1")) == (200, 200)
    assert (status("203.0.113.9"), status("")) == (404, 404)
    with override_settings(METRICS_FROM=["10.20.0.0/16"], METRICS_TOKEN="assopigliatutto"):
        assert (status("10.20.3.4"), status("127.0.0.1")) == (200, 404)
        assert status("203.0.113.9", "assopigliatutto") == 200
        assert status("203.0.113.9", "asso") == 404
        assert status("203.0.113.9", "città") == 404

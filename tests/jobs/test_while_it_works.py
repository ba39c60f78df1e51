"""A job while it is being done: its progress shows, it can be taken back, and Redis may be away."""

from __future__ import annotations

import http.cookiejar
import re
import urllib.parse
import urllib.request
from typing import Any

import redis

from tests.house.real_server import RealServer
from tests.jobs.installation import Installation

EVENINGS = 3


def test_a_job_taken_back_in_the_middle_stops_and_leaves_nothing(federation: Installation) -> None:
    federation.start_worker()
    with federation.held("circuit") as other:
        other.execute(
            "INSERT INTO tournaments_player (surname, first_name, name_key, card_number, card_kind, sex,"
            " phone, email) VALUES ('Neri', 'Ugo', 'neri ugo', 'PV01750', '', '', '', '')"
        )
        job = federation.do("players", "2000")
        federation.wait_for(
            "the middle of the list",
            lambda: federation.is_waiting_for_a_lock() and federation.job(job)["done"] > 0,
        )
        assert federation.do("cancel", job) == "running"
    ended = federation.wait_for_state(job, "cancelled", "done", "failed")
    assert ended["state"] == "cancelled"
    assert federation.count("player") == 0


def test_a_job_that_waits_is_taken_back_at_once_and_no_worker_does_it(federation: Installation) -> None:
    federation.do("evenings", "1")
    job, other = federation.do("export", "xlsx"), federation.do("export", "comma")
    assert federation.do("cancel", job) == "cancelled"
    federation.start_worker()
    assert federation.wait_for_state(other, "done", "failed")["state"] == "done"
    assert federation.job(job)["state"] == "cancelled"
    assert federation.do("path", job) == ""


def test_what_is_asked_twice_while_it_is_open_is_one_job(federation: Installation) -> None:
    federation.do("evenings", "1")
    job = federation.do("export", "xlsx")
    assert federation.do("export", "xlsx") == job
    assert federation.do("look", job) is True
    assert federation.count("job") == 1
    # Whoever looks at the page of a job that waits does not fill the queue.
    with redis.Redis(port=federation.redis.port) as queue:
        assert queue.llen("pozzetto") == 1


def test_a_job_asked_for_while_redis_is_away_waits_and_is_done_when_it_is_back(
    federation: Installation,
) -> None:
    federation.do("evenings", str(EVENINGS))
    federation.redis.kill()
    job = federation.do("export", "xlsx")
    assert federation.job(job)["state"] == "waiting"
    assert federation.do("look", job) is False
    federation.redis.start()
    federation.start_worker()
    assert federation.do("look", job) is True
    assert federation.wait_for_state(job, "done", "failed")["state"] == "done"


def test_a_redis_lost_in_the_middle_of_a_job_costs_nothing_that_was_done(federation: Installation) -> None:
    federation.do("evenings", str(EVENINGS))
    federation.start_worker()
    with federation.held("journalline"):
        job = federation.do("export", "xlsx")
        federation.wait_for("the middle", lambda: federation.job(job)["done"] == EVENINGS)
        federation.redis.kill()
    assert federation.wait_for_state(job, "done", "failed")["state"] == "done"
    federation.redis.start()
    second = federation.do("export", "comma")
    federation.wait_for("the worker back", lambda: federation.do("look", second) is True)
    assert federation.wait_for_state(second, "done", "failed")["state"] == "done"
    assert federation.job(job)["state"] == "done"


def test_a_worker_at_work_outlives_a_redis_that_stays_away_and_does_the_next_job(
    federation: Installation,
) -> None:
    federation.do("evenings", str(EVENINGS))
    worker = federation.start_worker()
    with federation.held("journalline"):
        job = federation.do("export", "xlsx")
        federation.wait_for("the middle", lambda: federation.job(job)["done"] == EVENINGS)
        federation.redis.kill()
        # It has noticed, and asks again and again, while the job is still in its hands.
        federation.wait_for("a second try", lambda: federation.said().count("Cannot connect to redis") >= 2)
    # The end of the job cannot be acknowledged either.
    assert federation.wait_for_state(job, "done", "failed")["state"] == "done"
    federation.wait_for("the end of the task", lambda: "succeeded in" in federation.said())
    tries = federation.said().count("Cannot connect to redis")
    federation.wait_for("one more try", lambda: federation.said().count("Cannot connect to redis") > tries)
    federation.redis.start()
    second = federation.do("export", "comma")
    federation.wait_for("the next job", lambda: federation.do("look", second) is True)
    assert federation.wait_for_state(second, "done", "failed")["state"] == "done"
    assert worker.poll() is None
    assert "Unrecoverable error" not in federation.said()


def test_the_page_of_a_job_tells_its_steps_and_that_the_queue_cannot_be_reached(
    federation: Installation, real_server: RealServer
) -> None:
    """Through the pages of a real server, as somebody at the desk would."""
    federation.do("evenings", str(EVENINGS))
    real_server.environment |= {
        name: federation.environment[name] for name in ("DATABASE_URL", "REDIS_URL", "VAR_DIR")
    }
    real_server.start()
    real_server.manage("shell", "-c", SET_PASSWORD)
    desk = Visitor(real_server.url)
    desk.sign_in("ada", PASSWORD)
    asked = {"what": ["standings", "journal"], "of": "club:circolo-la-pinella", "form": "xlsx"}

    federation.redis.kill()
    address, page = desk.send("/desk/exports/", asked)
    assert "/desk/jobs/" in address
    assert "The queue cannot be reached." in page
    job = address.rstrip("/").rpartition("/")[2]
    assert federation.job(job)["state"] == "waiting"

    federation.redis.start()
    federation.start_worker()
    with federation.held("journalline"):
        desk.open(address)
        federation.wait_for("the middle", lambda: federation.job(job)["done"] == EVENINGS)
        page = desk.open(address)
        assert f'<progress max="{2 * EVENINGS}" value="{EVENINGS}"' in page
        assert f"{EVENINGS} of {2 * EVENINGS} steps" in page
        assert "Cancel it" in page
    federation.wait_for_state(job, "done", "failed")
    page = desk.open(address)
    assert "Fetch the file" in page and "<progress" not in page
    assert desk.open(f"/desk/jobs/{job}/file/", text=False)[:2] == b"PK"


PASSWORD = "quattro assi e un pozzetto"  # noqa: S105 - of nobody
SET_PASSWORD = (
    "from django.contrib.auth.models import User;"
    " user, _made = User.objects.get_or_create(username='ada', is_superuser=True);"
    f" user.set_password('{PASSWORD}'); user.save()"
)


class Visitor:
    """Somebody with a browser without scripts, who reads English."""

    def __init__(self, url: str) -> None:
        self.url = url
        jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
        self.opener = urllib.request.build_opener(jar)
        self.opener.addheaders = [("Accept-Language", "en")]

    def open(self, address: str, *, text: bool = True) -> Any:
        with self.opener.open(self._full(address), timeout=60) as answer:
            data: bytes = answer.read()
        return data.decode() if text else data

    def send(self, address: str, fields: dict[str, Any]) -> tuple[str, str]:
        page = str(self.open(address))
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        assert token is not None
        body = urllib.parse.urlencode({**fields, "csrfmiddlewaretoken": token[1]}, doseq=True).encode()
        with self.opener.open(self._full(address), body, timeout=60) as answer:
            return answer.url, answer.read().decode()

    def sign_in(self, name: str, password: str) -> None:
        self.send("/sign-in/", {"username": name, "password": password})

    def _full(self, address: str) -> str:
        return address if address.startswith("http") else self.url + address

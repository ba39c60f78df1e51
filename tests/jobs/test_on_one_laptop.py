"""Without Redis: jobs are done by one thread of the server, and no page waits for them."""

from __future__ import annotations

import time
from collections.abc import Callable

from tests.house.real_server import RealServer
from tests.jobs.test_while_it_works import PASSWORD, SET_PASSWORD, Visitor

EVENING = "from tests.factories import *; an_evening(Evening(pairs=8, closed=2, programme='Mitchell 2'))"


def until(found: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 180
    while not found():
        assert time.monotonic() < deadline, "it never came"
        time.sleep(0.2)


def test_a_laptop_makes_a_large_export_beside_its_pages(real_server: RealServer) -> None:
    real_server.start()
    real_server.manage("shell", "-c", EVENING)
    real_server.manage("shell", "-c", SET_PASSWORD)
    desk = Visitor(real_server.url)
    desk.sign_in("ada", PASSWORD)
    asked = {"what": ["standings", "results", "journal"], "of": "club:circolo-la-pinella", "form": "xlsx"}
    address, _page = desk.send("/desk/exports/", asked)
    assert "/desk/jobs/" in address
    until(lambda: "Fetch the file" in desk.open(address))
    job = address.rstrip("/").rpartition("/")[2]
    assert desk.open(f"/desk/jobs/{job}/file/", text=False)[:2] == b"PK"


def test_a_job_the_laptop_was_switched_off_in_is_done_after_the_next_start(real_server: RealServer) -> None:
    real_server.start()
    real_server.manage("shell", "-c", EVENING)
    real_server.manage("shell", "-c", SET_PASSWORD)
    left = (
        "from django.utils import timezone; from tournaments.models import *; import datetime;"
        " now = timezone.now(); club = Club.objects.get(slug='circolo-la-pinella');"
        " print(Job.objects.create(kind='export', club=club, state='running', asked_at=now,"
        " beat_at=now - datetime.timedelta(minutes=5), started_at=now, done=1, total=4,"
        " params={'what': ['standings'], 'form': 'comma', 'language': 'en'}).pk)"
    )
    job = real_server.manage("shell", "-c", left).split()[-1]
    real_server.kill()
    real_server.start()
    desk = Visitor(real_server.url)
    desk.sign_in("ada", PASSWORD)
    until(lambda: "Fetch the file" in desk.open(f"/desk/jobs/{job}/"))
    assert desk.open(f"/desk/jobs/{job}/file/", text=False).startswith(b"\xef\xbb\xbf")

"""One result a second through the desk's verb, each with the moment it was committed, until told to stop."""

import os
import sys
import time

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django

django.setup()

from tests.factories import DIRECTOR  # noqa: E402
from tournaments.desk.results import ResultPlan, record  # noqa: E402
from tournaments.models import Event, Match  # noqa: E402

slug, number = sys.argv[1], int(sys.argv[2])
event = Event.objects.get(slug=slug)
tables = list(
    Match.objects.filter(round__event=event, round__number=number)
    .order_by("table")
    .values_list("table", flat=True)
)
due = time.monotonic()
for table in tables:
    time.sleep(max(0.0, due - time.monotonic()))
    plan = ResultPlan(table=table, ns_mp=3000, ew_mp=5 * table)
    done = record(event=event, round_number=number, plan=plan, by=DIRECTOR, confirmed=True)
    print(done.version, time.time(), flush=True)
    due += 1.0

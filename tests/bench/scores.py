"""One result recorded among 250 tables, over HTTP as the grid sends it; the grid of 100 tables opened."""

from __future__ import annotations

import itertools
import json

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.bench.measure import Figure, figure, wall
from tests.factories import Evening, an_evening
from tournaments.models import ClubMember, Event


def figures() -> list[Figure]:
    user = User.objects.create_user("scores-bench")
    recording = an_evening(Evening(pairs=500, closed=1, open_round="published", name="Scores, 250 tables"))
    ClubMember.objects.create(club=recording.club, user=user, role=ClubMember.Role.DIRECTOR)
    client = Client()
    client.force_login(user)
    tables = itertools.cycle(range(1, 251))
    totals = itertools.count(5, 5)

    def one() -> None:
        _record(client, recording, next(tables), next(totals) % 3000)

    took = wall(one, runs=41)
    with CaptureQueriesContext(connection) as queries:
        one()
        count = len(queries)
    grids = []
    for depth in Event.Depth.values:
        event = an_evening(Evening(pairs=200, closed=1, open_round="published", name=f"Grid, {depth}"))
        Event.objects.filter(pk=event.pk).update(depth=depth)
        address = reverse("desk_scores_round", args=[event.slug, 1])
        grids.append(
            figure(f"grid of 100 tables, {depth}", "150 ms", wall(lambda at=address: client.get(at)))  # type: ignore[misc]
        )
    return [
        figure("one result at 250 tables, over HTTP", "30 ms", took),
        Figure("  its queries", "15", str(count)),
        *grids,
    ]


def _record(client: Client, event: Event, table: int, total: int) -> None:
    body = json.dumps({"table": table, "ns": total, "ew": 400, "seen": None, "key": f"{table}-{total}"})
    answer = client.post(reverse("desk_record", args=[event.slug, 2]), body, content_type="application/json")
    if answer.status_code != 200:
        raise RuntimeError(f"table {table}: {answer.status_code}")

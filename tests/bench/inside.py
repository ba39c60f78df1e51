"""What the measurements ask of an installation from inside: ``python -m tests.bench.inside tables``."""

import json
import statistics
import sys
import time

import django

if __name__ == "__main__":
    django.setup()

from django.db.models import Count
from django.db.models.functions import ExtractYear

from tests.factories import DIRECTOR, Evening, an_evening
from tournaments.desk.rounds import draw_next_round, undo_draw
from tournaments.models import Event, Match, Result, Round

RUNS = 5


def tables() -> None:
    """The tables of the open rounds of the club evenings being played, and whether they have no result."""
    done = set(
        Result.objects.filter(state=Result.State.CONFIRMED, event__state=Event.State.RUNNING).values_list(
            "match", flat=True
        )
    )
    rows = Match.objects.filter(
        round__state=Round.State.PUBLISHED,
        round__event__state=Event.State.RUNNING,
        round__event__kind=Event.Kind.CLUB,
    ).order_by("round__event", "table")
    fields = ("pk", "round__event__slug", "round__number", "table")
    print(
        json.dumps(
            [[slug, number, table, pk not in done] for pk, slug, number, table in rows.values_list(*fields)]
        )
    )


def draw() -> None:
    """The next round of the national event, drawn, stored and taken back; the median of some times."""
    event = Event.objects.filter(state=Event.State.RUNNING, kind=Event.Kind.NATIONAL).latest("pk")
    took, count = [], 0
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        found = draw_next_round(event=event, by=DIRECTOR)
        took.append(time.perf_counter() - start)
        count = found.matches.count()
        undo_draw(event=event, number=found.number, by=DIRECTOR)
    print(json.dumps({"tables": count, "ms": statistics.median(took[1:]) * 1000}))


def large() -> None:
    """An event of 500 pairs over 8 rounds with every hand; its slug."""
    plan = Evening(pairs=500, closed=8, programme="Mitchell 8", name="Cinquecento coppie")
    print(an_evening(plan).slug)


def season() -> None:
    """The year with most events."""
    years = Event.objects.annotate(year=ExtractYear("date")).order_by().values("year")
    print(years.annotate(events=Count("pk")).order_by("-events")[0]["year"])


if __name__ == "__main__":
    {"tables": tables, "draw": draw, "large": large, "season": season}[sys.argv[1]]()

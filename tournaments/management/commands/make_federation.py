"""Fill an empty database with an invented federation."""

from __future__ import annotations

import time
from datetime import date, timedelta
from typing import Any

from django.core.management.base import CommandParser
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.desk.federation import Federation, Made, make_federation
from tournaments.management.commands._base import EventCommand

FRIDAY = 4


class Command(EventCommand):
    help = gettext_noop(
        "Fill an empty database with an invented federation: clubs, players, ten years of events, sixty"
        " evenings being played. The same seed makes the same."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=int, required=True, help=_("the same seed makes the same"))
        for name, value in (("clubs", 250), ("players", 10_000), ("events", 5_000), ("hands", 2_000_000)):
            parser.add_argument(f"--{name}", type=int, default=value, help=_("how many"))
        parser.add_argument(
            "--friday", type=date.fromisoformat, help=_("the day of the evenings being played: last Friday")
        )
        parser.add_argument(
            "--beside", action="store_true", help=_("even where the database holds events already")
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        plan = Federation(
            friday=options["friday"] or last_friday(timezone.localdate()),
            **{name: options[name] for name in ("seed", "clubs", "players", "events", "hands")},
        )
        started = time.monotonic()
        made = make_federation(plan, beside=options["beside"], tell=self._tell)
        told = _("%(events)s events with %(hands)s hands in %(seconds)s s.") % {
            **_counted(made),
            "seconds": number_format(time.monotonic() - started, 1),
        }
        self.stdout.write(told)

    def _tell(self, made: Made) -> None:
        if made.events % 500 == 0:
            self.stdout.write(_("%(events)s events, %(hands)s hands …") % _counted(made))


def last_friday(today: date) -> date:
    """The Friday of this week, or of the one before where it is still to come."""
    return today - timedelta(days=(today.weekday() - FRIDAY) % 7)


def _counted(made: Made) -> dict[str, str]:
    return {name: number_format(getattr(made, name), force_grouping=True) for name in ("events", "hands")}

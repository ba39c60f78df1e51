"""Replay an event and name what is off."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.boards.verify import verify
from tournaments.management.commands._base import EventCommand
from tournaments.words import spoken


class Command(EventCommand):
    help = gettext_noop("Replay an event: sums, seats, meetings, journal. Exit code 1 names what is off.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help=_("slug of the event, as printed by import_event"))

    def handle(self, *_args: Any, **options: Any) -> None:
        event = self.event(options["slug"])
        off = verify(event)
        if off:
            self.fail([spoken(sentence) for sentence in off])
        self.stdout.write(_("%(name)s: everything adds up.") % {"name": event.name})

"""Print the standings of an event."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.boards.facts import Facts, load
from tournaments.boards.names import load_names
from tournaments.management.commands._base import EventCommand
from tournaments.words import number


class Command(EventCommand):
    help = gettext_noop("Print the standings of an event, after the last result or after a round.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help=_("slug of the event, as printed by import_event"))
        parser.add_argument("--round", type=int, help=_("standings after this round"))
        parser.add_argument("--json", action="store_true", help=_("as JSON, for programs"))

    def handle(self, *_args: Any, **options: Any) -> None:
        event = self.event(options["slug"])
        facts = load(event)
        upto = self._upto(facts, options["round"])
        names = load_names(event)
        rows = [
            {
                "place": standing.place,
                "number": standing.entry,
                "name": " – ".join(person.full for person in names.of(standing.entry, upto or None).people),
                "vp": standing.vp,
                "net_mp": standing.net_mp,
            }
            for standing in facts.standings(upto)
        ]
        if options["json"]:
            self.stdout.write(json.dumps(rows, ensure_ascii=False, indent=2))
            return
        for row in rows:
            self.stdout.write(
                f"{row['place']:>4}  {row['number']:>4}  {row['name']:<50} "
                f"{row['vp']:>4}  {number(row['net_mp'], signed=True):>8}"
            )

    def _upto(self, facts: Facts, asked: int | None) -> int:
        if asked is None:
            return facts.last_scored
        if asked not in facts.rounds:
            raise CommandError(
                _("There is no round %(number)s: the event has %(rounds)s.")
                % {"number": asked, "rounds": len(facts.rounds)}
            )
        return asked

"""Draw the next round of an event by its programme."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.boards.facts import load
from tournaments.desk import drawing
from tournaments.desk.change import Actor
from tournaments.desk.rounds import draw_next_round
from tournaments.management.commands._base import EventCommand
from tournaments.models import Source


class Command(EventCommand):
    help = gettext_noop("Draw the next round by the programme, store it and print table, NS and EW.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help=_("slug of the event, as printed by import_event"))
        parser.add_argument("--json", action="store_true", help=_("as JSON, for programs"))
        parser.add_argument("--seed", type=int, help=_("seed of the draw; the same seed gives the same draw"))
        parser.add_argument(
            "--order",
            choices=[drawing.RANDOM, drawing.ENTRY_ORDER],
            default="",
            help=_("first round: by lot or in order of entry"),
        )
        parser.add_argument(
            "--yes", action="store_true", help=_("answer yes to the question, if there is one")
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        event = self.event(options["slug"])
        found = draw_next_round(
            event=event,
            by=Actor(_("command line"), Source.COMMAND),
            seed=options["seed"],
            order=options["order"],
            confirmed=options["yes"],
        )
        rows = [
            {"table": match.table, "ns": _one(match.ns), "ew": _one(match.ew)}
            for match in load(event).matches_of(found.number)
        ]
        if options["json"]:
            self.stdout.write(json.dumps(rows))
            return
        self.stdout.write(_("Round %(number)s") % {"number": found.number})
        # xgettext does not look inside f-strings, so the headings are named first.
        table, ns, ew = _("table"), _("NS"), _("EW")
        self.stdout.write(f"{table:>7}  {ns:>5}  {ew:>5}")
        for row in rows:
            self.stdout.write(f"{row['table']:>7}  {_cell(row['ns']):>5}  {_cell(row['ew']):>5}")


def _one(seated: tuple[int, ...]) -> int | list[int] | None:
    """None for the empty side of a bye, a number for a pair, a list for single players."""
    if not seated:
        return None
    return seated[0] if len(seated) == 1 else list(seated)


def _cell(value: int | list[int] | None) -> str:
    if isinstance(value, list):
        return "+".join(map(str, value))
    return "-" if value is None else str(value)

"""Erase a player's personal data."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.desk.change import Actor
from tournaments.desk.privacy import Erased, brought_back, erase_again, erase_player
from tournaments.management.commands._base import EventCommand
from tournaments.models import Source

_ASKS = gettext_noop(
    "These would be erased for good: %(names)s. If they are the ones who had been erased, and not others of "
    "the same number in another database, repeat with --yes."
)


class Command(EventCommand):
    help = gettext_noop(
        "Erase a player’s personal data for good; results keep a number in place of the name."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "number", type=int, nargs="?", help=_("number of the player’s record, as in its address")
        )
        parser.add_argument("--name", default="", help=_("the full name, typed to confirm"))
        parser.add_argument(
            "--after-restore",
            action="store_true",
            help=_("erase again whom a restored copy has brought back: names them first"),
        )
        parser.add_argument("--yes", action="store_true", help=_("with --after-restore: erase those named"))

    def handle(self, *_args: Any, **options: Any) -> None:
        by = Actor("erase_player", Source.DESK)
        if options["after_restore"]:
            if not options["yes"] and (back := brought_back()):
                raise CommandError(
                    _(_ASKS) % {"names": "; ".join(f"{one.pk} {one.full_name}" for one in back)}
                )
            done = erase_again(by=by)
        elif options["number"] is None:
            raise CommandError(_("Say whom: the number of the record and --name, or --after-restore."))
        else:
            done = [erase_player(player_id=options["number"], typed=options["name"], by=by)]
        for one in done:
            self.stdout.write(_told(one))


def _told(one: Erased) -> str:
    return _("%(label)s: erased. Lines of journals changed: %(lines)d, in %(events)s.") % {
        "label": one.label,
        "lines": one.lines,
        "events": ", ".join(one.events) or "–",
    }

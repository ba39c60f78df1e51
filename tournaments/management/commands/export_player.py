"""Write out everything that is kept about a player."""

from __future__ import annotations

import json
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.boards.person import everything_about
from tournaments.management.commands._base import EventCommand
from tournaments.models import Player


class Command(EventCommand):
    help = gettext_noop("Print everything that is kept about a player, as JSON.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("number", type=int, help=_("number of the player’s record, as in its address"))

    def handle(self, *_args: Any, **options: Any) -> None:
        player = Player.objects.select_related("club").filter(pk=options["number"], merged_into=None).first()
        if player is None:
            raise CommandError(_("There is no player %(number)s.") % {"number": options["number"]})
        self.stdout.write(json.dumps(everything_about(player), ensure_ascii=False, indent=2))

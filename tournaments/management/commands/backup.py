"""Make a copy of the whole database while it is in use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.desk import backups
from tournaments.management.commands._base import EventCommand


class Command(EventCommand):
    help = gettext_noop(
        "Make a copy of the whole database, also while the server runs. Without FILE into the folder of"
        " copies. Prints its path last. The copy holds passwords (as digests) and addresses: keep it safe."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "file", type=Path, nargs="?", help=_("the copy to write (.zip); replaced if it exists")
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        path: Path | None = options["file"]
        if path is None:
            path = backups.keep_backup("asked")
        else:
            backups.write_backup(path)
        self.stdout.write(str(path))

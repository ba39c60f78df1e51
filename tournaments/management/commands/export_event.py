"""Write an event as a workbook."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.boards.export import book_of
from tournaments.management.commands._base import EventCommand
from tournaments.spreadsheets import write_event


class Command(EventCommand):
    help = gettext_noop("Write an event as a workbook that comes back as the same event.")

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("slug", help=_("slug of the event, as printed by import_event"))
        parser.add_argument("file", type=Path, help=_("the workbook to write (.xlsx); replaced if it exists"))
        parser.add_argument(
            "--public", action="store_true", help=_("without card numbers and rounds only drawn")
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        event = self.event(options["slug"])
        data = write_event(book_of(event, public=options["public"]))
        path: Path = options["file"]
        try:
            _replace(path, data)
        except OSError as error:
            raise CommandError(
                _("%(file)s cannot be written: %(reason)s.")
                % {"file": path, "reason": error.strerror or str(error)}
            ) from error
        self.stdout.write(str(path))


def _replace(path: Path, data: bytes) -> None:
    """Write beside the target and rename: whoever reads it sees the old file or the new one, never half."""
    if path.is_dir():
        raise IsADirectoryError(21, os.strerror(21))
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        # A temporary file is private; a workbook is as readable as any file of its owner.
        umask = os.umask(0)
        os.umask(umask)
        Path(beside).chmod(0o666 & ~umask)
        Path(beside).replace(path)
    except OSError:
        Path(beside).unlink(missing_ok=True)
        raise

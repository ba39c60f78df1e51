"""Take in an event from a workbook."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournaments.desk.change import Actor
from tournaments.desk.imports import import_event, loaded_before
from tournaments.management.commands._base import EventCommand
from tournaments.models import Source
from tournaments.spreadsheets import WorkbookError, read_event
from tournaments.words import spoken


class Command(EventCommand):
    help = gettext_noop(
        "Take in an event from a workbook: everything or nothing. Prints notices, then the slug of the event"
        " last. What is wrong in the workbook goes to stderr, one line each."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, help=_("the workbook (.xlsx)"))

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            book = read_event(options["file"], most_bytes=settings.WORKBOOK_MAX_BYTES)
        except WorkbookError as error:
            self.fail([problem.text for problem in error.problems])
        event = import_event(book, by=Actor(name="import_event", source=Source.IMPORT))
        for notice in book.notices:
            self.stdout.write(notice.text)
        for sentence in loaded_before(event):
            self.stdout.write(spoken(sentence))
        self.stdout.write(event.slug)

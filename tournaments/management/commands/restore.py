"""Put a copy of the database back, or list the copies there are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from tournaments.desk import backups
from tournaments.desk.privacy import register
from tournaments.management.commands._base import EventCommand


class Command(EventCommand):
    help = gettext_noop(
        "Put a copy back in the place of the database. It is checked first; the database that was there is"
        " kept under a dated name. The server must be stopped."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", help=_("the copy: a path, or a name from --list"))
        parser.add_argument(
            "--replace", action="store_true", help=_("a database may be there: keep it aside and go on")
        )
        parser.add_argument("--list", action="store_true", help=_("the copies there are, the newest first"))

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["list"]:
            self._list()
            return
        if not options["file"]:
            raise CommandError(_("Name the copy to put back. Those that are kept: --list"))
        path: Path = backups.find(options["file"])
        done = backups.restore(path, replace=options["replace"])
        at = timezone.localtime(done.manifest.at).strftime("%Y-%m-%d %H:%M:%S")
        self.stdout.write(
            _("The database is again as it was on %(at)s (%(events)s).")
            % {"at": at, "events": _events(done.manifest.events)}
        )
        if done.old:
            self.stdout.write(_("The one that was there is kept as %(old)s.") % {"old": done.old})
        self.stdout.write(
            _("Now start the server: it brings the database up to date. Then look at the last journal lines"
              " of the evening: what came after the copy has to be entered again.")
        )  # fmt: skip
        if register.numbers():
            self.stdout.write(
                _("A copy brings back people who were erased after it was made. Once the server has started,"
                  " erase them again: python manage.py erase_player --after-restore")
            )  # fmt: skip

    def _list(self) -> None:
        found = backups.copies()
        if not found:
            self.stdout.write(_("No copy is kept yet."))
        damaged = _("damaged")
        for copy in found:
            if copy.manifest is None:
                self.stdout.write(f"{copy.name}  {damaged}")
                continue
            at = timezone.localtime(copy.manifest.at).strftime("%Y-%m-%d %H:%M:%S")
            about = [copy.manifest.about, str(copy.manifest.round_number or "")]
            why = ", ".join([_(copy.said_reason), *filter(None, about)])
            size, events = f"{copy.size / 1e6:6.2f} MB", _events(copy.manifest.events)
            self.stdout.write(f"{at}  {size}  {events}  {copy.name}  {why}")


def _events(number: int) -> str:
    return ngettext("%(n)s event", "%(n)s events", number) % {"n": number}

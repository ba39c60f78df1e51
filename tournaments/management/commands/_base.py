"""What every command of the desk shares: one event by its slug, errors as one line each."""

from __future__ import annotations

import io
import os
import sys
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import OperationalError, ProgrammingError, connection
from django.utils.translation import gettext as _

from scoring.sentences import Refusal
from tournaments.models import Event
from tournaments.words import spoken


class OneLineParser(CommandParser):
    """What is wrong in the arguments, in one line and with exit code 1, as everything these commands say."""

    def error(self, message: str) -> NoReturn:
        told = _("%(message)s. See “python manage.py %(command)s --help”.") % {
            "message": message,
            "command": self.prog.rsplit(" ", 1)[-1],
        }
        if not self.called_from_command_line:
            raise CommandError(told)
        self.exit(1, f"{told}\n")
        raise AssertionError("exit comes back to nobody")


class EventCommand(BaseCommand):
    """A command about one event. Refusals become one line on stderr and exit code 1."""

    requires_migrations_checks = False

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        # A command's class is made once, in whatever language happens to be on; its help is read now.
        self.help = _(self.help)
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        parser.__class__ = OneLineParser
        return parser

    def execute(self, *args: Any, **options: Any) -> Any:
        for stream in (sys.stdout, sys.stderr):
            # A console or file of an old code page has no minus sign: better a "?" than half an answer.
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        try:
            return super().execute(*args, **options)
        except Refusal as refusal:
            raise CommandError(spoken(refusal.sentence)) from refusal
        except BrokenPipeError:
            # Whoever reads has read enough ("| head"); Python would complain once more at its exit.
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115
            sys.exit(0)
        except (OperationalError, ProgrammingError) as error:
            if Event._meta.db_table in connection.introspection.table_names():
                raise
            raise CommandError(_("The database is empty: run “python manage.py migrate” first.")) from error

    def event(self, slug: str) -> Event:
        """The event of this slug; a clear line and the known ones if there is none."""
        found = Event.objects.select_related("club").filter(slug=slug).first()
        if found is None:
            raise CommandError(
                _("There is no event “%(slug)s”. Known are: %(known)s.")
                % {"slug": slug, "known": ", ".join(_known()) or _("none yet")}
            )
        return found

    def fail(self, lines: list[str]) -> None:
        """Each line on stderr, and exit code 1."""
        for line in lines:
            self.stderr.write(line)
        sys.exit(1)


def _known() -> list[str]:
    return list(Event.objects.order_by("-date", "pk").values_list("slug", flat=True)[:10])

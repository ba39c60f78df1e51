"""The one Django app."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Pozzetto"

    def ready(self) -> None:
        from tournaments.sqlite import use_its_parameters  # noqa: PLC0415 - apps are loaded first

        connection_created.connect(use_its_parameters)

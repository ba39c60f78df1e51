"""The one Django app."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in
from django.db.backends.signals import connection_created


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Pozzetto"

    def ready(self) -> None:
        from tournaments import epoch, sessions  # noqa: PLC0415 - apps are loaded first
        from tournaments.boards import live  # noqa: PLC0415
        from tournaments.measures import measure_queries  # noqa: PLC0415
        from tournaments.sqlite import use_its_parameters  # noqa: PLC0415

        connection_created.connect(use_its_parameters)
        connection_created.connect(measure_queries)
        connection_created.connect(epoch.learn)
        epoch.when_it_changes(live.forget)
        user_logged_in.connect(sessions.begin)
